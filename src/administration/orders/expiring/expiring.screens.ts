import { type SqlBool, sql } from 'kysely'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { permittedActions } from '../../../platform/screens/popup/guarded-actions.ts'
import { registeredFilter, selectFilter, selectorFilter, textFilter } from '../../../platform/screens/table/table-filters.ts' // prettier-ignore
import { table } from '../../../platform/screens/table/table.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { expiringGroups } from './expiring.groups.ts'
import { customerQuery, isWithin, kindsOf, listExpiring } from './expiring.queries.ts'
import { STATES, USUAL_DAYS, WITHIN, isProposed, stateText } from './expiring.rules.ts'
import { expiringArea } from './rights.ts'

const HOME = '/expiring'
const QUOTATION = `${HOME}/quotation`

/** What of customers expires, whatever it is. */
export const expiringTable = table({
  area: expiringArea,
  record: 'expiring',
  recordParam: null,
  right: 'view',
  path: HOME,
  title: 'Wat verloopt',
  query: (db, viewer, _params, { registry }) => listExpiring(db, registry, viewer),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(quotations.what || ' ' || quotations.who)` }),
    within: selectFilter(
      'Verloopt binnen',
      WITHIN.map((days) => ({ value: String(days), label: formatCount(days, 'dag', 'dagen') })),
      (days) => isWithin(Number(days)),
    ),
    kind: registeredFilter(
      'Soort',
      ({ registry }) => kindsOf(registry).map(({ key, label }) => ({ value: key, label })),
      (keys) => sql<SqlBool>`quotations.key in (${sql.join(keys)})`,
    ),
    state: selectFilter(
      'Staat',
      Object.entries(STATES).map(([value, label]) => ({ value, label })),
      (state) => sql<SqlBool>`quotations.state = ${state}`,
    ),
    company_id: selectorFilter(
      'Bedrijf',
      'company',
      (ids) => sql<SqlBool>`quotations.company_id in (${sql.join(ids)})`,
    ),
    person_id: selectorFilter(
      'Particulier',
      'contact',
      (ids) => sql<SqlBool>`quotations.contact_id in (${sql.join(ids)})`,
    ),
  },
  defaults: { within: String(USUAL_DAYS) },
  views: [
    { key: 'open', name: 'Nog niets gedaan', query: 'state=open' },
    { key: 'late', name: 'Dit jaar', query: 'within=365' },
  ],
  sorts: { expires: { by: [sql`quotations.expires_on`], type: 'date' } },
  defaultSort: 'expires',
  groups: expiringGroups,
  columns: [
    { label: 'Wat', key: 'what', kind: 'main', cell: (row) => row.what },
    { label: 'Van', key: 'who', cell: (row) => row.who },
    { label: 'Klant', key: 'customer', hiddenWhenFilteredBy: ['company_id', 'person_id'], cell: (row) => row.customer },
    { label: 'Soort', key: 'kind', cell: (row) => row.label },
    {
      label: 'Verloopt',
      key: 'expires',
      sort: 'expires',
      cell: ({ expires_on: day }) => (day < today() ? { text: formatDate(day), tone: 'danger' } : formatDate(day)),
    },
    {
      label: 'Staat',
      key: 'state',
      cell: (row) => (isProposed(row) ? { text: stateText(row), muted: true } : stateText(row)),
    },
  ],
  open: (row) => row.opens.replace('{id}', String(row.record_id)),
  rowActions: (row, viewer) =>
    permittedActions(viewer, [
      {
        label: 'Eén offerte maken',
        icon: 'file-text',
        kind: 'popup',
        url: `${QUOTATION}?${customerQuery(row)}`,
        area: quotationsArea,
        right: 'change',
      },
    ]),
  bulk: [
    {
      label: 'Eén offerte maken',
      icon: 'file-text',
      kind: 'popup',
      url: QUOTATION,
      area: quotationsArea,
      right: 'change',
    },
  ],
  empty: {
    icon: 'alarm',
    title: 'Er verloopt niets',
    text: 'Hier staat wat er bij klanten verloopt: herhalingen en certificaten van mensen, keuringen van apparaten, en contracten.',
  },
  example: () => ({ foreign: null }),
})
