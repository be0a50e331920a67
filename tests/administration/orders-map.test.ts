import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPlaces } from '../../src/administration/orders/orders/places.commands.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { MapModel } from '../../src/platform/screens/table/table-map.contract.ts'
import { type Registers, knownPoints, startRegisters } from '../../src/system/lookups/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let registers: Registers
let planner: Browser
beforeAll(async () => {
  registers = await startRegisters()
  app = await testApp({ env: { PDOK_URL: registers.addressUrl } })
  planner = await app.as(ROLE.scheduler)
})
afterAll(async () => {
  await app.close()
  await registers.stop()
})

const shown = async (query = '', browser = planner) =>
  (await browser.get(`/administration/orders?map=1&zoom=7${query}`)).json<MapModel>()
const total = ({ places }: MapModel) => places.reduce((sum, { count }) => sum + count, 0)

describe('the map of orders', () => {
  it('has a button above the list, and is open for who opened it [A-034][S-117]', async () => {
    const first = await planner.page('/administration/orders')
    expect(first.$('[data-map-toggle]').attr('aria-expanded')).toBe('false')
    expect(first.$('[data-map]').attr('hidden')).toBeDefined()
    await planner.prefer('orders-map', '1')
    const again = await planner.page('/administration/orders')
    expect([again.$('[data-map-toggle]').attr('aria-expanded'), again.$('[data-map]').attr('hidden')]).toEqual([
      'true',
      undefined,
    ])
  })

  it('knows where orders are by the register alone, and says how many it does not', async () => {
    const { count } = await app.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(await shown()).toMatchObject({ places: [], without: count })
    // Nothing leaves the installation by itself, until an administrator wants that.
    await findPlaces({}, app.services)
    expect([registers.asked.length, (await shown()).places]).toEqual([0, []])
    const offer = 'bij Instellingen, Administratie, Kaart.'
    expect((await planner.page('/administration/orders')).text).not.toContain(offer)
    expect((await planner.page('/administration/orders?place=-')).text).toContain(offer)
    expect((await planner.post('/settings/map', { look_up_places: '1' })).status).toBe(403)
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.get('/settings/map')).text).toContain('postcode en huisnummer')
    const { version } = await app.db.selectFrom('settings').select('version').where('key', '=', 'map').executeTakeFirst() ?? { version: 1 } // prettier-ignore
    expect((await administrator.post('/settings/map', { look_up_places: '1', version: String(version) })).status).toBeLessThan(300) // prettier-ignore
    expect((await planner.page('/administration/orders?place=-')).text).not.toContain(offer)
    // That the register gives no answer says nothing about an address: it is asked again.
    registers.behave(...Array.from({ length: 8 }, () => ({ status: 503 })))
    await findPlaces({}, app.services)
    expect(
      await app.db.selectFrom('order_places').select('order_id').where('tried_at', 'is not', null).execute(),
    ).toEqual([])
    registers.behave()
    await findPlaces({}, app.services)
    const found = await shown()
    expect(total(found) + found.without).toBe(count)
    expect(total(found)).toBeGreaterThan(0)
    const [first] = found.places
    expect(first!.items[0]!.href).toMatch(/^\/administration\/order\/view\/\d+$/)
    expect([Math.round(first!.latitude), Math.round(first!.longitude)]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ])
    expect(first!.latitude > 50 && first!.latitude < 54).toBe(true)
    // Whoever plans knows the way: from the establishments to what waits to be inspected.
    const houses = await app.db.selectFrom('establishments').select(['postal_code', 'street_no']).execute()
    expect((await knownPoints(app.db, houses)).filter((point) => point === null)).toEqual([])
    const waiting = await app.db.selectFrom('order_places').select('latitude').where('order_id', '=', app.story.visits.unplanned).executeTakeFirstOrThrow() // prettier-ignore
    expect(waiting.latitude).not.toBe(null)
    const { $ } = await planner.get('/administration/orders?place=-')
    expect($('tbody tr[data-id]').length).toBe(Math.min(found.without, 30))
  })

  it('shows what the list shows, and to a teacher the own orders alone', async () => {
    const { deLinde } = app.story.companies
    const own = await app.db.selectFrom('orders').select('id').where('company_id', '=', deLinde).execute()
    const found = await shown(`&company_id=${deLinde}`)
    expect(total(found) + found.without).toBe(own.length)
    const teacher = await app.as(ROLE.teacher)
    const seen = await shown('', teacher)
    expect(total(seen) + seen.without).toBeLessThan(own.length + 10)
    expect(JSON.stringify(seen)).not.toContain('€')
  })

  it('forgets where an order is with its address', async () => {
    const { id } = await app.db
      .selectFrom('orders')
      .innerJoin('order_places', 'order_places.order_id', 'orders.id')
      .select('orders.id')
      .where('order_places.latitude', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('orders').set({ postal_code: null }).where('id', '=', id).execute()
    const place = app.db.selectFrom('order_places').selectAll().where('order_id', '=', id)
    expect(await place.executeTakeFirstOrThrow()).toMatchObject({ latitude: null, longitude: null, tried_at: null })
  })

  it('asks for a bounded number of places, however many orders there are', async () => {
    await app.db.updateTable('order_places').set({ latitude: 52, longitude: 6, tried_at: new Date() }).execute()
    const { places } = await shown()
    expect(places).toHaveLength(1)
    expect(places[0]!.items.length).toBeLessThanOrEqual(5)
  })
})
