import { may } from '../../../platform/access/viewer.ts'
import { sql } from 'kysely'
import { formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { formatPercentage, formatPercents } from '../../../platform/format/price.ts'
import { today } from '../../../platform/format/zone.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { taxesArea } from './rights.ts'
import { addTax, addTaxType, deleteTax, deleteTaxType, editTax, editTaxType } from './vat.commands.ts'
import { TaxEditForm, TaxForm, TaxTypeEditForm, TaxTypeForm } from './vat.forms.ts'
import { byTaxType, getTax, getTaxType, listTaxTypes, listTaxes } from './vat.queries.ts'
import { TAX_CATEGORIES, type TaxCategory } from './vat.rules.ts'

const HOME = '/settings/tax-types'
const access = { area: taxesArea, record: 'tax_type' } as const
const taxAccess = { area: taxesArea, record: 'tax' } as const
const change = { area: taxesArea, right: 'change' } as const
const percents = (digits: string | null): string => (digits === null ? '' : formatPercents(digits))

export const taxTypeTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Btw-soorten',
  query: (db) => listTaxTypes(db),
  sorts: { order: { by: byTaxType(), types: ['bigint', 'text'] } },
  defaultSort: 'order',
  columns: [
    { field: 'name', kind: 'main', cell: (row) => row.name },
    { label: 'Nu', key: 'percentage', kind: 'num', cell: (row) => percents(row.percentage) },
    { field: 'category', cell: (row) => TAX_CATEGORIES[row.category as TaxCategory] },
    { field: 'reason', kind: 'long', cell: (row) => row.reason ?? '' },
  ],
  rowCss: (row) => (row.active ? null : 'is-off'),
  open: (row) => `/settings/tax-type/view/${row.id}`,
  add: {
    ...change,
    label: 'Btw-soort toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/tax-type/add',
    primary: true,
  },
  empty: { icon: 'receipt-tax', title: 'Geen btw-soorten', text: 'Voeg toe welke btw u rekent.' },
  example: () => ({}),
})

export const taxTypeView = popup({
  ...access,
  right: 'view',
  path: '/settings/tax-type/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const type = await getTaxType(db, params.id)
    return { type, category: TAX_CATEGORIES[type.category as TaxCategory] }
  },
  title: ({ type }) => type.name,
  subtitle: ({ category }) => `Btw-soort · ${category}`,
  status: ({ type }) =>
    type.active ? { label: 'In gebruik', css: 'st-confirmed' } : { label: 'Niet in gebruik', css: 'st-concept' },
  actions: ({ type }) => [
    {
      ...change,
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/settings/tax-type/edit/${type.id}`,
      primary: true,
    },
  ],
  options: ({ type }) => [deleteOption('/settings/tax-type/delete', { type: 'tax_type', id: type.id }, taxesArea)],
  footnote: ({ type }) => `Laatst gewijzigd op ${formatDateTime(type.updated_at)}`,
  layout: 'menu',
  parts: [
    {
      key: 'taxes',
      label: 'Percentages',
      icon: 'percentage',
      url: ({ type }) => `/settings/tax-type/${type.id}/taxes?embed=1`,
    },
    { key: 'details', label: 'Gegevens', icon: 'receipt-tax', view: 'administration/vat/details' },
  ],
  example: (story) => ({ params: { id: story.taxTypes.high } }),
})

export const taxTypeForms = recordForms({
  ...access,
  label: 'Btw-soort',
  path: '/settings/tax-type',
  home: HOME,
  size: 'small',
  view: 'administration/vat/type',
  name: 'type',
  add: {
    form: TaxTypeForm,
    load: () => ({ type: null, tax: { valid_from: today() } }),
    save: ({ trx, form }) => addTaxType(trx, form),
    example: () => ({
      form: { name: 'Marge', category: 'E', reason: 'Margeregeling', percentage: '0', valid_from: '01-01-2020' },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ type: await getTaxType(db, params.id), tax: null }),
    title: ({ type }) => `${type.name} wijzigen`,
    form: TaxTypeEditForm,
    save: ({ trx, params, form }) => editTaxType(trx, params.id, form),
    example: (story) => ({ params: { id: story.taxTypes.high }, form: { name: 'Btw algemeen' } }),
    options: [],
  },
  delete: { remove: deleteTaxType, example: (story) => ({ form: { id: story.taxTypes.outsideUnion } }) },
})

/** From when a type is how much: a tab of it. */
export const taxTable = table({
  ...taxAccess,
  recordParam: null,
  alsoRecords: { id: 'tax_type' },
  right: 'view',
  path: '/settings/tax-type/:id/taxes',
  title: 'Percentages',
  query: (db, _viewer, { id }) => listTaxes(db, id),
  sorts: { valid_from: { by: [sql`taxes.valid_from`], type: 'date' } },
  defaultSort: '-valid_from',
  columns: [
    { field: 'valid_from', kind: 'main', sort: 'valid_from', cell: (row) => formatDate(row.valid_from) },
    { field: 'percentage', kind: 'num', cell: (row) => percents(row.percentage) },
    {
      label: 'Stand',
      key: 'now',
      cell: (row) => (row.is_now ? { text: 'Geldt nu', tone: 'success' } : row.is_coming ? 'Gaat nog in' : ''),
    },
  ],
  rowCss: (row) => (row.is_now || row.is_coming ? null : 'is-off'),
  open: (row, viewer) => (may(viewer, taxesArea, 'change') ? `/settings/tax/edit/${row.id}` : null),
  add: {
    ...change,
    label: 'Percentage toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/tax-type/:id/taxes/add',
    primary: true,
  },
  exportable: false,
  empty: { icon: 'percentage', title: 'Nog geen percentages', text: 'Zeg vanaf welke dag deze btw hoeveel is.' },
  example: (story) => ({ params: { id: story.taxTypes.high } }),
})

export const taxForms = recordForms({
  ...taxAccess,
  label: 'Percentage',
  path: '/settings/tax',
  home: HOME,
  size: 'small',
  view: 'administration/vat/tax',
  name: 'tax',
  add: {
    of: 'tax_type',
    path: '/settings/tax-type/:id/taxes/add',
    load: async ({ db, params }) => ({ name: (await getTaxType(db, params.id)).name, tax: { valid_from: today() } }),
    subtitle: ({ name }) => name,
    form: TaxForm,
    save: async ({ trx, params, form }) => ({
      id: await addTax(trx, params.id, form),
      also: [{ type: 'tax_type', id: params.id }],
    }),
    example: (story) => ({ params: { id: story.taxTypes.high }, form: { percentage: '22', valid_from: '01-01-2031' } }),
  },
  edit: {
    load: async ({ db, params }) => {
      const tax = await getTax(db, params.id)
      return { name: tax.name, tax: { ...tax, percentage: formatPercentage(tax.percentage) } }
    },
    subtitle: ({ name }) => name,
    form: TaxEditForm,
    save: async ({ trx, params, form }) => {
      const type = await editTax(trx, params.id, form)
      return { also: [{ type: 'tax_type', id: type }] }
    },
    // The percentages that the migrations bring have the ids of their types.
    example: (story) => ({ params: { id: story.taxTypes.low }, form: { percentage: '9,5' } }),
  },
  delete: { remove: deleteTax },
})
