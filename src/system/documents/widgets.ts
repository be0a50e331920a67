import { sql } from 'kysely'
import { addDays, today } from '../../platform/format/zone.ts'
import { documentsVisibleTo } from './documents.queries.ts'
import { documentsArea } from './rights.ts'
import type { Asked, Widget, WidgetContent } from '../dashboard/points.ts'

const DAYS = [
  { label: 'Nieuw in zeven dagen', days: 7 },
  { label: 'Nieuw in dertig dagen', days: 30 },
] as const

/** How many documents came of late, and how many there are of each type. */
async function content({ db, services, viewer }: Asked): Promise<WidgetContent> {
  const seen = documentsVisibleTo(viewer, services.registry)
  const from = DAYS.map(({ days }) => addDays(today(), 1 - days))
  const { rows } = await sql<{ id: number; name: string; count: number; recent: number[]; people: number }>`
    select t.id, t.name, count(*)::integer as count, count(distinct documents.created_by)::integer as people,
      array[${sql.join(from.map((day) => sql`count(*) filter (where documents.created_at >= ${day}::date)`))}]::integer[] as recent
    from documents join document_types t on t.id = documents.type_id where ${seen}
    group by t.id, t.name order by count(*) desc, t.name`.execute(db)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    figures: DAYS.map(({ label }, i) => ({
      label,
      figure: { value: sum(({ recent }) => recent[i]!), unit: 'count', url: `/documents?added=${from[i]!}..` },
    })),
    table: {
      title: 'Documenten per type',
      first: 'Type',
      heads: ['Aantal'],
      rows: rows.map(({ id, name, count }) => ({
        name,
        cells: [{ value: count, unit: 'count', url: `/documents?type_id=${id}` }],
      })),
      totals: [{ value: sum(({ count }) => count), unit: 'count', url: '/documents' }],
      none: 'Er zijn nog geen documenten.',
    },
  }
}

export const documentsWidget: Widget = {
  name: 'documents',
  title: 'Documenten',
  area: documentsArea,
  order: 80,
  more: { label: 'Documenten', url: '/documents' },
  of: 'document',
  content,
}
