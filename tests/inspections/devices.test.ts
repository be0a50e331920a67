import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { checklistOfDevices, measuredProperties } from '../../src/inspections/devices/devices/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const stored = (id: number) => app.db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const schedulesOf = (id: number) =>
  app.db
    .selectFrom('device_schedules')
    .innerJoin('inspection_schedules as s', 's.id', 'schedule_id')
    .select(['device_schedules.id', 's.name', 'last_on', 'next_on', 'covered_until', 'device_schedules.version'])
    .where('device_id', '=', id)
    .orderBy('s.weight')
    .orderBy('s.id')
    .execute()
const dutch = (day: string) => day.split('-').reverse().join('-')

/** A device of De Linde, added over HTTP. */
async function add(form: Record<string, string | number> = {}): Promise<number> {
  const path = `/inspections/devices/add/company/${app.story.companies.deLinde}`
  const answer = await planner.post(path, { name: 'Poederblusser 6 kg', ...form })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.json<{ id: number }>().id
}

describe('a category of devices', () => {
  it('has a parent, never one below itself, and gives its schedules to the devices of those below [A-046][R-221]', async () => {
    const top = (await planner.post('/inspections/categories/add', { name: 'Klimmaterieel' })).json<{ id: number }>().id
    const below = (await planner.post('/inspections/categories/add', { name: 'Rolsteigers', parent_id: top })).json<{ id: number }>().id // prettier-ignore
    const { data } = (await planner.get('/ajax/getDeviceCategories')).json<{ data: { id: number; name: string; parent: number | null }[] }>() // prettier-ignore
    expect(data.find(({ id }) => id === below)).toEqual({ id: below, name: 'Rolsteigers', parent: top })
    const round = await planner.post(`/inspections/categories/edit/${top}`, { name: 'Klimmaterieel', parent_id: below, version: 1 }) // prettier-ignore
    expect([round.status, round.json()]).toEqual([422, { parent_id: ['Een categorie kan niet onder zichzelf vallen.'] }]) // prettier-ignore
    const device = await add({ name: 'Rolsteiger 8,2 m', device_category_id: below, buy_date: '15-01-2026' })
    expect(await schedulesOf(device)).toEqual([])
    const form = { name: 'Jaarlijkse keuring', kind: 'inspection', basis: 'last', first_after: 12, repeat_after: 12, weight: 1, active: 1 } // prettier-ignore
    expect((await planner.post(`/inspections/categories/${top}/schedules/add`, form)).status).toBe(200)
    expect(await schedulesOf(device)).toMatchObject([{ name: 'Jaarlijkse keuring', next_on: '2027-01-15' }])
    expect((await stored(device)).next_on).toBe('2027-01-15')
    const refused = await planner.post('/inspections/categories/delete', { id: top })
    expect(refused.status).toBe(409)
  })

  it('is found by name [P-114]', async () => {
    const { data } = (await planner.get('/ajax/superSearch?query=slanghas')).json<{ data: { searchable_type: string; searchable_field: string; name: string }[] }>() // prettier-ignore
    expect(data.filter(({ searchable_type }) => searchable_type === 'DeviceCategory')).toMatchObject([
      { searchable_field: 'name', name: 'Brandslanghaspels' },
    ])
  })
})

