// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

const stored = (id: number) => app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('sale_lines').selectAll().where('order_id', '=', id).orderBy('position').execute()
const rowsOf = async (query: string, browser = planner) => {
  const { $ } = await browser.get(`/administration/orders${query}`)
  return $('tbody tr[data-id]')
    .map((_, row) => $(row).find('td').text())
    .get()
}
/** The form of an order as it opens, with changes. */
async function edited(id: number, changes: Record<string, FormValue>) {
  const { $ } = await planner.get(`/administration/order/edit/${id}`)
  const fields = $('form').first().serializeArray()
  return planner.post(`/administration/order/edit/${id}`, {
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    ...changes,
  })
}

describe('the list of orders', () => {
  it('shows them by number, customer, day, status and what they come to [S-116] [R-168]', async () => {
    const { uid, total, order_date } = await stored(app.story.orders.open)
    const list = await planner.page(`/administration/orders?search=${uid}`)
    const row = list.$(`tr[data-id=${app.story.orders.open}]`).text()
    expect(row).toContain(uid)
    expect(row).toContain('Zorggroep De Linde')
    expect(row).toContain(formatDate(order_date))
    expect(row).toContain('Open')
    expect(row.replace(/\D/g, '')).toContain(String(total))
  })

  it('is searched by number, by reference and by who buys', async () => {
    const { uid } = await stored(app.story.orders.open)
    expect(await rowsOf(`?search=${uid}`)).toHaveLength(1)
    expect((await rowsOf('?search=herfst')).join()).toContain(uid)
    const ofBakery = await rowsOf('?search=van+loon')
    expect(ofBakery.length).toBeGreaterThan(2)
    expect(ofBakery.every((row) => row.includes('Bakkerij Van Loon'))).toBe(true)
    expect(await rowsOf('?search=van+loon+kuipers')).toEqual([])
  })

  it('is filtered by status, company, employee and period', async () => {
    const delivered = await rowsOf('?status=delivered')
    expect(delivered.length).toBeGreaterThan(2)
    expect(delivered.every((row) => row.includes('Te factureren'))).toBe(true)
    const ofTwente = await rowsOf(`?company_id=${app.story.companies.twente}`)
    expect(ofTwente.every((row) => row.includes('Metaalwerken Twente'))).toBe(true)
    const last = formatDate(addDays(today(), -5))
    const young = await rowsOf(`?order_date=${last}..`)
    const { rows } = await app.pool.query('select id from orders where order_date >= $1', [addDays(today(), -5)])
    expect(young).toHaveLength(rows.length)
  })

  it('has orders under the months, with what they come to', async () => {
    const { $ } = await planner.get('/administration/orders?group=month')
    expect($.text()).toMatch(
      /(januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december) 20\d\d/,
    )
  })

  it('shows a teacher the own ones, without what they come to', async () => {
    const { $, text } = await teacher.page('/administration/orders?columns=uid,customer,total,base')
    const own = await app.db
      .selectFrom('orders')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('employee_id', '=', app.story.users[ROLE.teacher]!),
          // Those that are visited too.
          eb('id', 'in', eb.selectFrom('visits').select('order_id').where('employee_id', '=', app.story.users[ROLE.teacher]!)), // prettier-ignore
        ]),
      )
      .execute()
    expect($('tbody tr[data-id]')).toHaveLength(own.length)
    expect(text).not.toMatch(/€/)
    expect((await teacher.get('/administration/orders?export=csv')).text).not.toMatch(/€|Totaal/)
  })

  it('is found by its number in the global search [F-043]', async () => {
    const { uid } = await stored(app.story.orders.open)
    const { data } = (await planner.get(`/ajax/superSearch?query=${uid}`)).json<{
      data: { searchable_type: string; searchable_field: string; name: string }[]
    }>()
    expect(data.map((hit) => `${hit.searchable_type} ${hit.searchable_field} ${hit.name}`)).toContain(
      `Order uid ${uid} / De Linde herfst`,
    )
  })

  it('stands in a tab of the company and of the contact that buys', async () => {
    const company = await planner.get(`/company/view/${app.story.companies.deLinde}`)
    const { rows } = await app.pool.query('select id from orders where company_id = $1', [app.story.companies.deLinde])
    const tab = company.$('[data-item=orders]')
    expect(tab.text().replace(/\s+/g, ' ')).toContain(`Orders${rows.length}`)
    const contact = await planner.get(`/contact/view/${app.story.contacts.anouk}`)
    expect(contact.text).toContain(`/administration/orders?embed=1&amp;contact_id=${app.story.contacts.anouk}`)
  })
})

