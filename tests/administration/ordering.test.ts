import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Form, shownFields } from '../support/example-calls.ts'
import { readPdf } from '../support/pdf.ts'

const ADD = '/administration/order/add'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const count = async () =>
  (
    await app.pool.query<{ orders: number; lines: number; used: number }>(
      `select (select count(*)::integer from orders) as orders, (select count(*)::integer from sale_lines) as lines,
       (select coalesce(max(sequence), 0) from orders where year = extract(year from current_date)) as used`,
    )
  ).rows[0]!
const stored = (id: number) => app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('sale_lines').selectAll().where('order_id', '=', id).orderBy('position').execute()
const texts = ({ $ }: Pick<Answer, '$'>, selector: string) =>
  $(selector).toArray().map((element) => $(element).text().replace(/\s+/g, ' ').trim()) // prettier-ignore
const errorsOf = (answer: Answer) => answer.json<Record<string, string[]>>()

/** Goes through the wizard as a browser does: each step with what the ones before it hold, and what is filled in here. */
async function walk(query: string, filled: Form = {}, until = 'overview') {
  const first = await planner.get(`${ADD}${query}`)
  let form: Form = { ...shownFields(first.$), ...filled }
  let answer = first
  for (const key of ['products', 'notes', 'overview']) {
    answer = await planner.post(`${ADD}${query === '' ? '?' : `${query}&`}step=${key}`, form)
    if (answer.status !== 200) return { answer, form }
    form = { ...form, added: undefined as never, ...shownFields(answer.$), ...filled }
    for (const name of Object.keys(form)) if (name.startsWith('added[') || form[name] === undefined) delete form[name]
    if (key === until) break
  }
  return { answer, form }
}
const product = (id: number, amount: string): Form => ({ 'added[0][product_id]': String(id), 'added[0][count]': amount }) // prettier-ignore

