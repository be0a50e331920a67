import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today, weekday } from '../../src/platform/format/zone.ts'
import { lastDayToReplace } from '../../src/training/places/enrolment/replacing/replacing.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, countsOf, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  supervisor = await app.as(ROLE.supervisor)
})
afterAll(() => app.close())

const replace = (browser: Browser, part: number, leaving: number, coming: number) =>
  browser.post(`/calendar/replaceStudent/${part}`, { id: leaving, contact_id: coming })
const setTerm = (replace_days: number | null) =>
  app.db.updateTable('courses').set({ replace_days }).where('id', '=', app.story.courses.bhv).execute()

describe('replacing a student', () => {
  it('gives the place in all parts to come to somebody else, for the same company and without the note', async () => {
    const { parts } = await addPlanning(app, { components: [null, null], max: 1 })
    const [leaving, coming] = await addPeople(app, 2)
    await put(app, parts, [leaving!])
    await app.db
      .updateTable('enrolments')
      .set({ company_id: app.story.companies.kuipers, note: 'Eet geen noten' })
      .where('contact_id', '=', leaving!)
      .execute()
    const shown = await planner.get(`/calendar/replaceStudent/${parts[0]!}?id=${leaving!}`)
    expect(shown.$('[data-parts] > span')).toHaveLength(2)
    const answer = await replace(planner, parts[0]!, leaving!, coming!)
    expect([answer.status, answer.trigger.flash?.str]).toEqual([204, expect.stringMatching(/^Vervangen door Proef/)])
    const rows = await app.db
      .selectFrom('enrolments')
      .select(['contact_id', 'company_id', 'note'])
      .where('appointment_id', 'in', parts)
      .execute()
    expect(rows).toEqual(parts.map(() => ({ contact_id: coming, company_id: app.story.companies.kuipers, note: '' })))
    expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: 1, max_count: 1 })
    await planner.post(`/undo/${answer.undo!.set}`)
    for (const part of parts) expect(await peopleIn(app, part)).toEqual([leaving])
  })

  it('leaves what has begun or was closed to who was there', async () => {
    const { parts } = await addPlanning(app, { components: [null, null, null, null], inDays: -3 })
    const [leaving, coming] = await addPeople(app, 2)
    await put(app, parts, [leaving!])
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[3]!).execute()
    await replace(planner, parts[1]!, leaving!, coming!)
    expect(await Promise.all(parts.map((part) => peopleIn(app, part)))).toEqual([
      [leaving],
      [coming],
      [coming],
      [leaving],
    ])
    const over = await addPlanning(app, { inDays: -3 })
    await put(app, over.parts, [leaving!])
    expect((await replace(planner, over.parts[0]!, leaving!, coming!)).status).toBe(404)
  })

  it('refuses the same person, one who is in already, one who is not active, and who holds a certificate', async () => {
    const { parts } = await addPlanning(app, {})
    const [leaving, present, gone] = await addPeople(app, 3)
    await put(app, parts, [leaving!, present!])
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', gone!).execute()
    for (const coming of [leaving!, present!, gone!])
      expect([(await replace(planner, parts[0]!, leaving!, coming)).status, coming]).toEqual([422, coming])
    expect(await peopleIn(app, parts[0]!)).toEqual([leaving, present])
  })

  it('answers that a planning which is gone is not there', async () => {
    const [leaving, coming] = await addPeople(app, 2)
    expect((await replace(planner, 2_147_483_647, leaving!, coming!)).status).toBe(404)
  })

  it('lets two planners at once put one of theirs in, never both', async () => {
    const { parts } = await addPlanning(app, { max: 1, components: [null, null] })
    const [leaving, one, two] = await addPeople(app, 3)
    await put(app, parts, [leaving!])
    const answers = await Promise.all([one!, two!].map((coming) => replace(planner, parts[0]!, leaving!, coming)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await peopleIn(app, parts[0]!)).toEqual(await peopleIn(app, parts[1]!))
    expect(await peopleIn(app, parts[0]!)).toHaveLength(1)
  })

  it('is done by a supervisor for own people, until as many working days before as the course says', async () => {
    const { anouk } = app.story.contacts
    const { deLinde } = app.story.companies
    const colleague = app.story.students.findLast(({ companyId }) => companyId === deLinde)!.id
    const [stranger] = await addPeople(app, 1)
    const later = await addPlanning(app, { inDays: 40 })
    const soon = await addPlanning(app, { inDays: 2 })
    await put(app, [...later.parts, ...soon.parts], [anouk, stranger!])
    await setTerm(5)
    const late = await replace(supervisor, soon.parts[0]!, anouk, colleague)
    expect(late.json<{ students: string[] }>().students[0]).toMatch(
      /^Vervangen kon tot en met .*5 werkdagen voor aanvang/,
    )
    expect((await replace(supervisor, later.parts[0]!, stranger!, colleague)).status).toBe(404)
    expect((await replace(supervisor, later.parts[0]!, anouk, stranger!)).status).toBe(404)
    await setTerm(null)
    expect((await replace(supervisor, later.parts[0]!, anouk, colleague)).status).toBe(422)
    await setTerm(5)
    expect((await replace(supervisor, later.parts[0]!, anouk, colleague)).status).toBe(204)
    expect((await replace(planner, soon.parts[0]!, anouk, colleague)).status).toBe(204)
    expect(await peopleIn(app, later.parts[0]!)).toContain(colleague)
  })
})

describe('the term of replacing', () => {
  const open = () => false

  it('counts working days, without weekends and days on which the house is closed', () => {
    expect(lastDayToReplace('2026-11-30', 0, open)).toBe('2026-11-30')
    expect(lastDayToReplace('2026-11-30', 1, open)).toBe('2026-11-27')
    expect(lastDayToReplace('2026-11-30', 2, (day) => day === '2026-11-27')).toBe('2026-11-25')
  })

  it('ends on a working day, with exactly so many of them until it begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 1, max: 60 }), (ahead, days) => {
        const begins = addDays(today(), ahead)
        const last = lastDayToReplace(begins, days, open)
        let count = 0
        for (let day = last; day < begins; day = addDays(day, 1)) if (weekday(day) <= 5) count += 1
        expect([count, weekday(last) <= 5]).toEqual([days, true])
      }),
    )
  })
})
