import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BoardLane, BoardVisit, UnplannedOrder } from '../../src/inspections/planning/visits/board.contract.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, epochSeconds, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addEmptyPlanning, addPart } from '../support/builders.ts'
import { devicesFor } from '../support/order-devices.ts'
import { asked, permitting } from '../support/question.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
let make: ReturnType<typeof devicesFor>
let jeroen: { id: number; contact_id: number }
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
  make = devicesFor(app)
  const { contact_id } = await app.db.selectFrom('users').select('contact_id').where('id', '=', teacher.userId!).executeTakeFirstOrThrow() // prettier-ignore
  jeroen = { id: teacher.userId!, contact_id: contact_id! }
})
afterAll(() => app.close())

/** A day beyond what the story plans, another one each time. */
let days = 700
const nextDay = () => addDays(today(), days++)
const at = (day: string, time: string) => epochSeconds(instantOf(day, time)!)

type Values = Record<string, string | number>
interface Drafted {
  order_id: number
  date: string
  start_time: string
  end_time: string
  [name: string]: string | number
}
const fieldsOf = (drafts: readonly Drafted[]): Values =>
  Object.fromEntries(drafts.flatMap((draft, i) => Object.entries(draft).map(([name, value]) => [`visits[${i}][${name}]`, value]))) // prettier-ignore
const confirm = (drafts: readonly Drafted[], more: Values = {}, browser = planner) =>
  browser.post('/schedule/confirm', { ...fieldsOf(drafts), ...more })
const shown = (drafts: readonly Drafted[]) =>
  planner.get(`/schedule/confirm?${new URLSearchParams(Object.entries(fieldsOf(drafts)).map(([name, value]): [string, string] => [name, String(value)])).toString()}`) // prettier-ignore

const draft = (order_id: number, date: string, start_time: string, end_time: string, more: Values = {}): Drafted => ({
  ...{ order_id, date, start_time, end_time, employee_id: jeroen.id },
  ...more,
})
const stored = (order: number) => app.db.selectFrom('visits').selectAll().where('order_id', '=', order).orderBy('id').execute() // prettier-ignore
/** A visit of the teacher on a new order. */
async function visit(date: string, from = '09:00', until = '10:00', more: Values = {}, open = false) {
  const order = await make.order({ open })
  const answer = await confirm([draft(order, date, from, until, more)])
  expect([answer.status, answer.text]).toEqual([204, ''])
  return (await stored(order))[0]!
}
const board = async (from: string, to: string, more = '', browser = planner) =>
  (await browser.get(`/inspections/board/data?from=${at(from, '00:00')}&to=${at(to, '00:00')}${more}`)).json<BoardLane[]>() // prettier-ignore
const laneOf = (lanes: BoardLane[], id: number) => lanes.find((lane) => lane.id === id)!

/** A part of a course that this teacher gives. */
async function part(day: string, from = '09:00', minutes = 180): Promise<number> {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const id = await addPart(app.db, { group_id, description: 'Theorie', starts_at: instantOf(day, from)!, minutes, status: 'planned' }) // prettier-ignore
  await app.db.insertInto('appointment_responsibles').values({ appointment_id: id, contact_id: jeroen.contact_id, role_id: 3 }).execute() // prettier-ignore
  return id
}

