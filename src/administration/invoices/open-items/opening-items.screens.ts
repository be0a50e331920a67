import { type SqlBool, sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { selectorFilter, textFilter, yesNoFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addOpeningItem, deleteOpeningItem, editOpeningItem } from './opening-items.commands.ts'
import { DIVISION_LABELS, besideOf, WAIVING, besideShown, dueOn, listBeside, owedText, waivingOptions } from '../../sales/claims/index.ts' // prettier-ignore
import { paymentShown, laterText } from '../invoices/index.ts'
import { openingColumns } from './opening-items.columns.ts'
import { openingItemFields } from './opening-items.fields.ts'
import { OpeningItemEditForm, OpeningItemForm, OpeningPaymentForm, RemovePaymentForm } from './opening-items.forms.ts'
import { openingGroups } from './opening-items.groups.ts'
import { getOpeningItem, listOpeningItems, listOpeningPayments } from './opening-items.queries.ts'
import { OPENING_STATES } from './opening-items.rules.ts'
import { openingSteps } from './next.rules.ts'
import { payOpeningItem, removeOpeningPayment } from './payments.commands.ts'
import { openItemsArea } from './rights.ts'

const HOME = '/administration/opening-items'
const access = { area: openItemsArea, record: 'opening_item' } as const
const change = { area: openItemsArea, right: 'change' } as const

const stateOf = ({ written_off, open, disputed }: { written_off: boolean; open: number; disputed: boolean }) =>
  OPENING_STATES[written_off ? 'written_off' : open === 0 ? 'paid' : disputed ? 'disputed' : 'open']

const chosen = (column: 'company_id' | 'contact_id', type: string) =>
  selectorFilter(
    openingItemFields[column].label,
    type,
    (ids) => sql<SqlBool>`${sql.ref(`opening_items.${column}`)} in (${sql.join(ids)})`,
  )

/** What customers still had to pay when this system began. */
export const openingTable = table({
  ...access,
  right: 'view',
  path: HOME,
  menu: '/administration/reports',
  title: 'Facturen van het oude systeem',
  query: (db) => listOpeningItems(db),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(opening_items.number)` }),
    open: yesNoFilter('Openstaand', sql<SqlBool>`opening_items.open <> 0`),
    company_id: chosen('company_id', 'company'),
    contact_id: chosen('contact_id', 'contact'),
  },
  sorts: {
    expires_at: { by: [sql`opening_items.expires_at`], type: 'date' },
    open: { by: [sql`opening_items.open`], type: 'bigint' },
  },
  defaultSort: '-expires_at',
  groups: openingGroups,
  moreColumns: openingColumns,
  columns: [
    { field: 'number', kind: 'main', cell: (row) => row.number },
    { label: 'Klant', key: 'customer', cell: (row) => row.customer },
    { field: 'invoice_date', cell: (row) => formatDate(row.invoice_date) },
    { field: 'expires_at', sort: 'expires_at', cell: (row) => formatDate(row.expires_at) },
    { label: 'Status', key: 'status', cell: (row) => ({ status: stateOf(row) }) },
    { field: 'total', kind: 'num', cell: (row) => formatMoney(row.total) },
    { label: 'Open', key: 'open', kind: 'num', sort: 'open', cell: (row) => formatMoney(row.open) },
  ],
  open: (row) => `/administration/opening-item/view/${row.id}`,
  add: { ...change, label: 'Factuur toevoegen', icon: 'plus', kind: 'popup', url: '/administration/opening-item/add', primary: true }, // prettier-ignore
  actions: [{ ...change, label: 'Lijst inlezen', icon: 'file-import', kind: 'popup', url: `${HOME}/import` }],
  addWith: ['company_id', 'contact_id'],
  empty: {
    icon: 'file-import',
    title: 'Geen facturen van een oud systeem',
    text: 'Stonden er bij de start facturen open in uw oude systeem? Lees die hier in. U kunt er betalingen op boeken en klanten eraan herinneren.',
  },
  example: () => ({}),
})

export const openingView = popup({
  ...access,
  right: 'view',
  path: '/administration/opening-item/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params, viewer }) => ({
    item: await getOpeningItem(db, params.id),
    payments: (await listOpeningPayments(db, params.id)).map(paymentShown),
    beside: besideShown((await listBeside(db, 'opening', [params.id])).get(params.id), today()),
    waived: WAIVING.state,
    changes: may(viewer, openItemsArea, 'change'),
  }),
  title: ({ item }) => `Factuur ${item.number} van het oude systeem`,
  subtitle: ({ item }) => item.customer,
  status: ({ item }) => stateOf(item),
  nextSteps: ({ item }) => openingSteps(item),
  actions: ({ item }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `/administration/opening-item/edit/${item.id}` }, // prettier-ignore
  ],
  options: ({ item }) => [
    ...(item.opening < 0
      ? []
      : waivingOptions(openItemsArea, '/administration/opening-item', item.id, item.costs_waived !== null)),
    deleteOption('/administration/opening-item/delete', { type: 'opening_item', id: item.id }, openItemsArea),
  ],
  footnote: ({ item }) => `Laatst gewijzigd op ${formatDateTime(item.changed_at)}`,
  layout: 'tabs',
  parts: [{ key: 'details', label: 'Gegevens', icon: 'receipt-euro', view: 'administration/open-items/details' }],
  example: (story) => ({ params: { id: story.openingItem } }),
})

/** An amount as its field shows it. */
const typed = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')

export const openingPay = formPopup({
  ...access,
  fieldsOf: 'opening_payment',
  right: 'change',
  path: '/administration/opening-item/pay/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const item = await getOpeningItem(db, params.id)
    const { beside, due } = await dueOn(db, 'opening', item, today())
    return {
      item,
      payment: { paid_on: today(), amount: typed(item.open > 0 ? due : item.open) },
      beside: besideOf(beside) === 0 ? null : owedText(beside),
      divisions: DIVISION_LABELS,
    }
  },
  title: 'Betaling boeken',
  subtitle: ({ item }) => `${item.number}, ${item.customer}`,
  view: 'administration/open-items/pay',
  form: OpeningPaymentForm,
  save: async ({ trx, params, form }) => {
    const id = await payOpeningItem(trx, params.id, form)
    return {
      changed: [{ type: 'opening_item', id: params.id }],
      flash: { str: (await laterText(trx, form.paid_on)) ?? 'Betaling geboekt', type: 'success' },
      body: { id },
    }
  },
  example: (story) => ({ params: { id: story.openingItem }, form: { amount: '10,00' } }),
})

export const openingUnpay = action({
  ...access,
  right: 'change',
  path: '/administration/opening-item/:id/remove_payment',
  form: RemovePaymentForm,
  save: async ({ trx, params, form }) => {
    await removeOpeningPayment(trx, params.id, form.id)
    return {
      changed: [{ type: 'opening_item', id: params.id }],
      flash: { str: 'Betaling verwijderd', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.openingItem },
    first: [
      {
        path: `/administration/opening-item/pay/${story.openingItem}`,
        form: { paid_on: formatDate(today()), amount: '5,00' },
      },
    ],
    form: (id) => ({ id }),
    foreign: null,
  }),
})

export const openingForms = recordForms({
  ...access,
  label: 'Factuur',
  path: '/administration/opening-item',
  home: HOME,
  size: 'medium',
  view: 'administration/open-items/form',
  name: 'item',
  add: {
    title: 'Factuur van het oude systeem toevoegen',
    form: OpeningItemForm,
    formRecords: { company_id: 'company', contact_id: 'contact' },
    load: () => ({ item: null, today: today() }),
    save: ({ trx, form }) => addOpeningItem(trx, form),
    example: (story) => ({
      form: {
        ...{ company_id: story.companies.deLinde, number: '2019-77', invoice_date: '01-02-2020' },
        ...{ expires_at: '01-03-2020', total: '121,00', opening: '60,50' },
      },
    }),
  },
  edit: {
    title: 'Factuur van het oude systeem wijzigen',
    form: OpeningItemEditForm,
    load: async ({ db, params }) => {
      const { total, opening, ...item } = await getOpeningItem(db, params.id)
      return { item: { ...item, total: typed(total), opening: typed(opening) } }
    },
    save: ({ trx, params, form }) => editOpeningItem(trx, params.id, form),
    example: (story) => ({ params: { id: story.openingItem }, form: { number: 'OUD-2' } }),
    options: [],
  },
  delete: { remove: deleteOpeningItem, example: (story) => ({ form: { id: story.openingItemAlone } }) },
})
