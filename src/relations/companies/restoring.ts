import type { Restoring } from '../../platform/undo/points.ts'
import { refuseInactive } from './companies.commands.ts'

/** A company with which something is still to come stays active, also where it was made so just now. */
export const companyRestoring: Restoring = {
  table: 'companies',
  judge: async (trx, changes, { services: { registry } }) => {
    for (const { id, kind, before } of changes)
      if (kind === 'changed' && before.active === false) await refuseInactive(trx, registry, id)
  },
}
