// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { TAKEN_OVER } from '../../src/administration/orders/quotations/quotations.rules.ts'
import { offerLink } from '../../src/administration/orders/quotations/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  supervisor = await app.as(ROLE.supervisor)
})
afterAll(() => app.close())

const stored = (id: number) =>
  app.db.selectFrom('quotations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (of: 'quotation_id' | 'order_id' | 'invoice_id', id: number) =>
  app.db
    .selectFrom('sale_lines')
    .select(['id', 'name', 'count', 'price', 'source_id', 'optional', 'chosen', 'product_id'])
    .where(of, '=', id)
    .orderBy('position')
    .execute()
const rowsOf = async (query: string, browser = planner) => {
  const { $ } = await browser.get(`/administration/quotations${query}`)
  return $('tbody tr[data-id]')
    .map((_, row) => $(row).find('td').text())
    .get()
}
async function edited(id: number, changes: Record<string, FormValue>) {
  const { $ } = await planner.get(`/administration/quotation/edit/${id}`)
  const fields = $('form').first().serializeArray()
  return planner.post(`/administration/quotation/edit/${id}`, {
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    ...changes,
  })
}
const copyOf = async (id: number, prices = 'kept') =>
  (await planner.post('/administration/quotation/copy', { id, prices })).json<{ id: number }>().id
const status = async (id: number) => (await planner.get(`/administration/quotation/view/${id}`)).$('.popup-head').text()
const dutch = (day: string) => formatDate(day)

describe('the list of quotations', () => {
  it('shows them by number, customer, day, until when they hold, how they stand and what they come to', async () => {
    const { viewed } = app.story.quotations
    const list = await planner.page('/administration/quotations')
    const { uid, total, quotation_date, valid_until } = await stored(viewed)
    const row = list.$(`tr[data-id=${viewed}]`).text()
    for (const text of [uid, 'Metaalwerken Twente', formatDate(quotation_date), formatDate(valid_until), 'Bekeken'])
      expect(row).toContain(text)
    expect(row.replace(/\D/g, '')).toContain(String(total))
    expect(list.$('.side-nav, nav').text()).toContain('Offertes')
  })

  it('is filtered by how they stand today, each in one state', async () => {
    const states = ['concept', 'sent', 'viewed', 'accepted', 'declined', 'expired']
    const counts: number[] = []
    for (const state of states) counts.push((await rowsOf(`?status=${state}&size=200`)).length)
    expect(counts.every((count) => count > 0)).toBe(true)
    const { rows } = await app.pool.query<{ count: number }>('select count(*)::integer as count from quotations')
    expect(counts.reduce((sum, count) => sum + count)).toBe(rows[0]!.count)
    expect((await rowsOf('?status=expired')).join()).toContain((await stored(app.story.quotations.expired)).uid)
  })

  it('is searched by number and by who buys, filtered by customer and period, and grouped with what they come to', async () => {
    const { uid } = await stored(app.story.quotations.loose)
    expect(await rowsOf(`?search=${uid}`)).toHaveLength(1)
    const ofBakery = await rowsOf('?search=van+loon')
    expect(ofBakery.length).toBeGreaterThan(2)
    expect(ofBakery.every((row) => row.includes('Bakkerij Van Loon'))).toBe(true)
    const ofTwente = await rowsOf(`?company_id=${app.story.companies.twente}`)
    expect(ofTwente.length).toBeGreaterThan(1)
    const young = await rowsOf(`?quotation_date=${dutch(addDays(today(), -5))}..`)
    const { rows } = await app.pool.query('select id from quotations where quotation_date >= $1', [
      addDays(today(), -5),
    ])
    expect(young).toHaveLength(rows.length)
    const { $ } = await planner.get('/administration/quotations?group=status')
    expect($.text()).toMatch(/Verlopen/)
  })

  it('shows a supervisor those that were sent to the own companies, and no concept', async () => {
    const shown = (await rowsOf('?size=200', supervisor)).join()
    expect(shown).toContain((await stored(app.story.sales.sentQuotation)).uid)
    expect(shown).not.toContain((await stored(app.story.sales.quotation)).uid)
    expect(shown).not.toContain('Metaalwerken')
    expect((await supervisor.get(`/administration/quotation/view/${app.story.sales.quotation}`)).status).toBe(404)
    expect((await supervisor.get(`/administration/quotation/view/${app.story.sales.sentQuotation}`)).status).toBe(200)
    const lines = `/administration/quotation/lines/${app.story.sales.sentQuotation}`
    expect((await planner.get(lines)).text).toContain('Waarom deze prijs?')
    expect((await supervisor.get(lines)).text).not.toContain('Waarom deze prijs?')
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get('/administration/quotations')).status).toBe(403)
  })

  it('is found by number in the global search, and chosen by number and reference [P-116] [P-119] [F-042]', async () => {
    const { uid } = await stored(app.story.quotations.viewed)
    const { data } = (await planner.get(`/ajax/superSearch?query=${uid}`)).json<{
      data: { searchable_type: string; searchable_field: string; name: string }[]
    }>()
    expect(data.map((hit) => `${hit.searchable_type} ${hit.searchable_field} ${hit.name}`)).toContain(
      `Quotation uid ${uid} / KAM 121`,
    )
    const chosen = await planner.get(`/ajax/specialSelectorSearch?type=quotation&search=${uid}`)
    expect(chosen.text).toContain(`${uid} / KAM 121`)
  })

  it('stands in a tab of the company and of the contact it is for', async () => {
    const { deLinde } = app.story.companies
    const company = await planner.get(`/company/view/${deLinde}`)
    const { rows } = await app.pool.query('select id from quotations where company_id = $1', [deLinde])
    expect(company.$('[data-item=quotations]').text().replace(/\s+/g, ' ')).toContain(`Offertes${rows.length}`)
  })

  it('counts what waits for somebody above the calendar, and leads to exactly these', async () => {
    const { rows } = await app.pool.query(`select id from quotations where stage = 'accepted'
      and id not in (select quotation_id from orders where quotation_id is not null)`)
    expect(await rowsOf('?waiting=accepted')).toHaveLength(rows.length)
    const counted = await planner.get('/attention')
    expect(counted.text).toContain('/administration/quotations?waiting=accepted')
    // To order is up to the office; to answer in time is up to who was asked.
    const own = async () => {
      const { text } = await supervisor.get('/attention')
      return ['accepted', 'ending', 'answerable'].filter((what) => text.includes(`waiting=${what}`))
    }
    expect(await own()).toEqual([])
    const asked = await app.db.selectFrom('quotations').select('id').where('reference', '=', 'AED hal Zuid').executeTakeFirstOrThrow() // prettier-ignore
    await inTransaction(app.db, null, (trx) => offerLink(trx, app.services.config, asked.id))
    expect(await own()).toEqual(['answerable'])
    expect((await supervisor.get(`/administration/quotation/view/${asked.id}`)).text).toContain(
      `/administration/quotation/answer/${asked.id}`,
    )
    const ending = await rowsOf('?waiting=ending')
    expect(ending.join()).toContain('AED hal Zuid')
    expect(ending.every((row) => /Verstuurd|Bekeken/.test(row))).toBe(true)
  })
})