describe('the data of the board', () => {
  it('is a list of id, title and data by from and to in epoch seconds and filters [A-150] [A-151]', async () => {
    const day = nextDay()
    const { id, order_id, version } = await visit(day, '13:00', '14:30')
    await part(day, '09:00')
    const open = await visit(day, '16:00', '17:00', { employee_id: 0 })
    const lanes = await board(day, addDays(day, 1))
    for (const lane of lanes) expect(Object.keys(lane).sort()).toEqual(['data', 'id', 'title'])
    const { title, data } = laneOf(lanes, jeroen.id)
    expect(title).toBe('Jeroen van Dijk')
    expect(data.visits).toEqual([
      {
        ...{ id, version, employee_id: jeroen.id, date: day, start_time: '13:00', end_time: '14:30', duration: 90 },
        ...{ start_datetime: at(day, '13:00'), end_datetime: at(day, '14:30') },
        order: { id: order_id, reference: null, devices: 0, city: expect.any(String) as string, hours: { from: '08:00', until: '12:00' } }, // prettier-ignore
        ...{ uid: expect.stringMatching(/^O\d{4}-\d{4}$/) as string, customer: 'Zorggroep De Linde' },
        ...{ room_id: null, done: false, touched: false, 'background-color': '#1971c2' },
      } satisfies BoardVisit,
    ])
    expect(data.busy).toContainEqual({ label: 'Theorie', start_datetime: at(day, '09:00'), end_datetime: at(day, '12:00') }) // prettier-ignore
    expect(laneOf(lanes, 0).data.visits.map((one) => one.id)).toEqual([open.id])
    expect((await board(day, addDays(day, 1), `&employee_id=${jeroen.id}`)).map((lane) => lane.id)).toEqual([jeroen.id])
    expect((await board(day, addDays(day, 1), '&city=zwol')).map((lane) => lane.id)).toContain(jeroen.id)
    expect(await board(day, addDays(day, 1), '&city=nergenshuizen')).toEqual([])
    for (const query of ['', '?from=2&to=1', '?from=1&to=99999999', '?from=x&to=1'])
      expect([query, (await planner.get(`/inspections/board/data${query}`)).status]).toEqual([query, 422])
  })

  it('of a teacher is the own lane, and what is to be planned is of who plans', async () => {
    const [from, to] = [addDays(today(), -10), addDays(today(), 20)]
    expect((await board(from, to, '', teacher)).map(({ id }) => id)).toEqual([jeroen.id])
    expect((await teacher.get('/inspections/board/tray')).json()).toEqual([])
    const other = await app.as(ROLE.supervisor)
    expect((await other.get(`/inspections/board/data?from=1&to=2`)).status).toBe(403)
    const { ofTeacher, loose } = app.story.visits
    const opened = [ofTeacher, loose].map((id) => teacher.get(`/inspections/visits/view/${id}`))
    expect((await Promise.all(opened)).map(({ status }) => status)).toEqual([200, 404])
  })
})

describe('what waits to be planned', () => {
  const unplanned = async (order: number) =>
    (await planner.get('/inspections/board/tray')).json<UnplannedOrder[]>().find(({ order_id }) => order_id === order)

  it('are orders with devices that have no visit, with the first day by which one is due and how long it takes', async () => {
    const [order, device] = [await make.order(), await make.device()]
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)
    await app.db.updateTable('devices').set({ next_on: '2020-02-01' }).where('id', '=', device).execute()
    expect(await unplanned(order)).toMatchObject({ devices: 1, due_on: '2020-02-01', customer: 'Zorggroep De Linde', duration: 60 }) // prettier-ignore
    const day = nextDay()
    for (const [from, until] of [
      ['08:00', '08:30'],
      ['09:00', '11:00'],
      ['12:00', '13:30'],
    ] as const) {
      // prettier-ignore
      const { id } = await visit(day, from, until)
      await app.db.updateTable('visits').set({ done: true, done_at: new Date() }).where('id', '=', id).execute()
    }
    expect((await unplanned(order))?.duration).toBe(90)
    expect((await confirm([draft(order, day, '15:00', '16:00')])).status).toBe(204)
    expect(await unplanned(order)).toBeUndefined()
  })
})

/** How the second of two drafts of a day lies, the first of which is from 09:00 to 10:00. */
const REFUSED: [string, string, string, string, string][] = [
  ['before the one before it ends', '09:30', '10:30', 'visits.1.start_time', 'Kan geen andere planning overlappen.'],
  ['within another', '09:15', '09:45', 'visits.1.start_time', 'Kan geen andere planning overlappen.'],
  [
    'and ends after the next one starts',
    '08:00',
    '09:30',
    'visits.1.start_time',
    'Kan geen andere planning overlappen.',
  ],
  ['and ends as it begins', '11:00', '11:00', 'visits.1.end_time', 'Een bezoek eindigt na het begin.'],
  ['at no time', '25:00', '26:00', 'visits.1.start_time', ':label is geen geldige tijd (uu:mm).'],
]