describe('an order', () => {
  it('shows its lines, who bought it and what is left to do [S-119] [R-170]', async () => {
    const { open } = app.story.orders
    const { $ } = await planner.get(`/administration/order/view/${open}`)
    expect($('.popup-title').text()).toContain((await stored(open)).uid)
    expect($('.record-main [data-region]').attr('data-region')).toBe(`/administration/order/lines/${open}`)
    expect($('.record-rail').text()).toContain('Lindelaan 12')
    expect($('.record-rail').text()).toContain('Nog 2 producten leveren')
    expect($('.record-rail').text()).toContain('10482')
    const lines = await planner.get(`/administration/order/lines/${open}`)
    expect(lines.text).toContain('Cursusboek BHV')
    expect(lines.$('[data-delivered]')).toHaveLength(5)
  })

  it('is shown to the teacher who delivers it without prices, and to no other', async () => {
    const { ofTeacher, open } = app.story.orders
    const { text, status } = await teacher.get(`/administration/order/view/${ofTeacher}`)
    expect(status).toBe(200)
    expect(text).toContain('Cursusboek BHV')
    expect(text).not.toMatch(/€|data-delivered|Debiteurnummer/)
    expect((await teacher.get(`/administration/order/view/${open}`)).status).toBe(404)
    expect((await teacher.post(`/administration/order/markAllDelivered/${ofTeacher}`)).status).toBe(403)
  })

  it('is added for a customer, of today, with the address of that customer and a number, and opens', async () => {
    const { twente, vanLoon } = app.story.companies
    const list = await planner.page('/administration/orders')
    expect(list.$('a[href^="/administration/order/add"]').length).toBeGreaterThan(0)
    const form = await planner.get(`/administration/order/add?company_id=${twente}`)
    expect(form.$('[name=company_id] option[selected]').text()).toBe('Metaalwerken Twente B.V.')
    const fields = Object.fromEntries(form.$('form').first().serializeArray().map(({ name, value }) => [name, value])) // prettier-ignore
    const answer = await planner.post('/administration/order/add', { ...fields, reference: 'Hal 3' })
    expect([answer.status, answer.trigger.flash?.str]).toEqual([200, 'Order toegevoegd'])
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger['popup-open']?.url).toBe(`/administration/order/view/${id}`)
    expect(await stored(id)).toMatchObject({
      company_id: twente,
      reference: 'Hal 3',
      order_date: today(),
      street: 'Staalstraat',
      city: 'Hengelo',
      status: 'open',
    })
    const before = await app.db.selectFrom('orders').select('id').execute()
    const stranger = await planner.post('/administration/order/add', {
      company_id: vanLoon,
      order_date: fields.order_date!,
      contact_id: app.story.contacts.anouk,
    })
    expect([stranger.status, stranger.text]).toEqual([422, expect.stringContaining('hoort niet bij dit bedrijf')])
    expect(await app.db.selectFrom('orders').select('id').execute()).toHaveLength(before.length)
    expect((await teacher.get('/administration/order/add')).status).toBe(403)
  })

  it('gets the next number of its year, and no number twice', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => planner.post('/administration/order/copy', { id: app.story.orders.loose })),
    )
    const uids = await Promise.all(answers.map(async (answer) => (await stored(answer.json<{ id: number }>().id)).uid))
    expect(new Set(uids).size).toBe(8)
    const year = today().slice(0, 4)
    const { rows } = await app.pool.query<{ count: number; last: number }>(
      'select count(*)::integer as count, max(sequence) as last from orders where year = $1',
      [year],
    )
    expect(rows[0]!.last).toBe(rows[0]!.count)
    expect(answers[0]!.undo).toBeUndefined()
  })

  it('keeps the address that it is given, and takes that of the customer when it is given none', async () => {
    const { open } = app.story.orders
    const answer = await edited(open, { street: 'Kerkplein', street_no: '1', postal_code: '8011 AA', city: 'Zwolle' })
    expect(answer.trigger.flash?.str).toBe('Wijziging opgeslagen')
    expect(await stored(open)).toMatchObject({ street: 'Kerkplein', street_no: '1' })
    const { delivered } = app.story.orders
    expect(await stored(delivered)).toMatchObject({ street: 'Staalstraat', city: 'Hengelo' })
  })

  it('refuses a contact who is not of the company, and an order for nobody', async () => {
    const { open } = app.story.orders
    const before = await stored(open)
    const stranger = await edited(open, { company_id: app.story.companies.vanLoon })
    expect([stranger.status, stranger.text]).toEqual([422, expect.stringContaining('hoort niet bij dit bedrijf')])
    const nobody = await edited(open, { company_id: '-1', contact_id: '-1' })
    expect([nobody.status, nobody.text]).toEqual([422, expect.stringContaining('Kies een contact of een bedrijf.')])
    expect(await stored(open)).toEqual(before)
  })

  it('is not deleted while another order follows it, and comes back with its lines and number when undone [R-184]', async () => {
    const made = (await planner.post('/administration/order/copy', { id: app.story.orders.open })).json<{
      id: number
    }>()
    await app.pool.query('update orders set parent_order_id = $1 where id = $2', [made.id, app.story.orders.loose])
    const refused = await planner.post('/administration/order/delete', { id: made.id })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Vervolgorders')])
    await app.pool.query('update orders set parent_order_id = null where id = $1', [app.story.orders.loose])
    const before = [await stored(made.id), await linesOf(made.id)]
    const gone = await planner.post('/administration/order/delete', { id: made.id })
    expect(gone.trigger.flash?.str).toBe('Order verwijderd')
    expect(await linesOf(made.id)).toEqual([])
    await planner.post(`/undo/${gone.undo!.set}`)
    const [order, lines] = [await stored(made.id), await linesOf(made.id)]
    expect([order.uid, order.total, lines.length]).toEqual([
      (before[0] as typeof order).uid,
      (before[0] as typeof order).total,
      (before[1] as typeof lines).length,
    ])
  })
})