describe('own fields of devices', () => {
  const field = async (category: number, form: Record<string, string>) =>
    (await (await app.as(ROLE.administrator)).post(`/inspections/categories/${category}/fields/add`, form)).json<{ id: number }>().id // prettier-ignore
  const told = async (id: number): Promise<Record<string, string>> => {
    const { $ } = await planner.get(`/inspections/devices/view/${id}`)
    return Object.fromEntries($('.dl dt').toArray().map((dt) => [$(dt).text(), $(dt).next().text()])) // prettier-ignore
  }

  it('are those of its category and the ones above, each typed by its kind, shown, listed and in the history', async () => {
    const top = (await planner.post('/inspections/categories/add', { name: 'Hijsmiddelen' })).json<{ id: number }>().id
    const below = (await planner.post('/inspections/categories/add', { name: 'Kettingtakels', parent_id: top })).json<{ id: number }>().id // prettier-ignore
    const load = await field(top, { name: 'Werklast', kind: 'number', unit: 'ton' })
    const tested = await field(below, { name: 'Beproefd op', kind: 'day' })
    const ce = await field(below, { name: 'CE-markering', kind: 'yes_no' })
    const colour = await field(below, { name: 'Kleur', kind: 'choice', options: 'rood\nblauw' })
    const remark = await field(below, { name: 'Bijzonderheid', kind: 'text' })
    const key = (id: number) => `metas[id-${id}]`
    const form = { device_category_id: below, [key(load)]: '1,5', [key(tested)]: '01-03-2026', [key(ce)]: 'Ja', [key(colour)]: 'rood', [key(remark)]: 'Haak ' } // prettier-ignore
    const asked = await planner.post('/inspections/devices/metas', { device_category_id: below })
    expect(asked.$('[name]').map((_, control) => asked.$(control).attr('name')).get()).toEqual([load, tested, ce, colour, remark].map(key)) // prettier-ignore

    for (const [id, value, message] of [
      [load, 'zwaar', 'Werklast in ton is geen geldig getal.'],
      [tested, '31-02-2026', 'Beproefd op is geen geldige datum (dd-mm-jjjj).'],
      [ce, 'Misschien', 'CE-markering is niet geldig.'],
      [colour, 'groen', 'Kleur is niet geldig.'],
      [remark, 'x'.repeat(501), 'Bijzonderheid mag hooguit 500 tekens lang zijn.'],
    ] as const) {
      const refused = await planner.post(`/inspections/devices/add/company/${app.story.companies.deLinde}`, { name: 'Takel', ...form, [key(id)]: value }) // prettier-ignore
      expect([refused.status, refused.json()]).toEqual([422, { [`metas.id-${id}`]: [message] }])
    }

    const id = await add({ name: 'Takel', ...form })
    expect(await told(id)).toMatchObject({ Werklast: '1,5 ton', 'Beproefd op': '01-03-2026', 'CE-markering': 'Ja', Kleur: 'rood', Bijzonderheid: 'Haak' }) // prettier-ignore
    const edit = `/inspections/devices/edit/${id}`
    expect((await planner.get(edit)).$(`[name="${key(load)}"]`).val()).toBe('1,5')
    expect((await planner.post(edit, { name: 'Takel', device_category_id: below, status: 'in_use', version: 1, [key(load)]: '2', [key(remark)]: '' })).status).toBe(204) // prettier-ignore
    const { Bijzonderheid, Werklast, Kleur } = await told(id)
    expect([Werklast, Kleur, Bijzonderheid]).toEqual(['2 ton', 'rood', undefined])
    expect((await planner.post(edit, { name: 'Takel', device_category_id: below, status: 'in_use', version: 1, [key(load)]: '3' })).status).toBe(409) // prettier-ignore
    const list = await planner.get(`/inspections/devices?device_category_id=${below}&columns=metas`)
    expect(list.text).toContain('Werklast: 2 ton · Beproefd op: 01-03-2026 · CE-markering: Ja · Kleur: rood')
    const admin = await app.as(ROLE.administrator)
    expect((await admin.get(`/history?embed=1&record_type=device&record_id=${id}`)).text).toContain('Werklast')

    // What is answered keeps the field; its kind stays, and only administrators change it.
    expect((await admin.post('/inspections/categories/fields/delete', { id: load })).status).toBe(409)
    expect((await admin.post('/inspections/categories/fields/delete', { id: remark })).status).toBe(204)
    expect((await planner.post(`/inspections/categories/fields/edit/${colour}`, { name: 'Kleur', options: 'rood\nwit', version: 1 })).status).toBe(403) // prettier-ignore
    expect((await admin.post(`/inspections/categories/fields/edit/${colour}`, { name: 'Kleur', options: 'wit', version: 1 })).json()).toEqual({ options: ['Vul minimaal twee keuzes in, elk op een eigen regel.'] }) // prettier-ignore
  })
})

