import { sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import { reportsArea } from '../../platform/saved-views/rights.ts'
import { selectFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { table } from '../../platform/screens/table/table.ts'
import { reportColumns } from './reports.columns.ts'
import { deleteReport } from './reports.commands.ts'
import { reportFields } from './reports.fields.ts'
import { reportGroups } from './reports.groups.ts'
import { listReports } from './reports.queries.ts'
import { EVERY, FORMATS, momentText } from './reports.rules.ts'

/** Lists under a name. */
export const reportTable = table({
  area: reportsArea,
  record: 'saved_report',
  right: 'view',
  path: '/reports',
  title: 'Bewaarde rapporten',
  query: (db) => listReports(db),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(saved_reports.name)`, table: 'saved_reports' }),
    mail_every: selectFilter(
      reportFields.mail_every.label,
      Object.entries(EVERY).map(([value, label]) => ({ value, label })),
      (every) => sql`saved_reports.mail_every = ${every}`,
      { none: sql`saved_reports.mail_every is null` },
    ),
  },
  sorts: { name: { by: [sql`saved_reports.name collate "nl-x-icu"`] } },
  defaultSort: 'name',
  groups: reportGroups,
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (report) => report.name },
    { field: 'format', cell: (report) => FORMATS[report.format] },
    { field: 'mail_every', cell: (report) => momentText(report) },
    { field: 'user_ids', cell: (report) => report.readers.map(({ name }) => name).join(', ') },
    { label: 'Laatst gemaild', key: 'mailed_on', cell: (report) => formatDate(report.mailed_on) },
  ],
  moreColumns: reportColumns,
  open: (report) => `/reports/start/${report.id}`,
  massDelete: {
    area: reportsArea,
    remove: async (trx, ids) => {
      for (const one of ids) await deleteReport(trx, one)
      return { changed: ids.map((one) => ({ type: 'saved_report', id: one })) }
    },
  },
  empty: {
    icon: 'chart-bar',
    title: 'Nog geen rapporten',
    text: "Een rapport is een lijst met haar filters, kolommen en groepen onder een naam. Kies 'Rapport maken' boven een lijst.",
  },
  example: (story) => ({ form: { ids: String(story.reports.invoices) } }),
})
