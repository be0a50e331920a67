import * as z from 'zod'
import { formatPercentage, formatPrice } from '../../../platform/format/price.ts'
import { cellEdit } from '../../../platform/screens/table/cell-edit.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { addProduct, changeCode, deleteProduct, editProduct } from './products.commands.ts'
import { productFields } from './products.fields.ts'
import { ProductEditForm, ProductForm } from './products.forms.ts'
import { type Product, chosenCategory, getProduct } from './products.queries.ts'
import { courseTaxType, usualTaxType } from '../vat/index.ts'
import { productsArea } from './rights.ts'

const HOME = '/products'
const access = { area: productsArea, record: 'product', right: 'change', home: HOME } as const
const formRecords = { category_id: 'product_category', tax_type_id: 'tax_type' } as const
const view = 'administration/products/form'

/** A new product is delivered to nobody and bears the highest VAT, unless somebody says so. */
const NEW = { replace_unit: 'years', discount_type: 'percentage' } as const

const priced = (product: Product) => ({
  ...product,
  price: formatPrice(product.price),
  discount: product.discount_type === 'money' ? formatPrice(product.discount) : formatPercentage(product.discount),
})

export const productForms = recordForms({
  ...access,
  label: 'Product',
  path: '/products',
  size: 'medium',
  view,
  formRecords,
  name: 'product',
  add: {
    form: ProductForm,
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({
      name: z.string().max(120).catch(''),
      /** For a course, which can be exempt from VAT. */
      training: z.literal('1').optional().catch(undefined),
      category_id: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
    }),
    load: async ({ db, query }) => ({
      product: { ...NEW, name: query.name },
      isNew: true,
      chosen: {
        category: await chosenCategory(db, query.category_id),
        taxType: await (query.training ? courseTaxType(db) : usualTaxType(db)),
      },
    }),
    save: ({ trx, form }) => addProduct(trx, form),
    open: (id) => `/products/view/${id}`,
    example: (story) => ({
      form: {
        name: 'Brandplan',
        price: '12,50',
        tax_type_id: story.taxTypes.high,
        category_id: story.productCategories.extinguishers,
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const product = await getProduct(db, params.id)
      return {
        product: priced(product),
        isNew: false,
        chosen: {
          category: product.category_id === null ? [] : [{ id: product.category_id, label: product.category_name! }],
          taxType: [{ id: product.tax_type_id, label: product.tax_label }],
        },
      }
    },
    title: ({ product }) => `${product.name} wijzigen`,
    form: ProductEditForm,
    save: ({ trx, params, form }) => editProduct(trx, params.id, form),
    options: [],
    example: (story) => ({ params: { id: story.products.bhvBook }, form: { price: '29,95' } }),
  },
  delete: { remove: deleteProduct, example: (story) => ({ form: { id: story.products.retiredBook } }) },
})

/** The code of a product, changed in the list. */
export const productCell = cellEdit({
  area: productsArea,
  record: 'product',
  right: 'change',
  path: '/products/cell',
  fields: productFields,
  names: ['code'],
  save: ({ trx, id, changes, version }) => changeCode(trx, id, changes.code as string | null, version),
  example: (story) => ({ form: { id: story.products.bhvBook, field: 'code', value: 'BK-BHV-26', version: 1 } }),
})