describe('what is filled in when a device is inspected', () => {
  it('is the checklist of its category, or of the nearest above; one that is asked so stays', async () => {
    const checklist = async (name: string, norm = '') =>
      (await planner.post('/checklist/add', { name, norm, active: '1', 'blocks[0][label]': 'Heel?', 'blocks[0][kind]': 'yes-no' })).json<{ id: number }>().id // prettier-ignore
    const category = async (form: Record<string, string | number>) =>
      (await planner.post('/inspections/categories/add', form)).json<{ id: number }>().id
    const [general, own] = [await checklist('Klimmen', 'NEN 2484'), await checklist('Ladders')]
    const top = await category({ name: 'Opstappen', checklist_id: general })
    const middle = await category({ name: 'Trappen', parent_id: top })
    const below = await category({ name: 'Enkele trappen', parent_id: middle })
    const ladders = await category({ name: 'Ladders', parent_id: top, checklist_id: own })
    const loose = await category({ name: 'Los' })
    const of = async (device_category_id: number) => add({ name: 'Trap', device_category_id })
    const [a, b, c, d] = [await of(below), await of(ladders), await of(loose), await add({ name: 'Iets' })]
    const asked = await checklistOfDevices(app.db, [a, b, c, d])
    expect([...asked].sort(([one], [other]) => one - other)).toEqual([
      [a, { id: general, norm: 'NEN 2484' }],
      [b, { id: own, norm: '' }],
    ])
    expect(await checklistOfDevices(app.db, [])).toEqual(new Map())
    expect((await planner.get(`/inspections/categories/view/${top}?item=details`)).$(`a[href="/checklist/view/${general}"]`).text()).toBe('Klimmen') // prettier-ignore
    const refused = await planner.post(`/checklist/delete/${general}`)
    expect([refused.status, refused.json<{ reasons: object[] }>().reasons]).toEqual([
      409,
      [expect.objectContaining({ label: 'Apparaatcategorieën', count: 1 })],
    ])
    const edit = await planner.post(`/inspections/categories/edit/${top}`, { name: 'Opstappen', version: 1 })
    expect(edit.status).toBe(204)
    expect((await planner.post(`/checklist/delete/${general}`)).status).toBe(204)
  })

  it('is judged by what was chosen in own fields, and by the one in metres', async () => {
    const { class: klasse, cable } = app.story.deviceFields
    const metas = (choice: string, metres: string) => ({
      [`metas[id-${klasse}]`]: choice,
      [`metas[id-${cable}]`]: metres,
    })
    const device_category_id = app.story.deviceCategories.tools
    const reel = await add({ name: 'Kabelhaspel', device_category_id, ...metas('I', '25,5') })
    const drill = await add({ name: 'Boormachine', device_category_id, ...metas('II', '') })
    const other = await add({ name: 'Iets' })
    expect(await measuredProperties(app.db, [reel, drill, other])).toEqual(
      new Map([
        [reel, { classes: ['I'], metres: 25.5 }],
        [drill, { classes: ['II'], metres: null }],
        [other, { classes: [], metres: null }],
      ]),
    )
    const { id } = (await checklistOfDevices(app.db, [reel])).get(reel)!
    expect(id).toBe(app.story.checklists.tools)
  })
})

describe('devices of many', () => {
  it('go to another customer in one save, each under the next number there, and stay to be changed', async () => {
    const { deLinde, twente } = app.story.companies
    const first = await add({ name: 'Ladder A' })
    const second = await add({ name: 'Ladder B', replaces_device_id: await add({ name: 'Ladder 0' }) })
    const { last } = await app.db.selectFrom('devices').select((eb) => eb.fn.max('number').as('last')).where('company_id', '=', twente).executeTakeFirstOrThrow() // prettier-ignore
    expect((await planner.post('/inspections/devices/bulk/owner', { ids: `${first},${second}`, company_id: twente })).status).toBe(204) // prettier-ignore
    for (const [id, number] of [
      [first, (last ?? 0) + 1],
      [second, (last ?? 0) + 2],
    ] as const)
      // prettier-ignore
      expect(await stored(id)).toMatchObject({ company_id: twente, contact_id: null, number })
    const { version, replaces_device_id } = await stored(second)
    const form = { name: 'Ladder B2', status: 'in_use', version, replaces_device_id: replaces_device_id! }
    expect((await planner.post(`/inspections/devices/edit/${second}`, form)).status).toBe(204)
    const none = await planner.post('/inspections/devices/bulk/owner', { ids: String(first) })
    expect(none.status).toBe(422)
    const other = await planner.post('/inspections/devices/bulk/owner', { ids: String(app.story.devices.loose), company_id: deLinde }) // prettier-ignore
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('is al van deze klant')])
  })
})