describe('a quotation', () => {
  it('shows its lines, whom it is for and what became of it [R-188] [S-124]', async () => {
    const { accepted } = app.story.quotations
    const { $ } = await planner.get(`/administration/quotation/view/${accepted}`)
    expect($('.popup-title').text()).toContain((await stored(accepted)).uid)
    expect($('.record-main [data-region]').attr('data-region')).toBe(`/administration/quotation/lines/${accepted}`)
    expect($('.timeline').text()).toMatch(/Geaccepteerd.*door Anouk van der Linden.*Bekeken.*Verstuurd.*Gemaakt/s)
    expect($('.record-rail').text()).toContain('Geaccepteerd, en nog geen order')
  })

  it('is added for a customer, of today, for thirty days, with a number and the address of the customer, and opens [R-189] [S-125]', async () => {
    const { twente, vanLoon } = app.story.companies
    const form = await planner.get(`/administration/quotation/add?company_id=${twente}`)
    const fields = Object.fromEntries(form.$('form').first().serializeArray().map(({ name, value }) => [name, value])) // prettier-ignore
    const { _once, ...rest } = fields
    const answer = await planner.post('/administration/quotation/add', { ...rest, _once: _once!, reference: 'Hal 3' })
    expect([answer.status, answer.trigger.flash?.str]).toEqual([200, 'Offerte toegevoegd'])
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger['popup-open']?.url).toBe(`/administration/quotation/view/${id}`)
    expect(await stored(id)).toMatchObject({
      company_id: twente,
      reference: 'Hal 3',
      quotation_date: today(),
      valid_until: addDays(today(), 30),
      city: 'Hengelo',
      stage: 'concept',
    })
    const before = await app.db.selectFrom('quotations').select('id').execute()
    const refused = async (changes: Record<string, FormValue>, said: string) => {
      const { status: code, text } = await planner.post('/administration/quotation/add', { ...rest, ...changes })
      expect([code, text]).toEqual([422, expect.stringContaining(said)])
    }
    await refused({ company_id: vanLoon, contact_id: app.story.contacts.anouk }, 'hoort niet bij dit bedrijf')
    await refused({ company_id: '-1', contact_id: '-1' }, 'Kies een contact of een bedrijf.')
    await refused({ valid_until: dutch(addDays(today(), -1)) }, 'op of na de offertedatum')
    expect(await app.db.selectFrom('quotations').select('id').execute()).toHaveLength(before.length)
    expect((await supervisor.get('/administration/quotation/add')).status).toBe(403)
  })

  it('carries products like an order: they are added, stand at the prices of its customer and are taken off [A-044] [R-190]', async () => {
    const id = await copyOf(app.story.quotations.loose)
    const before = await linesOf('quotation_id', id)
    const { sign } = app.story.products
    await planner.post(`/administration/quotation/add_products/${id}`, {
      'lines[0][product_id]': sign,
      'lines[0][count]': '3',
      'lines[0][optional]': '1',
    })
    const lines = await linesOf('quotation_id', id)
    expect(lines).toHaveLength(before.length + 1)
    expect(lines.at(-1)).toMatchObject({ product_id: sign, optional: true })
    const { total } = await stored(id)
    const removed = await planner.post('/administration/quotation/remove_product', { id: lines.at(-1)!.id })
    expect(removed.trigger.flash?.str).toBe('Regel verwijderd')
    expect(await linesOf('quotation_id', id)).toHaveLength(before.length)
    expect((await stored(id)).total).not.toBe(total)
  })

  it('is changed while it is a concept, and once sent only after it was taken back', async () => {
    const id = await copyOf(app.story.quotations.loose)
    expect((await edited(id, { reference: 'Anders' })).trigger.flash?.str).toBe('Wijziging opgeslagen')
    await planner.post(`/administration/quotation/mark_sent/${id}`)
    expect((await stored(id)).stage).toBe('sent')
    const form = await planner.get(`/administration/quotation/edit/${id}`)
    expect(form.text).toContain('Haal hem terug')
    const { version } = await stored(id)
    const answer = await planner.post(`/administration/quotation/edit/${id}`, {
      ...{ version, company_id: app.story.companies.vanLoon, reference: 'Toch' },
      ...{ quotation_date: dutch(today()), valid_until: dutch(addDays(today(), 9)) },
    })
    expect(answer.status).toBe(409)
    const lines = await linesOf('quotation_id', id)
    const added = await planner.post(`/administration/quotation/add_products/${id}`, {
      'lines[0][product_id]': app.story.products.sign,
      'lines[0][count]': '3',
    })
    expect([added.status, added.text]).toEqual([409, expect.stringContaining('Haal hem terug')])
    expect(await linesOf('quotation_id', id)).toEqual(lines)
    await planner.post(`/administration/quotation/withdraw/${id}`)
    expect(await stored(id)).toMatchObject({ stage: 'concept', sent_at: null, withdrawn_at: expect.any(Date) as Date })
    expect((await edited(id, { reference: 'Nu wel' })).trigger.flash?.str).toBe('Wijziging opgeslagen')
  })

  it('is sent only with a product on it, and while it holds', async () => {
    const empty = await copyOf(app.story.quotations.loose)
    for (const line of await linesOf('quotation_id', empty))
      await planner.post('/administration/quotation/remove_product', { id: line.id })
    const answer = await planner.post(`/administration/quotation/mark_sent/${empty}`)
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('geen product')])
    const late = await copyOf(app.story.quotations.loose)
    await app.pool.query('update quotations set quotation_date = $2, valid_until = $2 where id = $1', [late, addDays(today(), -1)]) // prettier-ignore
    expect((await planner.post(`/administration/quotation/mark_sent/${late}`)).text).toContain('geldigheid is voorbij')
    expect((await stored(late)).sent_at).toBeNull()
  })

  it('is accepted by hand by whom the customer says, with the options that were chosen, which count in what it comes to', async () => {
    const id = await copyOf(app.story.quotations.viewed)
    await planner.post(`/administration/quotation/mark_sent/${id}`)
    const before = (await stored(id)).total
    const form = await planner.get(`/administration/quotation/accept/${id}`)
    const option = (await linesOf('quotation_id', id)).find(({ optional }) => optional)!
    expect(form.$(`[name=chosen][value=${option.id}]`)).toHaveLength(1)
    const answer = await planner.post(`/administration/quotation/accept/${id}`, { accepted_name: 'Els Bakker' })
    expect(answer.trigger.flash?.str).toBe('Offerte geaccepteerd')
    expect(await stored(id)).toMatchObject({ stage: 'accepted', accepted_name: 'Els Bakker' })
    expect((await stored(id)).total).toBeLessThan(Number(before))
    const again = await planner.post(`/administration/quotation/decline/${id}`, { decline_reason: 'Toch niet' })
    expect([again.status, (await stored(id)).stage]).toEqual([409, 'accepted'])
    await planner.post(`/undo/${answer.undo!.set}`)
    expect(await stored(id)).toMatchObject({ stage: 'sent', total: before })
  })

  it('is declined with the reason, prolonged, and expired by the day alone', async () => {
    const id = await copyOf(app.story.quotations.loose)
    expect((await planner.post(`/administration/quotation/decline/${id}`, { decline_reason: 'Te duur' })).status).toBe(
      409,
    )
    await planner.post(`/administration/quotation/mark_sent/${id}`)
    await app.pool.query('update quotations set quotation_date = $2, valid_until = $3 where id = $1', [id, addDays(today(), -30), addDays(today(), -1)]) // prettier-ignore
    expect(await status(id)).toContain('Verlopen')
    const past = await planner.post(`/administration/quotation/extend/${id}`, { valid_until: dutch(addDays(today(), -1)) }) // prettier-ignore
    expect([past.status, past.text]).toEqual([422, expect.stringContaining('vandaag of een latere dag')])
    await planner.post(`/administration/quotation/extend/${id}`, { valid_until: dutch(today()) })
    expect(await status(id)).toContain('Verstuurd')
    await planner.post(`/administration/quotation/decline/${id}`, { decline_reason: 'Te duur' })
    expect(await stored(id)).toMatchObject({ stage: 'declined', decline_reason: 'Te duur' })
    expect((await planner.post(`/administration/quotation/makeOrderFromQuotation/${id}`)).status).toBe(409)
  })

  it('is copied with its options at its prices or at those of today, as a concept of today', async () => {
    const { viewed } = app.story.quotations
    await app.pool.query('update sale_lines set price = price + 7, is_original_price = false where quotation_id = $1', [viewed]) // prettier-ignore
    const prices = async (id: number) => (await linesOf('quotation_id', id)).map(({ price }) => Number(price))
    const kept = await copyOf(viewed, 'kept')
    const anew = await copyOf(viewed, 'new')
    expect(await prices(kept)).toEqual(await prices(viewed))
    expect(await prices(anew)).not.toEqual(await prices(viewed))
    for (const id of [kept, anew]) {
      expect(await stored(id)).toMatchObject({ stage: 'concept', quotation_date: today(), reference: 'KAM 121' })
      expect((await linesOf('quotation_id', id)).map(({ optional }) => optional)).toEqual(
        (await linesOf('quotation_id', viewed)).map(({ optional }) => optional),
      )
    }
  })
})

