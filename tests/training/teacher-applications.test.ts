import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPlanning } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
let me: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  teacher = await app.as(3)
  me = app.story.contacts.teacher
})
afterAll(() => app.close())

let days = 300
/** A part that lacks a teacher, on a day on which nobody has anything. */
async function lacking(options: Parameters<typeof addPlanning>[1] = {}): Promise<number> {
  days += 3
  // Within what a teacher is told of.
  const { parts } = await addPlanning(app, { inDays: 100 + (days % 60), ...options })
  await app.db.deleteFrom('appointment_responsibles').where('contact_id', '=', me).execute()
  return parts[0]!
}
const openTo = async (browser: Browser) =>
  (await browser.get('/my-requests'))
    .$('a[href^="/my-requests/apply/"]')
    .map((_i, one) => Number(one.attribs.href!.split('/').at(-1)))
    .get()
async function apply(part: number, note = '') {
  const form = await teacher.get(`/my-requests/apply/${part}`)
  if (form.status !== 200) return form
  return teacher.post(`/my-requests/apply/${part}`, { note, seen: String(form.$('input[name=seen]').attr('value')) })
}
const applicationOf = (part: number) =>
  app.db
    .selectFrom('teacher_applications')
    .selectAll()
    .where('appointment_id', '=', part)
    .where('contact_id', '=', me)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const mayApply = (may: boolean) =>
  app.db.updateTable('contacts').set({ teacher_may_apply: may }).where('id', '=', me).execute()

describe('a teacher who may apply by themselves', () => {
  it('sees coming parts that lack a teacher and that they can give; one who may not sees none [F-155]', async () => {
    const part = await lacking()
    const option = await lacking({ status: 'option' })
    const cancelled = await lacking({ status: 'cancelled' })
    expect(await openTo(teacher)).toContain(part)
    expect(await openTo(teacher)).not.toContain(option)
    expect(await openTo(teacher)).not.toContain(cancelled)
    await mayApply(false)
    expect(await openTo(teacher)).toEqual([])
    expect((await teacher.get(`/my-requests/apply/${part}`)).status).toBe(404)
    expect((await teacher.post(`/my-requests/apply/${part}`, { seen: '1' })).status).toBe(404)
    await mayApply(true)
  })

  it('is not told of what they cannot give', async () => {
    const [part, other] = [await lacking(), await lacking()]
    await app.pool.query(
      `update appointments set starts_at = a.starts_at, ends_at = a.ends_at from appointments a where a.id = $1 and appointments.id = $2`,
      [part, other],
    )
    expect(await openTo(teacher)).toContain(part)
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: other, contact_id: me, role_id: 3 })
      .execute()
    expect(await openTo(teacher)).not.toContain(part)
    expect((await apply(part)).status).toBe(404)
  })

  it('applies once, is put on the part when the planner accepts, and hears of it', async () => {
    const part = await lacking()
    expect((await apply(part, 'Graag')).status).toBe(204)
    expect((await apply(part)).status).toBe(404)
    const application = (await applicationOf(part))!
    expect((await planner.get(`/calendar/view-appointment/${part}`)).text).toContain('1 docent meldde zich aan')
    expect((await planner.get('/teacher-requests?what=applications')).text).toContain(`view-appointment/${part}`)
    const decide = () => planner.post(`/teacher-requests/application/${application.id}`, { answer: 'accepted' })
    expect((await decide()).status).toBe(204)
    expect((await decide()).status).toBe(409)
    const given = await app.db
      .selectFrom('appointment_responsibles')
      .select('contact_id')
      .where('appointment_id', '=', part)
      .execute()
    expect(given).toEqual([{ contact_id: me }])
    const mail = await app.db
      .selectFrom('mails')
      .select('subject')
      .where('object_id', '=', me)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(mail.subject).toMatch(/^U geeft les/)
  })

  it('is not put on a part that has found its teacher meanwhile, and stays to be answered', async () => {
    const part = await lacking()
    await apply(part)
    const { id } = (await applicationOf(part))!
    const [other] = await app.db
      .insertInto('contacts')
      .values({ first_name: 'Eerder', last_name: 'Gevonden', roles: [3] })
      .returning('id')
      .execute()
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: part, contact_id: other!.id, role_id: 3 })
      .execute()
    const late = await planner.post(`/teacher-requests/application/${id}`, { answer: 'accepted' })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('alle docenten die nodig zijn')])
    expect((await applicationOf(part))!.state).toBe('open')
  })

  it('reads that they were refused, and is not offered the part again', async () => {
    const part = await lacking()
    await apply(part)
    const { id } = (await applicationOf(part))!
    await planner.post(`/teacher-requests/application/${id}`, { answer: 'refused', why: 'Al een ander' })
    const page = await teacher.get('/my-requests')
    expect(page.text).toContain('Al een ander')
    expect(await openTo(teacher)).not.toContain(part)
  })

  it('takes an application back as long as it is not answered', async () => {
    const part = await lacking()
    await apply(part)
    const { id } = (await applicationOf(part))!
    expect((await teacher.post(`/my-requests/withdraw/${id}`, {})).status).toBeLessThan(300)
    expect((await teacher.post(`/my-requests/withdraw/${id}`, {})).status).toBe(409)
    expect((await planner.post(`/teacher-requests/application/${id}`, { answer: 'accepted' })).status).toBe(409)
    expect((await apply(part)).status).toBe(204)
  })

  it('applies for what was shown: a part that moved meanwhile is refused', async () => {
    const part = await lacking()
    const answer = await teacher.post(`/my-requests/apply/${part}`, { seen: '1' })
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('zojuist verplaatst')])
    expect(await applicationOf(part)).toBeUndefined()
  })
})

describe('what a teacher is asked', () => {
  it('is not told, nor answered, before it is asked: who waits behind another knows nothing', async () => {
    const { asked } = app.story.teaching
    const before = await app.db.selectFrom('teacher_requests').selectAll().where('id', '=', asked).executeTakeFirstOrThrow() // prettier-ignore
    const { state, asked_at, expires_at, starts_at, ends_at } = before
    const set = (values: object) => app.db.updateTable('teacher_requests').set(values).where('id', '=', asked).execute()
    await set({ state: 'waiting', asked_at: null, expires_at: null, starts_at: null, ends_at: null })
    expect((await teacher.get(`/teacher-requests/answer/${asked}`)).status).toBe(404)
    expect((await teacher.post(`/teacher-requests/answer/${asked}`, { answer: 'yes' })).status).toBe(404)
    expect((await teacher.get('/my-requests')).text).not.toContain(`/teacher-requests/answer/${asked}`)
    await set({ state, asked_at, expires_at, starts_at, ends_at })
  })

  it('stands on the own page and is answered there, by nobody else', async () => {
    const { asked, askedOther } = app.story.teaching
    const page = await teacher.get('/my-requests')
    expect(page.$(`a[href="/teacher-requests/answer/${asked}"]`).length).toBe(1)
    expect(page.$(`a[href="/teacher-requests/answer/${askedOther}"]`).length).toBe(0)
    expect((await teacher.post(`/teacher-requests/answer/${askedOther}`, { answer: 'yes' })).status).toBe(404)
    expect((await teacher.post(`/teacher-requests/answer/${asked}`, { answer: 'withdraw' })).status).toBe(422)
    expect((await teacher.post(`/teacher-requests/answer/${asked}`, { answer: 'yes' })).status).toBe(204)
    const row = await app.db
      .selectFrom('teacher_requests')
      .select(['state', 'answered_by'])
      .where('id', '=', asked)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'yes', answered_by: teacher.userId })
  })
})