describe('drafts of the board', () => {
  it('are shown, and planned all in one save by the POST of the board form data [A-153] [R-245] [R-246] [S-152]', async () => {
    const [day, first, second] = [nextDay(), await make.order(), await make.order()]
    const drafts = [draft(first, day, '09:00', '10:00'), draft(second, day, '10:00', '11:30')]
    const popup = await shown(drafts)
    expect(popup.$('[data-draft]').length).toBe(2)
    expect(popup.$('[data-draft]').text()).toMatch(/09:00–10:00[\s\S]*Jeroen van Dijk[\s\S]*10:00–11:30/)
    expect(popup.$('button[type=submit]').text()).toBe('2 bezoeken inplannen')
    const saved = await confirm(drafts)
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, '2 bezoeken ingepland'])
    const [one] = await stored(first)
    const [other] = await stored(second)
    expect([one!.starts_at, other!.ends_at].map(epochSeconds)).toEqual([at(day, '09:00'), at(day, '11:30')])
    // Two that change places are never both at one place when it is done.
    const swapped = [
      draft(first, day, '10:00', '11:00', { id: one!.id, version: one!.version }),
      draft(second, day, '09:00', '10:00', { id: other!.id, version: other!.version }),
    ]
    expect((await confirm(swapped)).status).toBe(204)
    expect(epochSeconds((await stored(first))[0]!.starts_at)).toBe(at(day, '10:00'))
  })

  it.each(REFUSED)(
    'are none of them planned where one begins %s [A-106] [A-107] [M-085]',
    async (_what, from, until, field, message) => {
      // prettier-ignore
      const [day, first, second] = [nextDay(), await make.order(), await make.order()]
      const refused = await confirm([draft(first, day, '09:00', '10:00'), draft(second, day, from, until)])
      expect([refused.status, refused.json<Record<string, string[]>>()[field]]).toEqual([422, [message]]) // prettier-ignore
      expect([await stored(first), await stored(second)]).toEqual([[], []])
    },
  )

  it('are refused beside what is stored, also by the database', async () => {
    const [day, order] = [nextDay(), await make.order()]
    const { id } = await visit(day, '09:00', '10:00')
    const beside = await confirm([draft(order, day, '09:30', '10:30')])
    expect(beside.json()).toEqual({ 'visits.0.start_time': ['Kan geen andere planning overlappen.'] })
    const written = app.db.insertInto('visits').values({ order_id: order, employee_id: jeroen.id, starts_at: instantOf(day, '09:30')!, ends_at: instantOf(day, '11:00')! }).execute() // prettier-ignore
    await expect(written).rejects.toMatchObject({ code: '23P01' })
    const both = await Promise.all(Array.from({ length: 6 }, () => confirm([draft(order, day, '13:00', '14:00')])))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422, 422, 422])
    expect(id).toBeGreaterThan(0)
  })

  it('of a visit that somebody moved since are refused, and so are those of one that is done or gone', async () => {
    const day = nextDay()
    const { id, order_id, version } = await visit(day)
    const again = (more: Values = {}) => confirm([draft(order_id, day, '11:00', '12:00', { id, version, ...more })])
    expect((await confirm([draft(order_id, day, '14:00', '15:00', { id, version })], {}, await app.as(1))).status).toBe(204) // prettier-ignore
    const late = await again()
    expect([late.status, late.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringMatching(/^.+ verzette het bezoek bij Zorggroep De Linde zojuist\. /),
    ])
    await app.db.updateTable('visits').set({ done: true, done_at: new Date() }).where('id', '=', id).execute()
    expect((await again()).json()).toMatchObject({ message: 'Dit bezoek is afgerond en wordt niet meer gewijzigd.' })
    await app.db.deleteFrom('visits').where('id', '=', id).execute()
    expect((await again()).json<{ message: string }>().message).toMatch(/zojuist geannuleerd/)
  })

  it('are of orders that are planned, people who work here and days that exist, fifty at most', async () => {
    const [day, order] = [nextDay(), await make.order()]
    const refused = async (more: Values, times = ['09:00', '10:00']) =>
      (await confirm([draft(order, day, times[0]!, times[1]!, more)])).json<Record<string, string[]>>()
    const student = (await app.as(ROLE.student)).userId!
    expect(await refused({ employee_id: student })).toEqual({ 'visits.0.employee_id': ['Kies een medewerker die actief is.'] }) // prettier-ignore
    expect(await refused({ room_id: 2_000_000_000 })).toEqual({ 'visits.0.room_id': ['Kies een lokaal dat in gebruik is.'] }) // prettier-ignore
    expect(await refused({ order_id: 2_000_000_000 })).toEqual({ 'visits.0.order_id': ['Deze order bestaat niet meer.'] }) // prettier-ignore
    expect(Object.keys(await refused({ date: '0000-01-01' }))).toEqual(['visits.0.date'])
    expect(await refused({ date: '2027-03-28' }, ['02:30', '03:30'])).toEqual({ 'visits.0.start_time': [expect.stringContaining('klok')] }) // prettier-ignore
    await app.db.updateTable('orders').set({ plannable: false }).where('id', '=', order).execute()
    expect(await refused({})).toEqual({ 'visits.0.order_id': ['Deze order wordt niet ingepland.'] })
    const many = Array.from({ length: 51 }, (_, i) => draft(order, addDays(day, i), '09:00', '10:00'))
    expect((await confirm(many)).json()).toEqual({ visits: ['Plan hooguit 50 bezoeken tegelijk.'] })
    expect((await confirm([])).json()).toEqual({ visits: ['Er is niets om in te plannen.'] })
    expect((await teacher.post('/schedule/confirm', fieldsOf([draft(order, day, '09:00', '10:00')]))).status).toBe(403)
    expect(await stored(order)).toEqual([])
  })
})

