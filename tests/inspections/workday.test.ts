import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeQuotation } from '../../src/administration/orders/quotations/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, instantOf, today, wallClock } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { devicesFor } from '../support/order-devices.ts'
import { uploadImage } from '../support/upload.ts'

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
const linesOf = (order: number) =>
  app.db.selectFrom('sale_lines').select(['product_id', 'count', 'delivered']).where('order_id', '=', order).orderBy('position').execute() // prettier-ignore
const dueOf = async (id: number) =>
  (await app.db.selectFrom('devices').select('next_on').where('id', '=', id).executeTakeFirstOrThrow()).next_on

/** The fields of a form with these values, and every question of yes or no answered alike. */
function asked(form: Answer, values: Record<string, string>, answer = ''): Record<string, string> {
  const fields: Record<string, string> = { ...values }
  for (const input of form.$('input[type=hidden]').toArray()) {
    const { name, value = '' } = input.attribs
    if (name && !name.endsWith('[]') && name !== 'version') fields[name] = value
  }
  if (answer !== '')
    for (const input of form.$('[data-checklist-block="yes-no"] input[type=radio][value="1"]').toArray())
      fields[input.attribs.name ?? ''] = answer
  return fields
}

/** Rejected with a photo, and offered anew. */
async function reject(order: number, device: number, visit: number): Promise<void> {
  const form = await teacher.get(formOf(order, device, visit))
  const { file_name: photo } = (await uploadImage(teacher, 'checklists')).json<{ file_name: string }>()
  const values = asked(form, { result: 'rejected', remark: 'Slang gescheurd', quote: '1', 'photos[]': photo }, '1')
  expect((await inspect({ order, device, visit }, values)).status).toBe(204)
}

const finish = (visit: number, values: Record<string, string> = {}) =>
  teacher.post(`/workday/done/${visit}`, {
    start_time: '06:00',
    end_time: '06:40',
    unsigned_reason: 'Niemand aanwezig',
    ...values,
  })

