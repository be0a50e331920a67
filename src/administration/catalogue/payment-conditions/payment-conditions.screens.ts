import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addPaymentCondition, deletePaymentCondition, editPaymentCondition } from './payment-conditions.commands.ts'
import { paymentConditionFields } from './payment-conditions.fields.ts'
import { PaymentConditionEditForm, PaymentConditionForm } from './payment-conditions.forms.ts'
import { byPosition, getPaymentCondition, listPaymentConditions, nextPosition } from './payment-conditions.queries.ts'
import { termText, termWarning } from './payment-conditions.rules.ts'
import { paymentConditionsArea } from './rights.ts'

const HOME = '/settings/payment-conditions'
const access = { area: paymentConditionsArea, record: 'payment_condition' } as const
const changed = (ids: number[]) => ids.map((id) => ({ type: 'payment_condition', id }))

export const paymentConditionTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Betalingscondities',
  query: (db) => listPaymentConditions(db),
  sorts: { order: { by: byPosition, types: ['bigint', 'text'] } },
  defaultSort: 'order',
  columns: [
    { field: 'name', kind: 'main', cell: (row) => row.name },
    { field: 'days', cell: (row) => termText(row.days) },
    { field: 'text', kind: 'long', cell: (row) => row.text ?? '' },
    {
      field: 'is_default',
      cell: (row) => (row.is_default ? { text: paymentConditionFields.is_default.label, tone: 'success' } : ''),
    },
  ],
  rowCss: (row) => (row.active ? null : 'is-off'),
  open: (row, viewer) => (may(viewer, paymentConditionsArea, 'change') ? `${HOME}/edit/${row.id}` : null),
  add: {
    area: paymentConditionsArea,
    right: 'change',
    label: 'Betalingsconditie toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: `${HOME}/add`,
    primary: true,
  },
  exportable: false,
  empty: {
    icon: 'calendar-dollar',
    title: 'Geen betalingscondities',
    text: 'Zeg binnen hoeveel dagen klanten betalen.',
  },
  example: () => ({}),
})

export const paymentConditionForms = recordForms({
  ...access,
  label: 'Betalingsconditie',
  path: HOME,
  home: HOME,
  size: 'small',
  view: 'administration/payment-conditions/condition',
  name: 'condition',
  add: {
    form: PaymentConditionForm,
    load: async ({ db }) => ({ condition: null, position: await nextPosition(db) }),
    save: async ({ trx, form }) => {
      const ids = await addPaymentCondition(trx, form)
      return { id: ids[0]!, changed: changed(ids) }
    },
    example: () => ({ form: { name: '8 dagen', days: '8', position: '4' } }),
  },
  edit: {
    form: PaymentConditionEditForm,
    load: async ({ db, params }) => {
      const condition = await getPaymentCondition(db, params.id)
      return { condition, position: condition.position }
    },
    title: ({ condition }) => condition.name,
    footnote: ({ condition }) => `Laatst gewijzigd op ${formatDateTime(condition.updated_at)}`,
    save: async ({ trx, params, form }) => ({ changed: changed(await editPaymentCondition(trx, params.id, form)) }),
    example: (story) => ({ params: { id: story.paymentConditions.short }, form: { days: '15' } }),
  },
  delete: { remove: deletePaymentCondition },
})

/** What to know of a term while it is typed. */
export const paymentConditionNotes = json({
  ...access,
  recordParam: null,
  right: 'change',
  path: `${HOME}/notes`,
  query: z.object({ days: z.coerce.number().int().min(0).max(100_000).catch(0) }),
  answer: ({ query }) => {
    const text = termWarning(query.days)
    return Promise.resolve({ notes: text === null ? {} : { days: [{ text, links: [] }] } })
  },
  example: () => ({ query: { days: '90' } }),
})