describe('what kind of device a product is', () => {
  const product = (form: Record<string, string | number>) =>
    planner.post('/products/add', {
      price: '80,00',
      tax_type_id: app.story.taxTypes.high,
      discount_type: 'percentage',
      replace_unit: 'years',
      ...form,
    })
  const kept = async (id: number) => {
    const row = await app.db.selectFrom('product_device_categories').select('device_category_id').where('product_id', '=', id).executeTakeFirst() // prettier-ignore
    return row?.device_category_id
  }

  it('is asked in its form and told in its popup, and a new device takes it', async () => {
    const { extinguishers, reels } = app.story.deviceCategories
    const { id } = (await product({ name: 'Schuimblusser 9 l', is_device: 1, device_category_id: extinguishers })).json<{ id: number }>() // prettier-ignore
    expect(await kept(id)).toBe(extinguishers)
    const { $ } = await planner.get(`/products/view/${id}`)
    expect($(`a[href="/inspections/categories/view/${extinguishers}"]`).text()).toBe('Draagbare blustoestellen')
    const form = await planner.get(`/products/edit/${id}`)
    expect(form.$('[name=device_category_id]').length).toBe(1)
    const sent = { name: 'Schuimblusser 9 l', price: '80,00', tax_type_id: app.story.taxTypes.high, is_device: 1, discount_type: 'percentage', replace_unit: 'years' } // prettier-ignore
    const version = Number(form.$('[name=version]').val())
    expect((await planner.post(`/products/edit/${id}`, { ...sent, version, device_category_id: reels })).status).toBe(204) // prettier-ignore
    expect(await kept(id)).toBe(reels)
    // Who opened the form before does not put the former one back, and who does not ask for it leaves it.
    expect((await planner.post(`/products/edit/${id}`, { ...sent, version, device_category_id: extinguishers })).status).toBe(409) // prettier-ignore
    const now = Number((await planner.get(`/products/edit/${id}`)).$('[name=version]').val())
    expect((await planner.post(`/products/edit/${id}`, { ...sent, version: now, note: 'Nieuw' })).status).toBe(204)
    expect(await kept(id)).toBe(reels)
    const history = await (await app.as(ROLE.administrator)).get(`/history?embed=1&record_type=product&record_id=${id}`)
    expect(history.text).toContain('Apparaatcategorie')
    const device = await add({ name: 'Schuimblusser 9 l', product_id: id })
    expect((await stored(device)).device_category_id).toBe(reels)
  })

  it('is refused at its control, along with what is wrong beside it, and changes nothing then', async () => {
    const { extinguishers } = app.story.deviceCategories
    const service = await product({ name: 'Uurtje werk', device_category_id: extinguishers })
    expect([service.status, service.json()]).toEqual([422, { device_category_id: ['Alleen een apparaat heeft een apparaatcategorie.'] }]) // prettier-ignore
    const both = await product({ name: '', is_device: 1, device_category_id: 'x' })
    expect([both.status, Object.keys(both.json()).sort()]).toEqual([422, ['device_category_id', 'name']])
    const gone = await product({ name: 'Uurtje werk', is_device: 1, device_category_id: 2_147_483_647 })
    expect(gone.status).toBe(404)
    expect((await app.pool.query(`select from products where name = 'Uurtje werk'`)).rowCount).toBe(0)
  })
})

describe('the popups of categories and devices', () => {
  const namesOf = async (path: string) => {
    const { status, $ } = await planner.get(path)
    expect([path, status]).toEqual([path, 200])
    return $('[name]').map((_, field) => $(field).attr('name')).get() // prettier-ignore
  }

  it('ask what a new category is called, and show one with its schedules and devices [R-224][S-141][R-225][S-142]', async () => {
    expect(await namesOf('/inspections/categories/add')).toEqual(expect.arrayContaining(['name', 'parent_id', 'product_id', 'approved_product_id', 'installed_product_id', 'skill_id'])) // prettier-ignore
    const { $ } = await planner.get(`/inspections/categories/view/${app.story.deviceCategories.extinguishers}`)
    expect($('.popup-title').text()).toContain('Draagbare blustoestellen')
    expect($('[data-item]').map((_, item) => $(item).attr('data-item')).get()).toEqual(expect.arrayContaining(['schedules', 'devices', 'details'])) // prettier-ignore
  })

  it('show a device with what is due, what is used up in it and its log [R-223][S-140]', async () => {
    const { $ } = await planner.get(`/inspections/devices/view/${app.story.devices.extinguisher}`)
    const main = $('.device-main').text()
    for (const text of ['Wanneer moet wat', 'Revisie', 'NEN 2559', 'Onderdelen', 'Poedervulling 6 kg', 'Logboek'])
      expect(main).toContain(text)
  })

  it('delete what nothing hangs on, and say why the rest stays [R-232][R-233]', async () => {
    const category = (await planner.post('/inspections/categories/add', { name: 'Oogdouches' })).json<{ id: number }>().id // prettier-ignore
    const device = await add({ device_category_id: category })
    const kept = await planner.post('/inspections/categories/delete', { id: category })
    expect([kept.status, kept.json<{ reasons: { label: string; count: number }[] }>().reasons.find(({ count }) => count > 0)]).toMatchObject([409, { label: 'Apparaten', count: 1 }]) // prettier-ignore
    expect((await planner.post('/inspections/devices/delete', { id: device })).status).toBe(204)
    expect((await planner.post('/inspections/categories/delete', { id: category })).status).toBe(204)
  })
})