describe('delivering', () => {
  it('ticks one line, which tells that it was saved, and takes it back [M-084]', async () => {
    const { open, openLine } = app.story.orders
    const answer = await planner.post(`/administration/order/delivered/${open}`, { line: openLine, delivered: '1' })
    expect(answer.trigger.flash?.str).toBe('Wijziging opgeslagen')
    expect((await linesOf(open)).find(({ id }) => id === openLine)?.delivered).toBe(true)
    await planner.post(`/administration/order/delivered/${open}`, { line: openLine, delivered: '0' })
    expect((await linesOf(open)).find(({ id }) => id === openLine)?.delivered).toBe(false)
    const elsewhere = await planner.post(`/administration/order/delivered/${app.story.orders.loose}`, {
      line: openLine,
      delivered: '1',
    })
    expect(elsewhere.status).toBe(404)
    expect((await linesOf(open)).find(({ id }) => id === openLine)?.delivered).toBe(false)
  })

  it('a line is delivered or it is not: nothing between, and nothing else is taken for it [A-085]', async () => {
    const { open, openLine } = app.story.orders
    for (const delivered of ['half', '2', ['1', '0']]) {
      const answer = await planner.post(`/administration/order/delivered/${open}`, { line: openLine, delivered })
      expect([delivered, answer.status]).toEqual([delivered, 422])
    }
    expect((await linesOf(open)).map(({ delivered }) => typeof delivered)).not.toContain('object')
    expect((await linesOf(open)).find(({ id }) => id === openLine)?.delivered).toBe(false)
    await expect(app.pool.query('update sale_lines set delivered = null where id = $1', [openLine])).rejects.toThrow(
      /null value/,
    )
  })

  it('marks all that has not gone on yet, and undoes it [R-176]', async () => {
    const { open } = app.story.orders
    const before = await linesOf(open)
    // What a follow-up of the order took over has gone on.
    const gone = before.find(({ kind, delivered }) => kind === 'product' && !delivered)!.id
    await app.db.updateTable('sale_lines').set({ destination: 'order' }).where('id', '=', gone).execute()
    const answer = await planner.post(`/administration/order/markAllDelivered/${open}`)
    const products = (await linesOf(open)).filter(({ kind }) => kind === 'product')
    expect(products.map(({ id, delivered }) => [id, delivered])).toEqual(products.map(({ id }) => [id, id !== gone]))
    expect(products.length).toBeGreaterThan(1)
    expect(answer.trigger.flash?.str).toBe('Alles is geleverd')
    expect((await stored(open)).status).toBe('delivered')
    await planner.post(`/undo/${answer.undo!.set}`)
    expect((await linesOf(open)).map(({ delivered }) => delivered)).toEqual(before.map(({ delivered }) => delivered))
    expect((await stored(open)).status).toBe('open')
    await app.db.updateTable('sale_lines').set({ destination: null }).where('id', '=', gone).execute()
  })

  it('marks several orders, and leaves out what is delivered or empty with the reason', async () => {
    const { open, delivered } = app.story.orders
    const question = await planner.get(`/administration/orders/bulk/delivered?ids=${open},${delivered}`)
    expect(question.text).toContain('is al geleverd')
    expect(question.$('.popup-title').text()).toContain('1 van de 2 orders')
  })
})

