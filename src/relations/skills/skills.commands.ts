import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'

/** The text that an empty selector shows; as the name of a skill it means that nothing was chosen. */
const PLACEHOLDER = 'Maak een keuze'

/** Adds a skill, or finds the one with this name whatever its capitals. Null for the placeholder. */
export async function addSkill(trx: Trx, name: string): Promise<{ id: number; name: string; added: boolean } | null> {
  if (name === PLACEHOLDER) return null
  const known = await trx
    .selectFrom('skills')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  if (known) return { ...known, added: false }
  const added = await trx.insertInto('skills').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow()
  return { ...added, added: true }
}
