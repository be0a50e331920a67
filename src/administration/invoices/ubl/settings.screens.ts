import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import {
  getSetting,
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../system/settings/index.ts'
import { listChosenProducts, productLabel } from '../../catalogue/products/index.ts'

const InvoiceSettingsForm = z.object({ version, ...parsersOf(settingFields, 'free_product_id', 'ubl_format') })

/** What holds for all invoices, so that nobody has to say it of each. */
export const invoiceSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('invoices'),
  path: '/settings/invoices',
  pageAddress: '/settings/?tab=invoices',
  title: 'Facturen',
  view: 'administration/ubl/settings',
  form: InvoiceSettingsForm,
  formRecords: { free_product_id: 'product' },
  load: async ({ db }) => {
    const setting = await getSetting(db, 'invoices')
    const { free_product_id: id } = setting.value
    const chosen = id === null ? [] : await listChosenProducts(db, [id], 1)
    return { setting, chosen: chosen.map((product) => ({ id: product.id, label: productLabel(product) })) }
  },
  save: async ({ trx, form: { version: seen, ...value } }) => savedSetting(await writeSetting(trx, 'invoices', value, seen)), // prettier-ignore
  example: (story) => ({ form: { free_product_id: story.products.free, ubl_format: 'nlcius' } }),
})
