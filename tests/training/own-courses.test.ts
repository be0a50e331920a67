import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { addEmptyPlanning, addEnrolment, addPart } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.pool.query('delete from enrolments where contact_id = $1', [app.story.contacts.student])
})
afterAll(() => app.close())

const DAY = today()

/** A planning with a part on each of these days, which the student of the story is enrolled in. */
async function plan(days: number[], { status = 'confirmed', students = [app.story.contacts.student] } = {}) {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const parts: number[] = []
  for (const [i, day] of days.entries()) {
    const starts_at = instantOf(addDays(DAY, day), '09:00')!
    const part = { group_id, starts_at, status, description: `Deel ${i + 1}`, room_id: app.story.rooms.zwolle1 }
    const id = await addPart(app.db, part)
    parts.push(id)
    for (const contact_id of students)
      await addEnrolment(app.db, { appointment_id: id, contact_id, present: null, passed: null })
  }
  return parts
}
const student = () => app.as(ROLE.student)
const cards = async () => {
  const { $ } = await (await student()).get('/my-courses')
  return $('article')
    .map((_i, card) => $(card).find('.pcard-time').text() + ': ' + $(card).find('.pdays b').text())
    .get()
    .map((text) => text.replace(/\d\d-\d\d/g, '|'))
}

describe('the own page of a student', () => {
  it('shows what the student is enrolled in, what comes first on top, and nobody else', async () => {
    expect(await cards()).toEqual([])
    const { $ } = await (await student()).get('/my-courses')
    expect($('main, body').text()).toContain('U bent op dit moment nergens voor ingeschreven')
    await plan([5, 12], { students: [app.story.contacts.student, app.story.contacts.anouk] })
    await plan([-3, 2])
    await plan([-9])
    await plan([1], { students: [app.story.contacts.anouk] })
    await plan([7], { status: 'cancelled' })
    expect(await cards()).toEqual([
      'Over 2 dagen: |Deel 1|Deel 2',
      'Over 5 dagen: |Deel 1|Deel 2',
      'Geannuleerd: |Deel 1',
    ])
  })

  it('says where, how to get there, what to bring and whom to call', async () => {
    const { $ } = await (await student()).get('/my-courses')
    const card = $('article').first()
    for (const said of [
      'Havenkade 8, 8011 AA Zwolle',
      'Zwolle, lokaal 1',
      'Geldig legitimatiebewijs',
      'Bel 038 000 00 00',
    ])
      expect(card.text()).toContain(said)
    expect(card.find('a[href^="https://www.openstreetmap.org/"]').text()).toBe('Route')
    // Who gives it is for planners (T-194).
    expect(card.text()).not.toContain('Jeroen')
  })

  it('gives the parts to a calendar by the ids that its mails and its feed have', async () => {
    const [first, second] = (await plan([30, 37])) as [number, number]
    const answer = await (await student()).get(`/my-courses/calendar/${first}`)
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    expect(answer.text.match(/^UID:.*$/gm)).toEqual([
      `UID:appointment-${first}@localhost`,
      `UID:appointment-${second}@localhost`,
    ])
    expect(answer.text.replaceAll('\r\n ', '')).toContain(
      'LOCATION:Havenkade 8\\, 8011 AA Zwolle\\, Zwolle\\, lokaal 1',
    )
    const [foreign] = (await plan([31], { students: [app.story.contacts.anouk] })) as [number]
    expect((await (await student()).get(`/my-courses/calendar/${foreign}`)).status).toBe(404)
  })

  it('hands out the own certificates that count, and no withdrawn one', async () => {
    const links = async () => {
      const { $ } = await (await student()).get('/my-courses')
      return $('a[href^="/certificate/file/"]')
        .map((_i, link) => $(link).attr('href'))
        .get()
    }
    const own = await app.db
      .selectFrom('certificates')
      .select('id')
      .where('contact_id', '=', app.story.contacts.student)
      .where('withdrawn_at', 'is', null)
      .execute()
    expect((await links()).sort()).toEqual(own.map(({ id }) => `/certificate/file/${id}`).sort())
    expect((await (await student()).get((await links())[0]!)).headers.get('content-type')).toBe('application/pdf')
    await app.pool.query(`update certificates set withdrawn_at = now(), withdrawn_reason = 'Fout' where id = $1`, [
      own[0]!.id,
    ])
    expect(await links()).not.toContain(`/certificate/file/${own[0]!.id}`)
  })

  it('is for students, and asks as much for many plannings as for few', async () => {
    for (const role of [1, 2, 3, 4, 6]) expect((await (await app.as(role)).get('/my-courses')).status).toBe(403)
    const before = await countQueries(app, async () => (await student()).get('/my-courses'))
    await plan([40, 41, 42])
    await plan([50])
    expect(await countQueries(app, async () => (await student()).get('/my-courses'))).toBe(before)
  })
})