describe('a device', () => {
  it('is of the customer whose type and number stand in the address, with the next number of that customer [A-051][R-222][S-139]', async () => {
    const { deLinde } = app.story.companies
    const before = await app.db.selectFrom('devices').select((eb) => eb.fn.max('number').as('last')).where('company_id', '=', deLinde).executeTakeFirstOrThrow() // prettier-ignore
    const id = await add({ serial_number: 'PB-17-40113', device_category_id: app.story.deviceCategories.extinguishers, production_year: 2019 }) // prettier-ignore
    expect(await stored(id)).toMatchObject({ company_id: deLinde, contact_id: null, number: Number(before.last) + 1, produced_on: '2019-01-01', status: 'in_use' }) // prettier-ignore
    const twice = await planner.post(`/inspections/devices/add/company/${deLinde}`, { name: 'Blusser', number: Number(before.last) + 1 }) // prettier-ignore
    expect([twice.status, twice.json()]).toEqual([422, { number: ['Deze klant heeft al een apparaat met dit nummer.'] }]) // prettier-ignore
    const person = app.story.contacts.gerrit
    const own = (await planner.post(`/inspections/devices/add/contact/${person}`, { name: 'Rookmelder' })).json<{ id: number }>() // prettier-ignore
    expect(await stored(own.id)).toMatchObject({ company_id: null, contact_id: person, number: 1 })
    expect((await planner.get('/inspections/devices/add/course/1')).status).toBe(404)
  })

  it('is found by serial number [P-113]', async () => {
    await add({ name: 'Koolzuursneeuwblusser', serial_number: 'XQ-77-1234' })
    const { data } = (await planner.get('/ajax/superSearch?query=XQ-77-1234')).json<{ data: { searchable_type: string; searchable_field: string; value: string }[] }>() // prettier-ignore
    expect(data[0]).toMatchObject({ searchable_type: 'Device', searchable_field: 'serial_number', value: 'XQ-77-1234' })
  })

  it('is seen by a supervisor of its company alone, and changed by nobody but planners', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    const { extinguisher, foreign } = app.story.devices
    expect((await supervisor.get(`/inspections/devices/view/${extinguisher}`)).status).toBe(200)
    expect((await supervisor.get(`/inspections/devices/view/${foreign}`)).status).toBe(404)
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get(`/inspections/devices/view/${foreign}`)).status).toBe(200)
    for (const browser of [supervisor, teacher])
      expect((await browser.get(`/inspections/devices/edit/${extinguisher}`)).status).toBe(403)
  })

  it('comes again for the next one like it, as whoever adds ten in a row wants it', async () => {
    const path = `/inspections/devices/add/company/${app.story.companies.deLinde}`
    const form = { name: 'Schuimblusser 6 l', brand: 'Ajax', production_year: 2023, location_description: 'Keuken', serial_number: 'A1', next: '1' } // prettier-ignore
    const answer = await planner.post(path, form)
    const { id } = answer.json<{ id: number }>()
    const { $ } = await planner.get(`${path}?like=${id}`)
    const value = (name: string) => $(`[name="${name}"]`).attr('value') ?? ''
    expect([value('name'), value('brand'), value('production_year'), value('location_description'), value('serial_number')]).toEqual(['Schuimblusser 6 l', 'Ajax', '2023', 'Keuken', '']) // prettier-ignore
  })

  it('replaces another, which is gone then; the chain reads from both sides, and undone it stands as before', async () => {
    const old = await add({ name: 'Oude blusser', location_description: 'Hal' })
    const now = await add({ name: 'Nieuwe blusser', replaces_device_id: old })
    expect([(await stored(old)).status, (await stored(now)).status]).toEqual(['disposed', 'in_use'])
    expect((await planner.get(`/inspections/devices/view/${old}`)).$('.dl').text()).toContain('Nieuwe blusser')
    expect((await planner.get(`/inspections/devices/view/${now}`)).$('.dl').text()).toContain('Oude blusser')
    const path = `/inspections/devices/add/company/${app.story.companies.deLinde}`
    const strange = await planner.post(path, { name: 'Nog een', replaces_device_id: app.story.devices.foreign })
    expect(strange.json()).toEqual({ replaces_device_id: ['Kies een apparaat van dezelfde klant.'] })
    const twice = await planner.post(path, { name: 'Nog een', replaces_device_id: old })
    expect(twice.json()).toEqual({ replaces_device_id: ['Dit apparaat is al door een ander vervangen.'] })
  })
})