describe('the wizard of a new order', () => {
  it('has four steps, of which the first asks for whom it is and where [R-169] [S-118] [A-018] [A-019]', async () => {
    const { deLinde } = app.story.companies
    const page = await planner.page(ADD)
    expect(page.status).toBe(200)
    const { $ } = await planner.get(`${ADD}?company_id=${deLinde}&contact_id=${app.story.contacts.anouk}`)
    expect($('[data-step-key]').toArray().map((step) => step.attribs['data-step-key'])).toEqual(['customer', 'products', 'notes', 'overview']) // prettier-ignore
    const names = $('[data-step] [name]').toArray().map((field) => field.attribs.name!) // prettier-ignore
    const asked = ['contact_id', 'company_id', 'quotation_id', 'employee_id', 'address_of']
    expect(names.filter((name) => asked.includes(name)).filter((name, i, all) => all.indexOf(name) === i)).toEqual(asked) // prettier-ignore
    expect(texts({ $ }, '#order-address label').join()).toMatch(/Adres van het bedrijf: Lindelaan 12, 8011/)
    const nobody = await planner.get(ADD)
    expect(nobody.$('#order-address').text()).toContain('Kies eerst een contact of een bedrijf.')
    expect(nobody.$('[name=address_of]')).toHaveLength(0)
    const chosen = await planner.post(`${ADD}?step=customer`, { contact_id: '-1', company_id: deLinde })
    expect(texts(chosen, '#order-address label').join()).toContain('Lindelaan 12')
  })

  it('stores nothing before its last step, and then the order with its lines at once', async () => {
    const { twente } = app.story.companies
    const { bhvBook } = app.story.products
    const before = await count()
    const chosen = await walk(`?company_id=${twente}`, product(bhvBook, '3'), 'products')
    expect(texts(chosen.answer, '[data-order-line]')).toHaveLength(1)
    const { answer, form } = await walk(`?company_id=${twente}`, {
      ...chosen.form,
      header_text: 'Zoals besproken.',
      reference: 'Hal 3',
    })
    expect(answer.$.text()).toContain('Metaalwerken Twente')
    expect(answer.$.text()).toContain('Zoals besproken.')
    expect(await count()).toEqual(before)
    const saved = await planner.post(ADD, form)
    expect([saved.status, saved.trigger.flash?.str]).toEqual([200, 'Order toegevoegd'])
    const { id } = saved.json<{ id: number }>()
    const order = await stored(id)
    expect(order).toMatchObject({ company_id: twente, reference: 'Hal 3', header_text: 'Zoals besproken.', street: 'Staalstraat' }) // prettier-ignore
    const [line, ...others] = await linesOf(id)
    expect([line!.product_id, line!.count, others]).toEqual([bhvBook, '3.0000', []])
    // What was shown is what is stored.
    expect(answer.$('.sale-total dd').text().replace(/\D/g, '')).toBe(String(order.total))
  })

  it('makes one order of two clicks', async () => {
    const { form } = await walk(`?company_id=${app.story.companies.twente}`)
    const before = await count()
    const answers = await Promise.all([planner.post(ADD, form), planner.post(ADD, form)])
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1)
    expect((await count()).orders).toBe(before.orders + 1)
  })

  it('takes products from a popup of their own, at the price of the chosen customer [A-011]', async () => {
    const { twente, vanLoon } = app.story.companies
    const popup = await planner.get('/administration/order/add_products/new')
    expect([popup.status, popup.$('form[data-order-choice] [name^="added[0]"]').length]).toEqual([200, 2])
    const { rows } = await app.pool.query<{ product_id: number; company_id: number }>(
      `select product_id, company_id from price_rules where company_id is not null and type = 'price' and product_id is not null
         and valid_from <= current_date and (valid_until is null or valid_until >= current_date) limit 1`,
    )
    const { product_id, company_id } = rows[0]!
    const priceFor = async (company: number) =>
      texts((await walk(`?company_id=${company}`, product(product_id, '1'), 'products')).answer, '.sale-price, .sale-off').slice(0, 2).join(' ') // prettier-ignore
    const other = company_id === twente ? vanLoon : twente
    expect(await priceFor(company_id)).not.toBe(await priceFor(other))
    const wrong = await walk(`?company_id=${twente}`, product(product_id, 'veel'), 'products')
    expect([wrong.answer.status, Object.keys(errorsOf(wrong.answer))]).toEqual([422, ['added.0.count']])
  })

  it('begins with the products that were chosen before it was opened', async () => {
    const { answer } = await walk(
      `?company_id=${app.story.companies.twente}&added[0][product_id]=${app.story.products.bhvBook}&added[0][count]=4`,
      {},
      'products',
    )
    expect(texts(answer, '[data-order-line] .sale-name')).toHaveLength(1)
    expect(answer.$('[data-order-line] .order-count').val()).toBe('4')
  })

  it('refuses a contact of another company, and an order for nobody, before anything is chosen', async () => {
    const { vanLoon } = app.story.companies
    const stranger = await walk('', { company_id: String(vanLoon), contact_id: String(app.story.contacts.anouk) })
    expect([stranger.answer.status, errorsOf(stranger.answer)]).toEqual([
      422,
      { contact_id: ['Dit contact hoort niet bij dit bedrijf.'] },
    ])
    const nobody = await walk('')
    expect(errorsOf(nobody.answer)).toEqual({ contact_id: ['Kies een contact of een bedrijf.'] })
    expect((await planner.post(ADD, nobody.form)).status).toBe(422)
  })

  it('goes where the chosen address is, or where it is typed', async () => {
    const { anouk } = app.story.contacts
    const { deLinde } = app.story.companies
    const placed = async (changes: Form) => {
      const { form } = await walk(`?company_id=${deLinde}&contact_id=${anouk}`, changes)
      return stored((await planner.post(ADD, form)).json<{ id: number }>().id)
    }
    expect(await placed({})).toMatchObject({ street: 'Lindelaan' })
    expect(await placed({ address_of: 'own', street: 'Kerkplein', street_no: '1', city: 'Zwolle' })).toMatchObject({ street: 'Kerkplein' }) // prettier-ignore
    const contact = await app.db.selectFrom('contacts').select('street').where('id', '=', anouk).executeTakeFirstOrThrow() // prettier-ignore
    expect(await placed({ address_of: 'contact', street: 'Telt niet mee' })).toMatchObject({ street: contact.street })
  })
})

