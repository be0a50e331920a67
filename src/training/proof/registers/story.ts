import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { listComponents } from '../../catalogue/courses/index.ts'
import { keepCourseRegister } from './course-registers.queries.ts'
import { NIBHV_LISTS } from './nibhv/simulator.ts'
import { writeSetting } from '../../../system/settings/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    registerRequests: { accepted: number; rejected: number; refused: { part: number; contact: number } }
  }
}

/** What went wrong with some of them, by their place. */
const TROUBLE: Record<number, { state: string; message: string }> = {
  1: { state: 'rejected', message: 'Geboortedatum wijkt af van het register' },
  2: { state: 'failed', message: 'Het Oranje Kruis is nu niet bereikbaar. Probeer het later opnieuw.' },
}

/** The finished planning of the story, passed on to Het Oranje Kruis, which knows one student otherwise. */
export async function seedRegisters(trx: Trx, story: Story): Promise<void> {
  await writeSetting(trx, 'hok', { hok_enabled: true, register_rules: [] })
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
  await seedNibhv(trx, story, students)
  await sql`select setval(pg_get_serial_sequence('register_requests', 'id'), ${rows.length + 3})`.execute(trx)
  const contact = students[1]!.contact_id
  const { part } = await trx
    .selectFrom('appointments')
    .select((eb) => eb.fn.min<number>('id').as('part'))
    .where('group_id', '=', story.plannings.finished)
    .executeTakeFirstOrThrow()
  // Asked the day before yesterday, and no answer yet.
  await sql`insert into register_questions (group_id, contact_id, asked_at, expires_at)
    values (${story.plannings.finished}, ${contact}, now() - interval '47 hours', now() + interval '12 days')`.execute(
    trx,
  )
  story.registerRequests = { accepted: 1, rejected: 2, refused: { part, contact } }
}

/** BHV basis is told to NIBHV, which took one student of it and refused another. */
async function seedNibhv(trx: Trx, story: Story, students: readonly { contact_id: number }[]): Promise<void> {
  const { bhv } = story.courses
  const components = await listComponents(trx, bhv)
  const [profile, templates] = [NIBHV_LISTS.profiles[0]!, NIBHV_LISTS.templates]
  await keepCourseRegister(trx, bhv, 'nibhv', {
    enabled: true,
    type: profile.type,
    kind: 'base',
    language: profile.language,
    profile_uuid: profile.uuid,
    profile_name: profile.course_name,
    templates: components.map(({ id }, i) => {
      const { uuid, name } = templates[i % templates.length]!
      return { component_id: id, uuid, name }
    }),
  })
  const of = { group_id: story.plannings.finished, register: 'nibhv', attempts: 1 }
  await trx
    .insertInto('register_requests')
    .values([
      {
        ...of,
        id: 7,
        contact_id: students[2]!.contact_id,
        state: 'failed',
        message: 'NIBHV is nu niet bereikbaar. Probeer het later opnieuw.',
      },
      {
        ...of,
        id: 5,
        contact_id: students[0]!.contact_id,
        state: 'accepted',
        number: 'BHV0041005',
        valid_until: addDays(today(), 340),
      },
      {
        ...of,
        id: 6,
        contact_id: students[1]!.contact_id,
        state: 'rejected',
        message: 'Persoon onbekend: controleer naam en geboortedatum',
      },
    ])
    .execute()
}
