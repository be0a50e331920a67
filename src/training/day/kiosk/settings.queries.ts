import type { Db } from '../../../platform/database/types.ts'
import { readSetting } from '../../../system/settings/index.ts'
import type { KioskTimes } from './kiosk.contract.ts'

/** How long the screens stay on which students say who they are. */
export async function timesOf(db: Db): Promise<KioskTimes> {
  const times = await readSetting(db, 'kiosk')
  return {
    showWelcomeTextTime: times.show_welcome,
    showCloseTextTime: times.show_close,
    resetTimeout: times.reset,
    cancelResetTimeout: times.cancel_reset,
  }
}
