import { action, json } from '../../../platform/screens/call/calls.ts'
import { setProductsActive } from './products.commands.ts'
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
