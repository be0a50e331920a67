import { sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { askedColumn } from '../../../platform/screens/table/table-columns.ts'

/** What else is known of certificates, for who wants it in the list. */
export const certificateColumns = [
  askedColumn({
    field: 'company',
    label: 'Bedrijf',
    // Of whom somebody sees as one of the own people the company need not be known.
    when: isPlanner,
    asks: () => sql<string | null>`companies.name`,
    cell: (name) => name ?? { text: 'Particulier', muted: true },
  }),
  askedColumn({
    field: 'group_id',
    label: 'Planning',
    when: isPlanner,
    kind: 'num',
    asks: () => sql<number>`certificates.group_id`,
    cell: (planning) => String(planning),
  }),
  askedColumn({
    field: 'layout_id',
    label: 'Layout',
    asks: () => sql<string>`(select layouts.name from layouts where layouts.id = certificates.layout_id)`,
    cell: (name) => name,
  }),
  askedColumn({
    field: 'replaces_id',
    asks: () =>
      sql<string | null>`(select before.number from certificates before where before.id = certificates.replaces_id)`,
    cell: (number) => number,
  }),
  askedColumn({
    field: 'withdrawn_at',
    asks: () => sql<Date | null>`certificates.withdrawn_at`,
    cell: (at) => formatDate(at),
  }),
  askedColumn({
    field: 'withdrawn_reason',
    asks: () => sql<string | null>`certificates.withdrawn_reason`,
    cell: (reason) => reason,
  }),
]
