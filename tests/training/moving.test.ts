// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatShortDay } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import type { CalendarAppointment, MoveOutcome } from '../../src/system/calendar/points.ts'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'
import { lastSunday } from '../support/clock-change.ts'
import { countQueries } from '../support/queries.ts'
import { permitting, questionOf } from '../support/question.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** A Monday on which the story has nothing; each test takes days of its own. */
const MONDAY = addDays(today(), 379 - weekday(addDays(today(), 378)))
const on = (days: number) => addDays(MONDAY, days)
const at = (days: number, time: string) => instantOf(on(days), time)!
const typed = (days: number, time: string) => `${formatDate(on(days))} ${time}`
const near = (days: number) => formatShortDay(at(days, '12:00'))
const url = (id: number) => `/calendar/move-appointment/${id}`

interface Made {
  time?: string
  minutes?: number
  description?: string
  status?: string
  group_id?: number
  room_id?: number
  who?: number[]
}
async function part(days: number, made: Made = {}): Promise<number> {
  const { time = '09:00', who = [], description = 'Theorie', status = 'planned', minutes = 180, room_id } = made
  const group_id = made.group_id ?? (await addEmptyPlanning(app.db, app.story.courses.bhv))
  const row = { group_id, description, status, minutes, starts_at: at(days, time), max_count: 12 }
  const id = await addPart(app.db, { ...row, ...(room_id === undefined ? {} : { room_id }) })
  for (const contact_id of who)
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: id, contact_id, role_id: ROLE.teacher })
      .execute()
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
const fresh = () => addContact(app.db, { roles: [ROLE.teacher] })

type Form = Record<string, FormValue>
async function form(id: number, days: number, [from, to]: [string, string], more: Form = {}): Promise<Form> {
  const { version } = await stored(id)
  return { version, start_datetime: typed(days, from), end_datetime: typed(days, to), ...more }
}
const MORNING: [string, string] = ['09:00', '12:00']
const outcome = async (id: number, days: number, hours = MORNING, more: Form = {}) =>
  (await planner.post(`${url(id)}/outcome`, await form(id, days, hours, more))).json<MoveOutcome>()
const move = async (id: number, days: number, hours = MORNING, more: Form = {}, browser = planner): Promise<Answer> =>
  browser.post(url(id), await form(id, days, hours, more))
const told = ({ lines }: MoveOutcome) => lines.map(({ tone, text }) => `${tone}: ${text}`)

