import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { ROLE } from '../../src/platform/access/roles.ts'
import { producedIn, readDevices } from '../../src/inspections/devices/devices/import/device-list.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const HEAD = 'Nr;Omschrijving;Soort;Serienr;Merk;Type;Bouwjaar;Locatie;Laatste keuring'
const pathOf = (id: number) => `/inspections/devices/import/company/${id}`
const preview = async (list: string, id: number) => {
  const { $ } = await planner.post(`${pathOf(id)}/preview`, { list })
  return {
    lines: $('textarea[name=lines]').text(),
    said: $('p').first().text(),
    why: $('tbody tr')
      .toArray()
      .map((row) => [$(row).find('td').first().text(), $(row).find('td').last().text()]),
  }
}
const countOf = async (id: number) =>
  (await app.db.selectFrom('devices').select('id').where('company_id', '=', id).execute()).length

describe('the list of a customer', () => {
  /** 300 extinguishers as a customer writes them, of which some are in doubt. */
  const rows = Array.from(
    { length: 300 },
    (_, i) =>
    [i + 2000, `Poederblusser ${6 + (i % 3) * 3} kg`, 'Draagbare blustoestellen', `PB-${10_000 + i}`, 'Saval', 'P6', 2012 + (i % 12), `Hal ${i % 9}`, '15-03-2026'].join(';'), // prettier-ignore
  )
  rows[13] = rows[13]!.replace('Draagbare blustoestellen', 'Blaasinstrumenten')
  rows[86] = rows[86]!.replace(';15-03-2026', ';35-03-2026')
  rows[87] = rows[87]!.replace('PB-10087', 'PB-10086')
  const list = [HEAD, ...rows].join('\n')

  it('comes in with its doubts told, twice adds nothing, and is taken back as one', async () => {
    const { vanLoon } = app.story.companies
    const before = await countOf(vanLoon)
    const { lines, said, why } = await preview(list, vanLoon)
    expect(said).toContain('297 nieuwe apparaten, 0 er al, 3 in twijfel; 9 kolommen herkend')
    expect(why.slice(0, 3)).toEqual([
      ['15', 'Categorie ‘Blaasinstrumenten’ is niet bekend; het komt er zonder.'],
      ['88', 'Laatst gekeurd ‘35-03-2026’ is niet te lezen.'],
      ['89', 'Dit serienummer staat twee keer in de lijst.'],
    ])
    const mails = await app.db.selectFrom('mails').select('id').execute()
    const saved = await planner.post(pathOf(vanLoon), { lines })
    expect([saved.status, saved.json<{ ids: number[] }>().ids.length]).toEqual([200, 297])
    expect(await countOf(vanLoon)).toBe(before + 297)
    expect(await app.db.selectFrom('mails').select('id').execute()).toHaveLength(mails.length)
    const one = await app.db.selectFrom('devices').selectAll().where('serial_number', '=', 'PB-10003').executeTakeFirstOrThrow() // prettier-ignore
    expect(one).toMatchObject({ company_id: vanLoon, number: 2003, brand: 'Saval', production_year: 2015, location_description: 'Hal 3', next_on: '2027-03-15' }) // prettier-ignore
    // What is due in March of the year after, and where.
    const { $ } = await planner.get(`/inspections/devices?embed=1&company_id=${vanLoon}&next_on=01-03-2027..31-03-2027`)
    expect($('[data-rows] tr[data-id]').length).toBeGreaterThan(0)
    const again = await preview(list, vanLoon)
    expect(again.said).toContain('0 nieuwe apparaten, 297 er al')
    const twice = await planner.post(pathOf(vanLoon), { lines })
    expect(twice.json()).toEqual({ _form: ['Er is niets om in te lezen: alles is er al, of is in twijfel.'] })
    const { rows: sets } = await app.pool.query<{ set: number }>('select max(change_set) as set from undoable_sets')
    expect((await planner.post(`/undo/${sets[0]!.set}`, {})).status).toBe(204)
    expect(await countOf(vanLoon)).toBe(before)
  })

  it('takes what is in doubt too when somebody says so', async () => {
    const { deLinde } = app.story.companies
    const { lines } = await preview(`Naam;Categorie;Serienummer\nOogdouche;Douches;OD-1\nHaspel;Brandslanghaspels;H-9`, deLinde) // prettier-ignore
    const saved = await planner.post(pathOf(deLinde), { lines, doubts: '1' })
    const { ids } = saved.json<{ ids: number[] }>()
    const made = await app.db.selectFrom('devices').select(['name', 'device_category_id']).where('id', 'in', ids).orderBy('id').execute() // prettier-ignore
    expect(made).toEqual([
      { name: 'Oogdouche', device_category_id: null },
      { name: 'Haspel', device_category_id: app.story.deviceCategories.reels },
    ])
  })

  it('is refused in words where nothing says what is what, or it is no list', async () => {
    const { deLinde } = app.story.companies
    const { text } = await planner.post(`${pathOf(deLinde)}/preview`, { list: '1;2;3\n4;5;6' })
    expect(text).toContain('Deze lijst heeft geen koppen die zeggen wat waar staat.')
    expect((await planner.post(pathOf(deLinde), { lines: 'niets' })).json()).toEqual({ lines: ['Kies eerst een lijst.'] }) // prettier-ignore
    expect((await planner.post(pathOf(999_999), { lines: '[]' })).status).toBe(404)
  })
})

describe('a line of a list', () => {
  it.each([
    ['2019', { year: 2019, month: null }],
    ['03-2019', { year: 2019, month: 3 }],
    ['2019-3', { year: 2019, month: 3 }],
    ['14-03-2019', { year: 2019, month: 3 }],
    ['2019-03-14', { year: 2019, month: 3 }],
    ['13-2019', null],
    ['1803', null],
    ['onbekend', null],
  ])('was produced in %s', (typed, produced) => {
    expect(producedIn(typed)).toEqual(produced)
  })

  it('never makes anything fail, whatever its cells say', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', 'Naam', 'Serienummer', '31-02-2020', '99999999999', '2020'))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 14 }), { maxLength: 20 }), (cells) => {
        const read = readDevices([['Naam', 'Serienummer', 'Productie', 'Nummer'], ...cells])!
        for (const device of read.devices) {
          expect(device.name.length).toBeLessThanOrEqual(120)
          expect(device.number === null || (device.number > 0 && device.number < 1e9)).toBe(true)
        }
      }),
    )
  })
})
