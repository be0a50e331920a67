// clock
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPlanning } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const form = async (part: number) => shownFields((await planner.get(`/calendar/optionUntil/${part}`)).$)
const say = async (part: number, day: string) =>
  planner.post(`/calendar/optionUntil/${part}`, { ...(await form(part)), option_until: day })
const day = addDays(today(), 20)
const short = formatDate(day).slice(0, 5)

it('says until when a planning is an option, wherever its status stands, until it is confirmed', async () => {
  const { planningId, parts } = await addPlanning(app, { status: 'option', components: [null, null], inDays: 40 })
  const [part] = parts
  const label = `Optie t/m ${short}`
  const saved = await say(part!, formatDate(day))
  expect([saved.status, saved.trigger.flash?.str]).toEqual([204, `Optie tot en met ${formatDate(day)}`])
  expect((await planner.get(`/calendar/view-appointment/${part!}`)).$('.status').first().text().trim()).toBe(label)
  expect((await planner.page(`/plannings?search=${planningId}&when=all`)).text).toContain(label)
  const seconds = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
  const calendar = await planner.get(
    `/ajax/getAppointments/courses?type=m&from=${seconds(30)}&to=${seconds(60)}&appointment_group_id=${planningId}`,
  )
  expect(calendar.text).toContain(label)
  await planner.post(`/undo/${saved.undo!.set}`)
  expect((await planner.get(`/calendar/view-appointment/${part!}`)).$('.status').first().text().trim()).toBe('Optie')
  await say(part!, formatDate(day))
  const confirm = `/calendar/confirm/${part!}`
  await planner.post(confirm, shownFields((await planner.get(confirm)).$))
  expect((await planner.get(`/calendar/view-appointment/${part!}`)).$('.status').first().text().trim()).not.toContain(
    short,
  )
})

it("takes no day that has been, and no save over somebody else's", async () => {
  const { parts } = await addPlanning(app, { status: 'option' })
  const past = await say(parts[0]!, formatDate(addDays(today(), -1)))
  expect(past.json()).toEqual({ option_until: ['Kies vandaag of een dag die nog komt.'] })
  const stale = await form(parts[0]!)
  expect((await say(parts[0]!, formatDate(today()))).status).toBe(204)
  const late = await planner.post(`/calendar/optionUntil/${parts[0]!}`, { ...stale, option_until: formatDate(day) })
  expect(late.status).toBe(409)
})