describe('what is due', () => {
  const extinguisher = (form: Record<string, string | number> = {}) =>
    add({ device_category_id: app.story.deviceCategories.extinguishers, ...form })

  it('counts from the production or from the last time, by each schedule of the category', async () => {
    const id = await extinguisher({ production_year: 2017, production_month: 3, last_on: '24-11-2025' })
    expect((await schedulesOf(id)).map(({ name, next_on }) => [name, next_on])).toEqual([
      ['Jaarlijks onderhoud', '2026-11-24'],
      ['Uitgebreid onderhoud', '2032-03-01'],
      ['Revisie', '2027-03-01'],
      ['Einde levensduur', '2037-03-01'],
    ])
    const { number, next_on } = await stored(id)
    expect(next_on).toBe('2026-11-24')
    const list = await planner.get(
      `/inspections/devices?embed=1&search=${number}&company_id=${app.story.companies.deLinde}`,
    )
    const row = list.$(`tr[data-id="${id}"]`)
    expect([row.find('.light').text(), row.find('.c-phone').text()]).toEqual([expect.stringContaining('november 2026'), 'november 2026']) // prettier-ignore
  })

  it('is done with what is lighter, and production counts on from its own day, however late it was done', async () => {
    const id = await extinguisher({ production_year: 2016, production_month: 1 })
    const [yearly, , tenYears] = await schedulesOf(id)
    expect(tenYears!.next_on).toBe('2026-01-01')
    const done = await planner.post(`/inspections/devices/schedule/edit/${tenYears!.id}`, { last_on: '10-03-2026', applies: 1, version: tenYears!.version }) // prettier-ignore
    expect(done.status).toBe(204)
    expect((await schedulesOf(id)).map(({ name, last_on, next_on }) => [name, last_on, next_on])).toEqual([
      ['Jaarlijks onderhoud', '2026-03-10', '2027-03-10'],
      ['Uitgebreid onderhoud', '2026-03-10', '2031-01-01'],
      ['Revisie', '2026-03-10', null],
      ['Einde levensduur', null, '2036-01-01'],
    ])
    const late = await planner.post(`/inspections/devices/schedule/edit/${yearly!.id}`, { last_on: dutch(addDays(today(), 1)), applies: 1, version: 99 }) // prettier-ignore
    expect(late.json()).toEqual({ last_on: ['Laatst gedaan ligt in de toekomst.'] })
  })

  it('says why, step by step', async () => {
    const id = await extinguisher({ production_year: 2017 })
    const [, , tenYears] = await schedulesOf(id)
    const { $ } = await planner.get(`/inspections/devices/why/${tenYears!.id}`)
    expect($('.why-steps b').map((_, step) => $(step).text()).get()).toEqual(['01-01-2017', 'Revisie, NEN 2559', '01-01-2027']) // prettier-ignore
    expect($('.why-steps').text()).toContain('een jaar alleen telt vanaf 1 januari')
  })

  it('is nothing of what is out of use, until it is used again', async () => {
    const id = await extinguisher({ production_year: 2024, last_on: '01-06-2026' })
    await planner.post('/inspections/devices/bulk/out-of-use', { ids: id })
    expect(await stored(id)).toMatchObject({ status: 'out_of_use', next_on: null })
    await planner.post('/inspections/devices/bulk/in-use', { ids: id })
    expect(await stored(id)).toMatchObject({ status: 'in_use', next_on: '2027-06-01' })
  })

  it('is what its category says: of another one before, what was done stays to be read and is due no more', async () => {
    const id = await extinguisher({ production_year: 2024, last_on: '01-06-2026' })
    const { version } = await stored(id)
    const form = { name: 'Poederblusser 6 kg', status: 'in_use', production_year: 2024 }
    const { reels, extinguishers } = app.story.deviceCategories
    const edit = (device_category_id: number, seen: number) => planner.post(`/inspections/devices/edit/${id}`, { ...form, device_category_id, version: seen }) // prettier-ignore
    expect((await edit(reels, version)).status).toBe(204)
    expect((await schedulesOf(id)).map(({ name, last_on, next_on }) => [name, last_on, next_on])).toEqual([
      ['Jaarlijks onderhoud', '2026-06-01', null],
      ['Jaarlijks onderhoud', null, '2025-01-01'],
      ['Uitgebreid onderhoud', '2026-06-01', null],
      ['Persproef', null, '2029-01-01'],
      ['Revisie', '2026-06-01', null],
    ])
    expect((await stored(id)).next_on).toBe('2025-01-01')
    expect((await edit(extinguishers, version + 1)).status).toBe(204)
    expect((await schedulesOf(id)).filter(({ name }) => name === 'Persproef')).toEqual([])
  })

  it('changes for all devices when an administrator changes the schedule', async () => {
    const { yearly } = app.story.inspectionSchedules
    const id = await extinguisher({ production_year: 2024, last_on: '01-06-2026' })
    const { version } = await app.db.selectFrom('inspection_schedules').select('version').where('id', '=', yearly).executeTakeFirstOrThrow() // prettier-ignore
    const form = { name: 'Jaarlijks onderhoud', kind: 'maintenance', norm: 'NEN 2559', basis: 'last', first_after: 12, weight: 1, active: 1 } // prettier-ignore
    await planner.post(`/inspections/categories/schedules/edit/${yearly}`, { ...form, repeat_after: 6, version })
    expect((await stored(id)).next_on).toBe('2026-12-01')
    await planner.post(`/inspections/categories/schedules/edit/${yearly}`, { ...form, repeat_after: 12, version: version + 1 }) // prettier-ignore
    expect((await stored(id)).next_on).toBe('2027-06-01')
  })
})

