// clock
/** Planners who do things to the same parts and people at the same second: nothing lost, nothing doubled, no loser without a word. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatTime } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { addPeople, fieldsIn, peopleIn } from './enrolment-support.ts'

let app: TestApp
let browsers: Browser[]
beforeAll(async () => {
  app = await testApp()
  browsers = [await app.as(ROLE.scheduler), await app.as(ROLE.administrator)]
})
afterAll(() => app.close())

const TIMES = 30
/** So many at once, by two planners in turn. */
const atOnce = <T>(work: (browser: Browser, i: number) => Promise<T>, runs = TIMES): Promise<T[]> =>
  Promise.all(Array.from({ length: runs }, (_, i) => work(browsers[i % 2]!, i)))

/** A day beyond what the story plans, another one each time. */
let days = 1500
const nextDay = () => addDays(today(), (days += 7))
const addTeacher = () => addContact(app.db, { first_name: 'Tess', last_name: 'Vermeer', roles: [ROLE.teacher] })

async function part(day: string, from = '09:00', who: number | null = null, more: { max_count?: number } = {}) {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const starts_at = instantOf(day, from)!
  const id = await addPart(app.db, { group_id, description: `Les ${from}`, starts_at, minutes: 120, status: 'planned', ...more }) // prettier-ignore
  if (who !== null) await addResponsible(app.db, { appointment_id: id, contact_id: who, role_id: ROLE.teacher })
  return id
}
const stored = (id: number) =>
  app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const teachersOf = async (id: number) =>
  (
    await app.db
      .selectFrom('appointment_responsibles')
      .select('contact_id')
      .where('appointment_id', '=', id)
      .orderBy('contact_id')
      .execute()
  ).map(({ contact_id }) => contact_id)

const done = ({ status }: Answer) => status < 300
/** What somebody reads who was too late: one Dutch sentence at least, and no failure of the server. */
function wordsOf(answer: Answer): string {
  const { status } = answer
  expect([status >= 400 && status < 500, status, answer.text.slice(0, 200)]).toEqual([true, status, answer.text.slice(0, 200)]) // prettier-ignore
  const body = answer.json<Record<string, unknown>>()
  const said = typeof body.message === 'string' ? body.message : Object.values(body).flat().join(' ')
  expect(said).toMatch(/\p{L}+ .*[.:]$/u)
  return said
}
const losers = (answers: Answer[]): string[] => answers.filter((answer) => !done(answer)).map(wordsOf)

