import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { addLines, lockSale } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { holdAt } from '../support/kills.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const NONE_TO_MERGE = 'Er zijn geen facturen om mee samen te voegen voor deze debiteur.'
interface Line {
  product_id: number
  count: string
  price?: string
}
const concept = (added: Line[], more = {}) =>
  inTransaction(app.db, null, (trx) =>
    makeConcept(trx, app.services.registry, {
      company_id: app.story.companies.deLinde,
      contact_id: null,
      added,
      ...more,
    }),
  )
const definitive = async (added: Line[]) => {
  const id = await concept(added)
  await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id))
  return id
}
const books = (count: string, price?: string): Line => ({ product_id: app.story.products.bhvBook, count, ...(price ? { price } : {}) }) // prettier-ignore
const travel = (): Line => ({ product_id: app.story.products.travel, count: '1' })
const row = (id: number) =>
  app.db
    .selectFrom('invoices')
    .select(['uid', 'state', 'open', 'total', 'base', 'vat', 'credits_id', 'snapshot'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('sale_lines').selectAll().where('invoice_id', '=', id).orderBy('position').execute()
const credit = (id: number, form: Record<string, FormValue> = {}, browser = administrator) =>
  browser.post(
    `/administration/invoice/${id}/${Object.keys(form).length === 0 ? 'make_credit_invoice' : 'credit'}`,
    form,
  )
const credited = async (id: number, form?: Record<string, FormValue>) => {
  const answer = await credit(id, form)
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return answer.json<{ id: number }>().id
}
const number = (id: number) => administrator.post(`/administration/invoice/definitive/${id}`)

describe('crediting an invoice', () => {
  it('makes a concept that mirrors it line by line and names it, after a question [A-089] [A-189] [R-215]', async () => {
    const id = await definitive([books('12'), travel()])
    const before = await row(id)
    const popup = await administrator.get(`/administration/invoice/${id}/credit`)
    expect(popup.text).toContain(`Weet u zeker dat u factuur ${before.uid} wilt crediteren?`)
    expect((await credit(id, {}, planner)).status).toBe(403)
    const back = await credited(id)
    const [mine, its] = [await linesOf(id), await linesOf(back)]
    expect(its.map((line) => [line.source_id, line.price, line.tax, line.count, line.amount])).toEqual(
      mine.map((line) => [line.id, line.price, line.tax, `-${line.count}`, -line.amount]),
    )
    expect(await row(back)).toMatchObject({
      credits_id: id,
      total: -before.total!,
      base: -before.base,
      vat: -before.vat,
    })
    // A concept takes nothing yet.
    expect(await row(id)).toEqual(before)
    expect((await number(back)).status).toBe(200)
    expect(await row(id)).toMatchObject({ state: 'credited', open: 0 })
    expect(await row(back)).toMatchObject({
      open: 0,
      snapshot: { credits: { number: before.uid, invoiceDate: today() }, total: -before.total! },
    })
    expect((await administrator.get(`/administration/invoice/view/${id}`)).text).toContain('Gecrediteerd')
  })

  it('takes chosen lines, and never more than is left of them, whatever is asked', async () => {
    const id = await definitive([books('12'), travel()])
    const [book, drive] = await linesOf(id)
    const some = await credited(id, { 'lines[0][id]': book!.id, 'lines[0][count]': '5', 'lines[1][count]': '1' })
    expect((await linesOf(some)).map(({ source_id, count }) => [source_id, count])).toEqual([[book!.id, '-5.0000']])
    for (const [count, why] of [
      ['8', 'hooguit 7'],
      ['0', 'hooguit 7'],
      ['7,5', 'hooguit 7'],
      ['-1', 'geen geldig bedrag'],
    ]) {
      const refused = await credit(id, { 'lines[0][id]': book!.id, 'lines[0][count]': count! })
      expect([count, refused.status, refused.text]).toEqual([count, 422, expect.stringContaining(why!)])
    }
    expect((await credit(id, { 'lines[0][count]': '1' })).status).toBe(422)
    const { late } = app.story.invoices
    const [strange] = await linesOf(late)
    expect((await credit(id, { 'lines[0][id]': strange!.id, 'lines[0][count]': '1' })).status).toBe(422)
    const rest = await credited(id)
    expect((await linesOf(rest)).map(({ source_id, count }) => [source_id, count])).toEqual([
      [book!.id, '-7.0000'],
      [drive!.id, '-1.0000'],
    ])
    const again = await credit(id)
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('al helemaal gecrediteerd')])
    for (const one of [some, rest]) expect((await number(one)).status).toBe(200)
    expect((await row(id)).open).toBe(0)
  })

  it('is refused for a concept and for what credits another one itself', async () => {
    const early = await concept([books('1')])
    expect((await credit(early)).status).toBe(409)
    const id = await definitive([books('1')])
    const back = await credited(id)
    await number(back)
    const refused = await credit(back)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('kan niet zelf worden gecrediteerd')])
  })

  it('gives no number to a credit that was changed into more than what was paid for', async () => {
    const id = await definitive([books('2')])
    const back = await credited(id)
    const [line] = await linesOf(back)
    const change = (set: object) => app.db.updateTable('sale_lines').set(set).where('id', '=', line!.id).execute()
    await change({ count: '-3' })
    expect((await number(back)).text).toContain('Van Cursusboek BHV is niet zoveel meer te crediteren.')
    await change({ count: '-2', price: '99' })
    expect((await number(back)).text).toContain('andere prijs, korting of btw')
    await change({ price: line!.price })
    const extra = await inTransaction(app.db, null, async (trx) => {
      const sale = await lockSale(trx, app.services.registry, { type: 'invoice', id: back })
      return (await addLines(trx, sale, [travel()]))[0]!
    })
    expect((await number(back)).text).toContain('staat niet op de factuur die wordt gecrediteerd')
    await app.db.deleteFrom('sale_lines').where('id', '=', extra).execute()
    expect((await number(back)).status).toBe(200)
  })

  it('credits chosen lines that were taken off the invoice as well', async () => {
    const id = await definitive([books('5'), books('-2')])
    const [, off] = await linesOf(id)
    const some = await credited(id, { 'lines[0][id]': off!.id, 'lines[0][count]': '1' })
    expect((await linesOf(some)).map(({ source_id, count }) => [source_id, count])).toEqual([[off!.id, '1.0000']])
  })

  it('gives a number to one of two that together are more than what was paid for, at the same moment', async () => {
    const id = await definitive([books('2')])
    const [line] = await linesOf(id)
    const half = () => credited(id, { 'lines[0][id]': line!.id, 'lines[0][count]': '1' })
    const both = [await half(), await half()]
    await app.db.updateTable('sale_lines').set({ count: '-2' }).where('invoice_id', 'in', both).where('kind', '=', 'product').execute() // prettier-ignore
    const { release, untilReached } = await holdAt(app, { table: 'invoices', on: 'update', row: 1 })
    const first = number(both[0]!)
    await untilReached()
    const second = number(both[1]!)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.owner.pool.query(waiting)).rowCount).toBe(2)
    await release()
    expect([(await first).status, (await second).status]).toEqual([200, 409])
    expect((await row(id)).open).toBe(0)
  })

  it('leaves what is paid and credited to go back to the customer', async () => {
    const id = await definitive([books('2')])
    const { total } = await row(id)
    const amount = (total! / 100).toFixed(2).replace('.', ',')
    await administrator.post(`/administration/invoice/status/${id}`, { status: 'paid', paid_on: today().split('-').reverse().join('-'), amount }) // prettier-ignore
    await number(await credited(id))
    expect(await row(id)).toMatchObject({ state: 'credited', open: -total! })
  })

  it('comes to nothing together with what it credits, at any price, count, discount and VAT', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            count: fc.integer({ min: 1, max: 9_999 }),
            price: fc.integer({ min: 0, max: 999_999 }),
            discount: fc.integer({ min: 0, max: 10_000 }),
            included: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (wanted) => {
          const id = await concept(wanted.map(() => books('1')))
          for (const [i, line] of (await linesOf(id)).entries()) {
            const { count, price, discount, included } = wanted[i]!
            await app.db
              .updateTable('sale_lines')
              .set({
                count: String(count / 100),
                price: String(price / 1000),
                discount: String(discount / 100),
                taxes_included: included,
              })
              .where('id', '=', line.id)
              .execute()
          }
          await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id))
          const back = await credited(id)
          await inTransaction(app.db, null, (trx) => makeDefinitive(trx, back))
          const [one, other] = [await row(id), await row(back)]
          expect([one.base + other.base, one.vat + other.vat, one.open]).toEqual([0, 0, 0])
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) },
    )
  })
})

