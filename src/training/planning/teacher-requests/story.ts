import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Parts that want a second teacher, as far as asking for one has come. */
    teaching: {
      /** Nobody is asked for it; the story's teacher may apply. */
      lacking: number
      /** Who can be asked for that. */
      free: number
      openToTeacher: number
      /** Goes on: one said no, the story's teacher is asked. */
      search: number
      asked: number
      declined: number
      /** Of the other teacher, for another part. */
      askedOther: number
      /** Of the story's teacher and of the other one. */
      application: number
      applicationOther: number
    }
  }
}

const HOUR = 3_600_000
/** The third teacher of the story, beside the two that sign in. */
const THIRD = 7

/** Coming parts of one teacher for which these others are free and skilled, the first to come first, each on a day of its own. */
async function partsFor(trx: Trx, people: number[], statuses: string[], from: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct on (a.starts_at::date) a.id from appointments a
    where a.status = any(${statuses}) and a.starts_at > ${from}::timestamptz
      and (select count(*) from appointment_responsibles r where r.appointment_id = a.id and r.role_id = ${sql.lit(ROLE.teacher)}) = 1
      and not exists (select from unnest(${people}::integer[]) person
        where exists (select from appointment_responsibles r join appointments b on b.id = r.appointment_id
            where r.contact_id = person and b.status <> 'cancelled'
              and b.starts_at::date between a.starts_at::date - 1 and a.starts_at::date + 1)
          or exists (select from component_skills cs where cs.component_id = a.component_id and not exists (
            select from contact_skills own where own.contact_id = person and own.skill_id = cs.skill_id)))
    order by a.starts_at::date, a.id`.execute(trx)
  return rows.map(({ id }) => id)
}

interface Told {
  contact: number
  state: 'asked' | 'no'
  hoursAgo: number
  hoursLeft: number
  why?: string
}

/** A search that goes on, with what those who were asked said. */
async function search(trx: Trx, partId: number, told: Told[], now: Date): Promise<{ id: number; requests: number[] }> {
  const part = await trx
    .selectFrom('appointments')
    .select(['starts_at', 'ends_at'])
    .where('id', '=', partId)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('teacher_searches')
    .values({ appointment_id: partId, way: 'in_order', answer_hours: 16, message: 'Het is een grote groep.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const requests: number[] = []
  for (const [i, { contact, state, hoursAgo, hoursLeft, why = '' }] of told.entries()) {
    const row = await trx
      .insertInto('teacher_requests')
      .values({
        ...{ search_id: id, appointment_id: partId, contact_id: contact, place: i + 1, state, why },
        ...part,
        asked_at: new Date(now.getTime() - hoursAgo * HOUR),
        expires_at: new Date(now.getTime() + hoursLeft * HOUR),
        ended_at: state === 'no' ? new Date(now.getTime() - (hoursAgo - 2) * HOUR) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    requests.push(row.id)
  }
  return { id, requests }
}

/** Three parts that want a second teacher: one asked for in order, one asked of another, one that somebody applied for. */
export async function seedTeachers(trx: Trx, story: Story, now: Date): Promise<void> {
  const { teacher, otherTeacher } = story.contacts
  const from = new Date(now.getTime() + 12 * 24 * HOUR)
  const [first, second] = await partsFor(trx, [teacher, otherTeacher], ['option', 'planned', 'confirmed'], from)
  const open = await partsFor(trx, [teacher], ['planned', 'confirmed'], from)
  const third = open.find((id) => id !== first && id !== second)
  const parts = [first!, second!, third!]
  await trx.updateTable('appointments').set({ teacher_application_count: 2 }).where('id', 'in', parts).execute()
  await trx.updateTable('contacts').set({ teacher_may_apply: true }).where('id', '=', teacher).execute()
  const going = await search(
    trx,
    first!,
    [
      { contact: otherTeacher, state: 'no', hoursAgo: 30, hoursLeft: 18, why: 'Dan heb ik vrij' },
      { contact: teacher, state: 'asked', hoursAgo: 4, hoursLeft: 44 },
    ],
    now,
  )
  const other = await search(trx, second!, [{ contact: otherTeacher, state: 'asked', hoursAgo: 2, hoursLeft: 46 }], now)
  const apply = async (partId: number, contactId: number, note: string) =>
    (
      await trx
        .insertInto('teacher_applications')
        .values({ appointment_id: partId, contact_id: contactId, note })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  story.teaching = {
    lacking: third!,
    openToTeacher: third!,
    free: teacher,
    search: going.id,
    asked: going.requests[1]!,
    declined: going.requests[0]!,
    askedOther: other.requests[0]!,
    application: await apply(second!, teacher, 'Ik ben die dag toch in de buurt.'),
    applicationOther: await apply(third!, THIRD, 'Deze groep ken ik al.'),
  }
}
