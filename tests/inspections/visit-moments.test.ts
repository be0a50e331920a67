// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { sendMailing } from '../../src/system/messages/mailing.job.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { devicesFor } from '../support/order-devices.ts'

const KINDS = ['visit-planned', 'visit-changed', 'visit-cancelled', 'visit-begin']
const COMPANY = 'info@delinde.example'
let app: TestApp
let planner: Browser
let teacher: number
let make: ReturnType<typeof devicesFor>
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = (await app.as(ROLE.teacher)).userId!
  make = devicesFor(app)
  const shipped = await app.db.selectFrom('message_moments').select(['kind', 'active']).where('kind', 'in', KINDS).orderBy('id').execute() // prettier-ignore
  expect(shipped).toEqual(KINDS.map((kind) => ({ kind, active: false })))
  await app.db.updateTable('message_moments').set({ active: false }).execute()
  await app.db.updateTable('companies').set({ email: COMPANY }).where('id', '=', app.story.companies.deLinde).execute() // prettier-ignore
})
afterAll(() => app.close())

const switchOn = async (...kinds: string[]) => {
  await app.db.updateTable('message_moments').set({ active: false }).execute()
  if (kinds.length > 0) await app.db.updateTable('message_moments').set({ active: true, active_since: new Date(Date.now() - 1000) }).where('kind', 'in', kinds).execute() // prettier-ignore
}

/** A weekday far enough ahead, another one each time. */
let days = 700
function nextDay(): string {
  const day = addDays(today(), days++)
  return weekday(day) > 5 ? nextDay() : day
}
type Values = Record<string, string | number>
const fieldsOf = (draft: Values): Values => Object.fromEntries(Object.entries(draft).map(([name, value]) => [`visits[0][${name}]`, value])) // prettier-ignore
const foreseen = async (draft: Values): Promise<string> => {
  const query = new URLSearchParams(Object.entries(fieldsOf(draft)).map(([name, value]): [string, string] => [name, String(value)])).toString() // prettier-ignore
  return (await planner.get(`/schedule/confirm?${query}`)).$('[data-mails] p').text().replaceAll(/\s+/g, ' ').trim()
}
const confirm = async (draft: Values, more: Values = {}) => {
  const answer = await planner.post('/schedule/confirm', { ...fieldsOf(draft), ...more })
  expect([answer.status, answer.text]).toEqual([204, ''])
  return answer
}
const draftOf = (order_id: number, date: string, more: Values = {}): Values => ({ order_id, date, start_time: '09:00', end_time: '10:30', employee_id: teacher, ...more }) // prettier-ignore
const stored = (order: number) => app.db.selectFrom('visits').selectAll().where('order_id', '=', order).executeTakeFirstOrThrow() // prettier-ignore
async function visit(date: string, more: Values = {}, form: Values = {}) {
  const order = await make.order()
  await confirm(draftOf(order, date, more), form)
  return stored(order)
}
/** Confirms the visit at another time. */
async function move({ order_id }: { order_id: number }, date: string, more: Values = {}, form: Values = {}) {
  const { id, version } = await stored(order_id)
  const draft = draftOf(order_id, date, { id, version, ...more })
  const told = await foreseen(draft)
  await confirm(draft, form)
  return told
}
const mailsOf = () =>
  app.db.selectFrom('mails').innerJoin('mailings', 'mailings.id', 'mails.mailing_id').select(['mails.id', 'mails.recipient', 'mailings.id as mailing', 'mailings.subject'])
    .where('mailings.object_type', '=', 'visit').orderBy('mails.id').execute() // prettier-ignore