describe('what is used up in a device', () => {
  const url = () =>
    `/inspections/devices/setConsumableProductInstallDate/${app.story.devices.extinguisher}/${app.story.products.powder}`
  const part = () =>
    app.db.selectFrom('device_consumables').selectAll().where('device_id', '=', app.story.devices.extinguisher).executeTakeFirstOrThrow() // prettier-ignore

  it('has an install date, after which its product says how long it lasts [A-052][R-228]', async () => {
    expect((await planner.post(url(), { installDate: '31-01-2024' })).status).toBe(204)
    expect(await part()).toMatchObject({ installed_on: '2024-01-31', replace_after: 60, due_on: '2029-01-31' })
  })

  it.each(['32-01-2024', '01-13-2024', '01-01-1899', '01-01-3001', '2024-01-01', '30-02-2024', 'morgen'])(
    'takes no date that is none: %s [A-135]',
    async (installDate) => {
      await planner.post(url(), { installDate: '01-03-2024' })
      expect((await planner.post(url(), { installDate })).status).toBe(422)
      expect((await part()).installed_on).toBe('2024-03-01')
    },
  )

  it('is red where it ends before somebody comes anyway, by its own date too that is printed on it', async () => {
    const { extinguisher } = app.story.devices
    const path = `/inspections/devices/getReplaceConsumableOrDeviceView/${extinguisher}/${app.story.products.powder}`
    const shown = async () => (await planner.get(`/inspections/devices/view/${extinguisher}`)).$('.device-main').text()
    const replace = (expires_on: string) => planner.post(path, { replace_date: dutch(today()), expires_on })
    expect((await replace('')).status).toBe(200)
    expect(await shown()).not.toContain('Haalt volgende keuring niet')
    // It lasts five years, but on it stands a day before the first maintenance.
    await replace('01-01-2020')
    expect(await part()).toMatchObject({ installed_on: today(), expires_on: '2020-01-01', due_on: '2020-01-01' })
    expect(await shown()).toContain('Haalt volgende keuring niet')
    await replace('')
  })

  it('is refused for a product that is not in it', async () => {
    const path = `/inspections/devices/setConsumableProductInstallDate/${app.story.devices.extinguisher}/${app.story.products.sign}`
    expect((await planner.post(path, { installDate: '01-03-2024' })).status).toBe(404)
  })
})

describe('the log of a device', () => {
  it('takes notes at each line, as they are typed [R-229]', async () => {
    const { extinguisher, log, foreign } = app.story.devices
    const save = (device: number, notes: string) => planner.post(`/inspections/devices/${device}/updateLogNotes/${log}`, { notes }) // prettier-ignore
    expect((await save(extinguisher, 'Trap meenemen')).status).toBe(204)
    expect((await save(foreign, 'Van een ander')).status).toBe(404)
    const line = await app.db.selectFrom('device_logs').select('notes').where('id', '=', log).executeTakeFirstOrThrow()
    expect(line.notes).toBe('Trap meenemen')
  })
})

