import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Offer, makeQuotation } from '../../src/administration/orders/quotations/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate, formatMoney } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { readPdf } from '../support/pdf.ts'
import { visitor } from '../support/visitor.ts'
import { SIGNATURE, answering } from './quotation-answers-support.ts'

let app: TestApp
let planner: Browser
let open: ReturnType<typeof answering>['open']
let linkOf: ReturnType<typeof answering>['linkOf']
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  ;({ open, linkOf } = answering(app))
})
afterAll(() => app.close())

/** A quotation with a line, two options and a link, that was sent. */
async function sent(more: Partial<Offer> = {}): Promise<{ id: number; path: string; options: number[] }> {
  const { bhvBook, firstAidBox, travel } = app.story.products
  const id = await inTransaction(app.db, null, (trx) =>
    makeQuotation(trx, {
      company_id: app.story.companies.deLinde,
      contact_id: app.story.contacts.anouk,
      employee_id: app.story.users[ROLE.scheduler]!,
      added: [
        { product_id: travel, count: '2' },
        { product_id: bhvBook, count: '3', optional: true },
        { product_id: firstAidBox, count: '1', optional: true },
      ],
      ...more,
    }),
  )
  expect((await planner.post(`/administration/quotation/mark_sent/${id}`)).status).toBe(204)
  const { $ } = await planner.get(`/administration/quotation/link/${id}`)
  const lines = await app.db.selectFrom('sale_lines').select('id').where('quotation_id', '=', id).where('optional', '=', true).orderBy('position').execute() // prettier-ignore
  return {
    id,
    path: new URL($(`#quotation-link-${id}`).val() as string).pathname,
    options: lines.map((line) => line.id),
  }
}
const stored = (id: number) =>
  app.db.selectFrom('quotations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ordersOf = (id: number) =>
  app.db.selectFrom('orders').selectAll().where('quotation_id', '=', id).orderBy('id').execute()
const signingsOf = (id: number) =>
  app.db.selectFrom('quotation_signings').selectAll().where('quotation_id', '=', id).orderBy('id').execute()
const mailsAbout = (words: string) =>
  app.db.selectFrom('mails').selectAll().where('subject', 'like', `%${words}%`).orderBy('id').execute()
const AGREES = { answer: 'accept', name: 'Anouk van der Linden', signature: SIGNATURE }

describe('a quotation behind its link', () => {
  it('names its customer in a sentence of its own, also one whose name ends in a full stop', async () => {
    const { path } = await sent({ company_id: app.story.companies.vanLoon, contact_id: null })
    const said = (await open(path)).page.$('h1 + p').text()
    expect(said).toMatch(/^Voor Bakkerij Van Loon B\.V\. Geldig tot en met /)
  })

  it('asks to agree with options only where there are any', async () => {
    const agreesTo = async (path: string) => (await open(path)).page.$('section p.small').text().split('. ')[0]
    const without = await sent({ added: [{ product_id: app.story.products.travel, count: '2' }] })
    expect(await agreesTo(without.path)).toBe("Met 'Accepteren' gaat u akkoord met deze offerte")
    expect(await agreesTo((await sent()).path)).toBe("Met 'Accepteren' gaat u akkoord met deze offerte en de opties die u hebt aangevinkt") // prettier-ignore
  })

  it('reads with VAT for who buys alone, who is told what accepting obliges to and how it is withdrawn', async () => {
    const read = async (more: Partial<Offer>) => {
      const { id, path } = await sent({ added: [{ product_id: app.story.products.travel, count: '2' }], ...more })
      const { page, get } = await open(path)
      const line = page.$('.offer-line').text().replace(/\s+/g, ' ')
      const pdf = readPdf((await get(`${path}/pdf`)).bytes)
        .pages.flat()
        .join(' ')
      return { id, line, pdf, button: page.$('button[value=accept]').text(), text: page.text }
    }
    const alone = await read({ company_id: null, contact_id: app.story.privateCustomer })
    const [, count, price, amount] = /(\d+) × € ([\d.,]+) ?€ ([\d.,]+)/.exec(alone.line)!
    const number = (text: string) => Number(text.replace('.', '').replace(',', '.'))
    expect(number(count!) * number(price!)).toBeCloseTo(number(amount!), 2)
    const { total } = await app.db.selectFrom('quotations').select('total').where('id', '=', alone.id).executeTakeFirstOrThrow() // prettier-ignore
    expect(Math.round(number(amount!) * 100)).toBe(Number(total))
    expect(alone.button).toBe('Accepteren met betalingsverplichting')
    for (const text of ['U hebt het recht om binnen een termijn van 14 dagen', 'Modelformulier voor herroeping'])
      expect([alone.text, alone.pdf.replace(/\s+/g, ' ')].every((one) => one.includes(text))).toBe(true)
    expect(alone.text).toContain('bent u verplicht het totaal te betalen')
    const company = await read({})
    expect([company.button, /herroep|verplicht/i.test(company.text + company.pdf)]).toEqual(['Accepteren', false])
  })

  it('is counted anew with the options that are ticked, as the database counts it once they are chosen', async () => {
    const { id, path, options } = await sent()
    const { page, send } = await open(path)
    const totalIn = (answer: typeof page) => answer.$('.sale-total dd').text()
    expect(totalIn(page)).toBe(formatMoney((await stored(id)).total!))
    for (const chosen of [[options[0]!], options, []]) {
      const counted = await send({ answer: 'count', chosen })
      expect(counted.$('input[name=chosen][checked]').length).toBe(chosen.length)
      await app.pool.query('update sale_lines set chosen = (id = any($1)) where optional and quotation_id = $2', [chosen, id]) // prettier-ignore
      expect(totalIn(counted)).toBe(formatMoney((await stored(id)).total!))
    }
    expect((await stored(id)).stage).not.toBe('accepted')
  })

  it('is accepted with a name and a signature, once however often it is sent, and becomes an order at its prices', async () => {
    const { id, path, options } = await sent()
    const { send, again } = await open(path)
    const answers = await Promise.all([1, 2, 3].map(() => send({ ...AGREES, chosen: [options[1]!] })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const [signing, ...others] = await signingsOf(id)
    expect(others).toEqual([])
    expect(signing).toMatchObject({
      name: 'Anouk van der Linden',
      address: expect.stringMatching(/127\.0\.0\.1/) as string,
    })
    const quotation = await stored(id)
    expect([quotation.stage, quotation.accepted_name]).toEqual(['accepted', 'Anouk van der Linden'])
    expect((await again()).text).toContain('Deze offerte is geaccepteerd')
    const [order, ...more] = await ordersOf(id)
    expect(more).toEqual([])
    expect([order!.total, order!.order_date]).toEqual([quotation.total, today(quotation.accepted_at!)])
    const { json } = await planner.post(`/administration/quotation/makeOrderFromQuotation/${id}`)
    expect(json<{ id: number }>().id).toBe(order!.id)
    const rows = await app.db.selectFrom('sale_lines').select(['source_id', 'price']).where('order_id', '=', order!.id).execute() // prettier-ignore
    expect(rows.map(({ source_id }) => source_id)).toContain(options[1])
    expect(rows.map(({ source_id }) => source_id)).not.toContain(options[0])
  })

  it('becomes an order by itself, which whoever handles it reads, once, and goes back where that is deleted', async () => {
    const { id, path } = await sent()
    await (await open(path)).send(AGREES)
    const [order] = await ordersOf(id)
    const { uid } = await stored(id)
    expect((await mailsAbout(`${uid} is geaccepteerd`))[0]!.text_body).toContain(`Order ${order!.uid} is ervan gemaakt.`) // prettier-ignore
    expect((await planner.post('/administration/order/delete', { id: order!.id })).status).toBeLessThan(300)
    // Who sends it again does not make it anew, and another choice is free.
    await (await open(path)).send(AGREES)
    expect(await ordersOf(id)).toEqual([])
    expect((await planner.post(`/administration/quotation/makeInvoiceFromQuotation/${id}`)).status).toBe(200)
  })

  it('waits for somebody where the settings say so, who makes the order of the day of acceptance', async () => {
    const administrator = await app.as(ROLE.administrator)
    const settings = async (order_when_accepted: object) => {
      const { $ } = await administrator.get('/settings/quotations')
      const { version } = Object.fromEntries($('form').serializeArray().map(({ name, value }) => [name, value])) as { version?: string } // prettier-ignore
      return [
        $('input[type=checkbox][name=order_when_accepted]').attr('checked') !== undefined,
        (await administrator.post('/settings/quotations', { version: version ?? '1', ...order_when_accepted })).status <
          300,
      ]
    }
    expect((await planner.post('/settings/quotations', {})).status).toBe(403)
    expect(await settings({})).toEqual([true, true])
    const { id, path } = await sent()
    await (await open(path)).send(AGREES)
    expect([(await stored(id)).stage, await ordersOf(id)]).toEqual(['accepted', []])
    await app.pool.query(`update quotations set accepted_at = accepted_at - interval '9 days' where id = $1`, [id])
    const wizard = await planner.get(`/administration/order/add?quotation_id=${id}`)
    expect(wizard.$('[name=order_date]').val()).toBe(formatDate(addDays(today(), -9)))
    await planner.post(`/administration/quotation/makeOrderFromQuotation/${id}`)
    expect((await ordersOf(id)).map(({ order_date }) => order_date)).toEqual([addDays(today(), -9)])
    expect(await settings({ order_when_accepted: '1' })).toEqual([false, true])
  })

  it('is accepted also where no order can be made of it', async () => {
    const { id, path } = await sent()
    // Who works for another company by now.
    await app.pool.query('update quotations set contact_id = $1 where id = $2', [app.story.privateCustomer, id])
    expect((await (await open(path)).send(AGREES)).status).toBe(303)
    expect([(await stored(id)).stage, await ordersOf(id)]).toEqual(['accepted', []])
    expect((await mailsAbout(`${(await stored(id)).uid} is geaccepteerd`))[0]!.text_body).toContain('Maak er een order of een factuur van.') // prettier-ignore
  })

  it('has one outcome when one reader accepts and another declines at the same moment', async () => {
    const { id, path } = await sent()
    const [one, other] = await Promise.all([open(path), open(path)])
    const answers = await Promise.all([
      one.send(AGREES),
      other.send({ answer: 'decline', reason: 'price', told: 'Elders 10% goedkoper' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const { stage, accepted_at, declined_at } = await stored(id)
    expect(accepted_at === null).not.toBe(declined_at === null)
    expect((await signingsOf(id)).length).toBe(stage === 'accepted' ? 1 : 0)
  })

  it('is not accepted as something else than was read: a line that changed meanwhile, or a total of other options', async () => {
    const { id, path, options } = await sent()
    const { send } = await open(path)
    const other = await send({ ...AGREES, chosen: options, counted: '' })
    expect([other.status, other.$('.note--warning').text()]).toEqual([409, expect.stringContaining('Het totaal hoort nu bij uw keuze')]) // prettier-ignore
    await app.pool.query('update sale_lines set price = price + 1 where id = $1', [options[0]])
    const changed = await send(AGREES)
    expect([changed.status, changed.$('.note--warning').text()]).toEqual([409, expect.stringContaining('intussen gewijzigd')]) // prettier-ignore
    expect(changed.$('input[name=name]').val()).toBe(AGREES.name)
    expect(await signingsOf(id)).toEqual([])
    expect((await (await open(path)).send(AGREES)).status).toBe(303)
  })

  it('begins with the options as they were offered, and for who buys alone with none', async () => {
    const { path, options } = await sent()
    expect((await open(path)).page.$('input[name=chosen][checked]').length).toBe(options.length)
    const alone = await sent({ company_id: null, contact_id: app.story.privateCustomer })
    expect((await open(alone.path)).page.$('input[name=chosen][checked]').length).toBe(0)
  })

  it('says what is missing and keeps what was typed; a name alone can sign', async () => {
    const { id, path } = await sent()
    const { send } = await open(path)
    const bare = await send({ answer: 'accept', name: '', signature: SIGNATURE })
    expect(bare.status).toBe(422)
    expect(bare.text).toContain('Vul uw naam in.')
    expect(bare.$('input[name=signature]').val()).toBe(SIGNATURE)
    const unsigned = await send({ answer: 'accept', name: 'Anouk', signature: '' })
    expect([unsigned.status, unsigned.$('input[name=name]').val()]).toEqual([422, 'Anouk'])
    const why = await send({ answer: 'decline', told: 'zomaar' })
    expect([why.status, why.$('textarea[name=told]').text()]).toEqual([422, 'zomaar'])
    expect((await send({ answer: 'accept', name: 'Anouk', typed: '1' })).status).toBe(303)
    expect((await signingsOf(id))[0]!.signature).toBeNull()
  })

  it('is declined with a reason, of which who handles it hears', async () => {
    const { id, path } = await sent()
    const { uid } = await stored(id)
    await (await open(path)).send({ answer: 'decline', reason: 'price', told: 'Elders is het 10% goedkoper.' })
    expect((await stored(id)).decline_reason).toBe('Te duur. Elders is het 10% goedkoper.')
    const [mail] = await mailsAbout(`${uid} is afgewezen`)
    const { email } = await app.db.selectFrom('users').select('email').where('id', '=', app.story.users[ROLE.scheduler]!).executeTakeFirstOrThrow() // prettier-ignore
    expect([mail!.recipient, mail!.text_body]).toEqual([email, expect.stringContaining('10% goedkoper')])
  })

  it('is looked at when its reader does something, not when it is fetched or when we look ourselves', async () => {
    const { id, path } = await sent()
    const scanner = await open(path)
    await fetch(app.url + path, { method: 'HEAD' })
    await scanner.get(`${path}/pdf`)
    await planner.page(path)
    expect((await stored(id)).stage).toBe('sent')
    expect((await scanner.send({ answer: 'view' })).status).toBe(204)
    const { viewed_at } = await stored(id)
    expect(viewed_at).not.toBeNull()
    await scanner.send({ answer: 'view' })
    expect((await stored(id)).viewed_at).toEqual(viewed_at)
  })

  it('is not answered by us in the name of the customer', async () => {
    const { id, path } = await sent()
    const { $ } = await planner.page(path)
    expect($('button[value=accept]').length).toBe(0)
    await planner.post(path, { ...AGREES, seen: $('input[name=seen]').val() as string })
    await planner.post(path, { answer: 'view' })
    expect((await stored(id)).stage).toBe('sent')
  })
})

describe('a question of a customer', () => {
  it('reaches who handles the quotation, is counted, is answered once, and is read on the page', async () => {
    const { id, path } = await sent()
    const { uid } = await stored(id)
    const reader = await open(path)
    const question = 'Kan het ook op <b>zaterdag</b>?'
    for (let i = 0; i < 2; i++) expect((await reader.send({ answer: 'ask', name: 'Anouk', question })).status).toBe(303)
    expect((await mailsAbout(`Vraag over ${uid}`)).length).toBe(1)
    const list = await planner.get('/administration/quotations?waiting=asked')
    expect(list.text).toContain(uid)
    const rail = await planner.get(`/administration/quotation/view/${id}`)
    const answer = rail.$('a[href^="/administration/quotation/question/"]').attr('href')!
    expect(rail.text).toContain('Kan het ook op &lt;b&gt;zaterdag')
    expect((await planner.post(answer, { answer: '' })).status).toBe(422)
    expect((await planner.post(answer, { answer: 'Ja, dat kan.' })).status).toBe(204)
    expect((await planner.post(answer, { answer: 'Nee.' })).status).toBe(409)
    const page = await reader.again()
    expect(page.text).toContain('Ja, dat kan.')
    expect(page.$('main b b').length).toBe(0)
    const [mail] = await mailsAbout(`Antwoord op uw vraag over ${uid}`)
    expect(mail!.text_body).toContain(new URL(path, app.services.config.baseUrl).href)
    expect((await planner.get('/administration/quotations?waiting=asked')).text).not.toContain(uid)
  })

  it('can be asked about one that expired, which cannot be accepted any more and says so', async () => {
    const { id, path } = await sent()
    await app.db.updateTable('quotations').set({ quotation_date: addDays(today(), -9), valid_until: addDays(today(), -1) }).where('id', '=', id).execute() // prettier-ignore
    const { page, send } = await open(path)
    expect(page.text).toContain('Deze offerte is verlopen')
    expect(page.$('button[value=accept]').length).toBe(0)
    await send(AGREES)
    expect((await stored(id)).accepted_at).toBeNull()
    expect((await send({ answer: 'ask', question: 'Mag het nog?' })).status).toBe(303)
  })
})

describe('what was signed', () => {
  it('is kept as a document with name, moment, address and hash that is never drawn again', async () => {
    const { id, path, options } = await sent()
    await (await open(path)).send({ ...AGREES, chosen: [options[0]!] })
    const [signing] = await signingsOf(id)
    await app.runJobs('quotation-answers.draw')
    const { uid } = await stored(id)
    const signed = await planner.request(`/administration/quotation/signed/${id}`, {})
    const text = readPdf(signed.bytes).pages.flat().join(' ')
    for (const part of [uid, 'Anouk van der Linden', '127.0.0.1']) expect(text).toContain(part)
    // It may go over the end of a line.
    expect(text.replaceAll(' ', '')).toContain(signing!.seen)
    const kept = await app.db.selectFrom('kept_papers').selectAll().where('signing_id', '=', signing!.id).executeTakeFirstOrThrow() // prettier-ignore
    expect((await planner.get(`/administration/quotation/view/${id}`)).text).toContain(kept.sha256)
    await app.db.updateTable('sale_lines').set({ name: 'Heet nu anders' }).where('quotation_id', '=', id).execute()
    const later = await visitor(app).request(`${path}/pdf`)
    expect(later.bytes.equals(signed.bytes)).toBe(true)
  })

  it('stays when the quotation is taken back and signed anew, and keeps it from being deleted', async () => {
    const { id, path } = await sent()
    await (await open(path)).send(AGREES)
    // The order that it became goes first.
    expect((await planner.post(`/administration/quotation/withdraw/${id}`)).status).toBe(409)
    await planner.post('/administration/order/delete', { id: (await ordersOf(id))[0]!.id })
    expect((await planner.post(`/administration/quotation/withdraw/${id}`)).status).toBe(204)
    const away = await open(path)
    expect(away.page.text).toContain('Deze offerte wordt aangepast')
    expect(away.page.text).not.toContain('Voorrijkosten')
    expect((await away.get(`${path}/pdf`)).text).toContain('wordt aangepast')
    await planner.post(`/administration/quotation/mark_sent/${id}`)
    expect((await (await open(path)).send({ ...AGREES, name: 'Iemand anders' })).status).toBe(303)
    expect((await signingsOf(id)).map(({ name }) => name)).toEqual(['Anouk van der Linden', 'Iemand anders'])
    const { rows } = await app.pool.query('select 1 from quotations where id = $1', [id])
    expect((await planner.post('/administration/quotation/delete', { id })).status).toBe(409)
    expect(rows).toHaveLength(1)
  })

  it('is shown to a supervisor of the company, and to nobody of another', async () => {
    const { id, path } = await sent()
    await (await open(path)).send(AGREES)
    const supervisor = await app.as(ROLE.supervisor)
    expect((await supervisor.request(`/administration/quotation/signed/${id}`, {})).status).toBe(200)
    const { foreignQuotation } = app.story.sales
    expect((await supervisor.get(`/administration/quotation/signed/${foreignQuotation}`)).status).toBe(404)
    expect((await supervisor.get(`/administration/quotation/link/${id}`)).status).toBe(403)
    expect((await supervisor.get(`/administration/quotation/view/${id}`)).text).not.toContain('Link kopiëren')
  })
})

describe('a supervisor of the company', () => {
  it('is led from the quotation to the page on which it is signed, as long as there is one', async () => {
    const { id, path } = await sent()
    const supervisor = await app.as(ROLE.supervisor)
    const step = async () =>
      (await supervisor.get(`/administration/quotation/view/${id}`)).$(
        `[href="/administration/quotation/answer/${id}"]`,
      ).length
    expect(await step()).toBe(1)
    const led = await supervisor.request(`/administration/quotation/answer/${id}`, { redirect: 'manual' })
    expect([led.status, new URL(led.headers.get('location')!).pathname]).toEqual([303, path])
    expect((await planner.request(`/administration/quotation/answer/${id}`, { redirect: 'manual' })).status).toBe(403)
    await planner.post(`/administration/quotation/end_link/${id}`)
    expect(await step()).toBe(0)
    const back = await supervisor.request(`/administration/quotation/answer/${id}`, { redirect: 'manual' })
    expect([back.status, back.headers.get('location')]).toEqual([303, `/administration/quotation/view/${id}`])
  })
})

describe('the link', () => {
  it('leads nowhere once it was replaced or switched off, with what was opened before too', async () => {
    const { id, path } = await sent()
    const before = await open(path)
    const next = await linkOf(id)
    expect(next).not.toBe(path)
    expect((await before.again()).text).toContain('Deze link is niet meer in gebruik')
    await before.send(AGREES)
    const reader = await open(next)
    await planner.post(`/administration/quotation/end_link/${id}`)
    await reader.send(AGREES)
    expect((await reader.again()).text).toContain('Deze link is niet meer in gebruik')
    expect((await stored(id)).accepted_at).toBeNull()
  })

  it('ends sixty days after the quotation did', async () => {
    const { id, path } = await sent()
    const until = (days: number) =>
      app.db.updateTable('quotations').set({ quotation_date: addDays(today(), days - 9), valid_until: addDays(today(), days) }).where('id', '=', id).execute() // prettier-ignore
    await until(-60)
    expect((await open(path)).page.text).toContain('Deze offerte is verlopen')
    await until(-61)
    expect((await open(path)).page.text).toContain('Deze link is niet meer in gebruik')
  })
})