describe('who is busy', () => {
  it('with a part of a course, or away, is asked about before a visit is planned, and written down', async () => {
    const [day, order] = [nextDay(), await make.order()]
    const appointment = await part(day)
    await app.db.insertInto('absences').values({ contact_id: jeroen.contact_id, kind: 'leave', first_day: day, last_day: day, from_time: '10:00', until_time: '11:00' }).execute() // prettier-ignore
    const drafts = [draft(order, day, '10:30', '11:30')]
    expect(asked(await confirm(drafts))).toEqual([
      expect.stringMatching(/^Jeroen van Dijk is bezet op de volgende planningen: Theorie, /),
      expect.stringMatching(/^Jeroen van Dijk is niet beschikbaar: /),
    ])
    const popup = await shown(drafts)
    expect(popup.$('.note--warning').length).toBe(2)
    const read = String(popup.$('[name=confirm_conflicts]').attr('value'))
    expect((await confirm(drafts, { confirm_conflicts: read })).status).toBe(204)
    const [{ id } = { id: 0 }] = await stored(order)
    expect(await app.db.selectFrom('double_bookings').select(['first_record', 'first_id', 'later_record', 'later_id']).where('first_id', '=', id).where('first_record', '=', 'visit').execute()).toEqual([{ first_record: 'visit', first_id: id, later_record: 'appointment', later_id: appointment }]) // prettier-ignore
    expect((await planner.delete(`/board/cancelVisit/${id}`)).status).toBe(204)
    expect(await app.db.selectFrom('bookings').select('record_id').where('record', '=', 'visit').where('record_id', '=', id).execute()).toEqual([]) // prettier-ignore
  })

  it('with a visit is asked about before a part of a course is planned', async () => {
    const day = nextDay()
    await visit(day, '09:00', '10:00')
    const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const id = await addPart(app.db, { group_id, description: 'Praktijk', starts_at: instantOf(day, '09:30')!, minutes: 60, status: 'planned' }) // prettier-ignore
    const save = async (more: Values = {}): Promise<Answer> => {
      const row = await app.db.selectFrom('appointments').select('version').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      return planner.post(`/calendar/edit-appointment/${id}`, {
        ...{ version: row.version, description: 'Praktijk', status: 'planned', max_count: 10, room_id: '-1' },
        ...{ start_datetime: `${formatDate(day)} 09:30`, end_datetime: `${formatDate(day)} 10:30` },
        ...{ 'responsibles[0][contact_id]': jeroen.contact_id, 'responsibles[0][role_id]': 3 },
        ...more,
      })
    }
    expect(asked(await save())).toEqual([expect.stringContaining('Bezoek Zorggroep De Linde')])
    expect((await permitting(save)).status).toBe(204)
  })

  it('in a room is told with the plannings that take it [R-248] [M-089]', async () => {
    const day = nextDay()
    const room = app.story.rooms.zwolle2
    const { id } = await visit(day, '09:00', '10:00', { room_id: room })
    const available = async (more = '') =>
      (
        await planner.get(`/rooms/getAvailability/${room}?from=${at(day, '09:30')}&to=${at(day, '10:30')}${more}`)
      ).json()
    expect(await available()).toEqual({
      available: false,
      message: expect.stringMatching(/ is bezet op de volgende planningen\.$/) as string,
      plannings: [expect.objectContaining({ description: 'Bezoek Zorggroep De Linde', from: at(day, '09:00') })],
    })
    expect(await available(`&except=${id}`)).toEqual({ available: true, message: null, plannings: [] })
    const order = await make.order()
    const twice = await confirm([draft(order, day, '09:30', '10:30', { room_id: room, employee_id: 0 })])
    expect(Object.keys(twice.json())).toEqual(['visits.0.room_id'])
  })
})

