import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { addDays, today } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    materials: { manikin: number; forklift: number; outage: number }
  }
}

/** Ten manikins that go where they are needed, and two forklift trucks of which one is inspected later on. */
export async function seedMaterials(trx: Trx, story: Story, now: Date): Promise<void> {
  await trx
    .insertInto('materials')
    .values([
      { id: 1, name: 'Oefenpop', count: 10, note: 'In de kast naast de praktijkhal.' },
      { id: 2, name: 'Heftruck', count: 2, establishment_id: story.establishments.zwolle },
    ])
    .execute()
  const later = addDays(today(now), 310)
  await trx
    .insertInto('material_outages')
    .values({ id: 1, material_id: 2, description: 'Jaarlijkse keuring', count: 1, first_day: later, last_day: later })
    .execute()
  story.materials = { manikin: 1, forklift: 2, outage: 1 }
  for (const table of ['materials', 'material_outages'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
}
