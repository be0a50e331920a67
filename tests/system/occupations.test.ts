import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { epochSeconds, instantOf } from '../../src/platform/format/zone.ts'
import { give } from '../../src/platform/points.ts'
import { Registry } from '../../src/platform/registry.ts'
import { listOccupations } from '../../src/system/occupations/index.ts'
import { occupationsQuery } from '../../src/system/occupations/occupations.queries.ts'
import { type OccupationRow, occupations } from '../../src/system/occupations/points.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addEmptyPlanning, addPart } from '../support/builders.ts'
import { questionOf } from '../support/question.ts'

const DAY = '2032-12-01'
const at = (time: string) => instantOf(DAY, time)!
const span = { from: at('08:30'), to: at('16:00') }

let app: TestApp
let planner: Browser
let teacher: number
let room: number

/**
 * Visits of another area, held in no table: one teacher and one room from ten to twelve, and one that was called off.
 */
const visits = (id: number) => sql<OccupationRow>`
  select * from (values
    (${id}::integer, 5, 'Keuring ladders', ${at('10:00')}::timestamptz, ${at('12:00')}::timestamptz, true),
    (${id}::integer, 6, 'Afgezegde keuring', ${at('13:00')}::timestamptz, ${at('14:00')}::timestamptz, false)
  ) v (resource_id, record_id, description, starts_at, ends_at, counts),
  lateral (select tstzrange(v.starts_at, v.ends_at)) r (during)`

beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  teacher = app.story.contacts.teacher
  room = (await app.db.selectFrom('rooms').select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const gifts = [
    give(occupations, [
      { resource: 'contact', record: 'visit', rows: visits(teacher) },
      { resource: 'room', record: 'visit', rows: visits(room) },
    ]),
  ]
  app.services.registry = new Registry([...manifests, areaManifest('visits', [{ gifts }])])
})
afterAll(() => app.close())

const BUSY = 'Keuring ladders, wo 01-12-2032, 10:00–12:00'

describe('what another area says keeps somebody busy', () => {
  const planning = (more: Record<string, string | number> = {}) => ({
    course_id: app.story.courses.bhv,
    'appointments[0][enabled]': 1,
    'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
    'appointments[0][start_datetime]': '01-12-2032 08:30',
    'appointments[0][end_datetime]': '01-12-2032 16:00',
    'appointments[0][room_id]': room,
    ...more,
  })

  it('stands in the steps of the wizard, at the teacher and at the room, but not when it was called off', async () => {
    for (const step of ['components', 'teachers']) {
      const { text } = await planner.post(`/calendar/add?step=${step}`, planning())
      expect([step, text.includes(BUSY), text.includes('Afgezegde')]).toEqual([step, true, false])
    }
  })

  it('refuses a planning of the person and the room until it is confirmed', async () => {
    const answer = await planner.post('/calendar/add', planning({ 'appointments[0][responsibles][]': teacher }))
    const told = questionOf(answer).fields!
    for (const field of ['room_id', 'responsibles'])
      expect(told[`appointments.0.${field}`]!.join()).toContain(`is bezet op de volgende planningen: ${BUSY}`)
  })

  it('is told to who asks who is busy, and leaves out no more than was asked', async () => {
    const asked = async (more: string) => {
      const url = `/calendar/getOccupations?from=${epochSeconds(span.from)}&to=${epochSeconds(span.to)}${more}`
      return (await planner.get(url)).json<{ contact_id: number; description: string }[]>()
    }
    const visit = { contact_id: teacher, description: 'Keuring ladders' }
    expect(await asked('')).toEqual([expect.objectContaining(visit)])
    // The number is that of a planning, whatever number the visit has.
    expect(await asked('&except=5')).toEqual([expect.objectContaining(visit)])
  })

  it('is said of one among many as of one alone, and of who is away alone where only that is asked', async () => {
    const { db, services } = app
    const sick = app.story.contacts.otherTeacher
    await db.insertInto('absences').values({ contact_id: sick, first_day: DAY, last_day: DAY }).execute()
    const people = await db.selectFrom('contacts').select('id').orderBy('id').limit(60).execute()
    const of = (ids: number[], onlyAway = false) =>
      listOccupations(db, services.registry, { spans: [span], of: { contact: ids }, onlyAway })
    const alone = []
    for (const { id } of people) alone.push(...(await of([id])))
    const all = await of(people.map(({ id }) => id))
    const listed = (rows: typeof all) => rows.map((row) => `${row.resource_id} ${row.record} ${row.record_id}`).sort()
    expect(listed(all)).toEqual(listed(alone))
    expect(all.map(({ record }) => record)).toEqual(expect.arrayContaining(['visit', 'absence']))
    const away = await of(
      people.map(({ id }) => id),
      true,
    )
    expect(listed(away)).toEqual(listed(all.filter((row) => row.away)))
    await db.deleteFrom('absences').where('contact_id', '=', sick).where('first_day', '=', DAY).execute()
  })

  it('comes with what the others say, in the order of the spans and of time, each by its own hours', async () => {
    const { db, services } = app
    const group_id = await addEmptyPlanning(db, app.story.courses.bhv)
    const part = await addPart(db, {
      group_id,
      description: 'Vroeg',
      starts_at: at('08:00'),
      ends_at: at('15:00'),
      room_id: room,
    })
    await db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: part, contact_id: teacher, role_id: 6, starts_at: at('14:00'), ends_at: null })
      .execute()
    const found = async (from: string, to: string, except?: number) =>
      (
        await listOccupations(db, services.registry, {
          spans: [{ from: at(from), to: at(to) }],
          of: { contact: [teacher], room: [room] },
          except: except === undefined ? undefined : { record: 'appointment', ids: [except] },
        })
      ).map(({ resource, record, record_id }) => `${resource} ${record} ${record_id}`)
    expect(await found('08:00', '15:00')).toEqual(
      expect.arrayContaining([`contact appointment ${part}`, `room appointment ${part}`, 'contact visit 5']),
    )
    // Somebody who is needed from 14:00 on is free in the morning, and one begins as the other ends.
    expect(await found('08:00', '10:00')).toEqual([`room appointment ${part}`])
    expect(await found('15:00', '16:00')).toEqual([])
    expect(await found('13:00', '15:00', part)).toEqual([])
    const two = await listOccupations(db, services.registry, {
      spans: [
        { from: at('10:00'), to: at('11:00') },
        { from: at('08:00'), to: at('11:00') },
      ],
      of: { room: 'all' },
    })
    expect(two.map(({ span: place, description }) => [place, description])).toEqual([
      [0, 'Vroeg'],
      [0, 'Keuring ladders'],
      [1, 'Vroeg'],
      [1, 'Keuring ladders'],
    ])
  })
})

