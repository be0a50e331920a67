import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** What the practice of forklift driving is given with. */
    materialNeed: number
  }
}

/** A forklift truck for each five students, all that there are; a manikin for each two. */
export async function seedMaterialNeeds(trx: Trx, story: Story): Promise<void> {
  const { forklift, manikin } = story.materials
  await trx
    .insertInto('component_materials')
    .values([
      { id: 1, component_id: story.courses.forklift * 10 + 2, material_id: forklift, count: 1, per_students: 5 },
      { id: 2, component_id: story.courses.cpr * 10 + 1, material_id: manikin, count: 1, per_students: 2 },
    ])
    .execute()
  story.materialNeed = 1
  await sql`select setval(pg_get_serial_sequence('component_materials', 'id'), 2)`.execute(trx)
}
