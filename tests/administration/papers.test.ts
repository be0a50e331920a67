import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatMoney } from '../../src/platform/format/format.ts'
import { invoicePaper } from '../../src/administration/invoices/invoices/paper/invoice-paper.ts'
import type { InvoiceSnapshot } from '../../src/administration/invoices/invoices/definitive/snapshot.rules.ts'
import { keptPaper, paperPdf } from '../../src/administration/sales/papers/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { readPdf } from '../support/pdf.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const textOf = (bytes: Buffer) => readPdf(bytes).pages.map((lines) => lines.join('\n'))
const print = async (browser: Browser, layoutId: number, ids: (number | string)[], query = '') => {
  const answer = await browser.get(`/print/collection/${layoutId}/${ids.join(',')}${query}`)
  return { ...answer, pages: answer.status === 200 ? textOf(answer.bytes) : [] }
}
const snapshotOf = async (id: number) =>
  (await app.db.selectFrom('invoices').select('snapshot').where('id', '=', id).executeTakeFirstOrThrow())
    .snapshot as InvoiceSnapshot

describe('printing', () => {
  it('gives chosen orders as one document, each once, on pages of their own', async () => {
    const { open, delivered } = { open: app.story.sales.order, delivered: app.story.orders.ofTeacher }
    const { pages, headers } = await print(planner, app.story.layouts.order, [open, delivered, open])
    expect(headers.get('content-type')).toBe('application/pdf')
    const numbers = await app.db.selectFrom('orders').select('uid').where('id', 'in', [open, delivered]).execute()
    expect(pages).toHaveLength(2)
    for (const { uid } of numbers)
      expect(pages.filter((page) => page.includes(`Orderbevestiging ${uid}`))).toHaveLength(1)
  })

  it('shows it in the browser where that is asked for', async () => {
    const ask = (query: string) => print(planner, app.story.layouts.order, [app.story.sales.order], query)
    expect((await ask('')).headers.get('content-disposition')).toMatch(/^attachment; filename="?orderbevestiging-O/)
    expect((await ask('?stream=true')).headers.get('content-disposition')).toMatch(/^inline/)
  })

  it('puts no price on a work order, and a place to sign', async () => {
    const { pages } = await print(planner, app.story.layouts.work_order, [app.story.sales.order])
    expect(pages.join()).toContain('Werkbon O')
    expect(pages.join()).toContain('Handtekening')
    expect(pages.join()).not.toContain('€')
  })

  it('is refused for what is not there, for too many and for nonsense', async () => {
    const { order } = app.story.layouts
    for (const ids of [['2147483647'], ['0'], ['1,,2'], ['abc'], Array.from({ length: 501 }, (_, i) => i + 1)])
      expect([ids, (await print(planner, order, ids)).status]).toEqual([ids, 404])
    expect((await print(planner, 2_147_483_647, [app.story.sales.order])).status).toBe(404)
  })

  const menuOf = async (path: string) => {
    const { $ } = await planner.get(path)
    return Buffer.from(String($('[data-popup-options]').val()), 'base64').toString()
  }

  it('is offered in the popup of an order and of a quotation, and above the list of quotations', async () => {
    const { order, sentQuotation } = app.story.sales
    expect(await menuOf(`/administration/order/view/${order}`)).toContain(`/print/kind/order?ids=${order}`)
    expect(await menuOf(`/administration/quotation/view/${sentQuotation}`)).toContain(
      `/print/kind/quotation?ids=${sentQuotation}`,
    )
    for (const [kind, id] of [
      ['order', order],
      ['quotation', sentQuotation],
    ] as const)
      // prettier-ignore
      expect(textOf((await planner.get(`/print/kind/${kind}?ids=${id}`)).bytes)).toHaveLength(1)
    expect((await planner.page('/administration/quotations')).text).toContain('/print/kind/quotation')
  })

  it('of chosen orders asks in which way, each a document that is shown or downloaded [R-173][S-121]', async () => {
    const ids = [app.story.sales.order, app.story.orders.ofTeacher]
    expect((await planner.page('/administration/orders')).text).toContain('/administration/orders/print')
    const { $ } = await planner.get(`/administration/orders/print?ids=${ids.join(',')}`)
    expect($('.popup-title').text()).toBe('2 orders printen')
    const links = $('.print-ways a').toArray().map((link) => String($(link).attr('href'))) // prettier-ignore
    const { order, work_order } = app.story.layouts
    const urls = [order, work_order].map((layout) => `/print/collection/${layout}/${ids.join(',')}`)
    expect(links).toEqual(urls.flatMap((url) => [`${url}?stream=true`, url]))
    for (const url of links) expect(textOf((await planner.get(url)).bytes)).toHaveLength(2)
    expect((await planner.get('/administration/orders/print')).status).toBe(422)
    expect((await planner.get('/administration/orders/print?ids=2147483647')).status).toBe(404)
  })

  it('of what is to be done for an order is where a call says that it is [R-181][A-144]', async () => {
    const { order } = app.story.sales
    expect(await menuOf(`/administration/order/view/${order}`)).toContain(`/print/kind/work_order?ids=${order}`)
    const { url } = (await planner.post(`/administration/order/generateWorkOrder/${order}`)).json<{ url: string }>()
    expect(textOf((await planner.get(url)).bytes).join()).toContain('Werkbon O')
    expect((await planner.post('/administration/order/generateWorkOrder/2147483647')).status).toBe(404)
  })

  it('says of a quotation that was not sent that nothing is offered yet, and asks for a signature', async () => {
    const pageOf = async (id: number) => textOf((await planner.get(`/print/kind/quotation?ids=${id}`)).bytes).join()
    const { quotation, sentQuotation } = app.story.sales
    expect(await pageOf(quotation)).toContain('Dit is een concept en nog geen aanbod.')
    expect(await pageOf(sentQuotation)).not.toContain('concept')
    expect(await pageOf(sentQuotation)).toContain('Voor akkoord:')
  })

  it('says of an invoice without a number that it is none yet', async () => {
    const { pages } = await print(planner, app.story.layouts.invoice, [app.story.sales.invoice])
    expect(pages[0]).toContain('Dit is een concept en nog geen factuur.')
  })
})

describe('the preview of a form', () => {
  const preview = (form: Record<string, string | number>, type = 'order') =>
    planner.post(`/administration/${type}/preview`, form)

  it('is the very document, with what stands in the form and in the layout that is chosen [A-146][R-186]', async () => {
    const id = app.story.sales.order
    const kept = await app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const answer = await preview({
      id,
      header_text: 'Zoals dinsdag besproken.',
      print_layout_id: app.story.layouts.work_order,
    })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const [page] = textOf(answer.bytes)
    expect(page).toContain(`Werkbon ${kept.uid}`)
    expect(page).toContain('Zoals dinsdag besproken.')
    expect(await app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).toEqual(kept)
  })

  it('refuses a layout of another kind, and texts that are too long', async () => {
    const id = app.story.sales.order
    expect((await preview({ id, print_layout_id: app.story.layouts.invoice })).status).toBe(404)
    expect((await preview({ id, header_text: 'x'.repeat(5001) })).status).toBe(422)
    expect((await preview({ id }, 'contact')).status).toBe(404)
  })
})

describe('the paper of an invoice', () => {
  it('says all that was frozen, whatever is changed afterwards', async () => {
    const id = app.story.invoices.definitive
    const snapshot = await snapshotOf(id)
    await app.db
      .updateTable('companies')
      .set({ name: 'Heet nu anders' })
      .where('name', '=', snapshot.buyer.name)
      .execute()
    const text = (await print(planner, app.story.layouts.invoice, [id])).pages.join('\n')
    for (const part of [
      `Factuur ${snapshot.number}`,
      snapshot.buyer.name,
      snapshot.seller.legal_name,
      snapshot.seller.vat_id,
      snapshot.seller.coc_no,
      formatMoney(snapshot.base),
      formatMoney(snapshot.total),
      ...snapshot.taxes.map(({ vat }) => formatMoney(vat)),
      ...snapshot.lines.map(({ name }) => name),
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Heet nu anders')
  })

  it('is drawn once, however many ask for it at once, and is known by its bytes', async () => {
    const id = app.story.invoices.foreign
    const snapshot = await snapshotOf(id)
    const facts = () => Promise.resolve(invoicePaper(snapshot, new Date('2026-01-05T10:00:00Z')))
    const frozen = { type: 'invoice', id, uid: snapshot.number } as const
    let drawn = 0
    const all = await Promise.all(
      Array.from({ length: 5 }, () => keptPaper(app.services, frozen, () => (drawn++, facts()))),
    )
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1)
    expect(drawn).toBe(1)
    const again = await buffer(paperPdf(app.services.files, await facts()))
    expect((await app.services.files.read(all[0]!.key)).equals(again)).toBe(true)
  })

  it('keeps every line and never writes below its foot, however long it is', { timeout: 60_000 }, async () => {
    const snapshot = await snapshotOf(app.story.invoices.definitive)
    const [line] = snapshot.lines.filter(({ kind }) => kind === 'product')
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('product' as const, 'section' as const),
            words: fc.array(fc.constantFrom('brandblusser', 'x'.repeat(300), 'en', '\n', 'W'.repeat(40)), {
              maxLength: 120,
            }),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        async (shapes) => {
          const lines = shapes.map(({ kind, words }, i) => ({
            ...line!,
            kind,
            name: `Regel ${i + 1}.`,
            description: words.join(' '),
          }))
          const { pages, contents } = readPdf(
            await buffer(paperPdf(app.services.files, invoicePaper({ ...snapshot, lines }, new Date(0)))),
          )
          const text = pages.map((page) => page.join('\n')).join('\n')
          lines.forEach(({ name }) => expect(text.split(name)).toHaveLength(2))
          expect(pages.map((page) => page.find((part) => part.startsWith('Pagina ')))).toEqual(
            pages.map((_page, i) => `Pagina ${i + 1} van ${pages.length}`),
          )
          for (const content of contents) {
            expect(lowestOf(content)).toBeGreaterThan(25)
            expect(lowestOf(content)).toBeLessThan(60)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

/** How far above the bottom of the page the lowest text stands, in points. */
const lowestOf = (content: string): number =>
  Math.min(...[...content.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => Number(y)))
