import type { Trx } from '../../../platform/database/types.ts'

/** The statuses stay when everything is put back; in the story they have the colours of the house style. */
export async function seedStatuses(trx: Trx): Promise<void> {
  await trx.updateTable('appointment_statuses').set({ color: null }).where('color', 'is not', null).execute()
}