describe('a working day', () => {
  it('shows the visits of somebody on a day, with who and which day chosen above them [A-022][A-023][A-193][S-154]', async () => {
    const { order, visit } = await work(2)
    const { starts_at } = await app.db.selectFrom('visits').select('starts_at').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    const { day } = wallClock(starts_at)
    const page = await planner.get(`/workday?employee_id=${app.story.users[ROLE.teacher]}&date=${day}`)
    expect(page.$('select[name=employee_id] option[selected]').attr('value')).toBe(
      String(app.story.users[ROLE.teacher]),
    )
    expect(page.$(`.workday-strip [data-workday-date="${day}"] .tag`).text()).toMatch(/^1/)
    expect(page.$('.workday-month .has-visits[aria-current]').length).toBe(1)
    const card = page.$(`[data-visit=${visit}]`)
    expect(card.text()).toMatch(/06:00–06:45/)
    expect(card.find('.pact[href*=openstreetmap]').length).toBe(1)
    expect(card.text()).toMatch(/0 notities[\s\S]*0 van 2 apparaten/)
    const popup = await planner.get(`/workday/${order}?visit=${visit}`)
    expect(popup.$('.popup-items, [role=tablist]').text()).toMatch(/Apparaten[\s\S]*Acties[\s\S]*Leveren/)
    const options = Buffer.from(popup.$('[data-popup-options]').attr('value')!, 'base64').toString()
    expect(JSON.parse(options)).toContainEqual(expect.objectContaining({ url: `/board/cancelVisit/${visit}`, confirm: 'Weet u zeker dat u deze planning wilt annuleren?' })) // prettier-ignore
  })

  it('tells on which days there are visits, and what they are, as programs read it [A-154][R-251]', async () => {
    const { order, visit } = await work(1)
    const { starts_at } = await app.db.selectFrom('visits').select('starts_at').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    const { day } = wallClock(starts_at)
    const url = `/workday/getData/${app.story.users[ROLE.teacher]}?date=${day}`
    const marked = (await teacher.get(`${url}&retrieveCount=1`)).json<{ date: string; count: number }[]>()
    expect(marked).toContainEqual({ date: day, count: 1 })
    const [told] = (await teacher.get(url)).json<object[]>()
    expect(told).toMatchObject({
      id: visit,
      order_id: order,
      date: day,
      start_time: '06:00',
      end_time: '06:45',
      done: false,
      hasActions: false,
      order: { id: order, contact_id: null, company_id: app.story.companies.deLinde, deviceCount: 1, numberOfNotes: 0 },
    })
    const others = await teacher.get(`/workday/getData/${app.story.users[ROLE.scheduler]}?date=${day}`)
    expect(others.status).toBe(404)
  })

  it('asks which visit is meant where two of the own are equally near [R-249][S-153]', async () => {
    const { order, visit } = await work(1)
    expect((await teacher.get(`/workday/${order}`)).$('[data-workday-visit]').length).toBe(1)
    const { starts_at } = await app.db.selectFrom('visits').select('starts_at').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    const { day } = wallClock(starts_at)
    const { id } = await app.db.insertInto('visits').values({ order_id: order, employee_id: app.story.users[ROLE.teacher]!, starts_at: instantOf(day, '05:00')!, ends_at: instantOf(day, '05:30')! }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const asked = await teacher.get(`/workday/${order}`)
    expect(asked.$(`a[href="/workday/${order}?visit=${visit}"], a[href="/workday/${order}?visit=${id}"]`).length).toBe(
      2,
    )
    expect((await teacher.get(`/workday/${order}?visit=${id}`)).$('[data-workday-visit]').length).toBe(1)
    expect((await teacher.get(`/workday/${order}?visit=${app.story.visits.loose}`)).status).toBe(404)
  })

  it('belongs to who goes: a teacher reads the order of the own visit, and no other', async () => {
    const { order, devices } = await work(1)
    expect((await teacher.get(`/administration/order/view/${order}`)).status).toBe(200)
    const other = await make.order()
    const theirs = await visitOf(other, ROLE.scheduler)
    expect((await teacher.get(`/workday/${other}`)).status).toBe(404)
    expect((await teacher.get(`/administration/order/view/${other}`)).status).toBe(404)
    expect((await teacher.post(`/workday/done/${theirs}`, {})).status).toBe(404)
    const strange = await teacher.post(`/inspections/${other}/${devices[0]}/delete`)
    expect(strange.status).toBe(404)
  })
})

describe('a device at a visit', () => {
  it('is marked done through a form, and reset when it is taken back [A-082][A-083][R-250][R-255]', async () => {
    const { order, devices, visit } = await work(2)
    const [device] = devices as [number]
    const form = await teacher.get(formOf(order, device, visit))
    expect(form.$('[name=result]').length).toBe(8)
    expect(form.$('[data-checklist-block="yes-no"]').length).toBeGreaterThan(2)
    expect(form.$('form').attr('data-fail')).toBe('Er ging iets mis bij het opslaan.')
    const missing = await inspect({ order, device, visit }, {})
    expect([missing.status, missing.json()]).toMatchObject([422, { result: ['Kies een uitslag.'] }])
    const unanswered = await inspect({ order, device, visit }, asked(form, { result: 'approved' }))
    expect(unanswered.status).toBe(422)
    const failing = await inspect({ order, device, visit }, asked(form, { result: 'approved' }, '0'))
    expect(failing.json()).toEqual({ result: [expect.stringMatching(/: Nee. Kies een andere uitslag\.$/)] })
    const answers = asked(form, { result: 'remarked', remark: 'Sticker los' }, '1')
    expect((await inspect({ order, device, visit }, answers)).status).toBe(204)
    expect(await rowOf(order, device)).toMatchObject({ result: 'remarked', remark: 'Sticker los', checked: true, visit_id: visit }) // prettier-ignore
    const stale = await teacher.post(formOf(order, device, visit), { ...answers, version: '1', result: 'rejected' })
    expect(stale.status).toBe(409)
    expect((await teacher.post(`/inspections/${order}/${device}/delete`)).status).toBe(204)
    expect(await rowOf(order, device)).toMatchObject({ result: null, remark: '', checked: false, visit_id: null })
    const { count } = await app.db.selectFrom('checklist_submissions').select((eb) => eb.fn.countAll<string>().as('count')).where('object_type', '=', 'order_device').where('object_id', '=', (await rowOf(order, device)).id).executeTakeFirstOrThrow() // prettier-ignore
    expect(Number(count)).toBe(0)
    expect((await teacher.post(`/inspections/${order}/${device}/delete`)).status).toBe(409)
  })

  it.each([
    ['remarked', {}, 'remark'],
    ['rejected', {}, 'remark'],
    ['rejected', { remark: 'Slang gescheurd' }, 'photos'],
  ])('%s with %o lacks %s', async (result, values, field) => {
    const { order, devices, visit } = await work(1)
    const refused = await inspect({ order, device: devices[0]!, visit }, { result, ...values })
    expect([refused.status, Object.keys(refused.json())]).toMatchObject([
      422,
      expect.arrayContaining([field]) as string[],
    ])
  })

  it('that was not found asks nothing, stays due and is not billed', async () => {
    const { order, devices, visit } = await work(1)
    const [device] = devices as [number]
    const before = await app.db.selectFrom('devices').select('next_on').where('id', '=', device).executeTakeFirstOrThrow() // prettier-ignore
    expect((await inspect({ order, device, visit }, { result: 'not_found' })).status).toBe(204)
    expect(await rowOf(order, device)).toMatchObject({ result: 'not_found', checked: false })
    expect((await finish(visit)).status).toBe(200)
    expect(await app.db.selectFrom('devices').select('next_on').where('id', '=', device).executeTakeFirstOrThrow()).toEqual(before) // prettier-ignore
    expect(await linesOf(order)).toEqual([])
  })

  it('that nobody knew is found in two steps and inspected at once', async () => {
    const { order, visit } = await work(1)
    const known = await make.device()
    const url = `/workday/${order}/found?visit=${visit}`
    expect((await teacher.get(url)).$(`[name=device_id][value=${known}]`).length).toBe(1)
    expect((await teacher.post(url, { kind: 'known', device_id: String(known) })).status).toBe(200)
    const { id } = (await teacher.post(url, { kind: 'new', name: 'Blusdeken keuken' })).json<{ id: number }>()
    expect((await teacher.get(formOf(order, id, visit))).$('[name=result]').length).toBe(8)
    expect((await teacher.post(url, { kind: 'new' })).status).toBe(422)
    const foreign = await teacher.post(url, { kind: 'known', device_id: String(app.story.devices.foreign) })
    expect(foreign.status).toBe(409)
  })

  it('that a phone found without network is inspected by the blank form of its category, once it has an id', async () => {
    const { order, devices, visit } = await work(1)
    const { device_category_id } = await app.db.selectFrom('devices').select('device_category_id').where('id', '=', devices[0]!).executeTakeFirstOrThrow() // prettier-ignore
    const found = await teacher.get(`/workday/${order}/found?visit=${visit}`)
    const blank = found.$('[data-kept-opens]').attr('data-kept-opens')!.replace('{device_category_id}', String(device_category_id)) // prettier-ignore
    const form = await teacher.get(blank)
    expect(form.$('[data-checklist-block="yes-no"]').length).toBeGreaterThan(2)
    const answers = asked(form, { result: 'remarked', remark: 'Stond in de kelder' }, '1')
    expect((await teacher.post(blank, answers)).json()).toMatchObject({ device_id: [expect.any(String)] })
    const added = { kind: 'new', name: 'Blusser kelder', device_category_id: String(device_category_id) }
    const { id } = (await teacher.post(`/workday/${order}/found?visit=${visit}`, added)).json<{ id: number }>()
    expect((await teacher.post(blank, { ...answers, device_id: String(id) })).status).toBe(204)
    expect(await rowOf(order, id)).toMatchObject({ result: 'remarked', checked: true, visit_id: visit })
    // Somebody said something else of it since.
    const again = await teacher.post(blank, { ...answers, device_id: String(id), result: 'rejected' })
    expect(again.status).toBe(409)
  })
})

describe('what a visit delivers', () => {
  it('is ticked, and saved at once [A-184][R-252][R-254]', async () => {
    const order = await make.order({ open: true })
    const visit = await visitOf(order)
    const product = app.story.products.powder
    const url = `/workday/${order}/products/${product}/markDelivered?visit=${visit}`
    const saved = await teacher.post(url, { delivered: '1' })
    expect([saved.status, saved.trigger.flash]).toMatchObject([200, { str: 'Wijziging opgeslagen', type: 'success' }])
    expect(await linesOf(order)).toMatchObject([{ product_id: product, delivered: true }])
    await teacher.post(url, { delivered: '0' })
    expect(await linesOf(order)).toMatchObject([{ delivered: false }])
    const other = await teacher.post(`/workday/${order}/products/${app.story.products.inspection}/markDelivered`, { delivered: '1' }) // prettier-ignore
    expect(other.status).toBe(404)
    const added = await teacher.post(`/workday/${order}/products/add?visit=${visit}`, { product_id: String(product), count: '2' }) // prettier-ignore
    expect(added.status).toBe(204)
    expect((await linesOf(order)).map(({ count, delivered }) => [Number(count), delivered])).toEqual([[1, false], [2, true]]) // prettier-ignore
    const tab = await teacher.get(`/workday/${order}?visit=${visit}&item=products`)
    expect(tab.$('[data-delivered]').length).toBe(1)
    expect(tab.text).not.toMatch(/€/)
  })

  it('and the work at its devices likewise', async () => {
    const { order, devices, visit } = await work(1)
    await planner.post(`/administration/order/placeDeviceActionsOnOrder/${order}/${devices[0]}`)
    const { id } = await app.db.selectFrom('order_actions').select('id').where('order_id', '=', order).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    expect((await teacher.post(`/workday/doneAction/${id}?visit=${visit}`, { done: '1' })).status).toBe(204)
    const row = await app.db.selectFrom('order_actions').select(['done', 'visit_id']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect(row).toEqual({ done: true, visit_id: visit })
    const other = await make.order()
    const theirs = await make.device()
    await planner.post(`/administration/order/placeDeviceActionsOnOrder/${other}/${theirs}`)
    const { id: strange } = await app.db.selectFrom('order_actions').select('id').where('order_id', '=', other).executeTakeFirstOrThrow() // prettier-ignore
    expect((await teacher.post(`/workday/doneAction/${strange}`, { done: '1' })).status).toBe(404)
  })
})

describe('finishing a visit', () => {
  it('is confirmed, holds from then on, and is done once [A-078][A-079][A-080][A-081]', async () => {
    const { order, devices, visit } = await work(1)
    const [device] = devices as [number]
    const form = await teacher.get(`/workday/done/${visit}`)
    expect(form.$('form').attr('hx-confirm')).toBe('Wijzigen is hierna niet langer mogelijk')
    const open = await teacher.get(`/workday/${order}?visit=${visit}`)
    expect(open.text).toContain(`/workday/done/${visit}`)
    expect((await finish(visit, { unsigned_reason: '' })).json()).toMatchObject({
      signature: ['Laat tekenen, of vul in waarom er niemand tekent.'],
    })
    expect((await finish(visit, { end_time: '05:00' })).status).toBe(422)
    expect((await finish(visit, { sends: '1' })).json()).toMatchObject({ mail_to: expect.anything() as string[] })
    await inspect({ order, device, visit }, { result: 'unreachable' })
    expect((await finish(visit)).status).toBe(200)
    expect(await app.db.selectFrom('visits').select(['done', 'done_by', 'unsigned_reason']).where('id', '=', visit).executeTakeFirstOrThrow()).toEqual({ done: true, done_by: app.story.users[ROLE.teacher], unsigned_reason: 'Niemand aanwezig' }) // prettier-ignore
    const done = await teacher.get(`/workday/${order}?visit=${visit}`)
    expect(done.text).not.toContain(`/workday/done/${visit}`)
    expect(done.$('[data-workday-tick]:not([disabled])').length).toBe(0)
    for (const refused of [
      await finish(visit),
      await inspect({ order, device, visit }, { result: 'approved' }),
      await teacher.post(`/inspections/${order}/${device}/delete`),
      await planner.post(`/board/cancelVisit/${visit}`),
      await teacher.post(`/workday/${order}/products/add?visit=${visit}`, { product_id: String(app.story.products.powder) }), // prettier-ignore
    ])
      expect(refused.status).toBe(409)
  })

  it('tells programs the visit [A-155][R-253]', async () => {
    const { order, visit } = await work(1)
    const answer = await finish(visit)
    expect(answer.json()).toMatchObject({ id: visit, order_id: order, done: true })
  })

  it('settles every device, bills what was done, and freezes the report', async () => {
    const { order, devices, visit } = await work(4)
    const [good, bad, gone, old] = devices as [number, number, number, number]
    await app.db
      .updateTable('devices')
      .set({ product_id: app.story.products.powder })
      .where('id', 'in', [bad, old])
      .execute()
    const at = (device: number) => ({ order, device, visit })
    const form = await teacher.get(formOf(order, good, visit))
    expect((await inspect(at(good), asked(form, { result: 'approved' }, '1'))).status).toBe(204)
    await reject(order, bad, visit)
    expect((await inspect(at(gone), { result: 'not_found' })).status).toBe(204)
    const replaced = asked(form, { result: 'replaced', new_serial_number: 'NW-1' }, '1')
    expect((await inspect(at(old), replaced)).status).toBe(204)
    const before = await dueOf(good)
    expect((await finish(visit)).status).toBe(200)
    expect(String(await dueOf(good)) > String(before)).toBe(true)
    const { rows } = await app.pool.query<{ id: number; status: string }>('select id, status from devices where id = any($1)', [devices]) // prettier-ignore
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({ [good]: 'in_use', [bad]: 'rejected', [gone]: 'in_use', [old]: 'disposed' }) // prettier-ignore
    const made = await app.db.selectFrom('devices').select(['serial_number', 'status']).where('replaces_device_id', '=', old).executeTakeFirstOrThrow() // prettier-ignore
    expect(made).toEqual({ serial_number: 'NW-1', status: 'in_use' })
    // Approved one and placed one, and the device itself; the rejected one and the one that was not found cost nothing.
    const lines = await linesOf(order)
    expect(lines.map(({ product_id, count, delivered }) => [product_id, Number(count), delivered])).toEqual([
      [app.story.products.inspection, 2, true],
      [app.story.products.powder, 1, true],
    ])
    const report = await app.db.selectFrom('visit_reports').selectAll().where('visit_id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    expect(report.number).toMatch(/^KR-\d{4}-\d{6}$/)
    const { devices: told } = report.snapshot as { devices: { id: number; result: string }[] }
    expect(told.map(({ id, result }) => [id, result])).toEqual([[good, 'approved'], [bad, 'rejected'], [gone, 'not_found'], [old, 'replaced']]) // prettier-ignore
    // What was rejected was offered anew.
    const [quotation] = await app.db.selectFrom('sale_lines').innerJoin('quotations', 'quotations.id', 'sale_lines.quotation_id').select(['sale_lines.product_id', 'quotations.company_id']).orderBy('quotations.id', 'desc').limit(1).execute() // prettier-ignore
    expect(quotation).toEqual({ product_id: app.story.products.powder, company_id: app.story.companies.deLinde })
    const asksNow = await planner.get(`/administration/order/migrate/${order}`)
    expect(asksNow.text).toContain('Niet gedaan')
  })

  it('bills what is placed beside a contract that covers what is approved', async () => {
    const { order, devices, visit } = await work(2)
    const [good, old] = devices as [number, number]
    const { deLinde } = app.story.companies
    const { inspection } = app.story.products
    const { id: contract } = await app.db.insertInto('inspection_contracts').values({ name: 'Alles in één', company_id: deLinde, begins_at: today(), expires_at: addDays(today(), 400), price_kind: 'fixed', fixed_price: '100', fixed_product_id: inspection }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('contract_products').values({ contract_id: contract, product_id: inspection, amount: 50 }).execute() // prettier-ignore
    await app.db.insertInto('contract_orders').values({ contract_id: contract, order_id: order, period_end: addDays(today(), 400), work_month: `${today().slice(0, 7)}-01` }).execute() // prettier-ignore
    const form = await teacher.get(formOf(order, good, visit))
    await inspect({ order, device: good, visit }, asked(form, { result: 'approved' }, '1'))
    await inspect({ order, device: old, visit }, asked(form, { result: 'replaced' }, '1'))
    expect((await finish(visit)).status).toBe(200)
    expect((await linesOf(order)).map(({ product_id, count }) => [product_id, Number(count)])).toEqual([[inspection, 1]]) // prettier-ignore
    expect(await rowOf(order, good)).toMatchObject({ covered: true })
  })

  it('is all or nothing: what breaks half-way leaves everything as it was', async () => {
    const { order, devices, visit } = await work(2)
    const form = await teacher.get(formOf(order, devices[0]!, visit))
    for (const device of devices) await inspect({ order, device, visit }, asked(form, { result: 'approved' }, '1'))
    await app.owner.pool.query(`create function stop_report() returns trigger language plpgsql as
      'begin raise exception ''stopped''; end'`)
    await app.owner.pool.query(
      'create trigger stop before insert on visit_reports for each row execute function stop_report()',
    )
    try {
      expect((await finish(visit)).status).toBe(500)
    } finally {
      await app.owner.pool.query('drop trigger stop on visit_reports')
      await app.owner.pool.query('drop function stop_report()')
    }
    expect(await linesOf(order)).toEqual([])
    expect(await app.db.selectFrom('visits').select('done').where('id', '=', visit).executeTakeFirstOrThrow()).toEqual({ done: false }) // prettier-ignore
    const twice = await Promise.all([finish(visit), finish(visit)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await linesOf(order)).map(({ count }) => Number(count))).toEqual([2])
  })

  it('is mended by a visit on the same order, whose report replaces the old one', async () => {
    const { order, devices, visit } = await work(1)
    const [device] = devices as [number]
    const form = await teacher.get(formOf(order, device, visit))
    await inspect({ order, device, visit }, asked(form, { result: 'approved' }, '1'))
    await finish(visit)
    const again = await visitOf(order)
    const note = await teacher.get(formOf(order, device, again))
    expect(note.text).toContain('herkeuring')
    const mended = asked(note, { result: 'remarked', remark: 'Toch een deuk' }, '1')
    expect((await inspect({ order, device, visit: again }, mended)).status).toBe(204)
    expect((await finish(again)).status).toBe(200)
    const reports = await app.db.selectFrom('visit_reports').select(['id', 'visit_id', 'replaced_by_id']).where('visit_id', 'in', [visit, again]).orderBy('id').execute() // prettier-ignore
    expect(reports.map(({ visit_id, replaced_by_id }) => [visit_id, replaced_by_id])).toEqual([[visit, reports[1]!.id], [again, null]]) // prettier-ignore
    // What was billed is not billed twice.
    expect((await linesOf(order)).length).toBe(1)
  })
})

describe('a second visit on the same order', () => {
  const fill = async (order: number, device: number, visit: number, values: Record<string, string>) =>
    inspect({ order, device, visit }, asked(await teacher.get(formOf(order, device, visit)), values, '1'))

  it('bills what was put in and done there, and nothing of the first again', async () => {
    const { order, devices, visit } = await work(1)
    const [device] = devices as [number]
    const part = await app.db.selectFrom('product_consumables').select(['product_id', 'consumable_id']).limit(1).executeTakeFirstOrThrow() // prettier-ignore
    await app.db.updateTable('devices').set({ product_id: part.product_id }).where('id', '=', device).execute()
    await planner.post(`/administration/order/placeDeviceActionsOnOrder/${order}/${device}`)
    const action = await app.db.selectFrom('order_actions').select(['id', 'action_id']).where('order_id', '=', order).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.updateTable('actions').set({ product_id: app.story.products.powder }).where('id', '=', action.action_id).execute() // prettier-ignore
    const field = `parts[p${part.consumable_id}][replaced]`
    const second = await visitOf(order)
    const unsaid = await teacher.post(`/workday/doneAction/${action.id}?visit=${visit}`, { done: '1' })
    expect(unsaid.status).toBe(204)
    expect((await fill(order, device, visit, { result: 'approved', [field]: '1' })).status).toBe(204)
    expect((await teacher.get(formOf(order, device, second))).$(`[name="${field}"]`).attr('checked')).toBeDefined()
    expect((await finish(visit)).status).toBe(200)
    const billed = await linesOf(order)
    expect((await teacher.get(formOf(order, device, second))).$(`[name="${field}"]`).attr('checked')).toBeUndefined()
    expect((await fill(order, device, second, { result: 'remarked', remark: 'Deuk' })).status).toBe(204)
    for (const refused of [
      await planner.post(`/administration/order/actionDone/${order}/${device}/${action.action_id}`, { done: '' }),
      await teacher.post(`/workday/doneAction/${action.id}?visit=${second}`, { done: '' }),
    ])
      expect(refused.status).toBe(409)
    expect((await finish(second)).status).toBe(200)
    expect(await linesOf(order)).toEqual(billed)
  })

  it('begins from what the first came to, which is not undone', async () => {
    const { order, devices, visit } = await work(1)
    const [device] = devices as [number]
    await planner.post(`/administration/order/placeDeviceActionsOnOrder/${order}/${device}`)
    const { id } = await app.db.selectFrom('order_actions').select('id').where('order_id', '=', order).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    const said = [
      await teacher.post(`/workday/doneAction/${id}?visit=${visit}`, { done: '1' }),
      await fill(order, device, visit, { result: 'not_found' }),
    ]
    await finish(visit)
    for (const { undo } of said) expect((await teacher.post(`/undo/${undo!.set}`)).status).toBe(409)
    expect(await rowOf(order, device)).toMatchObject({ result: 'not_found', visit_id: visit })
    const second = await visitOf(order)
    const { undo } = await fill(order, device, second, { result: 'approved' })
    expect((await teacher.post(`/undo/${undo!.set}`)).status, 'while the second is open').toBe(204)
  })

  it('bills what was offered anew and is good after all, and offers nothing twice', async () => {
    const { order, devices, visit } = await work(2)
    const [good, bad] = devices as [number, number]
    await app.db.updateTable('devices').set({ product_id: app.story.products.powder }).where('id', 'in', devices).execute() // prettier-ignore
    for (const device of devices) await reject(order, device, visit)
    await finish(visit)
    const quotations = async () => Number((await app.db.selectFrom('quotations').select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()).count) // prettier-ignore
    const before = await quotations()
    const second = await visitOf(order)
    expect((await fill(order, good, second, { result: 'repaired' })).status).toBe(204)
    await reject(order, bad, second)
    expect((await finish(second)).status).toBe(200)
    expect((await linesOf(order)).map(({ count }) => Number(count))).toEqual([1])
    expect(await quotations()).toBe(before)
  })

  it('puts what was disposed of by mistake in use again, and leaves what was replaced', async () => {
    const { order, devices, visit } = await work(2)
    const [back, old] = devices as [number, number]
    await fill(order, back, visit, { result: 'disposed' })
    await fill(order, old, visit, { result: 'replaced', new_serial_number: 'NW-2' })
    await finish(visit)
    const second = await visitOf(order)
    expect((await fill(order, back, second, { result: 'approved' })).status).toBe(204)
    const again = await fill(order, old, second, { result: 'replaced', new_serial_number: 'NW-3' })
    expect([again.status, again.text]).toMatchObject([409, expect.stringContaining('Dit apparaat is vervangen door')])
    expect((await finish(second)).status).toBe(200)
    const { rows } = await app.pool.query<{ status: string }>('select status from devices where id = any($1) order by id', [devices]) // prettier-ignore
    expect(rows).toEqual([{ status: 'in_use' }, { status: 'disposed' }])
  })
})

describe('a device that was placed', () => {
  it('comes onto the order where nobody said as what it is billed, so that it is asked', async () => {
    const { order, devices, visit } = await work(1)
    const [device] = devices as [number]
    const { value } = await app.db.selectFrom('settings').select('value').where('key', '=', 'inspections').executeTakeFirstOrThrow() // prettier-ignore
    const settle = (to: unknown) => app.db.updateTable('settings').set({ value: JSON.stringify(to) }).where('key', '=', 'inspections').execute() // prettier-ignore
    await app.db.updateTable('devices').set({ device_category_id: null }).where('id', '=', device).execute()
    await settle({ ...(value as object), installed_product_id: null })
    try {
      const answer = await inspect({ order, device, visit }, { result: 'replaced', new_serial_number: 'NW-4' })
      expect([answer.status, (await finish(visit)).status]).toEqual([204, 200])
      const { id } = await app.db.selectFrom('devices').select('id').where('replaces_device_id', '=', device).executeTakeFirstOrThrow() // prettier-ignore
      expect(await rowOf(order, id)).toMatchObject({ checked: false, destination: null })
      const asks = await planner.get(`/administration/order/migrate/${order}`)
      expect(asks.text).toContain('welk product op de factuur komt als een apparaat is geplaatst')
    } finally {
      await settle(value)
    }
  })
})

describe('a visit that is not finished', () => {
  it('keeps its order from being migrated, and stays once a device was looked for at it', async () => {
    const { order, devices, visit } = await work(1)
    await inspect({ order, device: devices[0]!, visit }, { result: 'not_found' })
    const migrated = await planner.post(`/administration/order/migrate/${order}`)
    expect([migrated.status, migrated.text]).toMatchObject([409, expect.stringContaining('Rond dat eerst af')])
    const cancelled = await planner.post(`/board/cancelVisit/${visit}`)
    expect([cancelled.status, cancelled.text]).toMatchObject([409, expect.stringContaining('al gewerkt')])
    expect((await finish(visit)).status).toBe(200)
  })

  it('is named where work is done while two are open: it is billed with one of them', async () => {
    const { order, devices, visit } = await work(1)
    await planner.post(`/administration/order/placeDeviceActionsOnOrder/${order}/${devices[0]}`)
    const { id } = await app.db.selectFrom('order_actions').select('id').where('order_id', '=', order).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    const { starts_at } = await app.db.selectFrom('visits').select('starts_at').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    const { day } = wallClock(starts_at)
    await app.db.insertInto('visits').values({ order_id: order, employee_id: app.story.users[ROLE.teacher]!, starts_at: instantOf(day, '05:00')!, ends_at: instantOf(day, '05:30')! }).execute() // prettier-ignore
    expect((await teacher.post(`/workday/doneAction/${id}`, { done: '1' })).status).toBe(409)
  })
})

describe('from quotation to invoice', () => {
  it('goes by order, board and working day, each leading to the next [A-001]', async () => {
    const { deLinde } = app.story.companies
    const { powder } = app.story.products
    const employee_id = app.story.users[ROLE.scheduler]!
    const quotation = await inTransaction(app.db, null, (trx) =>
      makeQuotation(trx, {
        company_id: deLinde,
        contact_id: null,
        employee_id,
        added: [{ product_id: powder, count: '1' }],
      }),
    )
    await planner.post(`/administration/quotation/mark_sent/${quotation}`)
    const made = await planner.post(`/administration/quotation/makeOrderFromQuotation/${quotation}`)
    const { id: order } = made.json<{ id: number }>()
    const device = await make.device()
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)
    const day = addDays(today(), ++days)
    const draft = { order_id: order, employee_id: app.story.users[ROLE.teacher]!, date: day, start_time: '06:00', end_time: '06:45' } // prettier-ignore
    const fields = Object.fromEntries(Object.entries(draft).map(([name, value]) => [`visits[0][${name}]`, String(value)])) // prettier-ignore
    expect((await planner.post('/schedule/confirm', fields)).status).toBeLessThan(300)
    const { id: visit } = await app.db.selectFrom('visits').select('id').where('order_id', '=', order).executeTakeFirstOrThrow() // prettier-ignore
    await teacher.post(`/workday/${order}/products/${powder}/markDelivered?visit=${visit}`, { delivered: '1' })
    const form = await teacher.get(formOf(order, device, visit))
    await inspect({ order, device, visit }, asked(form, { result: 'approved' }, '1'))
    expect((await finish(visit)).status).toBe(200)
    const opened = (await planner.get(`/administration/order/migrate/${order}`)).$('form').serializeArray()
    const billed = await planner.post(`/administration/order/migrate/${order}`, Object.fromEntries(opened.map(({ name, value }) => [name, value]))) // prettier-ignore
    expect(billed.status).toBeLessThan(300)
    const lines = await app.db.selectFrom('sale_lines').innerJoin('invoices', 'invoices.id', 'sale_lines.invoice_id').select('sale_lines.product_id').where('invoices.order_id', '=', order).orderBy('sale_lines.position').execute() // prettier-ignore
    expect(lines.map(({ product_id }) => product_id)).toEqual([powder, app.story.products.inspection])
  })
})

describe('what a phone keeps of the day of an inspector', () => {
  interface Kept {
    page: { url: string; stamp: string }
    parts: { url: string; stamp: string }[]
  }
  const keptBy = async (who: Browser) => (await who.get('/workday/kept')).json<Kept>()

  it('is the own visits of today and tomorrow with their forms, told anew where something changed', async () => {
    const { order, devices, visit } = await work(2)
    await app.db.updateTable('visits').set({ starts_at: instantOf(today(), '01:00')!, ends_at: instantOf(today(), '01:30')! }).where('id', '=', visit).execute() // prettier-ignore
    const others = await visitOf(await make.order(), ROLE.scheduler, today())
    const popup = `/workday/${order}?visit=${visit}`
    const found = [
      `/workday/${order}/found?visit=${visit}`,
      `/workday/${order}/found/doneForm?visit=${visit}&category=`,
    ]
    const own = [popup, `/workday/done/${visit}`, ...found, ...devices.map((device) => formOf(order, device, visit))]
    const before = await keptBy(teacher)
    const urls = before.parts.map(({ url }) => url)
    expect(before.page.url).toBe('/workday')
    expect(urls).toEqual(expect.arrayContaining([`/workday/visits?date=${today()}`, ...own]))
    expect(urls.filter((url) => url.endsWith(`visit=${others}`))).toEqual([])
    const { $ } = await teacher.get(popup)
    const tabs = $('[role=tab]').toArray().map((tab) => $(tab).attr('data-url')) // prettier-ignore
    expect(urls).toEqual(expect.arrayContaining(tabs))
    // Every one of them is an answer of the server, to this viewer alone.
    for (const url of own) expect([url, (await teacher.get(url)).status]).toEqual([url, 200])
    expect(await keptBy(teacher)).toEqual(before)
    expect((await inspect({ order, device: devices[0]!, visit }, { result: 'not_found' })).status).toBe(204)
    const stamps = new Map(before.parts.map(({ url, stamp }) => [url, stamp]))
    const changed = (await keptBy(teacher)).parts.filter(({ url, stamp }) => stamps.get(url) !== stamp)
    expect(changed.map(({ url }) => url)).toEqual(
      expect.arrayContaining([popup, own[1], formOf(order, devices[0]!, visit)]),
    )
    expect(changed.map(({ url }) => url)).not.toContain(formOf(order, devices[1]!, visit))
    const planned = (await keptBy(planner)).parts.map(({ url }) => url)
    expect(planned.filter((url) => own.includes(url))).toEqual([])
    expect(planned).toContain(`/workday/visits?date=${today()}&employee_id=${app.story.users[ROLE.scheduler]}`)
  })
})
