import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today as dayOf } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { refreshBy } from '../../catalogue/courses/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    refreshers: {
      /** Anouk van der Linden's, of the course that was finished a month ago. */
      anouk: number
      /** Bram ter Linde's, of the same course. */
      student: number
      /** Of somebody outside every 'own' scope. */
      foreign: number
    }
  }
}

/** Days from now on which refreshers of people without a certificate here are due: they came from another school. */
const DUE_IN = [-150, -40, -12, 9, 16, 23, 41, 55, 58, 80, 110]

/** What everybody with a certificate has to take again, and some who came with one of another school. */
export async function seedRefreshers(trx: Trx, story: Story, now: Date): Promise<void> {
  const held = await trx
    .selectFrom('certificates')
    .innerJoin('courses', 'courses.id', 'certificates.course_id')
    .select(['contact_id', 'group_id', 'issued_on', 'refresher_course_id'])
    .select(['validity_months', 'validity_basis', 'grace_months', 'repeat_after', 'repeat_unit'])
    .where('withdrawn_at', 'is', null)
    .where('refresher_course_id', 'is not', null)
    .orderBy('certificates.issued_on')
    .orderBy('certificates.id')
    .execute()
  const last = new Map(held.map((row) => [`${row.contact_id} ${row.refresher_course_id}`, row]))
  const rows = [...last.values()].flatMap((row) => {
    const expires_at = refreshBy(row.issued_on, row, null)
    return expires_at === null
      ? []
      : [{ contact_id: row.contact_id, group_id: row.group_id, course_id: row.refresher_course_id!, expires_at }]
  })
  const course_id = story.courses.bhvRefresher
  const known = new Set(rows.map((row) => `${row.contact_id} ${row.course_id}`))
  const others = story.students.filter(({ id }) => !known.has(`${id} ${course_id}`))
  const due = DUE_IN.flatMap((days, i) => {
    const person = others[others.length - 1 - i]
    const expires_at = addDays(dayOf(now), days)
    return person ? [{ contact_id: person.id, group_id: null, course_id, expires_at }] : []
  })
  const stored = await trx
    .insertInto('contact_refreshers')
    .values([...rows, ...due].map((row, i) => ({ id: i + 1, ...row })))
    .returning(['id', 'contact_id', 'group_id'])
    .execute()
  await sql`select setval(pg_get_serial_sequence('contact_refreshers', 'id'), ${stored.length})`.execute(trx)
  const ofCompany = new Set(
    story.students.filter(({ companyId }) => companyId === story.companies.vanLoon).map(({ id }) => id),
  )
  const idOf = (is: (row: (typeof stored)[number]) => boolean) => stored.find(is)!.id
  story.refreshers = {
    anouk: idOf((row) => row.contact_id === story.contacts.anouk && row.group_id === story.plannings.finished),
    student: idOf((row) => row.contact_id === story.contacts.student && row.group_id === story.plannings.finished),
    foreign: idOf(({ contact_id }) => ofCompany.has(contact_id)),
  }
}
