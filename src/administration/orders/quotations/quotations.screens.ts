import { sql, type SqlBool } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { assertDeletable } from '../../../platform/blockers.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { periodFilter, selectFilter, selectorFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { saleSearchFilter } from '../../sales/sales/index.ts'
import { quotationColumns } from './quotations.columns.ts'
import { deleteQuotation } from './quotations.commands.ts'
import { quotationFields } from './quotations.fields.ts'
import { quotationGroups } from './quotations.groups.ts'
import { STATUS_IS, WAITING, listQuotations } from './quotations.queries.ts'
import { type QuotationStatus, STATUSES } from './quotations.rules.ts'
import { quotationsArea } from './rights.ts'

const HOME = '/administration/quotations'

const chosen = (column: 'company_id' | 'contact_id' | 'employee_id', type: string) =>
  selectorFilter(
    quotationFields[column].label,
    type,
    (ids) => sql<SqlBool>`${sql.ref(`quotations.${column}`)} in (${sql.join(ids)})`,
    sql<SqlBool>`${sql.ref(`quotations.${column}`)} is null`,
  )

const seesConcepts = (viewer: Parameters<typeof may>[0]) => may(viewer, quotationsArea, 'change')

/** What customers are offered, the latest first. */
export const quotationTable = table({
  area: quotationsArea,
  record: 'quotation',
  right: 'view',
  path: HOME,
  title: 'Offertes',
  query: (db) => listQuotations(db),
  filters: {
    search: saleSearchFilter('quotations'),
    status: selectFilter(
      'Status',
      Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
      (status) => STATUS_IS[status as QuotationStatus],
    ),
    waiting: selectFilter(
      'Aandacht',
      [
        { value: 'accepted', label: 'Geaccepteerd zonder order' },
        { value: 'asked', label: 'Vraag van de klant' },
        { value: 'ending', label: 'Verloopt zonder antwoord' },
        { value: 'answerable', label: 'Verloopt en kan online worden beantwoord' },
      ],
      (what) => WAITING[what as keyof typeof WAITING],
    ),
    company_id: chosen('company_id', 'company'),
    contact_id: chosen('contact_id', 'contact'),
    employee_id: chosen('employee_id', 'employee'),
    quotation_date: periodFilter(quotationFields.quotation_date.label, {
      column: sql`quotations.quotation_date`,
      type: 'date',
    }),
    valid_until: {
      ...periodFilter(quotationFields.valid_until.label, { column: sql`quotations.valid_until`, type: 'date' }),
      order: 'valid_until',
    },
  },
  views: [
    { key: 'concepts', name: 'Concepten', query: 'status=concept', when: seesConcepts },
    { key: 'sent', name: 'Verstuurd', query: 'status=sent', when: seesConcepts },
    { key: 'accepted', name: 'Te verwerken', query: 'waiting=accepted', when: seesConcepts },
  ],
  sorts: {
    number: { by: [sql`quotations.year`, sql`quotations.sequence`], type: 'bigint' },
    date: { by: [sql`quotations.quotation_date`], type: 'date' },
    valid_until: { by: [sql`quotations.valid_until`], type: 'date' },
    total: { by: [sql`quotations.total`], type: 'bigint' },
  },
  defaultSort: '-date',
  groups: quotationGroups,
  columns: [
    { label: 'Nummer', key: 'uid', kind: 'main', sort: 'number', cell: (quotation) => quotation.uid },
    { label: 'Klant', key: 'customer', hiddenWhenFilteredBy: ['company_id', 'contact_id'], cell: (q) => q.customer },
    { field: 'reference', cell: (quotation) => quotation.reference },
    { field: 'quotation_date', sort: 'date', cell: (quotation) => formatDate(quotation.quotation_date) },
    { field: 'valid_until', sort: 'valid_until', cell: (quotation) => formatDate(quotation.valid_until) },
    { field: 'employee_id', cell: (quotation) => quotation.employee },
    { label: 'Status', key: 'status', cell: (quotation) => ({ status: STATUSES[quotation.status] }) },
    { label: 'Totaal', key: 'total', kind: 'num', sort: 'total', cell: (quotation) => formatMoney(quotation.total) },
  ],
  moreColumns: quotationColumns,
  open: (quotation) => `/administration/quotation/view/${quotation.id}`,
  add: {
    area: quotationsArea,
    right: 'change',
    label: 'Offerte toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/administration/quotation/add',
    primary: true,
  },
  addWith: ['company_id', 'contact_id'],
  bulk: [
    {
      area: quotationsArea,
      right: 'change',
      label: 'Offertes (pdf)',
      icon: 'download',
      kind: 'download',
      url: '/print/kind/quotation',
    },
  ],
  massDelete: {
    area: quotationsArea,
    remove: async (trx, ids, _viewer, services) => {
      for (const id of ids) {
        await assertDeletable(trx, services.registry, 'quotation', id)
        await deleteQuotation(trx, id)
      }
      return { changed: ids.map((id) => ({ type: 'quotation', id })) }
    },
  },
  empty: (viewer) => ({
    icon: 'file-text',
    title: 'Nog geen offertes',
    text: may(viewer, quotationsArea, 'change')
      ? 'Een offerte zegt wat u een klant aanbiedt, tegen welke prijs en tot wanneer. Wat de klant aanneemt wordt een order.'
      : 'Hier staan de offertes aan uw bedrijf.',
  }),
  example: (story, role) => ({
    foreign: null,
    ...(role === ROLE.supervisor ? {} : { form: { ids: String(story.quotations.loose) } }),
  }),
})
