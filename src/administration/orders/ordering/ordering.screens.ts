import { popup } from '../../../platform/screens/popup/popup.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { CustomerStep, LinesStep, NewOrderForm, NotesStep, headRecords } from '../orders/index.ts'
import { ordersArea } from '../orders/rights.ts'
import { addingProducts } from '../../sales/sales/index.ts'
import { placeOrder } from './ordering.commands.ts'
import { OrderQuery } from './ordering.forms.ts'
import { addressStep, firstBuyers, linesStep, notesStep, overviewStep } from './ordering.step.ts'

const access = { area: ordersArea, record: 'order', recordParam: null, right: 'change' } as const
const HOME = '/administration/orders'

/** A new order: for whom and where, with which products, with what around them on paper; stored by its last step only. */
export const orderAdd = wizard({
  ...access,
  path: '/administration/order/add',
  home: HOME,
  title: 'Order toevoegen',
  query: OrderQuery,
  formRecords: headRecords,
  noUndo: 'number given',
  load: async ({ db, query, viewer }) => {
    const { order_date, ...first } = await firstBuyers(db, query)
    return { order: { order_date, plannable: true }, employees: [{ id: viewer.id, label: viewer.name }], first }
  },
  steps: [
    {
      key: 'customer',
      label: 'Klant',
      view: 'administration/ordering/customer',
      check: CustomerStep,
      load: async ({ db }, { first }, fields) =>
        addressStep(db, fields.company_id === undefined ? idsOf(first) : fields),
    },
    {
      key: 'products',
      label: 'Producten',
      view: 'administration/ordering/products',
      check: LinesStep,
      load: ({ db, query }, _base, fields) => linesStep(db, fields, query.added),
    },
    {
      key: 'notes',
      label: 'Teksten en voorbeeld',
      view: 'administration/ordering/notes',
      check: NotesStep,
      load: ({ db }) => notesStep(db),
    },
    {
      key: 'overview',
      label: 'Overzicht',
      view: 'administration/ordering/overview',
      load: ({ db }, _base, fields) => overviewStep(db, fields),
    },
  ],
  form: NewOrderForm,
  submits: [{ label: 'Order toevoegen' }],
  save: async ({ trx, form, services }) => {
    const id = await placeOrder(trx, services.registry, form)
    return {
      changed: [
        { type: 'order', id },
        ...(form.quotation_id === null ? [] : [{ type: 'quotation', id: form.quotation_id }]),
      ],
      flash: { str: 'Order toegevoegd', type: 'success' },
      open: `/administration/order/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ form: { company_id: story.companies.twente } }),
})

const idsOf = (first: Record<'company_id' | 'contact_id' | 'quotation_id', number | null>) => ({
  company_id: String(first.company_id ?? ''),
  contact_id: String(first.contact_id ?? ''),
  quotation_id: String(first.quotation_id ?? ''),
})

/** Products for an order that is not stored yet: what is chosen here goes back into its wizard. */
export const productsToNew = popup({
  ...access,
  fieldsOf: 'sale_line',
  path: '/administration/order/add_products/new',
  home: HOME,
  size: 'medium',
  title: 'Producten toevoegen',
  load: () => ({ repeat: addingProducts('added') }),
  view: 'administration/ordering/choose',
  example: () => ({ foreign: null }),
})