describe('an employee', () => {
  const accounts: [string, string, () => Promise<number | null>][] = [
    ['a new contact', 'Fenna de Groot', () => Promise.resolve(null)],
    ['the contact of the same address', 'F. Groot', async () => (await app.db.insertInto('contacts').values({ first_name: 'Fenna', last_name: 'Bos', email: 'fenna2@noordkaap.example' }).returning('id').executeTakeFirstOrThrow()).id], // prettier-ignore
    ['the contact of the same name', 'Sjoerd Postma', async () => (await app.db.insertInto('contacts').values({ first_name: 'Sjoerd', last_name: 'Postma' }).returning('id').executeTakeFirstOrThrow()).id], // prettier-ignore
  ]
  it.each(accounts)(
    'whose account is of no contact is planned once it is linked with %s',
    async (_what, name, known) => {
      const administrator = await app.as(ROLE.administrator)
      const contact = await known()
      const email = `fenna${accounts.findIndex((one) => one[1] === name) + 1}@noordkaap.example`
      const { id } = (await administrator.post('/user/add', { name, email, 'roles[]': ROLE.teacher })).json<{ id: number }>() // prettier-ignore
      const [day, order] = [nextDay(), await make.order()]
      const drafts = [draft(order, day, '09:00', '10:00', { employee_id: id })]
      const text = `${name} is nog geen contact. Een beheerder koppelt dat bij Gebruikers.`
      expect((await confirm(drafts)).json()).toEqual({ 'visits.0.employee_id': [text] })
      expect((await shown(drafts)).text).toContain(text)
      const popup = await administrator.get(`/user/contact/${id}`)
      expect(Number(popup.$('select[name=contact_id] option[selected]').attr('value') ?? -1)).toBe(contact ?? -1)
      expect((await planner.post(`/user/contact/${id}`, { contact_id: contact ?? -1 })).status).toBe(403)
      expect((await administrator.post(`/user/contact/${id}`, { contact_id: jeroen.contact_id })).json()).toEqual({ contact_id: ['Dit contact heeft al een account.'] }) // prettier-ignore
      expect((await administrator.post(`/user/contact/${id}`, { contact_id: contact ?? -1 })).status).toBe(204)
      const linked = await app.db.selectFrom('users').innerJoin('contacts', 'contacts.id', 'users.contact_id').select(['contacts.id', 'contacts.email', 'contacts.gets_account', 'users.roles']).where('users.id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      expect(linked).toMatchObject({ email, gets_account: true, ...(contact === null ? {} : { id: contact }) })
      expect((await administrator.post(`/user/contact/${id}`, { contact_id: -1 })).status).toBe(409)
      expect((await confirm(drafts)).status).toBe(204)
      expect(await app.db.selectFrom('bookings').select('resource_id').where('record', '=', 'visit').where('resource', '=', 'contact').where('record_id', '=', (await stored(order))[0]!.id).execute()).toEqual([{ resource_id: linked.id }]) // prettier-ignore
    },
  )
})

describe('somebody who is reported ill', () => {
  const REPORT = '/replacements/report'
  const report = (day: string, more: Values = {}) => ({ contact_id: jeroen.contact_id, kind: 'sick', first_day: formatDate(day), last_day: formatDate(day), ...more }) // prettier-ignore
  const names = (answer: Answer, id: number) => answer.$(`[data-handed=visit-${id}] .replace-choice b`).toArray().map((one) => answer.$(one).text()) // prettier-ignore
  /** Two who could go, with their contacts. */
  const others = async () => {
    const rows = await app.db.selectFrom('users').select(['id', 'name', 'contact_id']).where('id', 'in', [planner.userId!, (await app.as(ROLE.administrator)).userId!]).orderBy('id').execute() // prettier-ignore
    return rows.map(({ id, name, contact_id }) => ({ id, name, contact_id: contact_id! }))
  }

  it('has visits that who is free takes over, or that wait to be planned again, by one save that is taken back', async () => {
    const [day, people] = [nextDay(), await others()]
    const [first, second, third] = [await visit(day, '08:00', '09:00'), await visit(day, '10:00', '11:00'), await visit(day, '12:00', '13:00')] // prettier-ignore
    await visit(day, '10:30', '11:30', { employee_id: people[0]!.id })
    const open = await planner.post(`${REPORT}/preview`, report(day))
    expect(names(open, first.id)).toEqual(expect.arrayContaining(people.map(({ name }) => name)))
    expect([names(open, second.id).includes(people[0]!.name), names(open, second.id).includes(people[1]!.name)]).toEqual([false, true]) // prettier-ignore
    expect(names(open, first.id)).not.toContain('Jeroen van Dijk')
    expect((await planner.post(REPORT, report(day))).json()).toEqual({ _form: ['Kies nog bij 3 bezoeken wie het overneemt.'] }) // prettier-ignore
    const chosen = report(day, { [`others[visit-${first.id}]`]: people[0]!.contact_id, [`others[visit-${second.id}]`]: -1, [`others[visit-${third.id}]`]: 0 }) // prettier-ignore
    const shown = await planner.post(`${REPORT}/preview`, chosen)
    expect(shown.$('[data-plan-label]').attr('data-plan-label')).toBe('Afwezig melden en 1 bezoek overdragen, 1 bezoek terugzetten') // prettier-ignore
    const saved = await planner.post(REPORT, { ...chosen, plan: String(shown.$('input[name=plan]').val()) })
    expect([saved.status, saved.text.includes('id')]).toEqual([200, true])
    const now = async () => [(await stored(first.order_id))[0]?.employee_id, (await stored(second.order_id)).length, (await stored(third.order_id))[0]?.employee_id] // prettier-ignore
    expect(await now()).toEqual([people[0]!.id, 0, jeroen.id])
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await now()).toEqual([jeroen.id, 1, jeroen.id])
  })

  it('is not replaced by who does something else then, or was taken meanwhile, nor put back what was worked on', async () => {
    const [day, [one]] = [nextDay(), await others()]
    const [first, second] = [await visit(day, '08:00', '09:30'), await visit(day, '09:30', '10:30')]
    await planner.post(`/administration/order/attachDeviceToOrder/${second.order_id}/${await make.device()}`)
    await app.db.updateTable('order_devices').set({ checked: true, checked_on: today() }).where('order_id', '=', second.order_id).execute() // prettier-ignore
    const choose = (a: number, b: number) => report(day, { [`others[visit-${first.id}]`]: a, [`others[visit-${second.id}]`]: b }) // prettier-ignore
    const refused = async (form: Values) => (await planner.post(REPORT, form)).json<Record<string, string[]>>()
    expect(await refused(choose(0, -1))).toEqual({ [`others.visit-${second.id}`]: ['Hieraan is al gewerkt: dit kan niet worden teruggezet.'] }) // prettier-ignore
    expect(await refused(choose(jeroen.contact_id, 0))).toEqual({ [`others.visit-${first.id}`]: ['Deze persoon is dan niet vrij.'] }) // prettier-ignore
    const at = await planner.post(`${REPORT}/preview`, choose(one!.contact_id, one!.contact_id))
    await visit(day, '08:30', '09:00', { employee_id: one!.id })
    const meanwhile = await planner.post(REPORT, { ...choose(one!.contact_id, one!.contact_id), plan: String(at.$('input[name=plan]').val()) }) // prettier-ignore
    expect([meanwhile.status, (await stored(first.order_id))[0]?.employee_id]).toEqual([409, jeroen.id])
    expect(await app.db.selectFrom('absences').select('id').where('contact_id', '=', jeroen.contact_id).where('first_day', '=', day).execute()).toEqual([]) // prettier-ignore
  })
})