describe('what is sold with a device', () => {
  const linesOf = (column: 'order_id' | 'invoice_id', id: number) =>
    app.db.selectFrom('sale_lines').select(['product_id', 'count', 'price']).where(column, '=', id).execute()

  it('is a part of it, onto a new order or invoice of its owner at the prices of the day, or an open one [R-230][R-231]', async () => {
    const { extinguisher } = app.story.devices
    const { powder, sign } = app.story.products
    const order = (await planner.post(`/inspections/devices/addConsumableToOrder/${extinguisher}`, { product_id: powder, count: 2 })).json<{ id: number }>().id // prettier-ignore
    expect(await linesOf('order_id', order)).toEqual([{ product_id: powder, count: '2.0000', price: '18.7500' }])
    await planner.post(`/inspections/devices/addConsumableToOrder/${extinguisher}`, {
      product_id: powder,
      order_id: order,
    })
    expect(await linesOf('order_id', order)).toHaveLength(2)
    const invoice = (await planner.post(`/inspections/devices/addConsumableToInvoice/${extinguisher}`, { product_id: powder })).json<{ id: number }>().id // prettier-ignore
    expect(await linesOf('invoice_id', invoice)).toHaveLength(1)
    const other = await planner.post(`/inspections/devices/addConsumableToOrder/${app.story.devices.foreign}`, { product_id: powder }) // prettier-ignore
    expect(other.json()).toEqual({ product_id: ['Dit product is geen onderdeel van dit apparaat.'] })
    expect((await planner.post(`/inspections/devices/addConsumableToOrder/${extinguisher}`, { product_id: sign })).status).toBe(422) // prettier-ignore
  })

  it('is never put on an order of somebody else', async () => {
    const order = await app.db.selectFrom('orders').select('id').where('company_id', '<>', app.story.companies.deLinde).where('status', '=', 'open').executeTakeFirstOrThrow() // prettier-ignore
    const path = `/inspections/devices/addConsumableToOrder/${app.story.devices.extinguisher}`
    const refused = await planner.post(path, { product_id: app.story.products.powder, order_id: order.id })
    expect(refused.json()).toEqual({ order_id: ['Deze order is van een andere klant.'] })
  })

  it('is the product of the category of each device that is chosen, of which there is one at least [A-137][M-094][R-226][S-143]', async () => {
    const { extinguisher, client_id, foreign } = app.story.devices
    const path = `/inspections/devices/getChoiceList/${client_id}`
    expect((await planner.get(path)).$('input[name="devices[]"]').length).toBeGreaterThan(10)
    const none = await planner.post(path, {})
    expect([none.status, none.json()]).toEqual([422, { devices: ['Selecteer minimaal één apparaat om verder te gaan'] }]) // prettier-ignore
    const more = await add({ device_category_id: app.story.deviceCategories.extinguishers })
    const { id } = (await planner.post(path, { 'devices[]': [extinguisher, more] })).json<{ id: number }>()
    expect(await linesOf('order_id', id)).toMatchObject([
      { product_id: app.story.products.inspection, count: '2.0000' },
    ])
    expect((await planner.post(path, { 'devices[]': [foreign] })).status).toBe(422)
    expect((await planner.get('/inspections/devices/getChoiceList/999999')).status).toBe(404)
  })
})

describe('a replacement', () => {
  const path = (product: number, device = app.story.devices.extinguisher) =>
    `/inspections/devices/getReplaceConsumableOrDeviceView/${device}/${product}`

  it.each(['30-02-2026', '00-01-2026', '01-13-2026', '01-01-0999', '01-01-3001', '2026-01-01', ''])(
    'asks for a real day of the calendar: %j [A-134]',
    async (replace_date) => {
      const answer = await planner.post(path(app.story.products.powder), { replace_date })
      expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['replace_date']])
    },
  )

  it('of a part is due again from that day; of a device it makes the next one, in the same place [R-227][S-144]', async () => {
    const { powder, extinguisher: product } = app.story.products
    expect((await planner.post(path(powder), { replace_date: '29-02-2024', paper: 'order' })).status).toBe(200)
    const part = await app.db.selectFrom('device_consumables').selectAll().where('device_id', '=', app.story.devices.extinguisher).executeTakeFirstOrThrow() // prettier-ignore
    expect([part.installed_on, part.due_on]).toEqual(['2024-02-29', '2029-02-28'])
    const old = await add({ name: 'Poederblusser 6 kg', product_id: product, location_description: 'Hal', walking_route_number: 7 }) // prettier-ignore
    const { id } = (await planner.post(path(product, old), { replace_date: '01-11-2026', serial_number: 'PB-26-1' })).json<{ id: number }>() // prettier-ignore
    expect(await stored(id)).toMatchObject({ replaces_device_id: old, location_description: 'Hal', walking_route_number: 7, installed_on: '2026-11-01', serial_number: 'PB-26-1' }) // prettier-ignore
    expect((await stored(old)).status).toBe('disposed')
    expect((await planner.get(path(app.story.products.sign))).status).toBe(404)
  })
})