describe('moving a part by hand', () => {
  it('saves its new times, and can be taken back', async () => {
    const id = await part(0)
    const answer = await move(id, 1, ['10:15', '14:00'])
    expect([answer.status, answer.trigger.flash?.str]).toEqual([204, `Theorie verplaatst naar ${near(1)}, 10:15–14:00`])
    expect(answer.trigger.changed?.items).toEqual([{ type: 'appointment', id }])
    expect(await stored(id)).toMatchObject({ starts_at: at(1, '10:15'), ends_at: at(1, '14:00'), max_count: 12 })
    expect((await planner.post(`/undo/${answer.undo!.set}`)).status).toBe(204)
    expect(await stored(id)).toMatchObject({ starts_at: at(0, '09:00'), ends_at: at(0, '12:00') })
  })

  it('tells beforehand what the save does: what it refuses, asks and leaves', async () => {
    const who = await fresh()
    const busy = await part(2, { description: 'Praktijk', who: [who] })
    const id = await part(3, { who: [who] })
    const foreseen = await outcome(id, 2)
    const [double] = foreseen.lines
    expect([foreseen.asks, foreseen.refused, double?.tone]).toEqual([true, null, 'red'])
    expect(double!.text).toContain('is bezet op de volgende planningen: Praktijk')
    const question = questionOf(await move(id, 2))
    expect([question.lines, question.value]).toEqual([[{ text: double!.text, isNew: false }], foreseen.value])
    expect(await stored(id)).toMatchObject({ starts_at: at(3, '09:00') })
    expect((await move(id, 2, MORNING, { confirm_conflicts: foreseen.value })).status).toBe(204)
    expect(await stored(id)).toMatchObject({ starts_at: at(2, '09:00') })
    // Nothing is asked of what begins as the other ends.
    expect((await outcome(busy, 2, ['12:00', '13:00'])).asks).toBe(false)
  })

  it('says what becomes of the other parts of the planning, and of its period', async () => {
    const first = await part(7)
    const { group_id } = await stored(first)
    const second = await part(9, { group_id, description: 'Praktijk' })
    expect(told(await outcome(second, 6))).toEqual([
      `orange: De volgorde verandert: dit komt vóór Theorie (${near(7)}, 09:00–12:00).`,
      `plain: De planning loopt dan van ${near(6)} t/m ${near(7)}.`,
    ])
    expect(told(await outcome(first, 8))).toEqual(['good: De volgorde met het andere onderdeel blijft.'])
    expect(told(await outcome(first, 10))).toEqual([
      `orange: De volgorde verandert: dit komt na Praktijk (${near(9)}, 09:00–12:00).`,
      `plain: De planning loopt dan van ${near(9)} t/m ${near(10)}.`,
    ])
    expect(told(await outcome(first, 9))).toEqual([
      `orange: Valt samen met Praktijk (${near(9)}, 09:00–12:00) van dezelfde planning.`,
    ])
    await app.db
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('description', '=', 'Praktijk')
      .execute()
    expect(told(await outcome(first, 9))).toEqual([])
  })

  it('names closing days and what lies in the past', async () => {
    const id = await part(14)
    await app.db
      .insertInto('closing_days')
      .values({ first_day: on(15), last_day: on(15), description: 'Teamdag' })
      .execute()
    // Holidays, which move through the year, are none of it.
    const closed = (outcome: MoveOutcome) => told(outcome).filter((line) => line.endsWith('is het Teamdag.'))
    expect(closed(await outcome(id, 15))).toEqual([`orange: Op ${near(15)} is het Teamdag.`])
    // What ends at midnight is of the day before.
    expect(closed(await outcome(id, 14, ['21:00', '22:00'], { end_datetime: typed(15, '00:00') }))).toEqual([])
    expect(told(await outcome(id, -400))).toContain('orange: Dit ligt in het verleden.')
  })

  it('counts who is concerned, and the messages that will go by themselves', async () => {
    const id = await part(16, { who: [app.story.contacts.teacher] })
    const { anouk, gerrit } = app.story.contacts
    for (const contact_id of [anouk, gerrit])
      await app.db.insertInto('enrolments').values({ appointment_id: id, contact_id }).execute()
    expect(told(await outcome(id, 17)).at(-1)).toBe(
      'told: Dit raakt 2 cursisten en Jeroen van Dijk. Er gaat vanzelf geen bericht.',
    )
    const { id: moment } = await app.db
      .selectFrom('message_moments')
      .select('id')
      .where('kind', '=', 'planning-change')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('message_moments')
      .set({ active: true, recipients: 'students' })
      .where('id', '=', moment)
      .execute()
    const { id: mail } = await app.db.selectFrom('mails').select('id').limit(1).executeTakeFirstOrThrow()
    const row = await stored(id)
    await app.db
      .insertInto('invitations')
      .values({
        mail_id: mail,
        object_type: 'appointment',
        object_id: id,
        recipient_id: anouk,
        sequence: 0,
        cancelled: false,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        place: '',
        content: 'BEGIN:VCALENDAR',
      })
      .execute()
    expect(told(await outcome(id, 17)).at(-2)).toContain('Er gaat vanzelf 1 bericht: ')
    expect(told(await outcome(id, 17)).at(-1)).toContain('orange: Er is geen mailserver ingesteld')
    // Who was told of exactly this is told nothing.
    expect(told(await outcome(id, 16)).at(-1)).toContain('Er gaat vanzelf geen bericht.')
  })

  it.each([
    ['executed', 'Dit onderdeel is uitgevoerd en staat vast.'],
    ['done', 'Dit onderdeel is afgerond en staat vast.'],
    ['cancelled', 'Dit onderdeel is geannuleerd en staat vast.'],
  ])('leaves what is %s where it is, and says why', async (status, reason) => {
    const id = await part(18, { status })
    expect((await outcome(id, 19)).refused).toBe(reason)
    const answer = await move(id, 19, MORNING)
    expect([answer.status, answer.json()]).toEqual([422, { _form: [reason] }])
    expect(await stored(id)).toMatchObject({ starts_at: at(18, '09:00') })
  })

  it('refuses the second of two who move the same part, and says who was first', async () => {
    const id = await part(21)
    const mine = await form(id, 22, MORNING)
    expect((await move(id, 23, MORNING, {}, await app.as(ROLE.administrator))).status).toBe(204)
    const answer = await planner.post(url(id), mine)
    expect(answer.status).toBe(409)
    expect(answer.json<{ stale: { by: string } }>().stale.by).not.toBe('')
    expect(await stored(id)).toMatchObject({ starts_at: at(23, '09:00') })
  })

  it('is for who plans alone, and neither finds parts that are not there nor times that are none', async () => {
    const id = await part(24)
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student, ROLE.lotus]) {
      const browser = await app.as(role)
      expect((await move(id, 25, MORNING, {}, browser)).status).toBe(403)
      expect((await browser.post(`${url(id)}/outcome`, await form(id, 25, MORNING))).status).toBe(403)
      expect((await browser.get(url(id))).status).toBe(403)
    }
    const wish = await form(id, 25, MORNING)
    expect((await planner.post(url(2_000_000), wish)).status).toBe(404)
    expect((await planner.post(`${url(2_000_000)}/outcome`, wish)).status).toBe(404)
    expect((await move(id, 25, ['12:00', '09:00'])).json()).toEqual({
      end_datetime: ['Begindatum moet voor de einddatum zijn.'],
    })
    expect((await move(id, 25, ['24:15', '25:00'])).status).toBe(422)
    expect(await stored(id)).toMatchObject({ starts_at: at(24, '09:00'), version: 1 })
  })

  it('takes own times of a lotus along, and refuses to leave them outside the part', async () => {
    const id = await part(28, { time: '09:00', minutes: 240 })
    await app.db
      .insertInto('appointment_responsibles')
      .values({
        appointment_id: id,
        contact_id: app.story.contacts.lotus,
        role_id: ROLE.lotus,
        starts_at: at(28, '11:00'),
        ends_at: at(28, '12:00'),
      })
      .execute()
    expect((await move(id, 29, ['10:00', '14:00'])).status).toBe(204)
    const [own] = await app.db
      .selectFrom('appointment_responsibles')
      .selectAll()
      .where('appointment_id', '=', id)
      .execute()
    expect([own!.starts_at, own!.ends_at]).toEqual([at(29, '12:00'), at(29, '13:00')])
    const answer = await move(id, 29, ['10:00', '12:30'])
    expect(answer.json()).toEqual({ _form: ['De eigen tijden van Olaf Meijer vallen dan buiten dit onderdeel.'] })
  })

  it('keeps the clock on the days that are an hour shorter or longer, and names the hour that is not there', async () => {
    const spring = lastSunday(Number(MONDAY.slice(0, 4)) + 1, 3)
    const id = await part(30)
    const save = async (day: string, from: string, to: string) =>
      planner.post(url(id), {
        version: (await stored(id)).version,
        start_datetime: `${formatDate(day)} ${from}`,
        end_datetime: `${formatDate(day)} ${to}`,
      })
    expect((await save(spring, '01:00', '04:00')).status).toBe(204)
    const { starts_at, ends_at } = await stored(id)
    expect(ends_at.getTime() - starts_at.getTime()).toBe(2 * 3_600_000)
    const autumn = lastSunday(Number(MONDAY.slice(0, 4)) + 1, 10)
    expect((await save(autumn, '01:00', '04:00')).status).toBe(204)
    const late = await stored(id)
    expect(late.ends_at.getTime() - late.starts_at.getTime()).toBe(4 * 3_600_000)
    expect((await save(spring, '02:30', '04:00')).json()).toEqual({
      start_datetime: ['Dit tijdstip bestaat niet: de klok gaat die nacht een uur vooruit.'],
    })
  })
})