/** What keeps a visit from being cancelled, and how that is told. */
const KEPT: [string, (order: number, id: number) => Promise<unknown>, string][] = [
  ['is done', (_order, id) => app.db.updateTable('visits').set({ done: true, done_at: new Date() }).where('id', '=', id).execute(), 'Dit bezoek is afgerond en kan niet worden geannuleerd.'], // prettier-ignore
  ['has an order that was touched by checking a device', (order) => app.db.updateTable('order_devices').set({ checked: true, checked_on: today() }).where('order_id', '=', order).execute(), 'Aan deze order is al gewerkt: dit bezoek kan niet meer worden geannuleerd.'], // prettier-ignore
  ['has an order of which a product was delivered', (order) => planner.post(`/administration/order/markAllDelivered/${order}`), 'Aan deze order is al gewerkt: dit bezoek kan niet meer worden geannuleerd.'], // prettier-ignore
]

describe('cancelling', () => {
  const cancel = (id: number, browser = planner) => browser.delete(`/board/cancelVisit/${id}`)

  it('a visit is a delete, after which its order can be planned again [A-152] [R-247] [M-090]', async () => {
    const { id, order_id } = await visit(nextDay())
    const popup = await planner.get(`/inspections/schedule/${order_id}`)
    expect(popup.$(`[data-post="/board/cancelVisit/${id}"]`).attr('data-confirm')).toBe('Weet u zeker dat u deze planning wilt annuleren?') // prettier-ignore
    expect((await cancel(id, teacher)).status).toBe(403)
    const cancelled = await cancel(id)
    expect([cancelled.status, await stored(order_id), (await cancel(id)).status]).toEqual([204, [], 404])
    expect((await planner.post(`/undo/${cancelled.undo!.set}`)).status).toBe(204)
    expect((await stored(order_id)).map((row) => row.id)).toEqual([id])
  })

  it.each(KEPT)('is refused when the visit %s [A-076] [A-077]', async (_what, change, message) => {
    const { id, order_id } = await visit(nextDay(), '09:00', '10:00', {}, true)
    await planner.post(`/administration/order/attachDeviceToOrder/${order_id}/${await make.device()}`)
    await change(order_id, id)
    const refused = await cancel(id)
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([409, message])
    const popup = await planner.get(`/inspections/schedule/${order_id}`)
    expect(popup.$(`[data-post="/board/cancelVisit/${id}"]`).length).toBe(0)
  })
})

