import { HttpError } from '../../platform/errors.ts'
import type { Restoring } from '../../platform/undo/points.ts'

/** A number that was given is never given again, so what was issued is withdrawn, not taken back. */
export const certificateRestoring: Restoring = {
  table: 'certificates',
  judge: async (_trx, changes) => {
    if (changes.some(({ kind }) => kind === 'created'))
      throw new HttpError(409, 'het nummer is al uitgegeven; trek het certificaat in.')
  },
}
