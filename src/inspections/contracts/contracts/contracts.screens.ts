import { type SqlBool, sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { everyText } from '../../../platform/format/repeats.ts'
import { today } from '../../../platform/format/zone.ts'
import { assertDeletable } from '../../../platform/blockers.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import {
  periodFilter,
  selectFilter,
  selectorFilter,
  textFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { monthGroup } from '../../../platform/screens/table/value-groups.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { deleteContract } from './contracts.commands.ts'
import { contractFields } from './contracts.fields.ts'
import { customerName, isEnding, listContracts, searchedContracts } from './contracts.queries.ts'
import { PRICE_KINDS, STATES, monthNames, stateOf } from './contracts.rules.ts'
import { contractsArea } from './rights.ts'

export const HOME = '/inspections/contracts'
const change = { area: contractsArea, right: 'change' } as const

const IS = {
  running: sql<SqlBool>`inspection_contracts.terminated_on is null and inspection_contracts.expires_at >= current_date`,
  ending: isEnding,
  expired: sql<SqlBool>`inspection_contracts.terminated_on is null and inspection_contracts.expires_at < current_date`,
  terminated: sql<SqlBool>`inspection_contracts.terminated_on is not null`,
} as const

const chosen = (column: 'company_id' | 'contact_id', type: string) =>
  selectorFilter(
    contractFields[column].label,
    type,
    (ids) => sql<SqlBool>`${sql.ref(`inspection_contracts.${column}`)} in (${sql.join(ids)})`,
  )

const { shown, added } = columnsOf('inspection_contracts', contractFields)

/** What is inspected by agreement, and until when. */
export const contractTable = table({
  area: contractsArea,
  record: 'inspectionContract',
  right: 'view',
  path: HOME,
  title: 'Contracten',
  query: (db) => listContracts(db),
  filters: {
    search: textFilter('Zoeken', searchedContracts),
    state: selectFilter(
      'Status',
      [
        { value: 'running', label: 'Loopt' },
        { value: 'ending', label: 'Te verlengen' },
        { value: 'expired', label: 'Verlopen' },
        { value: 'terminated', label: 'Opgezegd' },
      ],
      (state) => IS[state as keyof typeof IS],
    ),
    expires_at: periodFilter(contractFields.expires_at.label, { column: sql`inspection_contracts.expires_at`, type: 'date' }), // prettier-ignore
    company_id: chosen('company_id', 'company'),
    contact_id: chosen('contact_id', 'contact'),
  },
  views: [
    { key: 'ending', name: 'Te verlengen', query: 'state=ending&sort=expires_at' },
    { key: 'expired', name: 'Verlopen', query: 'state=expired&sort=-expires_at' },
  ],
  sorts: {
    name: { by: [sql`inspection_contracts.name collate "nl-x-icu"`] },
    customer: { by: [sql`${customerName} collate "nl-x-icu"`] },
    expires_at: { by: [sql`inspection_contracts.expires_at`], type: 'date' },
  },
  defaultSort: 'expires_at',
  groups: { month: monthGroup('inspection_contracts.expires_at') },
  columns: [
    {
      field: 'name',
      kind: 'main',
      sort: 'name',
      cell: (contract) => ({ text: contract.name, phone: contract.customer }),
    },
    {
      label: 'Klant',
      key: 'customer',
      sort: 'customer',
      hiddenWhenFilteredBy: ['company_id', 'contact_id'],
      cell: (contract) => contract.customer,
    },
    { field: 'expires_at', sort: 'expires_at', cell: (contract) => formatDate(contract.expires_at) },
    {
      label: 'Herhaalt',
      key: 'repeat',
      cell: ({ repeat_count: count, repeat_unit: unit }) => everyText({ count, unit }),
    },
    { field: 'work_months', cell: (contract) => monthNames(contract.work_months) },
    { field: 'price_kind', cell: (contract) => PRICE_KINDS[contract.price_kind] },
    {
      label: 'Order van deze periode',
      key: 'planned',
      cell: ({ planned, ordered }) => (planned ? 'Gepland' : ordered ? 'Gemaakt' : 'Nog niet'),
    },
    { label: 'Status', key: 'state', cell: (contract) => ({ status: STATES[stateOf(contract, today())] }) },
  ],
  moreColumns: [shown('begins_at'), shown('notice_months'), shown('terminated_on'), shown('note'), added],
  open: (contract) => `${HOME}/view/${contract.id}`,
  add: {
    ...change,
    label: 'Contract toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: `${HOME}/add`,
    primary: true,
  },
  addWith: ['company_id', 'contact_id'],
  actions: [{ ...change, label: 'Orders maken', icon: 'shopping-cart', kind: 'popup', url: `${HOME}/orders` }],
  bulk: [{ ...change, label: 'Verlengen', icon: 'calendar-plus', kind: 'popup', url: `${HOME}/bulk/extend` }],
  massDelete: {
    area: contractsArea,
    remove: async (trx, ids, _viewer, services) => {
      for (const id of ids) {
        await assertDeletable(trx, services.registry, 'inspectionContract', id)
        await deleteContract(trx, id)
      }
      return { changed: ids.map((id) => ({ type: 'inspectionContract', id })) }
    },
  },
  empty: (viewer) => ({
    icon: 'contract',
    title: 'Nog geen contracten',
    text: may(viewer, contractsArea, 'change')
      ? 'Een contract zegt welke apparaten u bij een klant keurt, in welke maanden en tegen welke prijs. De orders ontstaan dan vanzelf.'
      : 'Hier staan de contracten van uw bedrijf.',
  }),
  example: (story) => ({ foreign: null, form: { ids: String(story.contracts.loose) } }),
})
