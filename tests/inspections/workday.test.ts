import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, wallClock } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { devicesFor } from '../support/order-devices.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
let make: ReturnType<typeof devicesFor>
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
  make = devicesFor(app)
})
afterAll(() => app.close())

/** Visits of one day each, so that none overlaps another. */
let days = 40
async function visitOf(order: number, role: number = ROLE.teacher, day = addDays(today(), ++days)): Promise<number> {
  const { id } = await app.db
    .insertInto('visits')
    .values({
      order_id: order,
      employee_id: app.story.users[role]!,
      starts_at: instantOf(day, '06:00')!,
      ends_at: instantOf(day, '06:45')!,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An order with devices of its customer, and a visit of the teacher. */
async function work(count: number) {
  const order = await make.order()
  const devices: number[] = []
  for (let i = 0; i < count; i++) {
    const device = await make.device()
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)
    devices.push(device)
  }
  return { order, devices, visit: await visitOf(order) }
}

const formOf = (order: number, device: number, visit: number) =>
  `/workday/${order}/devices/${device}/doneForm?visit=${visit}`
const rowOf = (order: number, device: number) =>
  app.db.selectFrom('order_devices').selectAll().where('order_id', '=', order).where('device_id', '=', device).executeTakeFirstOrThrow() // prettier-ignore

/** Fills the form of a device in as it stands, with these values. */
async function inspect(at: { order: number; device: number; visit: number }, values: Record<string, string>) {
  const row = await rowOf(at.order, at.device)
  return teacher.post(formOf(at.order, at.device, at.visit), { version: String(row.version), ...values })
}
const finish = (visit: number, values: Record<string, string> = {}) =>
  teacher.post(`/workday/done/${visit}`, {
    start_time: '06:00',
    end_time: '06:40',
    unsigned_reason: 'Niemand aanwezig',
    ...values,
  })

describe('a working day', () => {
  it('shows the visits of somebody on a day, with who and which day chosen above them [A-022][A-023]', async () => {
    const { order, visit } = await work(2)
    const { starts_at } = await app.db.selectFrom('visits').select('starts_at').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    const { day } = wallClock(starts_at)
    const page = await planner.get(`/workday?employee_id=${app.story.users[ROLE.teacher]}&date=${day}`)
    expect(page.$('select[name=employee_id] option[selected]').attr('value')).toBe(String(app.story.users[ROLE.teacher]))
    expect(page.$(`.workday-strip [data-workday-date="${day}"] .tag`).text()).toMatch(/^1/)
    expect(page.$('.workday-month .has-visits[aria-current]').length).toBe(1)
    const card = page.$(`[data-visit=${visit}]`)
    expect(card.text()).toMatch(/06:00–06:45/)
    expect(card.find('.pact[href*=openstreetmap]').length).toBe(1)
    expect(card.text()).toMatch(/0 notities[\s\S]*0 van 2 apparaten/)
    const popup = await planner.get(`/workday/${order}?visit=${visit}`)
    expect(popup.$('.popup-items, [role=tablist]').text()).toMatch(/Apparaten[\s\S]*Acties[\s\S]*Leveren/)
    expect(popup.html).toContain(`/board/cancelVisit/${visit}`)
    expect(popup.html).toContain('Weet u zeker dat u deze planning wilt annuleren?')
  })
})
