import { sql } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import { Invalid } from '../../platform/errors.ts'
import { weaknessOf } from './guessable.rules.ts'

/**
 * Refuses a new password of a user that others would guess. Passwords chosen before stay.
 * @throws Invalid on `password`
 */
export async function refuseGuessable(db: Db, userId: number, password: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select([
      'name',
      'email',
      sql<string | null>`(select value ->> 'name' from settings where key = 'organisation')`.as('organisation'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  const weakness = await weaknessOf(password, user ? [user.name, user.email, user.organisation ?? ''] : [])
  if (weakness !== null) throw new Invalid({ password: [weakness] })
}
