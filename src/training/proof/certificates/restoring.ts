import { HttpError } from '../../../platform/errors.ts'
import type { Restoring } from '../../../platform/undo/points.ts'

/** A number that was given is never given again, so what was issued is withdrawn, not taken back; what was imported is. */
export const certificateRestoring: Restoring = {
  table: 'certificates',
  judge: async (_trx, changes) => {
    if (changes.some(({ kind, after }) => kind === 'created' && !('issuer' in after)))
      throw new HttpError(409, 'het nummer is al uitgegeven; trek het certificaat in.')
  },
}

/** A mail that has left is not called back by forgetting that it was sent. */
export const certificateMailingRestoring: Restoring = {
  table: 'certificate_mailings',
  judge: async (trx, changes) => {
    const ids = changes.flatMap(({ kind, after }) =>
      kind === 'created' && typeof after.mail_id === 'number' ? [after.mail_id] : [],
    )
    if (ids.length === 0) return
    const left = await trx
      .selectFrom('mails')
      .select('id')
      .where('id', 'in', ids)
      .where('state', 'not in', ['queued', 'kept'])
      .executeTakeFirst()
    if (left) throw new HttpError(409, 'de e-mail is al verstuurd.')
  },
}
