import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { writeSetting } from '../../../system/settings/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    registerRequests: { accepted: number; rejected: number }
  }
}

/** What went wrong with some of them, by their place. */
const TROUBLE: Record<number, { state: string; message: string }> = {
  1: { state: 'rejected', message: 'Geboortedatum wijkt af van het register' },
  2: { state: 'failed', message: 'Het Oranje Kruis is nu niet bereikbaar. Probeer het later opnieuw.' },
}

/** The finished planning of the story, passed on to Het Oranje Kruis, which knows one student otherwise. */
export async function seedRegisters(trx: Trx, story: Story): Promise<void> {
  await writeSetting(trx, 'hok', { hok_enabled: true })
  const students = await trx
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .select('contact_id')
    .distinct()
    .where('group_id', '=', story.plannings.finished)
    .where('passed', '=', 1)
    .orderBy('contact_id')
    .limit(4)
    .execute()
  const rows = students.map(({ contact_id }, i) => ({
    id: i + 1,
    group_id: story.plannings.finished,
    contact_id,
    attempts: 1,
    ...(TROUBLE[i] ?? { state: 'accepted', number: `HOK-0041${String(i + 1).padStart(2, '0')}` }),
  }))
  await trx.insertInto('register_requests').values(rows).execute()
  await sql`select setval(pg_get_serial_sequence('register_requests', 'id'), ${rows.length})`.execute(trx)
  story.registerRequests = { accepted: 1, rejected: 2 }
}