describe('merging invoices', () => {
  const mergeable = async (id: number) => {
    const answer = await administrator.get(`/api/administration/invoices/${id}/getMergableInvoices`)
    return answer.json<{ id: number }[]>().map((one) => one.id)
  }
  const own = (added: Line[], more = {}) => concept(added, { company_id: app.story.companies.vanLoon, ...more })
  const merge = (id: number, invoices: number[], path = `/api/administration/invoices/${id}/merge`) =>
    administrator.post(path, { invoices: invoices.map(String) })

  it('says that there is nothing to merge with where that is so [A-181] [M-101]', async () => {
    const alone = await concept([books('1')], { company_id: app.story.companies.kuipers })
    expect(await mergeable(alone)).toEqual([])
    expect((await administrator.get(`/administration/invoice/${alone}/merge`)).text).toContain(NONE_TO_MERGE)
    const refused = await merge(alone, [app.story.invoices.concept])
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(NONE_TO_MERGE)])
  })

  it('lists the other concepts of the same customer and makes one of those that are checked [A-012] [A-090] [R-216] [R-217]', async () => {
    const first = await own([books('1')])
    const second = await own([books('2'), travel()], { reference: 'Inkoop 12' })
    const third = await own([books('3')])
    const stays = await own([books('4')])
    const done = await own([books('5')], { address: { street: 'Laan', street_no: '1', street_no_adding: null, postal_code: '7411 AA', city: 'Deventer', country_code: 'NL' } }) // prettier-ignore
    expect((await number(done)).status).toBe(200)
    expect(await mergeable(first)).toEqual([second, third, stays])
    const popup = await administrator.get(`/administration/invoice/${first}/merge`)
    expect(popup.$('input[name=invoices]').toArray().map((box) => Number(box.attribs.value))).toEqual([second, third, stays]) // prettier-ignore
    expect((await planner.post(`/api/administration/invoices/${first}/merge`, { invoices: [String(second)] })).status).toBe(403) // prettier-ignore
    const before = (await row(first)).base + (await row(second)).base + (await row(third)).base
    const lines = [...(await linesOf(second)), ...(await linesOf(third))].map((line) => line.id)
    const answer = await merge(first, [second, third])
    expect([answer.status, answer.text]).toEqual([200, expect.anything()])
    const its = await linesOf(first)
    expect(its.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'product Cursusboek BHV',
      'section Inkoop 12',
      'product Cursusboek BHV',
      'product Voorrijkosten',
      'product Cursusboek BHV',
    ])
    expect(its.filter(({ kind }) => kind === 'product').slice(1).map((line) => line.id)).toEqual(lines) // prettier-ignore
    expect((await row(first)).base).toBe(before)
    expect(await mergeable(first)).toEqual([stays])
    const { flash } = JSON.parse(answer.headers.get('hx-trigger')!) as { flash: { undo: { set: number } } }
    expect((await administrator.post(`/undo/${flash.undo.set}`)).status).toBeLessThan(300)
    expect(await mergeable(first)).toEqual([second, third, stays])
    expect((await linesOf(second)).map((line) => line.id)).toEqual(lines.slice(0, 2))
  })

  it('needs at least one that is checked, of those that can be merged [A-133] [S-138]', async () => {
    const [id, other] = [await own([books('1')]), await own([books('1')])]
    const popup = await administrator.get(`/administration/invoice/${id}/merge`)
    expect(popup.$('[data-needs-one=invoices]')).toHaveLength(1)
    const boxes = popup.$('[name=invoices]').toArray()
    const listed = boxes.map((box) => Number(popup.$(box).val()))
    expect(listed).toEqual(await mergeable(id))
    expect(listed).toContain(other)
    for (const box of boxes) expect(popup.$(box).closest('label').text()).toMatch(/€.+\d\d-\d\d-\d{4}/)
    const path = `/administration/invoice/${id}/merge`
    const before = await linesOf(id)
    for (const chosen of [[], [id], [app.story.invoices.concept], [app.story.invoices.definitive], [999_999_999]])
      expect([chosen, (await merge(id, chosen, path)).status]).toEqual([chosen, expect.toBeOneOf([404, 422])])
    expect(await linesOf(id)).toEqual(before)
  })

  it('takes along what else hangs on them: notes, and who of a planning was charged', async () => {
    const [id, gone] = [await own([books('1')]), await own([books('1')])]
    await app.db.insertInto('notes').values({ object_type: 'invoice', object_id: gone, body: 'Bel eerst' }).execute() // prettier-ignore
    const group = await app.db.selectFrom('appointment_groups').select('id').where('id', 'not in', app.db.selectFrom('planning_charges').select('group_id')).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db
      .insertInto('planning_charges')
      .values({ group_id: group.id, contact_id: null, invoice_id: gone })
      .execute()
    expect((await merge(id, [gone])).status).toBe(200)
    const note = await app.db.selectFrom('notes').select('object_id').where('object_type', '=', 'invoice').where('object_id', '=', id).execute() // prettier-ignore
    const charge = await app.db.selectFrom('planning_charges').select('id').where('invoice_id', '=', id).execute()
    expect([note.length, charge.length]).toEqual([1, 1])
  })
})

