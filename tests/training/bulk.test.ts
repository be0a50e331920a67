import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, fieldsIn, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const shownText = ({ $ }: Answer) => $('[data-plan-shown]').text().replace(/\s+/g, ' ')
const namesOf = async (people: number[]) => {
  const rows = await app.db.selectFrom('contacts').select(['id', 'last_name']).where('id', 'in', people).execute()
  return new Map(rows.map(({ id, last_name }) => [id, `Proef ${last_name}`]))
}
let certificates = 0
async function certify(contact_id: number, group_id: number): Promise<void> {
  const number = String(++certificates).padStart(6, '0')
  await app.pool.query("insert into layouts (kind, name) values ('certificate', $1)", [`Proef ${number}`])
  await app.pool.query(
    `insert into certificates (contact_id, course_id, group_id, layout_id, layout_version, number, issued_on, snapshot, token)
     select $1, $2, $3, max(id), 1, $4, '2026-01-01', '{}', $5 from layouts`,
    [contact_id, app.story.courses.bhv, group_id, `1998-${number}`, `a-token-of-this-test-${number}`],
  )
}
const seatsOf = async (part: number) =>
  (await app.db.selectFrom('appointments').select(['enrolled_count']).where('id', '=', part).executeTakeFirstOrThrow())
    .enrolled_count

