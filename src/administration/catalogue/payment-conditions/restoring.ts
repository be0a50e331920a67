import type { Restoring } from '../../../platform/undo/points.ts'
import { lockAll, refuseNoStandard } from './payment-conditions.commands.ts'

/** There is always a standard, also where the one that became it is taken back. */
export const paymentConditionRestoring: Restoring = {
  table: 'payment_conditions',
  lock: lockAll,
  judge: refuseNoStandard,
}