describe('moving a part to another row of the board', () => {
  it('takes one teacher out and another in, who keep all else', async () => {
    const [jan, ans, third] = [await fresh(), await fresh(), await fresh()]
    const id = await part(35, { who: [jan, third] })
    const lanes = { lanes: 'teachers', from_lane: jan, to_lane: ans }
    expect((await outcome(id, 35, MORNING, lanes)).title).toContain(', met Test Persoon')
    expect((await move(id, 35, MORNING, lanes)).status).toBe(204)
    expect(await teachersOf(id)).toEqual([ans, third].sort((a, b) => a - b))
    expect((await move(id, 35, MORNING, { lanes: 'teachers', from_lane: ans, to_lane: 0 })).status).toBe(204)
    expect(await teachersOf(id)).toEqual([third])
    const gone = await move(id, 35, MORNING, { lanes: 'teachers', from_lane: jan, to_lane: ans })
    expect(gone.json()).toEqual({ _form: ['Deze docent staat niet meer bij dit onderdeel.'] })
  })

  it('puts it in another room, and asks where that is taken', async () => {
    const { hall, zwolle1 = 1 } = app.story.rooms as unknown as Record<string, number>
    const id = await part(36, { room_id: zwolle1 })
    await part(36, { room_id: hall! })
    const lanes = { lanes: 'locations', from_lane: zwolle1, to_lane: hall! }
    const foreseen = await outcome(id, 36, MORNING, lanes)
    expect([foreseen.asks, foreseen.title.includes(', in ')]).toEqual([true, true])
    expect((await move(id, 36, MORNING, lanes)).status).toBe(409)
    expect((await move(id, 36, ['13:00', '15:00'], lanes)).status).toBe(204)
    expect(await stored(id)).toMatchObject({ room_id: hall, starts_at: at(36, '13:00') })
  })

  it('goes to nobody who is no teacher, and to no room that is not used', async () => {
    const id = await part(37)
    const closed = await app.db
      .insertInto('rooms')
      .values({ establishment_id: app.story.establishments.zwolle, name: 'Kelder', active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    const left = await addContact(app.db, { roles: [ROLE.teacher], active: false })
    for (const to_lane of [app.story.contacts.anouk, left, 2_000_000])
      expect((await move(id, 37, MORNING, { lanes: 'teachers', from_lane: 0, to_lane })).json()).toEqual({
        _form: ['Kies een docent die actief is.'],
      })
    for (const to_lane of [closed.id, 2_000_000])
      expect((await move(id, 37, MORNING, { lanes: 'locations', from_lane: 0, to_lane })).json()).toEqual({
        _form: ['Kies een lokaal dat in gebruik is.'],
      })
    expect([await teachersOf(id), (await stored(id)).room_id]).toEqual([[], null])
  })
})

describe('copying a part by hand', () => {
  it('plans it once more without its students, also of what is over', async () => {
    const who = await fresh()
    const id = await part(42, { status: 'done', who: [who], room_id: 1 })
    await app.db.insertInto('enrolments').values({ appointment_id: id, contact_id: app.story.contacts.anouk }).execute()
    expect(told(await outcome(id, 43, MORNING, { copy: 1 }))).toContain(
      'plain: De kopie wordt een nieuwe planning, zonder cursisten.',
    )
    const answer = await move(id, 43, MORNING, { copy: 1 })
    expect([answer.status, answer.trigger.flash?.str.startsWith('Gekopieerd als planning ')]).toEqual([204, true])
    const copied = answer.trigger.changed!.items[0]!.id
    expect(copied).not.toBe(id)
    const made = await stored(copied)
    expect(made).toMatchObject({ status: 'planned', room_id: 1, enrolled_count: 0, starts_at: at(43, '09:00') })
    expect(made.group_id).not.toBe((await stored(id)).group_id)
    expect(await teachersOf(copied)).toEqual([who])
    expect(await stored(id)).toMatchObject({ starts_at: at(42, '09:00'), version: 1 })
  })

  it('says who hears of it at once, by messages that go before what begins soon', async () => {
    const who = await fresh()
    await app.db.updateTable('contacts').set({ email: 'docent.kopie@example.nl' }).where('id', '=', who).execute()
    const id = await part(46, { who: [who] })
    const { id: template_id, name } = await app.db
      .selectFrom('default_messages')
      .select(['id', 'name'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { id: moment } = await app.db
      .insertInto('message_moments')
      .values({ template_id, kind: 'part-begin', recipients: 'responsibles', days: 7, at: '09:00', active: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const last = async (days: number) =>
      told(await outcome(id, days, MORNING, { copy: 1 }))
        .slice(-2)
        .join(' ')
    const soon = Math.round((Date.parse(addDays(today(), 3)) - Date.parse(on(0))) / 86_400_000)
    // No mail leaves this installation.
    expect(await last(soon)).toMatch(new RegExp(`Er gaat vanzelf 1 bericht: ${name}\\. orange: Er is geen mailserver`))
    expect(await last(47)).toMatch(/Er gaat vanzelf geen bericht\.$/)
    await app.db.deleteFrom('message_moments').where('id', '=', moment).execute()
    expect(await last(soon)).toContain('Er gaat vanzelf geen bericht.')
  })

  it('asks before its teacher is in both at once', async () => {
    const id = await part(44, { who: [await fresh()] })
    expect((await outcome(id, 44, ['11:00', '13:00'], { copy: 1 })).asks).toBe(true)
    expect((await permitting((more) => move(id, 44, ['11:00', '13:00'], { copy: 1, ...more }))).status).toBe(204)
  })
})

describe('the form behind it', () => {
  it('shows the times of now, the teacher of the row, and what comes of it', async () => {
    const who = await fresh()
    const id = await part(49, { who: [who] })
    const { $ } = await planner.get(`${url(id)}?lanes=teachers&lane=${who}`)
    expect($('[name="to_lane"]').length).toBe(1)
    expect($('[name="from_lane"]').attr('value')).toBe(String(who))
    const below = await planner.post(`${url(id)}/outcome/text`, await form(id, 50, MORNING))
    expect(below.$('.outcome h3').text()).toContain(`naar ${near(50)}, 09:00–12:00`)
  })

  it('is in the menu of a planning for who plans', async () => {
    const menu = async (role: number) => {
      const { $ } = await (await app.as(role)).get(`/calendar/view-appointment/${app.story.appointments.coming}`)
      return Buffer.from($('[data-popup-options]').attr('value') ?? '', 'base64').toString()
    }
    expect(await menu(ROLE.scheduler)).toContain('Onderdeel verplaatsen')
    expect(await menu(ROLE.teacher)).not.toContain('Onderdeel verplaatsen')
  })
})

describe('the calendar', () => {
  it('says to who plans what may be moved, and to others nothing of it', async () => {
    const id = await part(56)
    const done = await part(56, { status: 'done' })
    const query = `type=d&from=${at(56, '00:00').getTime() / 1000}&to=${at(57, '00:00').getTime() / 1000}`
    const read = async (browser: Browser) =>
      (await browser.get(`/ajax/getAppointments/courses?${query}`)).json<{ appointments: CalendarAppointment[] }>()
        .appointments
    const mine = await read(planner)
    expect(mine.find((one) => one.id === id)).toMatchObject({ version: 1 })
    expect(mine.find((one) => one.id === id)).not.toHaveProperty('fixed')
    expect(mine.find((one) => one.id === done)?.fixed).toBe('Dit onderdeel is afgerond en staat vast.')
    const supervisor = await read(await app.as(ROLE.supervisor))
    expect(supervisor.length).toBeGreaterThan(0)
    for (const one of supervisor) expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['version']))
    const page = async (role: number) => (await (await app.as(role)).page('/calendar')).$('[data-island=calendar]')
    expect((await page(ROLE.scheduler)).attr('data-props')).toContain('moveUrl')
    expect((await page(ROLE.teacher)).attr('data-props')).not.toContain('moveUrl')
  })

  it('asks as much of the database for a planning of twelve parts as for one of two', async () => {
    const cost = async (count: number, day: number) => {
      const first = await part(day)
      const { group_id } = await stored(first)
      for (let i = 1; i < count; i += 1) await part(day + i, { group_id })
      const wish = await form(first, day, ['10:00', '11:00'])
      return countQueries(app, () => planner.post(`${url(first)}/outcome`, wish))
    }
    await cost(2, 60)
    expect(await cost(12, 80)).toBe(await cost(2, 70))
  })
})
