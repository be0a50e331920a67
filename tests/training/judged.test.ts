import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, epochSeconds, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import type { CalendarAppointment, Judged } from '../../src/system/calendar/points.ts'
import type { BoardAnswer } from '../../src/training/planning/board/board.contract.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** A Monday on which the story has nothing. */
const MONDAY = addDays(today(), 379 - weekday(addDays(today(), 378)))
const at = (days: number, time: string) => instantOf(addDays(MONDAY, days), time)!
const period = (from: number, days: number) =>
  `from=${epochSeconds(at(from, '00:00'))}&to=${epochSeconds(at(from + days, '00:00'))}`
const judged = async (from: number, days = 7, browser = planner) =>
  (await browser.get(`/ajax/getJudged/courses?${period(from, days)}`)).json<{ judged: Record<string, Judged> }>().judged

async function part(
  days: number,
  time: string,
  who: number,
  more: { room_id?: number; status?: string; component_id?: number } = {},
) {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const { status = 'planned', ...fields } = more
  const row = { group_id, description: `Les ${time}`, starts_at: at(days, time), minutes: 120, status, max_count: 9 }
  const id = await addPart(app.db, { ...row, ...fields })
  await addResponsible(app.db, { appointment_id: id, contact_id: who, role_id: ROLE.teacher })
  return id
}
const teacher = (first_name: string) => addContact(app.db, { first_name, last_name: 'Vermeer', roles: [ROLE.teacher] })

describe('what is not right about what a calendar shows', () => {
  it('is red where it cannot be, orange where it is tight or permitted, and nothing where all is well', async () => {
    const { zwolle1, deventerA } = app.story.rooms
    const [tess, bas, cem, eef] = [
      await teacher('Tess'),
      await teacher('Bas'),
      await teacher('Cem'),
      await teacher('Eef'),
    ]
    const lacking = await part(0, '09:00', tess, { component_id: app.story.courses.bhv * 10 + 1 })
    const permitted = [await part(0, '09:00', eef), await part(0, '10:00', eef)]
    // The story says that it is forty minutes from Zwolle to Deventer.
    const tight = [
      await part(1, '09:00', bas, { room_id: zwolle1 }),
      await part(1, '11:30', bas, { room_id: deventerA }),
    ]
    const well = await part(2, '09:00', cem)
    const off = await part(2, '09:00', cem, { status: 'cancelled', component_id: app.story.courses.bhv * 10 + 1 })
    const found = await judged(0)
    expect(found[lacking]).toEqual({ tone: 'red', texts: ['Tess Vermeer mist de vaardigheid BHV.'] })
    for (const id of [...permitted, ...tight]) expect([id, found[id]?.tone]).toEqual([id, 'orange'])
    for (const id of [well, off]) expect(found).not.toHaveProperty(String(id))
    // As the popup of the planning says it.
    const popup = (await planner.get(`/calendar/view-appointment/${tight[0]}`)).text
    expect(popup).toContain(found[tight[0]!]!.texts[0])
    expect(await judged(7)).toEqual({})
  })

  it('is told to who plans alone, and of a calendar that is there', async () => {
    const who = await teacher('Dirk')
    await part(14, '09:00', who)
    await part(14, '10:00', who)
    expect(Object.keys(await judged(14))).toHaveLength(2)
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student, ROLE.lotus]) {
      const browser = await app.as(role)
      expect([role, await judged(14, 7, browser)]).toEqual([role, {}])
      expect((await browser.page('/calendar')).$('[data-island=calendar]').attr('data-props')).not.toContain(
        'judgedUrl',
      )
    }
    expect((await planner.get(`/ajax/getJudged/nothing?${period(0, 7)}`)).status).toBe(404)
    expect((await planner.get('/ajax/getJudged/courses?from=5&to=2')).status).toBe(422)
    expect((await planner.get('/ajax/getJudged/courses?from=gisteren&to=2')).status).toBe(422)
  })

  it('costs as many queries for thirty parts as for two', async () => {
    const who = await teacher('Eva')
    for (let day = 0; day < 30; day += 1) await part(28 + day, '09:00', who)
    const cost = (from: number, days: number) => countQueries(app, () => judged(from, days))
    await cost(28, 2)
    expect(await cost(28, 30)).toBe(await cost(28, 2))
  })
})

describe('the board', () => {
  it('tells the way between two places to who plans, with the minutes that are too few', async () => {
    const { zwolle1, deventerA } = app.story.rooms
    const who = await teacher('Fem')
    const first = await part(63, '09:00', who, { room_id: zwolle1 })
    const next = await part(63, '11:30', who, { room_id: deventerA })
    const read = async (browser: Browser) =>
      (await browser.get(`/courses/board/teachers/data?type=w&${period(63, 7)}`)).json<
        BoardAnswer<CalendarAppointment>
      >()
    expect((await read(planner)).travel).toEqual([{ lane: who, after: first, before: next, minutes: 40, short: 10 }])
    expect((await read(await app.as(ROLE.teacher))).travel).toEqual([])
  })

  it('follows who is away and what is closed', async () => {
    const { $ } = await planner.page('/courses/board/teachers')
    const { alsoRecords } = JSON.parse($('[data-island=board]').attr('data-props')!) as { alsoRecords: string[] }
    expect(alsoRecords).toEqual(expect.arrayContaining(['absence', 'room_closure', 'closing_day']))
    for (const type of alsoRecords) expect(app.services.registry.record(type).type).toBe(type)
  })
})