/** Nobody and no room twice at a time without a permission, counts that are true, and what is booked is what is planned. */
async function assertWhole(): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select 'double ' || a.resource || ' ' || a.resource_id as what from bookings a join bookings b
      on (a.resource, a.resource_id) = (b.resource, b.resource_id) and (a.record, a.record_id) < (b.record, b.record_id)
        and a.during && b.during
      where not exists (select from double_bookings p where (p.first_id, p.later_id) in ((a.record_id, b.record_id), (b.record_id, a.record_id))
        and coalesce(p.room_id, p.contact_id) = a.resource_id)
    union all
    select 'count of ' || p.id from appointments p
      where p.enrolled_count <> (select count(*) from enrolments e where e.appointment_id = p.id)
        or p.enrolled_count + p.reserved_count > p.max_count
    union all
    select 'bookings of ' || coalesce(b.record_id, p.id) from
      (select record_id, resource, resource_id, range_agg(during) as during from bookings
        where record = 'appointment' group by 1, 2, 3) b
      full join (select id, o.resource, o.resource_id, range_agg(o.during) as during
        from appointments cross join booked('appointment', array[id]) o group by 1, 2, 3) p
        on p.id = b.record_id and (p.resource, p.resource_id) = (b.resource, b.resource_id)
      where b.during is distinct from p.during`.execute(app.db)
  expect(rows.map(({ what }) => what)).toEqual([])
}

const moveForm = (day: string, from: string, to: string, version = 1) => ({
  version,
  start_datetime: `${formatDate(day)} ${from}`,
  end_datetime: `${formatDate(day)} ${to}`,
})
const move = (browser: Browser, id: number, form: Record<string, string | number>) =>
  browser.post(`/calendar/move-appointment/${id}`, form)
async function editForm(id: number, more: Record<string, string | number> = {}) {
  const row = await stored(id)
  const at = (moment: Date) => `${formatDate(moment)} ${formatTime(moment)}`
  const people = (await teachersOf(id)).flatMap((contact, i) => [
    [`responsibles[${i}][contact_id]`, contact],
    [`responsibles[${i}][role_id]`, ROLE.teacher],
  ])
  return {
    ...{ version: row.version, description: row.description, status: row.status, max_count: row.max_count },
    ...{ start_datetime: at(row.starts_at), end_datetime: at(row.ends_at), room_id: row.room_id ?? '-1' },
    ...(Object.fromEntries(people) as Record<string, number>),
    ...more,
  }
}
const edit = (browser: Browser, id: number, form: Record<string, string | number>) =>
  browser.post(`/calendar/edit-appointment/${id}`, form)

describe('planners at the same second', () => {
  it('who drag one part leave it where the first put it, and the others read who that was', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    const id = await part(day, '09:00', who)
    const hour = (i: number) => String(6 + (i % 12)).padStart(2, '0')
    const answers = await atOnce((browser, i) =>
      move(browser, id, moveForm(addDays(day, i % 5), `${hour(i)}:15`, `${hour(i)}:45`)),
    )
    expect(answers.filter(done)).toHaveLength(1)
    for (const said of losers(answers)) expect(said).toContain('intussen gewijzigd door')
    const first = answers.findIndex(done)
    expect((await stored(id)).starts_at).toEqual(instantOf(addDays(day, first % 5), `${hour(first)}:15`))
    await assertWhole()
  })

  it('who drag to one teacher, or into one room, get one part there; the others stay and say who is taken', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    const room = app.story.rooms.zwolle2
    const from = addDays(day, 3)
    const ids = await Promise.all(Array.from({ length: TIMES }, () => part(from)))
    const to = { teachers: who, locations: room } as const
    for (const lanes of ['teachers', 'locations'] as const) {
      const versions = new Map(await Promise.all(ids.map(async (id) => [id, (await stored(id)).version] as const)))
      const answers = await atOnce((browser, i) =>
        move(browser, ids[i]!, {
          ...moveForm(day, lanes === 'teachers' ? '09:00' : '13:00', lanes === 'teachers' ? '11:00' : '15:00'),
          ...{ version: versions.get(ids[i]!)!, lanes, from_lane: 0, to_lane: to[lanes] },
        }),
      )
      expect(answers.filter(done)).toHaveLength(1)
      losers(answers)
      for (const { text } of answers.filter((answer) => !done(answer)))
        expect(text).toMatch(lanes === 'teachers' ? /Tess Vermeer is bezet/ : /lokaal 2 is bezet/)
      const winner = ids[answers.findIndex(done)]!
      const there = await Promise.all(
        ids.map(async (id) =>
          (await stored(id)).starts_at.getTime() === instantOf(from, '09:00')!.getTime() ? 0 : id,
        ),
      )
      expect(there.filter((id) => id > 0)).toContain(winner)
      expect(there.filter((id) => id > 0).length).toBeLessThanOrEqual(lanes === 'teachers' ? 1 : 2)
      await assertWhole()
    }
  })

  it('who plan the same course again each get a planning, and the teacher is in one of them', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    const id = await part(day, '09:00', who)
    const fields = fieldsIn(await browsers[0]!.get(`/calendar/duplicate/${id}`))
    const answers = await atOnce((browser) => {
      const { _once, ...form } = fields
      return browser.post(`/calendar/duplicate/${id}`, form)
    })
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    const made = answers.map((answer) => answer.json<{ id: number }>().id)
    expect(new Set(made).size).toBe(TIMES)
    const given = await Promise.all(made.map(teachersOf))
    expect(given.filter(([one]) => one === who)).toHaveLength(1)
    const told = answers.filter(({ trigger }) => trigger.flash!.str.includes('Tess Vermeer'))
    expect(told).toHaveLength(TIMES - 1)
    await assertWhole()
  })

  it('who enrol into the last places while others drag the part and cancel it lose nobody and take no place twice', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    const id = await part(day, '09:00', who, { max_count: 5 })
    const people = await addPeople(app, TIMES - 10)
    const cancel = fieldsIn(await browsers[0]!.get(`/calendar/cancel/${id}`))
    const answers = await atOnce((browser, i) => {
      const { _once, ...form } = cancel
      if (i % 3 < 2) return browser.post(`/calendar/enroll/${id}/0`, { 'students[]': people[i - Math.floor(i / 3)]! })
      if (i < 27) return move(browser, id, moveForm(addDays(day, i), '09:00', '11:00'))
      return browser.post(`/calendar/cancel/${id}`, form)
    })
    losers(answers)
    const enrolled = answers.flatMap((answer, i) => (i % 3 < 2 && done(answer) ? people[i - Math.floor(i / 3)]! : []))
    expect(await peopleIn(app, id)).toEqual(enrolled.toSorted((a, b) => a - b))
    expect(enrolled.length).toBeLessThanOrEqual(5)
    const row = await stored(id)
    const cancelled = done(answers.at(-1)!)
    expect(row.status === 'cancelled').toBe(cancelled)
    const moves = answers.flatMap((answer, i) => (i % 3 === 2 && i < 27 && done(answer) ? i : []))
    expect(moves.length).toBeLessThanOrEqual(1)
    expect(row.starts_at).toEqual(instantOf(addDays(day, moves[0] ?? 0), '09:00'))
    await assertWhole()
  })

  it('who take a move back while others edit the part overwrite nobody', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    const id = await part(day, '09:00', who)
    const { undo } = await move(browsers[0]!, id, moveForm(addDays(day, 1), '10:00', '12:00'))
    const form = await editForm(id)
    const answers = await atOnce((browser, i) =>
      i % 2 === 0 ? browsers[0]!.post(`/undo/${undo!.set}`) : edit(browser, id, { ...form, max_count: 10 + i }),
    )
    losers(answers)
    const [undone, edited] = [answers.filter((_a, i) => i % 2 === 0), answers.map((a, i) => (i % 2 ? a : null))]
    const won = edited.findIndex((answer) => answer !== null && done(answer))
    const row = await stored(id)
    expect(undone.filter(done).length).toBeLessThanOrEqual(1)
    expect(edited.filter((answer) => answer !== null && done(answer)).length).toBeLessThanOrEqual(1)
    if (won >= 0) expect(row.max_count).toBe(10 + won)
    const isBack = undone.some(done)
    expect(isBack || won >= 0).toBe(true)
    expect(row.starts_at).toEqual(isBack ? instantOf(day, '09:00') : instantOf(addDays(day, 1), '10:00'))
    await assertWhole()
  })

  it('who take the same back do it once, and the others read that it was done', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    const id = await part(day, '09:00', who)
    const { undo } = await move(browsers[0]!, id, moveForm(addDays(day, 1), '10:00', '12:00'))
    const { version } = await stored(id)
    const answers = await atOnce(() => browsers[0]!.post(`/undo/${undo!.set}`))
    expect(answers.filter(done)).toHaveLength(1)
    losers(answers)
    expect(await stored(id)).toMatchObject({ starts_at: instantOf(day, '09:00'), version: version + 1 })
    await assertWhole()
  })

  it('who report a teacher ill while others edit the parts keep each change whole', async () => {
    const day = nextDay()
    const [ill, pim] = [await addTeacher(), await addTeacher()]
    const ids = [await part(day, '09:00', ill), await part(day, '13:00', ill)]
    const report = {
      ...{ contact_id: ill, kind: 'sick', first_day: formatDate(day), last_day: formatDate(day) },
      ...Object.fromEntries(ids.map((id) => [`choices[p${id}]`, pim])),
    }
    const forms = await Promise.all(ids.map((id) => editForm(id)))
    const answers = await atOnce((browser, i) =>
      i % 3 === 0
        ? browser.post('/replacements/report', report)
        : edit(browser, ids[i % 2]!, { ...forms[i % 2]!, description: `Les ${i}` }),
    )
    losers(answers)
    const reported = answers.filter((answer, i) => i % 3 === 0 && done(answer))
    const absences = await app.db.selectFrom('absences').select('id').where('contact_id', '=', ill).execute()
    expect([reported.length, absences.length]).toEqual([1, 1])
    for (const [at, id] of ids.entries()) {
      const edits = answers.flatMap((answer, i) => (i % 3 !== 0 && i % 2 === at && done(answer) ? i : []))
      expect(edits.length).toBeLessThanOrEqual(1)
      const row = await stored(id)
      expect(row.description).toBe(edits.length === 0 ? (at === 0 ? 'Les 09:00' : 'Les 13:00') : `Les ${edits[0]}`)
      expect(await teachersOf(id)).toEqual([pim])
    }
    await assertWhole()
  })
})