describe('a copy', () => {
  it('keeps the prices, or gets those of today [R-185] [A-145]', async () => {
    const { open } = app.story.orders
    await app.pool.query(`update sale_lines set price = 1.5, is_original_price = false where order_id = $1 and kind = 'product'`, [open]) // prettier-ignore
    const kept = (await planner.post('/administration/order/copy', { id: open, prices: 'kept' })).json<{ id: number }>()
    const anew = (await planner.post('/administration/order/copy', { id: open, prices: 'new' })).json<{ id: number }>()
    const source = await linesOf(open)
    const [first, second] = [await linesOf(kept.id), await linesOf(anew.id)]
    const names = source.map(({ name, count, kind }) => [name, count, kind])
    expect(first.map(({ name, count, kind }) => [name, count, kind])).toEqual(names)
    expect(second.map(({ name, count, kind }) => [name, count, kind])).toEqual(names)
    const prices = (lines: typeof first) => lines.filter(({ kind }) => kind === 'product').map(({ price }) => price)
    expect(new Set(prices(first))).toEqual(new Set(['1.5000']))
    expect(prices(second)).not.toContain('1.5000')
    expect((await stored(kept.id)).order_date).toBe(today())
    expect(first.every((line) => line.delivered === (line.kind === 'product' && !line.has_to_be_delivered))).toBe(true)
  })
})

describe('contacts of an order', () => {
  it('are attached once and detached [R-182] [R-183]', async () => {
    const { loose } = app.story.orders
    const { gerrit } = app.story.contacts
    const attach = () => planner.post(`/administration/order/attachContactToOrder/${loose}/${gerrit}`)
    const there = () => app.db.selectFrom('order_contacts').selectAll().where('order_id', '=', loose).execute()
    expect((await attach()).trigger.flash?.str).toBe('Contact gekoppeld')
    await attach()
    expect(await there()).toHaveLength(1)
    expect((await planner.get(`/administration/order/view/${loose}`)).text).toContain('losmaken')
    const detach = await planner.post(`/administration/order/detachContactFromOrder/${loose}/${gerrit}`)
    expect(detach.trigger.flash?.str).toBe('Contact losgemaakt')
    expect(await there()).toEqual([])
    expect((await planner.post(`/administration/order/detachContactFromOrder/${loose}/${gerrit}`)).status).toBe(404)
  })
})

describe('the file about a person', () => {
  it('has the orders in which the person is named', async () => {
    const { orderData } = await import('../../src/administration/orders/orders/person-data.ts')
    const rows = await orderData.collect(app.services, app.story.privateCustomer)
    expect(rows).toHaveLength(1)
    const plan = await orderData.plan!(app.db, app.story.privateCustomer)
    expect(plan.kept[0]?.why).toContain('bewaarplicht')
  })
})

// Last, as it makes orders.
describe('a long list of orders', () => {
  it('has its button once more above more than 15 rows, and not above 15 [A-035]', async () => {
    const made: number[] = []
    const above = async (count: number) => {
      while (made.length < count) {
        const copy = await planner.post('/administration/order/copy', { id: app.story.orders.loose })
        made.push(copy.json<{ id: number }>().id)
      }
      await app.pool.query(`update orders set reference = 'Bovenaan' where id = any($1)`, [made])
      const { $ } = await planner.get('/administration/orders?search=bovenaan')
      return [$('tbody tr[data-id]').length, $('.rt-above a[href="/administration/order/add"]').text()]
    }
    expect(await above(15)).toEqual([15, ''])
    expect(await above(16)).toEqual([16, 'Order toevoegen'])
  })
})