describe('several invoices made definitive', () => {
  const bulk = '/administration/invoices/bulk/definitive'
  it('get their numbers in the order of their days; who cannot stays, and the question says why', async () => {
    const ids = [await concept([books('1')]), await concept([books('2')])]
    const empty = await concept([])
    const all = [...ids, empty, app.story.invoices.definitive].join()
    const popup = await administrator.get(`${bulk}?ids=${all}`)
    expect(popup.text).toContain('2 facturen definitief maken')
    expect(popup.text).toContain('kan nog niet: zet eerst een product op de factuur')
    expect(popup.text).toContain('is al definitief')
    const plan = popup.$('input[name=plan]').attr('value')!
    expect((await planner.post(bulk, { ids: all, plan })).status).toBe(403)
    const done = await administrator.post(bulk, { ids: all, plan })
    expect([done.status, done.text]).toEqual([204, ''])
    const [one, other] = await Promise.all(ids.map(row))
    expect([one!.state, other!.state, (await row(empty)).state]).toEqual(['definitive', 'definitive', 'concept'])
    expect(Number(other!.uid!.slice(-4))).toBe(Number(one!.uid!.slice(-4)) + 1)
    expect((await administrator.post(bulk, { ids: all, plan })).status).toBe(409)
  })

  it('are a hundred in one save, without a gap', async () => {
    const ids: number[] = []
    for (let i = 0; i < 100; i++) ids.push(await concept([books('1')]))
    const answer = await administrator.post(bulk, { ids: ids.join() })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const rows = await app.db.selectFrom('invoices').select(['year', 'sequence']).where('sequence', 'is not', null).orderBy('year').orderBy('sequence').execute() // prettier-ignore
    for (const of of Map.groupBy(rows, ({ year }) => year).values())
      expect(of.map(({ sequence }) => sequence)).toEqual(of.map((_, i) => i + 1))
    expect(new Set((await Promise.all(ids.map(row))).map(({ state }) => state))).toEqual(new Set(['definitive']))
  })

  it('wait while their day lies in a period that was closed', async () => {
    const id = await concept([books('1')])
    const form = await administrator.get('/settings/bookkeeping')
    const version = form.$('input[name=version]').attr('value') ?? '1'
    const close = (day: string) => administrator.post('/settings/bookkeeping', { version, closed_until: day })
    expect((await close(today().split('-').reverse().join('-'))).status).toBeLessThan(300)
    expect((await number(id)).text).toContain('is afgesloten')
    expect((await administrator.get(`${bulk}?ids=${id}`)).text).toContain('is afgesloten')
    await app.db.updateTable('settings').set({ value: JSON.stringify({ closed_until: '' }) }).where('key', '=', 'bookkeeping').execute() // prettier-ignore
    expect((await number(id)).status).toBe(200)
  })
})
