import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    eLearning: {
      course: number
      /** Nobody has a licence of it. */
      unused: number
      /** Active, attached to the coming planning, and billed by nobody yet. */
      anouk: number
      ofStudent: number
      foreign: number
      /** The supplier is still to be told. */
      making: number
      /** A student of the coming planning without a licence. */
      without: number
    }
  }
}

const DAY_MS = 86_400_000

/** Licences in every state: active, half way, finished, expired, on its way and one that nobody attached. */
export async function seedELearning(trx: Trx, story: Story, now: Date): Promise<void> {
  const { group_id } = await trx
    .selectFrom('appointments')
    .select('group_id')
    .where('id', '=', story.appointments.coming)
    .executeTakeFirstOrThrow()
  const product_id = story.products.eLearning
  await trx
    .insertInto('e_learning_courses')
    .values([
      { id: 1, code: 'EHBO-ONLINE', description: 'E-learning EHBO, 8 uur', expiry_days: 90, product_id },
      { id: 2, code: 'BHV-ONLINE', description: 'E-learning BHV, 4 uur', expiry_days: 30, product_id },
    ])
    .execute()
  const { students, outside } = await peopleOf(trx, story)
  const [half, done, late, making, without] = students
  const { anouk, student } = story.contacts
  const day = (days: number) => addDays(today(now), days)
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const rows = [
    { contact_id: anouk, group_id, progress: 0, expires_on: day(75) },
    { contact_id: student, group_id: null, progress: 40, expires_on: day(60) },
    { contact_id: half!, group_id, progress: 72, expires_on: day(40) },
    { contact_id: done!, group_id, progress: 100, completed_at: at(-6), grade: '8.2', expires_on: day(50) },
    { contact_id: late!, group_id, progress: 35, expires_on: day(-7) },
    { contact_id: making!, group_id, progress: 0, expires_on: day(90), wish: 'create', next_attempt_at: at(1 / 24) },
    { contact_id: outside!, group_id: null, progress: 8, expires_on: day(20) },
    { contact_id: late!, group_id: null, progress: 0, expires_on: day(90), wish: 'create', stopped: true, attempts: 5, message: 'De leverancier kent deze opleiding niet meer.' }, // prettier-ignore
  ].map((row, i) => ({ ...row, id: i + 1, e_learning_course_id: 1 }))
  await trx
    .insertInto('e_learning_licenses')
    .values(rows.map((row) => ({ ...row, ...('wish' in row ? {} : { supplier_id: `DEMO-${row.id}` }) })))
    .execute()
  await trx
    .insertInto('e_learning_charges')
    .values({ license_id: 1, day: day(-15) })
    .execute()
  await sql`select setval(pg_get_serial_sequence('e_learning_courses', 'id'), 2)`.execute(trx)
  await sql`select setval(pg_get_serial_sequence('e_learning_licenses', 'id'), ${rows.length})`.execute(trx)
  story.eLearning = { course: 1, unused: 2, anouk: 1, ofStudent: 2, foreign: 7, making: 6, without: without! }
}

/** Students of the coming planning, and somebody of no company, who can all be written to. */
async function peopleOf(trx: Trx, { appointments, contacts }: Story) {
  const others = trx
    .selectFrom('contacts')
    .select('id')
    .where('email', 'is not', null)
    .where('id', 'not in', [contacts.anouk, contacts.student])
    .orderBy('id')
  const students = await others
    .where('id', 'in', (eb) =>
      eb.selectFrom('enrolments').select('contact_id').where('appointment_id', '=', appointments.coming),
    )
    .execute()
  const [outside] = await others.where('company_id', 'is', null).execute()
  return { students: students.map(({ id }) => id), outside: outside?.id }
}
