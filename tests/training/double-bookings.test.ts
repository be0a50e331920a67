// clock
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { formatDate, formatTime } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { judgeStored } from '../../src/training/planning/appointments/assessment.queries.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'
import { permitting } from '../support/question.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** A day beyond what the story plans, another one each time. */
let days = 900
const nextDay = () => addDays(today(), days++)

async function part(day: string, from = '09:00', minutes = 180): Promise<number> {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  return addPart(app.db, {
    group_id,
    description: `Les ${from}`,
    starts_at: instantOf(day, from)!,
    minutes,
    status: 'planned',
  })
}
const addTeacher = () => addContact(app.db, { first_name: 'Tess', last_name: 'Vermeer', roles: [ROLE.teacher] })
const teach = (appointment_id: number, contact_id: number) =>
  app.db.insertInto('appointment_responsibles').values({ appointment_id, contact_id, role_id: 3 }).execute()

async function form(id: number, teachers: number[], more: Record<string, string | number> = {}) {
  const row = await app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const at = (moment: Date) => `${formatDate(moment)} ${formatTime(moment)}`
  return {
    version: row.version,
    description: row.description,
    status: row.status,
    start_datetime: at(row.starts_at),
    end_datetime: at(row.ends_at),
    max_count: row.max_count,
    room_id: row.room_id ?? '-1',
    ...Object.fromEntries(
      teachers.flatMap((contact, i) => [
        [`responsibles[${i}][contact_id]`, contact],
        [`responsibles[${i}][role_id]`, 3],
      ]),
    ),
    ...more,
  }
}
const save = async (id: number, teachers: number[], more: Record<string, string | number> = {}, browser = planner) =>
  browser.post(`/calendar/edit-appointment/${id}`, await form(id, teachers, more))
/** Goes on in spite of what is asked. */
const permit = (id: number, teachers: number[], more: Record<string, string | number> = {}) =>
  permitting((read) => save(id, teachers, { ...more, ...read }))
const permissions = (ids: number[]) =>
  app.db
    .selectFrom('double_bookings')
    .select(['first_id', 'later_id', 'contact_id', 'permitted_by', 'permitted_at', 'sentence'])
    .where((eb) => eb.or([eb('first_id', 'in', ids), eb('later_id', 'in', ids)]))
    .execute()
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'saved',
    (error: { code?: string }) => error.code,
  )

