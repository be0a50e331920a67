import { type Restoring, sideOf } from '../../../platform/undo/points.ts'
import { refuseUnrated } from './vat.commands.ts'

/** A VAT type keeps a percentage, also where the one that was added last is taken back. */
export const taxRestoring: Restoring = {
  table: 'taxes',
  judge: (trx, changes) =>
    refuseUnrated(trx, [...new Set(changes.map((change) => sideOf(change).tax_type_id as number))]),
}
