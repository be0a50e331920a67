import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  // It was switched on long ago, and nobody else is to be told of anything.
  await app.pool.query(
    `update message_moments set active = kind = 'refresher', active_since = now() - interval '1 year'`,
  )
  await app.pool.query('delete from contact_refreshers')
})
afterAll(() => app.close())

let made = 0
async function due(days: number, courseId = app.story.courses.bhvRefresher) {
  const email = `ladder${++made}@post.example`
  const contact = await addContact(app.db, { first_name: 'Lad', last_name: `Der ${made}`, email })
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into contact_refreshers (contact_id, course_id, expires_at, created_at, updated_at)
     values ($1, $2, $3, now() - interval '1 year', now() - interval '1 year') returning id`,
    [contact, courseId, addDays(today(), days)],
  )
  return { contact, id: rows[0]!.id }
}

/** What goes at 09:30 so many days from now. */
async function onDay(days: number): Promise<void> {
  await sendDue(app.services, instantOf(addDays(today(), days), '09:30')!)
}
const mailsOf = async (contact: number) => {
  await app.runJobs('message.mailing')
  const { rows } = await app.pool.query<{ subject: string; text_body: string }>(
    `select subject, text_body from mails where object_type = 'contact' and object_id = $1 order by id`,
    [contact],
  )
  return rows
}

describe('the ladder of reminders', () => {
  it('reminds 90, 60, 30 and 7 days before, once each, of the course and the day', async () => {
    const { contact } = await due(200)
    const counts: number[] = []
    for (const before of [91, 90, 90, 61, 60, 31, 30, 8, 7, 7, 1]) {
      await onDay(200 - before)
      counts.push((await mailsOf(contact)).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4])
    const day = formatDate(addDays(today(), 200))
    expect((await mailsOf(contact))[0]).toMatchObject({
      subject: `Uw herhaling BHV herhaling: uiterlijk ${day}`,
      text_body: expect.stringContaining(`U herhaalt BHV herhaling uiterlijk ${day}`) as unknown,
    })
  })

  it('stops as soon as somebody is enrolled for it, and begins anew with a new day', async () => {
    const { contact, id } = await due(60)
    await onDay(0)
    expect(await mailsOf(contact)).toHaveLength(1)
    const { parts } = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 45 })
    await put(app, parts, [contact])
    await onDay(30)
    expect(await mailsOf(contact)).toHaveLength(1)
    await app.pool.query(`delete from enrolments where contact_id = $1`, [contact])
    await app.pool.query(
      `update contact_refreshers set expires_at = $2, updated_at = now() - interval '1 hour' where id = $1`,
      [id, addDays(today(), 400)],
    )
    await onDay(340)
    expect(await mailsOf(contact)).toHaveLength(2)
  })

  it('sends who comes late the step of the day alone, and then those that follow', async () => {
    const { contact } = await due(20)
    await onDay(0)
    expect(await mailsOf(contact)).toHaveLength(1)
    await onDay(13)
    expect(await mailsOf(contact)).toHaveLength(2)
  })

  it('leaves out a course that does not remind, and who takes part no more', async () => {
    const course = app.story.courses.ehbo
    const quiet = await due(30, course)
    const gone = await due(30)
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', gone.contact).execute()
    const edit = await planner.get(`/course/edit/${course}`)
    expect(edit.$('[name=reminds]').attr('checked')).toBe('checked')
    await app.db.updateTable('courses').set({ reminds: false }).where('id', '=', course).execute()
    await onDay(0)
    expect([await mailsOf(quiet.contact), await mailsOf(gone.contact)]).toEqual([[], []])
    await app.db.updateTable('courses').set({ reminds: true }).where('id', '=', course).execute()
    await onDay(0)
    expect(await mailsOf(quiet.contact)).toHaveLength(1)
  })
})