it('asks nothing where nobody could be busy', () => {
  const { registry } = app.services
  expect(occupationsQuery(registry, { spans: [], of: { contact: 'all' } })).toBeNull()
  expect(occupationsQuery(registry, { spans: [span], of: { contact: [] } })).toBeNull()
  expect(occupationsQuery(registry, { spans: [span], of: { ladder: 'all' } })).toBeNull()
})

it('finds who is busy by an index, however many parts there are', async () => {
  const { db } = app
  await sql`
    insert into appointments (group_id, description, starts_at, ends_at, status, max_count, room_id)
    select group_id, description, starts_at + n * interval '1 day', ends_at + n * interval '1 day', status, 10, ${room}
    from appointments, generate_series(5001, 15000) n where id = ${app.story.appointments.coming}`.execute(db)
  await sql`
    insert into appointment_responsibles (appointment_id, contact_id, role_id)
    select id, ${teacher}, 3 from appointments a
    where a.starts_at > now() + interval '1000 days'
      and not exists (select 1 from appointment_responsibles r where r.appointment_id = a.id)`.execute(db)
  await sql`insert into absences (contact_id, first_day, last_day)
    select ${teacher}, ${DAY}::date - n, ${DAY}::date - n from generate_series(10, 10010) n`.execute(db)
  await sql`insert into room_closures (room_id, description, first_day, last_day)
    select ${room}, 'Onderhoud', ${DAY}::date - n, ${DAY}::date - n from generate_series(10, 10010) n`.execute(db)
  await app.owner.pool.query('analyze appointments, appointment_responsibles, absences, room_closures')
  for (const of of [{ contact: 'all' as const }, { room: 'all' as const }, { contact: [teacher], room: [room] }]) {
    const query = occupationsQuery(new Registry(manifests), { spans: [span, span], of })!
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('appointments_during')
    // What repeats is a handful of rows per person, and closing days are few.
    expect(plan).not.toMatch(/Seq Scan on (?:appointments|appointment_responsibles|absences|room_closures)/)
  }
})