/** What goes at a moment, by default when the time for undo is over: to whom, and what it says on top. */
async function due(now = new Date(Date.now() + 60_000)): Promise<{ to: string; subject: string; text: string }[]> {
  const before = (await mailsOf()).length
  await sendDue(app.services, now)
  const sent = []
  for (const { id, mailing, recipient } of (await mailsOf()).slice(before)) {
    await sendMailing({ id: mailing }, app.services)
    const { subject, text_body } = await app.db.selectFrom('mails').select(['subject', 'text_body']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    sent.push({ to: recipient, subject, text: text_body })
  }
  return sent
}
const told = async (now?: Date) => (await due(now)).map(({ to, subject }) => [to, subject.split(' op ')[0]!.split(' naar ')[0]]) // prettier-ignore
const PLANNED = [COMPANY, 'Wij komen']
const CHANGED = [COMPANY, 'Ons bezoek is verzet']
const CANCELLED = [COMPANY, 'Ons bezoek']
const REMINDED = [COMPANY, 'Herinnering: wij komen']

describe('a customer', () => {
  it('is told of a visit once it is confirmed, as the question said: when, who, where, and what to prepare', async () => {
    await switchOn(...KINDS)
    const [order, day] = [await make.order(), nextDay()]
    await app.db.updateTable('orders').set({ street: 'Dorpsstraat', street_no: '4', postal_code: '8011 AB', city: 'Zwolle' }).where('id', '=', order).execute() // prettier-ignore
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${await make.device()}`)
    const draft = draftOf(order, day)
    expect(await foreseen(draft)).toBe('1 e-mail gaat vanzelf uit: ‘Bezoek gepland’.')
    expect(await due()).toEqual([])
    await confirm(draft)
    const [mail, ...more] = await due()
    expect([mail!.to, more]).toEqual([COMPANY, []])
    for (const part of ['Jeroen komt bij Zorggroep De Linde op', 'van 09:00 tot 10:30 uur', 'Dorpsstraat 4', 'Aantal apparaten: 1', 'Zorg dat de apparaten bereikbaar zijn']) expect(mail!.text).toContain(part) // prettier-ignore
    expect(await due()).toEqual([])
  })

  it('is the contact of the order where that has an address', async () => {
    await switchOn('visit-planned')
    const [order, { gerrit, anouk }] = [await make.order(), app.story.contacts]
    await app.db.updateTable('contacts').set({ email: 'gerrit@delinde.example' }).where('id', '=', gerrit).execute()
    await app.db.updateTable('orders').set({ contact_id: gerrit }).where('id', '=', order).execute()
    await confirm(draftOf(order, nextDay()))
    expect(await told()).toEqual([['gerrit@delinde.example', 'Wij komen']])
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', anouk).execute()
    const second = await make.order()
    await app.db.updateTable('orders').set({ contact_id: anouk }).where('id', '=', second).execute()
    await confirm(draftOf(second, nextDay()))
    expect(await told()).toEqual([PLANNED])
  })

  it('hears of nobody yet when it is not known who comes', async () => {
    await switchOn(...KINDS)
    const day = nextDay()
    const open = await visit(day, { employee_id: 0 })
    expect(await due()).toEqual([])
    expect(await move(open, day)).toContain('‘Bezoek gepland’')
    expect(await told()).toEqual([PLANNED])
  })

  it('is told once of a visit that moves, however often within the time for undo, and not of another inspector or room', async () => {
    await switchOn(...KINDS)
    const [day, later] = [nextDay(), nextDay()]
    const planned = await visit(day)
    await move(planned, later)
    expect(await told()).toEqual([PLANNED])
    expect(await move(planned, day)).toBe('1 e-mail gaat vanzelf uit: ‘Bezoek verzet’.')
    await move(planned, later, { start_time: '13:00', end_time: '14:00' })
    expect(await told()).toEqual([CHANGED])
    expect(await move(planned, later, { start_time: '13:00', end_time: '14:00', employee_id: planner.userId! })).toBe('') // prettier-ignore
    await move(planned, day)
    await move(planned, later, { start_time: '13:00', end_time: '14:00' })
    expect(await due()).toEqual([])
  })

  it('is not told what the planner leaves out, and later of what holds then', async () => {
    await switchOn(...KINDS)
    const [day, later] = [nextDay(), nextDay()]
    const planned = await visit(day, {}, { quiet: '1' })
    expect(await due()).toEqual([])
    expect(await move(planned, later)).toContain('‘Bezoek gepland’')
    expect(await told()).toEqual([PLANNED])
    await move(planned, day, {}, { quiet: '1' })
    expect(await due()).toEqual([])
    const tab = await planner.get(`/messages/moments/of/visit/${planned.id}`)
    expect(tab.$('li').toArray().map((line) => tab.$(line).text().includes('aan 1 persoon'))).toEqual([true, false, false, false]) // prettier-ignore
  })

  it('who was told is told that it is cancelled, and that it comes back after all', async () => {
    await switchOn(...KINDS)
    const untold = await visit(nextDay())
    expect((await planner.delete(`/board/cancelVisit/${untold.id}`)).status).toBe(204)
    expect(await due()).toEqual([])
    const planned = await visit(nextDay())
    expect(await told()).toEqual([PLANNED])
    const at = await planner.delete(`/board/cancelVisit/${planned.id}`)
    expect((await planner.post(`/undo/${at.undo!.set}`)).status).toBe(204)
    expect(await due()).toEqual([])
    const cancelled = await planner.delete(`/board/cancelVisit/${planned.id}`)
    expect(await told()).toEqual([CANCELLED])
    expect(await due()).toEqual([])
    const undo = (form: Values = {}) => planner.post(`/undo/${cancelled.undo!.set}`, form)
    expect((await undo()).json<{ message: string }>().message).toContain('1 e-mail gaat vanzelf uit: ‘Bezoek verzet’.')
    expect((await undo({ told_read: '1 Bezoek verzet' })).status).toBe(204)
    expect(await told()).toEqual([CHANGED])
    await planner.delete(`/board/cancelVisit/${planned.id}`)
    expect(await told()).toEqual([CANCELLED])
  })

  it('is reminded some days before, each time anew, unless another message just told it', async () => {
    await switchOn(...KINDS)
    const [day, later] = [nextDay(), addDays(nextDay(), 14)]
    const planned = await visit(day)
    expect(await told()).toEqual([PLANNED])
    const before = (date: string, time: string) => instantOf(addDays(date, -2), time)!
    expect(await told(before(day, '08:59'))).toEqual([])
    expect(await told(before(day, '09:00'))).toEqual([REMINDED])
    await move(planned, later)
    expect(await told()).toEqual([CHANGED])
    expect(await told(before(later, '09:00'))).toEqual([REMINDED])
    const soon = await visit(addDays(today(), 1), { start_time: '20:00', end_time: '21:00' })
    expect(await told()).toEqual([PLANNED])
    await move(soon, addDays(today(), 1), { start_time: '21:00', end_time: '22:00' })
    expect(await told()).toEqual([CHANGED])
  })
})