describe('unsubscribing a selection', () => {
  it('shows who goes, who stays and why, and what comes of it; and does just that', async () => {
    const { planningId, parts } = await addPlanning(app, { components: [null, null] })
    const people = await addPeople(app, 5)
    await put(app, parts, people)
    await certify(people[4]!, planningId)
    const names = await namesOf(people)
    const popup = await planner.get(`/calendar/unsubscribeStudents/${parts[0]}?students=${people.join(',')}`)
    expect(popup.$('.popup-title').text()).toBe('4 van de 5 cursisten uitschrijven')
    const text = shownText(popup)
    expect(text).toContain(`${names.get(people[4]!)} blijft ingeschreven: er is al een certificaat uitgegeven.`)
    expect(text).toContain('4 plaatsen komen vrij in elk van de 2 onderdelen.')
    expect(popup.$('.popup-foot').text()).toMatch(/24 uur ongedaan maken\.\s+4 cursisten uitschrijven\s*Terug/)
    expect(popup.$('[data-back]').attr('autofocus')).toBeDefined()
    const saved = await planner.post(`/calendar/unsubscribeStudents/${parts[0]}`, fieldsIn(popup))
    expect(saved.trigger.flash?.str).toBe('4 cursisten uitgeschreven, 1 niet')
    for (const part of parts) expect(await peopleIn(app, part)).toEqual([people[4]])
    // It comes back as one.
    await planner.post(`/undo/${saved.undo!.set}`)
    for (const part of parts) expect(await peopleIn(app, part)).toEqual(people)
  })

  it('says it anew when a choice changes, and when the world did before the save', async () => {
    const { planningId, parts } = await addPlanning(app, { components: [null, null] })
    const people = await addPeople(app, 3)
    await put(app, parts, people)
    const url = `/calendar/unsubscribeStudents/${parts[0]}`
    const popup = await planner.get(`${url}?students=${people.join(',')}`)
    const form = fieldsIn(popup)
    const { remove_from_all_appointments: _all, ...narrower } = form
    const again = await planner.post(`${url}/preview`, narrower)
    expect(again.text).toContain('3 plaatsen komen vrij.')
    expect(again.text).not.toContain('Deel 2')
    await certify(people[0]!, planningId)
    const refused = await planner.post(url, form)
    expect([refused.status, refused.json()]).toEqual([
      409,
      { message: 'Er is intussen iets gewijzigd. Hieronder staat wat er nu gebeurt.', planned: true },
    ])
    expect(refused.trigger).toEqual({})
    expect(await peopleIn(app, parts[0]!)).toEqual(people)
    // What the browser shows then can be saved.
    const shown = fieldsIn(await planner.post(`${url}/preview`, form))
    expect((await planner.post(url, { ...form, ...shown })).trigger.flash?.str).toBe(
      '2 cursisten uitgeschreven, 1 niet',
    )
    expect(await peopleIn(app, parts[0]!)).toEqual([people[0]])
  })

  it('keeps nobody for a certificate that was withdrawn, and counts the results that go', async () => {
    const { planningId, parts } = await addPlanning(app)
    const people = await addPeople(app, 4)
    await put(app, parts, people)
    await app.db.updateTable('enrolments').set({ present: null, passed: null }).execute()
    await certify(people[0]!, planningId)
    await app.pool.query(
      `update certificates set withdrawn_at = now(), withdrawn_reason = 'proef' where contact_id = $1`,
      [people[0]],
    )
    await app.db
      .updateTable('enrolments')
      .set({ present: 0 })
      .where('contact_id', 'in', [people[1]!, people[2]!])
      .execute()
    const popup = await planner.get(`/calendar/unsubscribeStudents/${parts[0]}?students=${people.join(',')}`)
    expect(popup.$('.popup-title').text()).toBe('4 cursisten uitschrijven')
    expect(shownText(popup)).toContain('2 ingevulde resultaten vervallen.')
  })

  it('keeps for a supervisor who is in a part that has begun, for a planner not', async () => {
    const { anouk } = app.story.contacts
    const { parts } = await addPlanning(app)
    await put(app, parts, [anouk])
    await app.db
      .updateTable('appointments')
      .set({ starts_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', parts[0]!)
      .execute()
    const asked = async (browser: Browser) =>
      shownText(await browser.get(`/calendar/unsubscribeStudents/${parts[0]}?students=${anouk}`))
    expect(await asked(await app.as(4))).toContain('blijft ingeschreven: Deel 1 is al begonnen of gesloten')
    expect(await asked(planner)).not.toContain('blijft ingeschreven')
  })

  it('is not kept back by a certificate of another planning than the one that somebody leaves', async () => {
    const [holder, other] = await addPeople(app, 2)
    const [first, second] = [await addPlanning(app), await addPlanning(app)]
    await put(app, first.parts, [holder!, other!])
    await put(app, second.parts, [holder!])
    await certify(holder!, first.planningId)
    const rows = await app.db
      .selectFrom('enrolments')
      .select(['id', 'appointment_id', 'contact_id'])
      .where('contact_id', 'in', [holder!, other!])
      .execute()
    const going = rows.filter((row) => row.contact_id === other || row.appointment_id === second.parts[0])
    const ids = going.map(({ id }) => id).join()
    const shown = await planner.post('/calendar/unsubscribeStudents/preview', { ids })
    expect(shown.text).toContain('2 plaatsen komen vrij')
    const saved = await planner.post('/calendar/unsubscribeStudents', { ids, ...fieldsIn(shown) })
    expect([saved.status, saved.text]).toEqual([204, ''])
  })

  it('of two plannings ends of each person the one that was chosen, in all its parts', async () => {
    const [one, two] = [
      await addPlanning(app, { components: [null, null] }),
      await addPlanning(app, { components: [null, null] }),
    ]
    const people = await addPeople(app, 2)
    await put(app, [...one.parts, ...two.parts], people)
    const enrolmentOf = async (part: number, person: number) =>
      (
        await app.db
          .selectFrom('enrolments')
          .select('id')
          .where('appointment_id', '=', part)
          .where('contact_id', '=', person)
          .executeTakeFirstOrThrow()
      ).id
    const ids = [await enrolmentOf(one.parts[0]!, people[0]!), await enrolmentOf(two.parts[0]!, people[1]!)]
    const popup = await planner.get(`/calendar/unsubscribeStudents?ids=${ids.join(',')}`)
    expect(shownText(popup)).toContain('4 plaatsen komen vrij, verdeeld over 4 onderdelen.')
    const saved = await planner.post('/calendar/unsubscribeStudents', fieldsIn(popup))
    expect(saved.trigger.flash?.str).toBe('2 inschrijvingen uitgeschreven')
    for (const part of one.parts) expect(await peopleIn(app, part)).toEqual([people[1]])
    for (const part of two.parts) expect(await peopleIn(app, part)).toEqual([people[0]])
  })

  it('does nothing without anybody to do it with, and says why', async () => {
    const { planningId, parts } = await addPlanning(app)
    const people = await addPeople(app, 1)
    await put(app, parts, people)
    await certify(people[0]!, planningId)
    const url = `/calendar/unsubscribeStudents/${parts[0]}`
    const popup = await planner.get(`${url}?students=${people[0]}`)
    expect(popup.$('[type=submit]').attr('disabled')).toBeDefined()
    const refused = await planner.post(url, fieldsIn(popup))
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('er is al een certificaat uitgegeven'),
    ])
    expect(await peopleIn(app, parts[0]!)).toEqual(people)
  })

  it('comes to what it showed, whoever is chosen', { timeout: 600_000 }, async () => {
    const person = fc.record({ chosen: fc.boolean(), parts: fc.integer({ min: 1, max: 3 }), certified: fc.boolean() })
    const world = fc.record({
      people: fc.array(person, { minLength: 1, maxLength: 6 }).filter((all) => all.some(({ chosen }) => chosen)),
      secondIsDone: fc.boolean(),
      all: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ people, secondIsDone, all }) => {
        const { planningId, parts } = await addPlanning(app, { components: [null, null] })
        const ids = await addPeople(app, people.length)
        const wanted: number[] = []
        for (const [i, one] of people.entries()) {
          await put(
            app,
            parts.filter((_part, at) => one.parts & (1 << at)),
            [ids[i]!],
          )
          if (one.certified) await certify(ids[i]!, planningId)
          if (one.chosen && one.parts & 1) wanted.push(ids[i]!)
        }
        if (wanted.length === 0) return
        if (secondIsDone)
          await app.db.updateTable('appointments').set({ status: 'done' }).where('id', '=', parts[1]!).execute()
        const before = await Promise.all(parts.map((part) => peopleIn(app, part)))
        const url = `/calendar/unsubscribeStudents/${parts[0]}`
        const { remove_from_all_appointments: _all, ...first } = fieldsIn(
          await planner.get(`${url}?students=${wanted.join(',')}`),
        )
        const form = { ...first, ...(all ? { remove_from_all_appointments: '1' } : {}) }
        const shown = await planner.post(`${url}/preview`, form)
        const names = await namesOf(wanted)
        const does = shown.$('section').first().find('h3').length > 0 ? shown.$('section').first().text() : ''
        const going = wanted.filter((id) => new RegExp(`${names.get(id)}(?!\\d)`).test(does))
        const [, places, each] = /(\d+) plaats(?:en komen| komt) vrij(?: in elk van de (\d+))?/.exec(shown.text) ?? []
        const freed = Number(places ?? 0) * Number(each ?? 1)
        const saved = await planner.post(url, { ...form, ...fieldsIn(shown) })
        expect(saved.status).toBe(going.length === 0 ? 422 : 204)
        const after = await Promise.all(parts.map((part) => peopleIn(app, part)))
        const gone = before.map((list, at) => list.filter((id) => !after[at]!.includes(id)))
        expect(new Set(gone.flat())).toEqual(new Set(going))
        expect(gone.flat()).toHaveLength(freed)
        expect(await Promise.all(parts.map(seatsOf))).toEqual(after.map((list) => list.length))
      }),
      { numRuns: 20 },
    )
  })
})
