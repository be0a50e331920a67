import { Invalid } from '../../../platform/errors.ts'
import { addsFields } from '../../../platform/screens/form/added-fields.ts'
import { productDeviceFields } from './device-categories.fields.ts'
import { deviceCategoriesArea } from './rights.ts'

/** What kind of device a product is, in its form and its popup. */
export const categoryOfProduct = addsFields({
  record: 'product',
  area: deviceCategoriesArea,
  title: 'Keuringen',
  fields: productDeviceFields,
  controls: {
    device_category_id: {
      span: 12,
      hint: 'Krijgt een nieuw apparaat van dit product. Alleen bij een apparaat.',
      selector: { none: true, viewUrl: '/inspections/categories/view/{id}' },
    },
  },
  table: 'product_device_categories',
  key: 'product_id',
  save: async (trx, product_id, { device_category_id }) => {
    const { is_device } = await trx.selectFrom('products').select('is_device').where('id', '=', product_id).executeTakeFirstOrThrow() // prettier-ignore
    if (device_category_id !== null && !is_device)
      throw new Invalid({ device_category_id: ['Alleen een apparaat heeft een :label.'] })
    await trx
      .insertInto('product_device_categories')
      .values({ product_id, device_category_id })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ device_category_id }))
      .execute()
  },
})
