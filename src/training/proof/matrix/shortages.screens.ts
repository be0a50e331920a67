import { type SqlBool, sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { selectorFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { byCompanyName } from '../../../relations/companies/index.ts'
import { companiesArea } from '../../../relations/companies/rights.ts'
import { matrixArea } from './rights.ts'
import { shortageColumns } from './shortages.columns.ts'
import { lack, shortageGroups } from './shortages.groups.ts'
import { AHEAD_DAYS, listShortages } from './shortages.queries.ts'

/** Which companies will hold fewer certificates than they need, while there is time to enrol somebody. */
export const shortageTable = table({
  area: matrixArea,
  record: 'certificate-need',
  right: 'view',
  path: '/certificates/shortages',
  title: 'Tekort aan certificaten',
  query: (db, viewer) => listShortages(db, viewer),
  filters: {
    company_id: selectorFilter(
      'Bedrijf',
      'company',
      (ids) => sql<SqlBool>`certificate_needs.company_id in (${sql.join(ids)})`,
    ),
    course_id: selectorFilter(
      'Opleiding',
      'course',
      (ids) => sql<SqlBool>`certificate_needs.course_id in (${sql.join(ids)})`,
    ),
  },
  sorts: { lack: { by: [lack, sql`certificate_needs.id`], type: 'bigint' }, company: { by: [byCompanyName] } },
  defaultSort: '-lack',
  groups: shortageGroups,
  moreColumns: shortageColumns,
  columns: [
    { field: 'company_id', kind: 'main', sort: 'company', cell: (row) => row.company },
    { field: 'course_id', cell: (row) => row.course },
    { field: 'job_title', cell: (row) => row.job_title || { text: 'Alle functies', muted: true } },
    { label: 'Nodig', key: 'wanted', kind: 'num', cell: (row) => String(row.wanted) },
    {
      label: 'Geldig',
      key: 'valid',
      kind: 'num',
      cell: (row) => ({ text: String(row.valid), sub: `op ${formatDate(addDays(today(), AHEAD_DAYS))}` }),
    },
    { label: 'Ingepland', key: 'booked', kind: 'num', cell: (row) => String(row.booked) },
    {
      label: 'Tekort',
      key: 'lack',
      kind: 'num',
      sort: 'lack',
      cell: (row) => ({ status: { label: String(row.wanted - row.valid - row.booked), css: 'st-cancelled' } }),
    },
  ],
  open: (row) => `/company/view/${row.company_id}?item=matrix`,
  empty: {
    icon: 'certificate',
    title: 'Geen tekorten',
    text: `Elk bedrijf heeft over ${AHEAD_DAYS} dagen de certificaten die het nodig heeft, of wie ze haalt is ingepland.`,
    // What is needed is told at the company.
    action: {
      label: 'Naar de bedrijven',
      icon: 'building',
      kind: 'link',
      url: '/companies',
      area: companiesArea,
      right: 'view',
    },
  },
  example: () => ({ foreign: null }),
})