describe('an order', () => {
  it('is planned from its popup, behind what the inspector has, or on the board [A-009] [R-244] [S-150]', async () => {
    const [day, order] = [nextDay(), await make.order({ open: true })]
    await visit(day, '08:00', '09:45')
    const view = await planner.get(`/administration/order/view/${order}`)
    expect(view.text).toContain(`/inspections/schedule/${order}`)
    const popup = await planner.get(`/inspections/schedule/${order}?employee_id=${jeroen.id}&date=${day}`)
    const value = (name: string) => popup.$(`[name=${name}]`).attr('value')
    expect([value('date'), value('start_time')]).toEqual([formatDate(day), '09:45'])
    expect(popup.$(`[href="/inspections/board?order_id=${order}"]`).length).toBe(1)
    const form = { employee_id: jeroen.id, date: formatDate(day), start_time: '09:00', end_time: '10:00' }
    const refused = await planner.post(`/inspections/schedule/${order}`, form)
    expect(refused.json()).toEqual({ start_time: ['Kan geen andere planning overlappen.'] })
    const saved = await planner.post(`/inspections/schedule/${order}`, { ...form, start_time: '09:45', end_time: '10:45' }) // prettier-ignore
    expect([saved.status, (await stored(order)).length]).toEqual([204, 1])
    const kept = await planner.post('/administration/order/delete', { id: order })
    expect(kept.json<{ reasons: object[] }>().reasons).toMatchObject([{ label: 'Bezoeken', count: 1 }])
  })
})

