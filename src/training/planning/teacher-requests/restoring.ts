import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Restoring, RowChange } from '../../../platform/undo/points.ts'
import { lockParts } from '../appointments/index.ts'

/** The part is locked first, as everyone does who asks for it or answers. */
async function lockAsked(trx: Trx, changes: RowChange[]): Promise<void> {
  const named = changes.flatMap(({ before, after }) => {
    const id = after.appointment_id ?? before.appointment_id
    return typeof id === 'number' ? [id] : []
  })
  const stored = await trx
    .selectFrom('teacher_requests')
    .select('appointment_id')
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  const ids = [...new Set([...named, ...stored.map((row) => row.appointment_id)])]
  if (ids.length > 0) await lockParts(trx, ids)
}

/** What was mailed is not taken back unseen: a request that somebody has is withdrawn, which tells them. */
const requests: Restoring = {
  table: 'teacher_requests',
  lock: lockAsked,
  judge: async (trx, changes) => {
    if (changes.some(({ kind, after }) => kind === 'created' && after.state === 'asked'))
      throw new Invalid({ _form: ['de docenten zijn al gevraagd; stop met vragen, dan krijgen zij bericht'] })
    const ids = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (ids.length === 0) return
    const over = await trx
      .selectFrom('teacher_requests')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'asked')
      .where('expires_at', '<=', new Date())
      .executeTakeFirst()
    if (over) throw new Invalid({ _form: ['de tijd voor een antwoord is voorbij'] })
  },
}

export const requestRestoring: Restoring[] = [requests]