describe('a double booking that nobody permitted', () => {
  it('is not asked about by a change that does not bring it: of who was away already, until the part takes more', async () => {
    const [who, day] = [await addTeacher(), nextDay()]
    const id = await part(day)
    await teach(id, who)
    await app.db
      .insertInto('absences')
      .values({ contact_id: who, kind: 'sick', first_day: day, last_day: day })
      .execute()
    expect((await save(id, [who], { max_count: 17 })).status).toBe(204)
    expect((await save(id, [who], { end_datetime: `${formatDate(day)} 12:30` })).status).toBe(409)
  })

  it('is refused by the database, whoever writes it and whatever the product asked', async () => {
    const day = nextDay()
    const who = await addTeacher()
    const [first, second, later] = [await part(day), await part(day, '11:00'), await part(day, '14:00')]
    await teach(first, who)
    await teach(later, who)
    expect(await codeOf(teach(second, who))).toBe('23P01')
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', first).execute()
    expect(await codeOf(teach(second, who))).toBe('saved')
    const back = (values: { status?: string; starts_at?: Date }) =>
      codeOf(app.db.updateTable('appointments').set(values).where('id', '=', first).execute())
    expect(await back({ status: 'planned' })).toBe('23P01')
    const room_id = app.story.rooms.zwolle1
    const into = (id: number) =>
      codeOf(app.db.updateTable('appointments').set({ room_id }).where('id', '=', id).execute())
    expect([await into(second), await into(later), await into(await part(day, '13:00'))]).toEqual([
      'saved',
      'saved',
      '23P01',
    ])
    // Two that change places within one save are never at one place when it is done.
    const swap = app.db.transaction().execute(async (trx) => {
      for (const [id, from] of [
        [second, '14:00'],
        [later, '11:00'],
      ] as const) {
        const starts_at = instantOf(day, from)!
        const ends_at = new Date(starts_at.getTime() + 180 * 60_000)
        await trx.updateTable('appointments').set({ starts_at, ends_at }).where('id', '=', id).execute()
      }
    })
    expect(await codeOf(swap)).toBe('saved')
  })

  it('is made by one of thirty who save at the same second, and the others read with what', async () => {
    const day = nextDay()
    const who = await addTeacher()
    const administrator = await app.as(ROLE.administrator)
    const parts = await Promise.all(Array.from({ length: 15 }, () => part(day)))
    const source = await part(addDays(day, 300))
    await teach(source, who)
    const plan = {
      course_id: app.story.courses.bhv,
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
      'appointments[0][start_datetime]': `${formatDate(day)} 09:00`,
      'appointments[0][end_datetime]': `${formatDate(day)} 12:00`,
      'appointments[0][responsibles][]': who,
    }
    const answers = await Promise.all([
      ...parts.map((id, i) => save(id, [who], {}, i % 2 === 0 ? planner : administrator)),
      ...Array.from({ length: 15 }, (_, i) => (i % 2 === 0 ? planner : administrator).post('/calendar/add', plan)),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const { status, text } of answers.filter((answer) => answer.status >= 300))
      expect([status === 409 ? 422 : status, text]).toEqual([
        422,
        expect.stringContaining('Tess Vermeer is bezet op de volgende planningen: '),
      ])
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from bookings
      where resource = 'contact' and resource_id = ${who} and during && tstzrange(${instantOf(day, '00:00')}, ${instantOf(day, '23:00')})`.execute(
      app.db,
    )
    expect(rows[0]!.count).toBe(1)
  })

  it('keeps two people of the same name from being merged, with who and where', async () => {
    const day = nextDay()
    const [kept, gone] = [await addTeacher(), await addTeacher()]
    await teach(await part(day), kept)
    await teach(await part(day, '10:00'), gone)
    const answer = await planner.post('/contacts/merge', { kept_id: kept, gone_id: gone })
    expect([answer.status, answer.json()]).toEqual([
      422,
      { _form: [expect.stringContaining('Tess Vermeer is bezet op de volgende planningen: Les 09:00, ')] },
    ])
    const there = await app.db.selectFrom('contacts').select('id').where('id', 'in', [kept, gone]).execute()
    expect(there).toHaveLength(2)
  })
})

describe('a double booking that a planner permits', () => {
  it('is written down with who, when and what, is a remark from then on and is not asked again', async () => {
    const day = nextDay()
    const who = await addTeacher()
    const [first, second] = [await part(day), await part(day, '11:00')]
    expect((await save(first, [who])).status).toBe(204)
    expect((await save(second, [who])).status).toBe(409)
    expect(await permissions([second])).toEqual([])
    const before = new Date()
    expect((await permit(second, [who])).status).toBe(204)
    const [permitted, ...others] = await permissions([first, second])
    expect(others).toEqual([])
    expect(permitted).toMatchObject({
      first_id: first,
      later_id: second,
      contact_id: who,
      permitted_by: planner.userId,
    })
    expect(permitted!.sentence).toMatch(/^Les 09:00, .*, 09:00–12:00 en Les 11:00, .*, 11:00–14:00$/)
    expect(permitted!.permitted_at.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000)
    const told = await judgeStored(app.db, app.services.registry, [first, second])
    for (const id of [first, second])
      expect(told.get(id)!.filter(({ text }) => text.includes('dubbel geboekt'))).toEqual([
        expect.objectContaining({ tone: 'orange', taken: false, settled: true }),
      ])
    expect((await save(second, [who], { description: 'Samen' })).status).toBe(204)
    // More of the same is asked about.
    const longer = { start_datetime: `${formatDate(day)} 10:00` }
    expect((await permit(second, [who], longer)).status).toBe(204)
    const history = await planner.get(`/events/of/appointment/${second}?embed=1`)
    const entry = String(history.$('tr[data-open]').first().attr('data-open'))
    expect((await planner.get(entry)).text).toContain('Wat tegelijk is')
    // A third is another question.
    expect((await save(await part(day, '11:00'), [who])).status).toBe(409)
  })

  it('permits the person and not the room that both get later, nor the other way round', async () => {
    const { hall } = app.story.rooms as unknown as { hall: number }
    const kept = async (ids: number[]) => (await permissions(ids)).map(({ contact_id }) => contact_id)
    const [person, place] = [nextDay(), nextDay()]
    const who = await addTeacher()
    const taught = [await part(person), await part(person, '11:00')] as const
    expect([(await save(taught[0], [who])).status, (await permit(taught[1], [who])).status]).toEqual([204, 204])
    expect((await save(taught[0], [who], { room_id: hall })).status).toBe(204)
    expect(await kept([...taught])).toEqual([who])
    expect((await permit(taught[1], [who], { room_id: hall })).status).toBe(204)
    expect((await kept([...taught])).toSorted()).toEqual([who, null])
    const held = [await part(place), await part(place, '11:00')] as const
    expect((await save(held[0], [], { room_id: hall })).status).toBe(204)
    expect((await permit(held[1], [], { room_id: hall })).status).toBe(204)
    expect((await save(held[0], [who], { room_id: hall })).status).toBe(204)
    expect((await save(held[1], [who], { room_id: hall })).status).toBe(409)
    expect(await kept([...held])).toEqual([null])
  })

  it('goes and comes back with its part', async () => {
    const day = nextDay()
    const who = await addTeacher()
    const [first, second] = [await part(day), await part(day, '11:00')]
    await save(first, [who])
    const undone = async (set: number) => (await planner.post(`/undo/${set}`)).status
    const made = await permit(second, [who])
    expect(await undone(made.undo!.set)).toBe(204)
    expect(await permissions([second])).toEqual([])
    expect((await permit(second, [who])).status).toBe(204)
    const gone = await planner.post('/calendar/appointments/delete', { id: second })
    expect(await permissions([second])).toEqual([])
    expect(await undone(gone.undo!.set)).toBe(204)
    expect(await permissions([second])).toHaveLength(1)
  })

  it('permits these two alone: any number at one time is saved if and only if each two of them are permitted', async () => {
    const span = fc.record({ from: fc.integer({ min: 0, max: 8 }), hours: fc.integer({ min: 1, max: 4 }) })
    const overlap = (a: Span, b: Span) => a.from < b.from + b.hours && b.from < a.from + a.hours
    await fc.assert(
      fc.asyncProperty(
        fc.array(span, { minLength: 2, maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        fc.integer({ min: 0, max: 4 }),
        async (spans, allowed, moved) => {
          const pairs = spans.flatMap((a, i) => spans.slice(i + 1).map((b, j) => ({ i, j: i + 1 + j, a, b })))
          const chosen = pairs.filter((_pair, n) => allowed[n])
          const right = pairs.every((pair, n) => !overlap(pair.a, pair.b) || allowed[n])
          expect(await tryOut(spans, chosen, moved % spans.length)).toBe(right ? 'saved' : '23P01')
        },
      ),
      { numRuns: 60 },
    )
  })
})

interface Span {
  from: number
  hours: number
}

/** Books one teacher in parts of these hours with some of the pairs permitted; one part comes from elsewhere. */
async function tryOut(spans: Span[], chosen: { i: number; j: number }[], moved: number) {
  const day = nextDay()
  const who = await addTeacher()
  const hour = (n: number) => new Date(instantOf(day, '06:00')!.getTime() + n * 3_600_000)
  const book = async (trx: Trx) => {
    const ids: number[] = []
    for (const [i, { from, hours }] of spans.entries()) {
      const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
      const starts_at = i === moved ? instantOf(addDays(day, 400), '06:00')! : hour(from)
      const id = await addPart(trx, { group_id, starts_at, minutes: hours * 60, status: 'planned' })
      await trx
        .insertInto('appointment_responsibles')
        .values({ appointment_id: id, contact_id: who, role_id: 3 })
        .execute()
      ids.push(id)
    }
    for (const { i, j } of chosen)
      await sql`insert into double_bookings (contact_id, first_record, first_id, later_record, later_id, during, sentence)
        values (${who}, 'appointment', ${ids[i]!}, 'appointment', ${ids[j]!}, tstzrange(${hour(0)}, ${hour(20)}), 'Proef')`.execute(
        trx,
      )
    const { from, hours } = spans[moved]!
    const times = { starts_at: hour(from), ends_at: hour(from + hours) }
    await trx.updateTable('appointments').set(times).where('id', '=', ids[moved]!).execute()
  }
  return codeOf(app.db.transaction().execute(book))
}
