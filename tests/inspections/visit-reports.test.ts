import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { personData, retentionKinds } from '../../src/system/privacy/points.ts'
import { layoutKinds } from '../../src/system/layouts/points.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import type { Browser } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { pngOf } from '../support/images.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { devicesFor } from '../support/order-devices.ts'
import { readPdf } from '../support/pdf.ts'

let mailing: MailingApp
let app: MailingApp['app']
let planner: Browser
let teacher: Browser
let make: ReturnType<typeof devicesFor>
beforeAll(async () => {
  mailing = await mailingApp()
  app = mailing.app
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
  make = devicesFor(app)
})
afterAll(() => mailing.close())

/** Visits of one day each, so that none overlaps another. */
let days = 60
async function visitOf(order: number): Promise<number> {
  const day = addDays(today(), ++days)
  const slot = { starts_at: instantOf(day, '06:00')!, ends_at: instantOf(day, '06:45')! }
  const values = { order_id: order, employee_id: app.story.users[ROLE.teacher]!, ...slot }
  return (await app.db.insertInto('visits').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const seen = (checked: boolean) => ({ checked, checked_on: checked ? today() : null })

/** A visit with as many devices as are given, each with what came of it. */
async function inspected(results: Record<string, string>[], order?: number, known?: number[]) {
  const on = order ?? (await make.order())
  const devices = known ?? []
  if (known === undefined)
    for (let i = 0; i < results.length; i++) {
      const device = await make.device()
      await planner.post(`/administration/order/attachDeviceToOrder/${on}/${device}`)
      devices.push(device)
    }
  const visit = await visitOf(on)
  for (const [i, values] of results.entries())
    await app.db
      .updateTable('order_devices')
      .set({
        visit_id: visit,
        remark: '',
        inspected_at: new Date(),
        ...seen(values.result !== 'not_found'),
        ...values,
      } as never)
      .where('order_id', '=', on)
      .where('device_id', '=', devices[i]!)
      .execute()
  return { order: on, devices, visit }
}

const finish = (visit: number, values: Record<string, string> = {}) =>
  teacher.post(`/workday/done/${visit}`, { start_time: '06:00', end_time: '06:40', unsigned_reason: 'Niemand aanwezig', ...values }) // prettier-ignore
const reportOf = (visit: number) =>
  app.db.selectFrom('visit_reports').selectAll().where('visit_id', '=', visit).executeTakeFirstOrThrow()
const mailsOf = (order: number) =>
  app.db.selectFrom('mails').selectAll().where('object_type', '=', 'order').where('object_id', '=', order).execute()
const textOf = (bytes: Buffer) => readPdf(bytes).pages.map((lines) => lines.join('\n'))

const SIGNATURE = `data:image/png;base64,${pngOf(120, 40).toString('base64')}`

describe('the report of a visit', () => {
  it('says as PDF what was found, device by device, with what is advised and who signed', async () => {
    const { visit, devices } = await inspected([
      { result: 'approved' },
      { result: 'rejected', remark: 'Slang gescheurd bij de koppeling', follow_up: 'quote' },
      { result: 'not_found' },
    ])
    await app.db.updateTable('devices').set({ product_id: app.story.products.extinguisher, serial_number: 'PB-17-40113' }).where('id', '=', devices[1]!).execute() // prettier-ignore
    const done = await finish(visit, { signed_by: 'Fenna Dijkstra', signature: SIGNATURE, remark: 'Sleutel ligt bij de balie' }) // prettier-ignore
    expect(done.status, done.text).toBe(200)
    const { number } = await reportOf(visit)
    const answer = await teacher.get(`/workday/report/${visit}`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const [page] = textOf(answer.bytes)
    expect(page).toMatch(/Noordkaap[\s\S]*Keuringsrapport[\s\S]*Klant[\s\S]*06:00–06:40/)
    expect(page).toMatch(/1\ngoedgekeurd\n1\nafgekeurd\n1\nniet aangetroffen\n3\napparaten/)
    expect(page).toMatch(/PB-17-40113[\s\S]*Afgekeurd 1\nniet\s+gebruiken/)
    expect(page).toMatch(/Niet\s+aangetroffen\s+blijft te\s+keuren/)
    expect(page).toMatch(/Opmerkingen en advies[\s\S]*Slang gescheurd bij de koppeling[\s\S]*Een offerte volgt\./)
    expect(page).toMatch(/Over het bezoek\nSleutel ligt bij de balie/)
    expect(page).toMatch(/Fenna Dijkstra/)
    expect(page).toContain(`Keuringsrapport ${number}, bladzijde 1 van 1`)
  })

  it('goes on over pages with forty devices and long texts, the labels above each part of the table', async () => {
    const long = 'De slang toont slijtage over de hele lengte en is op drie plaatsen geknikt. '.repeat(12).trim()
    const { visit } = await inspected(Array.from({ length: 40 }, (_, i) => ({ result: i % 4 === 0 ? 'remarked' : 'approved', remark: i % 4 === 0 ? long : '' }))) // prettier-ignore
    await finish(visit)
    const pages = textOf((await teacher.get(`/workday/report/${visit}`)).bytes)
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((page, i) => expect(page).toContain(`bladzijde ${i + 1} van ${pages.length}`))
    expect(pages.filter((page) => page.includes('\nApparaat\nPlaats\n')).length).toBeGreaterThan(1)
    expect(pages.join('\n').match(/Blusser op order\ngeen serienummer/g)?.length).toBe(40)
    expect(pages.at(-1)).toMatch(/Niet getekend: Niemand aanwezig/)
  })

  it('is drawn once, whoever asks first, and stays as it is', async () => {
    const { visit, devices } = await inspected([{ result: 'approved' }])
    await finish(visit)
    expect((await reportOf(visit)).file_id).toBeNull()
    await app.runJobs('report.draw')
    const { file_id } = await reportOf(visit)
    expect(file_id).not.toBeNull()
    const first = await planner.get(`/workday/report/${visit}`)
    await app.db.updateTable('devices').set({ name: 'Heet nu anders' }).where('id', '=', devices[0]!).execute()
    await app.services.registry.manifests.find(({ jobs }) => jobs?.['report.draw'])!.jobs!['report.draw']!({ visit }, app.services) // prettier-ignore
    expect((await planner.get(`/workday/report/${visit}`)).bytes.equals(first.bytes)).toBe(true)
    expect((await reportOf(visit)).file_id).toBe(file_id)
    const { number } = await reportOf(visit)
    const kept = await app.db.selectFrom('stored_files').select('id').where('storage_key', '=', `reports/${number}.pdf`).execute() // prettier-ignore
    expect(kept).toEqual([{ id: file_id }])
  })

  it('is mailed once to the address that was given, and stands with the order', async () => {
    await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 30}' where key = 'mail'`)
    const { visit, order } = await inspected([{ result: 'rejected', remark: 'Lek' }])
    const done = await finish(visit, { sends: '1', mail_to: 'facilitair@zorggroep.example' })
    expect(done.status, done.text).toBe(200)
    const [waiting] = await mailsOf(order)
    expect(waiting).toMatchObject({ recipient: 'facilitair@zorggroep.example', state: 'queued' })
    const waits = await app.pool.query<{ waits: boolean }>(
      `select run_at > now() as waits from graphile_worker._private_jobs where key = $1`,
      [`mailing-${waiting!.mailing_id}`],
    )
    expect(waits.rows).toEqual([{ waits: true }])
    const job = app.services.registry.manifests.find(({ jobs }) => jobs?.['message.mailing'])!.jobs!['message.mailing']!
    await job({ id: waiting!.mailing_id }, app.services)
    await job({ id: waiting!.mailing_id }, app.services)
    const { number } = await reportOf(visit)
    const sent = mailing.smtp.received.filter(({ to }) => to === 'facilitair@zorggroep.example')
    expect(sent.map(({ files }) => files)).toEqual([[`keuringsrapport-${number}.pdf`]])
    const [mail] = await mailsOf(order)
    expect(mail).toMatchObject({ state: 'sent', subject: `Keuringsrapport ${number}` })
    expect(mail!.text_body).toMatch(/1 afgekeurd[\s\S]*Let op/)
    expect((await planner.get(`/messages?embed=1&order_id=${order}`)).text).toContain(number)
  })

  it('does not leave once its mail is stopped while it waits', async () => {
    const { visit, order } = await inspected([{ result: 'approved' }])
    await finish(visit, { sends: '1', mail_to: 'stop@zorggroep.example' })
    const [waiting] = await mailsOf(order)
    const stopped = await planner.post(`/messages/delete/${waiting!.id}`)
    expect(stopped.status, stopped.text).toBe(204)
    await app.runJobs('message.mailing')
    expect(mailing.smtp.received.filter(({ to }) => to === 'stop@zorggroep.example')).toEqual([])
  })
})

describe('a layout of one’s own', () => {
  it('draws the reports that are made from then on, and nothing that was made', async () => {
    const findings = [{ result: 'rejected', remark: 'Lek' }, { result: 'approved' }, { result: 'not_found' }]
    const layouts = () => app.db.updateTable('layouts').where('kind', '=', 'visit_report')
    const read = async (visit: number) => (await planner.get(`/workday/report/${visit}`)).bytes
    const [before, ...after] = [await inspected(findings), await inspected(findings), await inspected(findings)]
    await finish(before.visit)
    const kind = app.services.registry.all(layoutKinds).find((one) => one.kind === 'visit_report')!
    await layouts().set({ source: kind.template.replace('{{ melding }}', 'ZELF').replace('melding != ""', 'titel != ""') }).execute() // prettier-ignore
    for (const { visit } of after) await finish(visit)
    expect(textOf(await read(before.visit))[0]).not.toContain('ZELF')
    const own = await read(after[0].visit)
    expect(textOf(own)[0]).toContain('ZELF')
    await layouts().set({ source: '{% for i in (1..90000000) %}x{% endfor %}' }).execute()
    expect(await read(after[0].visit)).toEqual(own)
    expect(textOf(await read(after[1].visit))[0]).toContain('ZELF')
    const refused = await inspected(findings)
    await finish(refused.visit)
    expect(textOf(await read(refused.visit))[0]).toContain('Lek')
    await layouts().set({ source: null }).execute()
  })
})

describe('reports on screen', () => {
  it('stand with order and device; one that a later visit replaces says by which', async () => {
    const { order, devices, visit } = await inspected([{ result: 'rejected', remark: 'Lek' }])
    await finish(visit)
    const again = await inspected([{ result: 'approved' }], order, devices)
    await finish(again.visit)
    const [first, second] = [await reportOf(visit), await reportOf(again.visit)]
    for (const url of [`/administration/order/reports/${order}`, `/inspections/devices/reports/${devices[0]}`]) {
      const tab = await planner.get(url)
      const of = (id: number) => tab.$(`[data-report=${id}]`).text()
      expect(of(visit)).toMatch(new RegExp(`${first.number}[\\s\\S]*Vervangen door ${second.number} van`))
      expect(of(again.visit)).toMatch(new RegExp(`${second.number}[\\s\\S]*Geldig`))
    }
    expect((await planner.get(`/workday/report/${visit}`)).status).toBe(200)
    expect(textOf((await planner.get(`/workday/report/${again.visit}`)).bytes)[0]).toContain(`Dit rapport vervangt ${first.number}.`) // prettier-ignore
    expect((await planner.get(`/inspections/visits/view/${visit}`)).text).toContain(`/workday/report/${visit}`)
    const old = await app.anonymous.get(`/verify/${first.token}`)
    expect(old.text).toContain(`vervangen door ${second.number}`)
  })

  it('are read by planners, by who did the visit, and by who leads the company whose devices they tell of', async () => {
    const { visit, devices } = await inspected([{ result: 'approved' }])
    await app.db.updateTable('visits').set({ employee_id: app.story.users[ROLE.scheduler]! }).where('id', '=', visit).execute() // prettier-ignore
    await planner.post(`/workday/done/${visit}`, { start_time: '06:00', end_time: '06:40', unsigned_reason: 'Niemand' })
    const own = `/workday/report/${visit}`
    const ofDevice = `/inspections/devices/report/${devices[0]}/${visit}`
    const asked = async (role: number, url: string) => (await (await app.as(role)).get(url)).status
    expect(await asked(ROLE.administrator, own)).toBe(200)
    expect(await asked(ROLE.teacher, own)).toBe(404)
    expect(await asked(ROLE.supervisor, own)).toBe(403)
    expect(await asked(ROLE.supervisor, ofDevice)).toBe(200)
    expect(await asked(ROLE.student, ofDevice)).toBe(403)
    expect(await asked(ROLE.supervisor, `/inspections/devices/report/${app.story.devices.foreign}/${visit}`)).toBe(404)
    // Whose it is now was not told of it.
    await app.db.updateTable('devices').set({ company_id: app.story.companies.vanLoon }).where('id', '=', devices[0]!).execute() // prettier-ignore
    expect(await asked(ROLE.administrator, ofDevice)).toBe(404)
  })
})

describe('the check page of a report', () => {
  it('tells number, firm, day and results to who has the code, and nothing of whose it is', async () => {
    const { visit } = await inspected([{ result: 'approved' }, { result: 'rejected', remark: 'Lek bij mevrouw Smit' }])
    await finish(visit, { signed_by: 'Fenna Dijkstra', signature: SIGNATURE })
    const { token, number, snapshot } = await reportOf(visit)
    const page = await app.anonymous.get(`/verify/${token}`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.$('title').text()).toMatch(/^Keuringsrapport controleren/)
    expect(page.$('.status').text()).toBe('Geldig')
    expect(page.$('dl').text()).toMatch(new RegExp(`${number}[\\s\\S]*Goedgekeurd1Afgekeurd1Apparaten2`))
    const told = snapshot as { customer: string; inspector: string; address: string[] }
    for (const secret of [told.customer, told.inspector, ...told.address, 'Fenna', 'Smit'])
      if (secret !== '') expect(page.text).not.toContain(secret)
    const unknown = await app.anonymous.get(`/verify/${'x'.repeat(32)}`)
    expect([unknown.status, unknown.text.includes('Onbekend')]).toEqual([200, true])
  })
})

describe('what a report says of people', () => {
  it('is in their file, and goes with them: the report is then drawn without whose it is', async () => {
    const contact = await addContact(app.db)
    await app.db.updateTable('contacts').set({ email: 'greet@particulier.example', last_name: 'Oosterhuis' }).where('id', '=', contact).execute() // prettier-ignore
    const { visit, order } = await inspected([{ result: 'approved', remark: 'Naast het bed van mevrouw Oosterhuis' }])
    await app.db.updateTable('orders').set({ company_id: null, contact_id: contact }).where('id', '=', order).execute()
    const ofCompany = await inspected([{ result: 'approved' }])
    for (const one of [visit, ofCompany.visit])
      await finish(one, { signed_by: 'G. Oosterhuis', signature: SIGNATURE, sends: '1', mail_to: 'Greet@particulier.example' }) // prettier-ignore
    await app.runJobs('report.draw')
    const source = app.services.registry.all(personData).find(({ key }) => key === 'visit_reports')!
    expect((await source.collect(app.services, contact)).length).toBe(2)
    const administrator = await app.as(ROLE.administrator)
    const done = await administrator.post(`/privacy/anonymise/${contact}`, { word: 'anonimiseren' })
    expect(done.status, done.text).toBe(204)
    const [own, kept] = [await reportOf(visit), await reportOf(ofCompany.visit)]
    expect([own.mail_to, own.file_id, kept.mail_to]).toEqual([null, null, null])
    expect(kept.file_id).not.toBeNull()
    expect(textOf((await planner.get(`/workday/report/${visit}`)).bytes).join('\n')).not.toMatch(/Oosterhuis/)
    const signing = await app.db.selectFrom('visits').select(['signed_by', 'signature_id']).where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    expect(signing).toEqual({ signed_by: null, signature_id: null })
    const { rows } = await app.pool.query(`select 1 from history where record_type = 'visit' and record_id = $1 and changes::text like '%Oosterhuis%'`, [visit]) // prettier-ignore
    expect(rows).toEqual([])
  })

  it('goes with the photos of devices that leave their orders', async () => {
    const contact = await addContact(app.db, { last_name: 'Fotogeniek' })
    const { order, devices } = await inspected([{ result: 'rejected', remark: 'In de slaapkamer' }])
    await app.db.updateTable('orders').set({ company_id: null, contact_id: contact }).where('id', '=', order).execute()
    await app.db.updateTable('devices').set({ company_id: null, contact_id: contact }).where('id', '=', devices[0]!).execute() // prettier-ignore
    const photo = await app.db.insertInto('stored_files').values({ storage_key: 'uploads/slaapkamer.png', name: 'foto.png', mime_type: 'image/png', byte_size: 1, sha256: 'a'.repeat(64), created_by: teacher.userId! }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('order_device_files').values({ order_id: order, device_id: devices[0]!, file_id: photo.id }).execute() // prettier-ignore
    const done = await (await app.as(ROLE.administrator)).post(`/privacy/anonymise/${contact}`, { word: 'anonimiseren' }) // prettier-ignore
    expect(done.status, done.text).toBe(204)
    expect(await app.db.selectFrom('stored_files').select('id').where('id', '=', photo.id).execute()).toEqual([])
  })

  it('keeps signature and photos for a while, and then in the report alone', async () => {
    const { visit, order, devices } = await inspected([{ result: 'approved' }])
    await finish(visit, { signed_by: 'Fenna Dijkstra', signature: SIGNATURE })
    const { signature_id } = await app.db.selectFrom('visits').select('signature_id').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    const photo = await app.db.insertInto('stored_files').values({ storage_key: 'uploads/foto.png', name: 'foto.png', mime_type: 'image/png', byte_size: 1, sha256: 'a'.repeat(64), created_by: teacher.userId! }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('order_device_files').values({ order_id: order, device_id: devices[0]!, file_id: photo.id }).execute() // prettier-ignore
    const kinds = app.services.registry.all(retentionKinds).filter(({ key }) => key === 'visit-signatures' || key === 'inspection-photos') // prettier-ignore
    const later = new Date(Date.now() + 60_000)
    const removed = () => app.db.transaction().execute(async (trx) => {
      const counts: number[] = []
      for (const kind of kinds) counts.push(await kind.remove(trx, later, app.services))
      return counts
    }) // prettier-ignore
    await removed()
    const files = () => app.db.selectFrom('stored_files').select('id').where('id', 'in', [signature_id!, photo.id]).execute() // prettier-ignore
    expect((await files()).length, 'what is not drawn yet stays').toBe(2)
    await app.runJobs('report.draw')
    expect(await removed()).toEqual(expect.arrayContaining([1]))
    expect(await files()).toEqual([])
    expect((await planner.get(`/workday/report/${visit}`)).status).toBe(200)
  })
})

describe('what the own firm measures with', () => {
  let meters = 7_000_000

  it('is offered while it is calibrated, and stands on no order, contract or list of what is due', async () => {
    const own = app.story.companies.own
    const administrator = await app.as(ROLE.administrator)
    await app.owner.pool.query(`update settings set value = value || $1 where key = 'inspections'`, [{ own_company_id: own }]) // prettier-ignore
    expect((await administrator.get('/settings/inspections')).text).toContain('Eigen onderneming')
    const meter = async (name: string, calibrated: string) => {
      const values = { company_id: own, number: ++meters, name, calibration_days: 365, installed_on: calibrated }
      return (await app.db.insertInto('devices').values(values).returning('id').executeTakeFirstOrThrow()).id
    }
    const good = await meter('Meter MI-2', addDays(today(), -100))
    const expired = await meter('Meter MI-1', addDays(today(), -366))
    const { order, devices, visit } = await inspected([{ result: 'approved' }, { result: 'approved' }])
    await app.db.updateTable('order_devices').set({ ...seen(false), result: null, inspected_at: null, visit_id: null }).where('order_id', '=', order).execute() // prettier-ignore
    const form = (at: number) => `/workday/${order}/devices/${devices[at]!}/doneForm?visit=${visit}`
    const offered = async (at: number) =>
      (await teacher.get(form(at))).$('[name=instrument_id] option').toArray().map((option) => [option.attribs.value, 'selected' in option.attribs]) // prettier-ignore
    expect(await offered(0)).toEqual([['', true], [String(good), false]]) // prettier-ignore
    const save = async (at: number, instrument: number) => {
      const row = await app.db.selectFrom('order_devices').select('version').where('order_id', '=', order).where('device_id', '=', devices[at]!).executeTakeFirstOrThrow() // prettier-ignore
      return teacher.post(form(at), { version: String(row.version), result: 'not_found', instrument_id: String(instrument) }) // prettier-ignore
    }
    const refused = await save(0, expired)
    expect([refused.status, refused.json()]).toEqual([422, { instrument_id: ['Deze meter is niet meer geijkt. Kies een andere.'] }]) // prettier-ignore
    expect((await save(0, devices[1]!)).status).toBe(422)
    expect((await save(0, good)).status).toBe(204)
    expect(await offered(1), 'the last choice is made already').toEqual([['', false], [String(good), true]]) // prettier-ignore
    await finish(visit)
    expect(textOf((await planner.get(`/workday/report/${visit}`)).bytes)[0]).toMatch(/Meter MI-2, geijkt tot/)

    await app.db
      .updateTable('devices')
      .set({ next_on: addDays(today(), -10) })
      .where('id', '=', good)
      .execute()
    expect((await planner.get(`/inspections/devices?company_id=${own}`)).text).toContain('Meter MI-2')
    expect((await planner.get(`/inspections/devices?company_id=${own}&due=late`)).text).not.toContain('Meter MI-2')
    const ofOwn = await make.order()
    await app.db.updateTable('orders').set({ company_id: own }).where('id', '=', ofOwn).execute()
    const attached = await planner.post(`/administration/order/attachDeviceToOrder/${ofOwn}/${good}`)
    expect([attached.status, attached.text]).toEqual([409, expect.stringContaining('uw eigen onderneming')])
    const contract = await planner.post('/inspections/contracts/add', { company_id: String(own), name: 'Eigen', begins_at: '01-01-2027', expires_at: '31-12-2027', for_all_categories: '1', repeat_count: '1', repeat_unit: 'years', notice_months: '1', price_kind: 'usage' }) // prettier-ignore
    expect([contract.status, contract.text]).toEqual([422, expect.stringContaining('uw eigen onderneming')])
  })
})