describe('an order of a quotation', () => {
  const quotation = () => app.story.sales.sentQuotation

  it('begins with whom it is for and the lines that go on, at the prices that were offered', async () => {
    const id = quotation()
    const offer = await app.db.selectFrom('quotations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const menu = String((await planner.get(`/administration/quotation/view/${id}`)).$('[data-popup-options]').val())
    expect(Buffer.from(menu, 'base64').toString()).toContain(`${ADD}?quotation_id=${id}`)
    const { form, answer } = await walk(`?quotation_id=${id}`)
    expect(answer.text).toContain(offer.uid)
    await app.pool.query(`update products set name = name || ' (nieuw)' where id in (select product_id from sale_lines where quotation_id = $1)`, [id]) // prettier-ignore
    const made = (await planner.post(ADD, form)).json<{ id: number }>().id
    const order = await stored(made)
    expect([order.quotation_id, order.company_id, order.contact_id]).toEqual([id, offer.company_id, offer.contact_id])
    const offered = await app.db.selectFrom('sale_lines').selectAll().where('quotation_id', '=', id).where('chosen', '=', true).orderBy('position').execute() // prettier-ignore
    const lines = await linesOf(made)
    const priced = (all: typeof lines) => all.filter(({ kind }) => kind === 'product').map(({ name, count, price, discount }) => [name, count, price, discount]) // prettier-ignore
    expect(priced(lines)).toEqual(priced(offered))
    expect(lines.every(({ source_id }) => offered.some((line) => line.id === source_id))).toBe(true)
    const after = await app.db.selectFrom('quotations').select('accepted_at').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect(after.accepted_at).not.toBeNull()
    const view = await planner.get(`/administration/order/view/${made}`)
    expect(view.$(`.record-rail a[href="/administration/quotation/view/${id}"]`).text()).toBe(offer.uid)
  })

  it('is not made twice, nor for somebody else, nor with lines of another quotation', async () => {
    const again = await walk(`?quotation_id=${quotation()}`)
    expect(errorsOf(again.answer)).toEqual({ quotation_id: ['Van deze offerte is al een order of factuur gemaakt.'] })
    const { rows } = await app.pool.query<{ id: number; line: number }>(
      `select q.id, min(l.id) as line from quotations q join sale_lines l on l.quotation_id = q.id
       where q.stage = 'concept' and q.company_id is not null and l.kind = 'product'
         and not exists (select 1 from orders where quotation_id = q.id)
       group by q.id order by q.id limit 1`,
    )
    const { id, line } = rows[0]!
    const other = await walk(`?company_id=${app.story.companies.vanLoon}`, { quotation_id: String(id) })
    expect([other.answer.status, Object.keys(errorsOf(other.answer))]).toEqual([422, ['quotation_id']])
    const { form } = await walk(`?company_id=${app.story.companies.twente}`)
    const before = await count()
    const foreign = await planner.post(ADD, { ...form, 'lines[0][source_id]': String(line) })
    expect([foreign.status, await count()]).toEqual([422, before])
  })
})

describe('the paper of an order that is not stored yet', () => {
  const preview = (form: Form) => planner.post('/administration/order/preview', form)
  const textOf = (answer: Answer) => readPdf(answer.bytes).pages.map((lines) => lines.join('\n')).join('\n') // prettier-ignore

  it('is the very document that would be printed, and nothing is stored for it [A-018]', async () => {
    const { twente } = app.story.companies
    const chosen = await walk(`?company_id=${twente}`, product(app.story.products.bhvBook, '3'), 'products')
    const { form } = await walk(`?company_id=${twente}`, { ...chosen.form, header_text: 'Zoals dinsdag besproken.' })
    const before = await count()
    const answer = await preview(form)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(await count()).toEqual(before)
    const { id } = (await planner.post(ADD, form)).json<{ id: number }>()
    const printed = await planner.get(`/print/kind/order?ids=${id}`)
    const { uid } = await stored(id)
    const known = textOf(answer).split('\n')
    const lines = textOf(printed).replace(` ${uid}`, '').split('\n')
    expect(lines.filter((line) => !known.includes(line))).toEqual([])
    expect(known).toContain('Dit is een voorbeeld. De order is nog niet opgeslagen.')
    expect(textOf(printed)).toContain('Zoals dinsdag besproken.')
    const work = await preview({ ...form, print_layout_id: String(app.story.layouts.work_order) })
    expect(textOf(work)).toContain('Werkbon')
    expect(textOf(work)).not.toContain('€')
  })

  it('is refused for what could not be stored', async () => {
    expect((await preview({})).status).toBe(422)
    expect((await preview({ order_date: today(), company_id: '2147483647' })).status).toBe(422)
    const { form } = await walk(`?company_id=${app.story.companies.twente}`)
    expect((await preview({ ...form, company_id: '2147483647' })).status).toBe(404)
    expect((await preview({ ...form, 'lines[0][product_id]': '2147483647', 'lines[0][count]': '1' })).status).toBe(404)
    expect((await preview({ ...form, 'lines[0][product_id]': '1', 'lines[0][count]': '9'.repeat(40) })).status).toBe(422) // prettier-ignore
  })
})
