import { sql } from 'kysely'
import type { Widget } from '../../../system/dashboard/points.ts'
import { isWithin, listExpiring, sourcesFor } from './expiring.queries.ts'
import { USUAL_DAYS } from './expiring.rules.ts'
import { expiringArea } from './rights.ts'

/** How much of each kind expires, and of how much nobody did anything yet. */
export const expiringWidget: Widget = {
  name: 'expiring',
  title: 'Wat verloopt',
  area: expiringArea,
  order: 46,
  more: { label: 'Wat verloopt', url: '/expiring' },
  of: 'refresher certificate device inspection_contract',
  content: async ({ db, viewer, services: { registry } }) => {
    const rows = await db
      .selectFrom(listExpiring(db, registry, viewer).where(isWithin(USUAL_DAYS)).as('found'))
      .select([
        'found.key',
        sql<number>`count(*)::integer`.as('all'),
        sql<number>`count(*) filter (where found.state = 'open')::integer`.as('open'),
      ]) // prettier-ignore
      .groupBy('found.key')
      .execute()
    const of = (key: string) => rows.find((row) => row.key === key) ?? { all: 0, open: 0 }
    const figure = (value: number, more: string) => ({ value, unit: 'count' as const, url: `/expiring?within=${USUAL_DAYS}${more}` }) // prettier-ignore
    const sum = (of: 'all' | 'open') => rows.reduce((total, row) => total + row[of], 0)
    return {
      table: {
        title: 'Wat verloopt',
        first: `Binnen ${USUAL_DAYS} dagen`,
        heads: ['Alles', 'Nog niets gedaan'],
        rows: sourcesFor(registry, viewer).map(({ key, label }) => ({
          name: label,
          cells: [figure(of(key).all, `&kind=${key}`), figure(of(key).open, `&kind=${key}&state=open`)],
        })),
        totals: [figure(sum('all'), ''), figure(sum('open'), '&state=open')],
        none: 'Er verloopt niets.',
      },
    }
  },
}
