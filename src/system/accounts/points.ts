/** What follows from what happens to an account. */
import type { Trx } from '../../platform/database/types.ts'
import { point } from '../../platform/points.ts'
import type { RecordRef } from '../../platform/screens/models.ts'

/** Ends what lets a user in without a session, such as a link, when they are signed out everywhere. */
export const accessEnds = point<(trx: Trx, userId: number) => Promise<void>>('access ends')

/** What follows when the owner of an account gave it another address, in the same transaction; answers what changed. */
export const accountEmailFollowers =
  point<(trx: Trx, account: { contactId: number; email: string }) => Promise<RecordRef[]>>('account e-mail followers')