describe('the calendar of the module inspections', () => {
  it('shows visits, each to who may see it [T-260]', async () => {
    const day = nextDay()
    const { id } = await visit(day, '09:00', '10:00')
    const open = await visit(day, '11:00', '12:00', { employee_id: 0 })
    const of = async (browser: Browser) =>
      (await browser.get(`/ajax/getAppointments/inspections?type=d&from=${at(day, '00:00')}&to=${at(addDays(day, 1), '00:00')}`)).json<{ total: number; appointments: { id: number }[] }>() // prettier-ignore
    expect(await of(planner)).toMatchObject({
      total: 2,
      appointments: [
        { id, description: 'Zorggroep De Linde', teachers: ['Jeroen van Dijk'], start_datetime: at(day, '09:00') },
        { id: open.id, status: { key: 'open' } },
      ],
    })
    expect((await of(teacher)).appointments.map((one) => one.id)).toEqual([id])
    expect((await of(await app.as(ROLE.student))).appointments).toEqual([])
  })

  it('is in the feed of who goes: when and where, and not to whom', async () => {
    // A Tuesday, on which he works.
    const day = addDays(today(), 300 + 2 - weekday(addDays(today(), 300)))
    const [own, other] = [await visit(day, '09:00', '10:00'), await visit(day, '11:00', '12:00', { employee_id: 0 })]
    await app.db.updateTable('orders').set({ street: 'Dorpsstraat', street_no: '4', postal_code: '8011 AB', city: 'Zwolle' }).where('id', '=', own.order_id).execute() // prettier-ignore
    const feed = async (browser: Browser) => (await app.anonymous.get(new URL((await browser.get('/ical/getLink')).text).pathname)).text.replaceAll('\r\n ', '') // prettier-ignore
    const { uid } = await app.db.selectFrom('orders').select('uid').where('id', '=', own.order_id).executeTakeFirstOrThrow() // prettier-ignore
    const [, event = ''] = (await feed(teacher)).split(`UID:visit-${own.id}@`)
    const lines = event.slice(0, event.indexOf('END:VEVENT')).split('\r\n')
    expect(lines).toEqual(expect.arrayContaining([`SUMMARY:Bezoek ${uid}`, 'LOCATION:Dorpsstraat 4\\, 8011 AB Zwolle'])) // prettier-ignore
    expect(event).not.toContain('De Linde')
    for (const browser of [teacher, planner]) expect(await feed(browser)).not.toContain(`UID:visit-${other.id}@`)
  })
})
