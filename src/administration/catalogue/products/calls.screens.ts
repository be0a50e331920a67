import { action, json } from '../../../platform/screens/call/calls.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { deleteCategory, deleteProduct, setProductsActive } from './products.commands.ts'
import { byCategory, listCategories } from './products.queries.ts'
import { productsArea } from './rights.ts'

const access = { area: productsArea, record: 'product' } as const

export const productCategoriesJson = json({
  ...access,
  record: 'product_category',
  recordParam: null,
  right: 'view',
  path: '/ajax/getProductCategories',
  answer: async ({ db }) => {
    const rows = await listCategories(db).orderBy(byCategory).orderBy('product_categories.id').execute()
    return rows.map(({ id, name }) => ({ id, name }))
  },
  example: () => ({}),
})

export const productDelete = deletion({
  ...access,
  path: '/products/delete',
  flash: 'Product verwijderd',
  remove: deleteProduct,
  example: (story) => ({ form: { id: story.products.retiredBook } }),
})

export const productDeactivate = action({
  ...access,
  right: 'change',
  path: '/products/deactivate/:id',
  save: async ({ trx, params }) => {
    await setProductsActive(trx, [params.id], false)
    return {
      changed: [{ type: 'product', id: params.id }],
      flash: { str: 'Product gedeactiveerd', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.products.sign } }),
})

export const productActivate = action({
  ...access,
  right: 'change',
  path: '/products/activate/:id',
  save: async ({ trx, params }) => {
    await setProductsActive(trx, [params.id], true)
    return { changed: [{ type: 'product', id: params.id }], flash: { str: 'Product geactiveerd', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.products.retiredBook } }),
})

export const categoryDelete = deletion({
  ...access,
  record: 'product_category',
  path: '/administration/productCategory/delete',
  flash: 'Categorie verwijderd',
  remove: deleteCategory,
  example: () => ({
    first: [{ path: '/administration/add-category', form: { name: 'Kleding' } }],
    form: (made) => ({ id: made }),
  }),
})
