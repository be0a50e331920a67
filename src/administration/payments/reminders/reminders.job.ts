import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { today, weekday } from '../../../platform/format/zone.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { planReminders } from './reminders.plan.ts'
import { sendByItself } from './sending.commands.ts'

export const DAILY = 'reminders.daily'

/** Saturday is 6, Sunday 7. */
const isWorkingDay = (day: string): boolean => weekday(day) <= 5

/**
 * Sends what goes by itself on a working day: the customers all of whose letters are of steps that an administrator chose.
 * Each is written in a transaction of its own, so that a process that is killed leaves a letter written and queued or not
 * there, and who runs again goes on.
 */
export async function sendDaily(services: Services, now: Date, signal?: AbortSignal): Promise<number> {
  const { automatic_steps: steps } = await readSetting(services.db, 'reminders')
  if (steps.length === 0 || !isWorkingDay(today(now))) return 0
  const { customers } = await planReminders(services.db, 'all', now)
  const allowed = new Set<string>(steps)
  let count = 0
  for (const { payer, letters, shown } of customers) {
    signal?.throwIfAborted()
    if (!letters.every(({ step }) => allowed.has(step))) continue
    try {
      count += await inTransaction(services.db, null, async (trx) => {
        const sent = await sendByItself(trx, services, { ...payer, shown }, now)
        await services.changes.announce(trx, [{ type: 'reminder', id: 0 }])
        return sent.length
      })
    } catch (error) {
      // What keeps one customer from being written to does not keep the others.
      if (!(error instanceof HttpError || error instanceof Invalid)) throw error
    }
  }
  return count
}

export const remindDaily: JobHandler = async (_payload, services, signal) => {
  await sendDaily(services, new Date(), signal)
}
