import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatDate } from '../../platform/format/format.ts'

export interface TwoStepState {
  enabledAt: Date | null
  codesLeft: number
  /** One of the user's roles may not sign in without it (setting two_step_roles). */
  required: boolean
}

/** How things stand with a user's two-step verification, in one round trip. */
export async function twoStepState(db: Db | Trx, userId: number): Promise<TwoStepState> {
  const row = await db
    .selectFrom('users')
    .leftJoin('two_step_secrets as secret', 'secret.user_id', 'users.id')
    .select([
      'secret.enabled_at',
      sql<number>`(select count(*)::integer from recovery_codes c
        where c.user_id = users.id and c.used_at is null)`.as('codes_left'),
      sql<boolean>`exists (select 1 from settings s where s.key = 'two_step_roles'
        and exists (select 1 from unnest(users.roles) role where s.value @> to_jsonb(role)))`.as('required'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return { enabledAt: row?.enabled_at ?? null, codesLeft: row?.codes_left ?? 0, required: row?.required ?? false }
}

/** A recovery code as it was typed, with or without its hyphens, in the form that is hashed. */
export function recoveryHash(code: string): string {
  return createHash('sha256')
    .update(code.replace(/[^a-z2-7]/gi, '').toLowerCase())
    .digest('hex')
}

/** How things stand, as the profile shows it. */
export async function shownTwoStep(db: Db, userId: number) {
  const { enabledAt, codesLeft, required } = await twoStepState(db, userId)
  return { since: enabledAt ? formatDate(enabledAt) : null, codesLeft, required }
}
