// clock
/** Places kept for people whose names are not known: their day, the reminder, and what becomes of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { releaseReservation } from '../../src/training/places/enrolment/reservations/reservations.commands.ts'
import { releaseReservations } from '../../src/training/places/enrolment/reservations/reservations.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPeople, addPlanning, countsOf, peopleIn } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const day = (days: number) => addDays(today(), days)
const at = (days: number, time: string) => instantOf(day(days), time)!

async function reserve(part: number, form: Record<string, string | number>) {
  const answer = await planner.post(`/calendar/getReservationView/${part}`, { places: 3, ...form })
  expect(answer.status).toBeLessThan(300)
  return answer
}

const keptIn = async (part: number) => {
  const { rows } = await app.pool.query<{ id: number; places: number }>(
    'select id, places from reservations where appointment_id = $1 order by id',
    [part],
  )
  return rows
}

describe('the day for the names', () => {
  it('is proposed two weeks before the planning begins, and left open when that is over', async () => {
    for (const [inDays, proposed] of [
      [40, formatDate(day(26))],
      [15, formatDate(day(1))],
      [10, ''],
    ] as const) {
      const { parts } = await addPlanning(app, { inDays })
      const { $ } = await planner.get(`/calendar/getReservationView/${parts[0]}`)
      expect([inDays, $('[name=names_by]').attr('value') ?? '']).toEqual([inDays, proposed])
    }
  })

  it('is a day that still comes, before the planning begins; else nothing is kept', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    const { deLinde } = app.story.companies
    const refused = async (names_by: string) =>
      (
        await planner.post(`/calendar/getReservationView/${parts[0]}`, { company_id: deLinde, places: 1, names_by })
      ).json()
    expect(await refused(formatDate(day(-1)))).toEqual({ names_by: ['Kies vandaag of een dag die nog komt.'] })
    expect(await refused(formatDate(day(20)))).toEqual({
      names_by: [`Kies een dag vóór ${formatDate(day(20))}, wanneer de planning begint.`],
    })
    expect(await refused('31-02-2027')).toHaveProperty('names_by')
    expect(await keptIn(parts[0]!)).toEqual([])
  })

  it('stays with a reservation that is changed later otherwise, also when it is over', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    await reserve(parts[0]!, { company_id: app.story.companies.deLinde, names_by: formatDate(day(3)) })
    const id = (await keptIn(parts[0]!))[0]!.id
    await app.pool.query('update reservations set names_by = $1 where id = $2', [day(-1), id])
    const form = { company_id: app.story.companies.deLinde, places: 2, names_by: formatDate(day(-1)), version: 2 }
    expect((await planner.post(`/calendar/getReservation/${id}`, form)).status).toBeLessThan(300)
    expect(await keptIn(parts[0]!)).toEqual([{ id, places: 2 }])
  })
})

describe('places without names', () => {
  it('go to others from the day after, once, and only where the day is over', async () => {
    const { parts } = await addPlanning(app, { inDays: 20, components: [null, null], max: 8 })
    const { deLinde } = app.story.companies
    await reserve(parts[0]!, { company_id: deLinde, names_by: formatDate(day(5)), what_appointments: 'all' })
    await reserve(parts[0]!, { company_id: deLinde, places: 2, what_appointments: 'this' })
    await releaseReservations(app.services, at(5, '23:59'))
    expect((await countsOf(app, parts[0]!)).reserved_count).toBe(5)
    await Promise.all([1, 2, 3].map(() => releaseReservations(app.services, at(6, '00:01'))))
    expect((await countsOf(app, parts[0]!)).reserved_count).toBe(2)
    expect((await countsOf(app, parts[1]!)).reserved_count).toBe(0)
  })

  it('of who gets more time meanwhile stay', async () => {
    const { parts } = await addPlanning(app, { inDays: 30 })
    await reserve(parts[0]!, { company_id: app.story.companies.deLinde, names_by: formatDate(day(5)) })
    const id = (await keptIn(parts[0]!))[0]!.id
    const form = { company_id: app.story.companies.deLinde, places: 3, names_by: formatDate(day(12)), version: 1 }
    expect((await planner.post(`/calendar/getReservation/${id}`, form)).status).toBeLessThan(300)
    await releaseReservations(app.services, at(6, '00:01'))
    // The job may have listed it before.
    const released = await inTransaction(app.db, null, (trx) => releaseReservation(trx, id, day(6)))
    expect(released).toBeNull()
    expect(await keptIn(parts[0]!)).toHaveLength(1)
  })

  it('are told of in the planning, and found in the list when their day is near', async () => {
    const { parts } = await addPlanning(app, { inDays: 30 })
    const found = async () =>
      (await planner.get('/plannings?when=all&task=names_due')).text.includes(`view-appointment/${parts[0]}`)
    await reserve(parts[0]!, { company_id: app.story.companies.deLinde, names_by: formatDate(day(8)) })
    expect((await planner.get(`/calendar/view-appointment/${parts[0]}`)).text).toContain('3 plaatsen wachten op namen')
    expect(await found()).toBe(false)
    await app.pool.query('update reservations set names_by = $1 where appointment_id = $2', [day(7), parts[0]])
    expect(await found()).toBe(true)
  })
})

describe('the reminder of names', () => {
  it('reaches whom the places are for, or who leads the people of the company, three days before, once', async () => {
    await app.pool.query(
      `update message_moments set active = kind = 'reservation', active_since = now() - interval '1 year'`,
    )
    await app.pool.query('delete from reservations')
    const email = 'baas@post.example'
    const boss = await addContact(app.db, { first_name: 'Bea', last_name: 'Baas', email })
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into companies (name, client_id) values ('Proef bv', 880001) returning id`,
    )
    const companyId = rows[0]!.id
    await app.pool.query('update contacts set roles = $1, supervisor_for_all = true where id = $2', [
      [ROLE.supervisor],
      boss,
    ])
    await app.pool.query('insert into contact_companies (contact_id, company_id) values ($1, $2)', [boss, companyId])
    const guest = await addContact(app.db, { first_name: 'Gijs', last_name: 'Gast', email: 'gijs@post.example' })
    const { parts } = await addPlanning(app, { inDays: 30 })
    await reserve(parts[0]!, { company_id: companyId, names_by: formatDate(day(10)) })
    await reserve(parts[0]!, { contact_id: guest, places: 1, names_by: formatDate(day(10)) })
    await app.pool.query(
      `update reservations set created_at = now() - interval '2 days', updated_at = now() - interval '2 days'`,
    )
    const told = async () => {
      await app.runJobs('message.mailing')
      const mails = await app.pool.query<{ object_id: number; text_body: string }>(
        `select object_id, text_body from mails where object_type = 'contact' and object_id = any($1) order by object_id`,
        [[boss, guest]],
      )
      return mails.rows
    }
    await sendDue(app.services, at(6, '09:30'))
    expect(await told()).toEqual([])
    for (const days of [7, 7, 8]) await sendDue(app.services, at(days, '09:30'))
    const mails = await told()
    expect(mails.map(({ object_id }) => object_id)).toEqual([boss, guest])
    expect(mails[0]!.text_body).toContain(`Deel 1: 3 plaatsen, namen uiterlijk ${formatDate(day(10))}`)
    expect(mails[0]!.text_body).not.toContain('1 plaats,')
    expect(mails[1]!.text_body).toContain(`Deel 1: 1 plaats, namen uiterlijk ${formatDate(day(10))}`)
  })
})

describe('the names of a reservation', () => {
  /** A full planning of two parts in which three places of each are kept. */
  async function full() {
    const { parts } = await addPlanning(app, { inDays: 30, components: [null, null], max: 3 })
    await reserve(parts[0]!, { company_id: app.story.companies.deLinde, what_appointments: 'all' })
    const id = (await keptIn(parts[0]!))[0]!.id
    const people = await addPeople(app, 4, app.story.companies.deLinde)
    const enrol = (chosen: number[], more: object = {}) =>
      planner.post(`/calendar/enroll/${parts[0]}/0?reservation_id=${id}`, {
        appointment_id: parts[0]!,
        'students[]': chosen,
        reservation_id: id,
        ...more,
      })
    return { parts, id, people, enrol }
  }

  it('take its places in each part, all or as many as there are names, and what is left stays kept', async () => {
    const { parts, id, people, enrol } = await full()
    const popup = await planner.get(`/calendar/enroll/${parts[0]}/0?reservation_id=${id}`)
    expect(popup.$('[name=reservation_id]').attr('value')).toBe(String(id))
    expect((await enrol(people.slice(0, 2))).status).toBeLessThan(300)
    for (const part of parts) {
      expect(await countsOf(app, part)).toMatchObject({ enrolled_count: 2, reserved_count: 1 })
      expect((await keptIn(part)).map(({ places }) => places)).toEqual([1])
    }
    // Who is in already takes none.
    expect((await enrol(people.slice(0, 3))).status).toBeLessThan(300)
    for (const part of parts) {
      expect(await peopleIn(app, part)).toEqual(people.slice(0, 3))
      expect(await keptIn(part)).toEqual([])
    }
  })

  it('are no more than it has places, unless there are others; then nothing changes', async () => {
    const { parts, people, enrol } = await full()
    expect((await enrol(people)).json()).toEqual({
      students: [expect.stringContaining('Deel 1 heeft 3 plaatsen vrij voor 4 cursisten')],
    })
    expect((await keptIn(parts[0]!)).map(({ places }) => places)).toEqual([3])
    expect(await peopleIn(app, parts[0]!)).toEqual([])
  })

  it('come by a list as well', async () => {
    const { parts, id, people, enrol } = await full()
    const { rows } = await app.pool.query<{ email: string; last_name: string }>(
      'select email::text, last_name from contacts where id = any($1) order by id',
      [people.slice(0, 3)],
    )
    const lines = rows.map(({ email, last_name }, i) => ({
      person: JSON.stringify({ first_name: 'Proef', last_name, email }),
      choice: String(people[i]),
      seen: String(people[i]),
    }))
    const form = Object.fromEntries(
      lines.flatMap((line, i) => Object.entries(line).map(([key, value]) => [`lines[${i}][${key}]`, value])),
    )
    const looked = await planner.post(`/calendar/enroll/${parts[0]}/0/list?reservation_id=${id}`, {
      text: `Voornaam;Achternaam;E-mail\n${rows.map((row) => `Proef;${row.last_name};${row.email}`).join('\n')}`,
      appointment_id: parts[0]!,
    })
    expect(looked.status).toBe(200)
    expect((await enrol([], { way: 'list', company_id: app.story.companies.deLinde, ...form })).status).toBeLessThan(
      300,
    )
    expect(await peopleIn(app, parts[0]!)).toEqual(people.slice(0, 3))
    expect(await keptIn(parts[0]!)).toEqual([])
  })

  it('take no places that are kept for another company, also where those are in another part', async () => {
    const { parts } = await addPlanning(app, { inDays: 30, components: [null, null], max: 3 })
    const { deLinde, kuipers } = app.story.companies
    await reserve(parts[0]!, { company_id: deLinde, what_appointments: 'this' })
    await reserve(parts[1]!, { company_id: kuipers, what_appointments: 'this' })
    const answer = await planner.post(`/calendar/enroll/${parts[0]}/0`, {
      appointment_id: parts[0]!,
      'students[]': await addPeople(app, 2, deLinde),
      reservation_id: (await keptIn(parts[0]!))[0]!.id,
    })
    expect(answer.json()).toEqual({
      students: [expect.stringContaining('Deel 2 heeft geen plaats vrij voor 2 cursisten')],
    })
    expect((await keptIn(parts[1]!)).map(({ places }) => places)).toEqual([3])
  })

  it('are of its own planning, and undone whole', async () => {
    const { parts, id, people, enrol } = await full()
    const other = await addPlanning(app, { inDays: 30 })
    const elsewhere = await planner.post(`/calendar/enroll/${other.parts[0]}/0`, {
      appointment_id: other.parts[0]!,
      'students[]': people.slice(0, 1),
      reservation_id: id,
    })
    expect(elsewhere.json()).toEqual({ students: ['De reservering is er niet meer, of is voor een andere planning.'] })
    const { undo } = await enrol(people.slice(0, 3))
    expect((await planner.post(`/undo/${undo!.set}`)).status).toBeLessThan(300)
    for (const part of parts) expect(await countsOf(app, part)).toMatchObject({ enrolled_count: 0, reserved_count: 3 })
  })
})
