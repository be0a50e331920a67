import type { Viewer } from '../http/viewer.ts'
import type { Trx } from './types.ts'

/**
 * Records an event that changes no business row (sign-in, export, login-as) in the history. Changes of rows are
 * recorded by the database itself.
 */
export async function recordEvent(
  trx: Trx,
  viewer: Pick<Viewer, 'id' | 'actedBy'>,
  event: { type: string; id: number | null; action: string; details?: Record<string, unknown> },
): Promise<void> {
  await trx
    .insertInto('history')
    .values({
      actor_id: viewer.id,
      acted_by_id: viewer.actedBy?.id ?? null,
      record_type: event.type,
      record_id: event.id,
      action: event.action,
      changes: JSON.stringify(event.details ?? {}),
    })
    .execute()
}