describe('what is made of a quotation', () => {
  it('is an order of today at the prices that were offered, without options that were not chosen; a second click opens the same [A-068] [R-191]', async () => {
    const id = await copyOf(app.story.quotations.viewed)
    const lines = await linesOf('quotation_id', id)
    await app.pool.query('update sale_lines set chosen = false where quotation_id = $1 and optional', [id])
    const question = await planner.get(`/administration/quotation/view/${id}`)
    expect(question.text).toContain('1 optie die niet is gekozen, gaat niet mee')
    const answers = await Promise.all(
      [1, 2].map(() => planner.post(`/administration/quotation/makeOrderFromQuotation/${id}`)),
    )
    const [order, same] = answers.map((answer) => answer.json<{ id: number }>().id)
    expect(same).toBe(order)
    expect(answers[0]!.trigger['popup-open']?.url).toBe(`/administration/order/view/${order}`)
    const made = await linesOf('order_id', order!)
    const taken = lines.filter(({ optional }) => !optional)
    expect(made.map(({ name, price, source_id }) => ({ name, price, source_id }))).toEqual(
      taken.map(({ name, price, id: source_id }) => ({ name, price, source_id })),
    )
    const { rows } = await app.pool.query('select quotation_id, order_date, total from orders where id = $1', [order])
    expect(rows[0]).toMatchObject({ quotation_id: id, order_date: today(), total: (await stored(id)).total })
    expect((await stored(id)).stage).toBe('accepted')
    expect((await planner.post(`/administration/quotation/withdraw/${id}`)).status).toBe(409)
    // So nothing says that it is taken back to be changed.
    for (const path of ['lines', 'edit', 'add_products']) {
      const { text } = await planner.get(`/administration/quotation/${path}/${id}`)
      expect(text).toContain(TAKEN_OVER)
      expect(text).not.toContain('Haal hem terug')
    }
    const blocked = await planner.post('/administration/quotation/delete', { id })
    expect([blocked.status, blocked.text]).toEqual([409, expect.stringContaining('order')])
    const invoiced = await planner.post(`/administration/quotation/makeInvoiceFromQuotation/${id}`)
    expect([invoiced.status, invoiced.text]).toEqual([409, expect.stringContaining('Factureer die order')])
  })

  it('is a concept of an invoice at the prices that were offered, which a second click opens again and undoing takes back [A-069] [R-192]', async () => {
    const id = await copyOf(app.story.quotations.accepted)
    const path = `/administration/quotation/makeInvoiceFromQuotation/${id}`
    const answer = await planner.post(path)
    const { id: invoice } = answer.json<{ id: number }>()
    expect((await planner.post(path)).json<{ id: number }>().id).toBe(invoice)
    expect(answer.trigger['popup-open']?.url).toBe(`/administration/invoice/view/${invoice}`)
    const made = await linesOf('invoice_id', invoice)
    const lines = await linesOf('quotation_id', id)
    expect(made.map(({ price, source_id }) => [price, source_id])).toEqual(lines.map((line) => [line.price, line.id]))
    expect((await planner.post(`/administration/quotation/makeOrderFromQuotation/${id}`)).status).toBe(409)
    await planner.post(`/undo/${answer.undo!.set}`)
    expect(await linesOf('invoice_id', invoice)).toEqual([])
    expect((await stored(id)).stage).toBe('concept')
  })
})
