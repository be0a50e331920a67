import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const concept = (invoice_date = today(), payment_condition_id = app.story.paymentConditions.usual) =>
  inTransaction(app.db, null, (trx) =>
    makeConcept(trx, app.services.registry, {
      company_id: app.story.companies.twente,
      contact_id: null,
      invoice_date,
      payment_condition_id,
      added: [{ product_id: app.story.products.bhvBook, count: '2' }],
    }),
  )
/** One of € 59,95. */
async function definitive() {
  const id = await concept()
  await app.db.updateTable('invoices').set({ street: 'Laan', city: 'Enschede' }).where('id', '=', id).execute()
  await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id))
  return id
}
const row = (id: number) =>
  app.db
    .selectFrom('invoices')
    .select(['state', 'open', 'paid', 'total', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const stands = async (id: number) => {
  const { state, open } = await row(id)
  return [state, open]
}
const say = (id: number, form: Record<string, FormValue>, browser = administrator) =>
  browser.post(`/administration/invoice/status/${id}`, form)
const paid = (amount: string, day = today()) => ({ status: 'paid', paid_on: formatDate(day), amount })
const listed = async (query: string) => {
  const { $ } = await planner.page(`/administration/invoices?max_per_page=200&${query}`)
  return $('tbody tr').toArray().map((line) => Number($(line).attr('data-id'))) // prettier-ignore
}

describe('the status of an invoice', () => {
  it('is changed in its popup: sent, partly paid, paid [A-087] [R-212] [S-136]', async () => {
    const id = await definitive()
    const { total } = await row(id)
    expect(await stands(id)).toEqual(['definitive', total])
    const popup = await administrator.get(`/administration/invoice/status/${id}`)
    expect([
      popup.status,
      popup
        .$('input[name=status]')
        .toArray()
        .map((box) => box.attribs.value),
    ]).toEqual([200, ['sent', 'paid', 'disputed', 'written_off']])
    const sent = await say(id, { status: 'sent' })
    expect([sent.status, sent.json()]).toEqual([200, { status: 'sent' }])
    expect(await stands(id)).toEqual(['sent', total])
    expect((await say(id, paid('20,00'))).status).toBe(200)
    expect(await stands(id)).toEqual(['partly_paid', total! - 2000])
    expect((await say(id, paid('39,95'))).status).toBe(200)
    expect(total).toBe(5995)
    expect(await stands(id)).toEqual(['paid', 0])
    expect((await administrator.get(`/administration/invoice/view/${id}`)).text).toContain('Betaald')
  })

  it('is told by administrators alone, and of what has a number', async () => {
    const id = await definitive()
    expect((await say(id, { status: 'sent' }, planner)).status).toBe(403)
    const early = await concept()
    const refused = await say(early, { status: 'sent' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('krijgt eerst een nummer')])
    expect(await stands(early)).toEqual(['concept', 0])
    expect((await administrator.get(`/administration/invoice/status/${early}`)).text).toContain('Een concept krijgt')
  })

  it('refuses what says nothing, and then changes nothing', async () => {
    const id = await definitive()
    const before = await row(id)
    for (const form of [
      {},
      { status: 'gone' },
      paid(''),
      paid('0'),
      paid('-5'),
      paid('tien'),
      paid('10', addDays(today(), 1)),
      { status: 'paid', paid_on: '31-02-2026', amount: '10' },
      { status: 'disputed' },
      { status: 'written_off', reason: '  ' },
    ] as Record<string, FormValue>[])
      expect([form, (await say(id, form)).status]).toEqual([form, 422])
    expect((await say(id, { status: 'reopened' })).status).toBe(409)
    expect(await row(id)).toEqual(before)
  })

  it('is disputed or written off for a reason, and open again after', async () => {
    const id = await definitive()
    const { total } = await row(id)
    await say(id, { status: 'disputed', reason: 'Er was niemand' })
    expect(await stands(id)).toEqual(['disputed', total])
    expect((await administrator.get(`/administration/invoice/view/${id}`)).text).toContain('Er was niemand')
    await say(id, { status: 'reopened' })
    expect(await stands(id)).toEqual(['definitive', total])
    await say(id, { status: 'written_off', reason: 'Failliet' })
    expect(await stands(id)).toEqual(['written_off', 0])
    await say(id, { status: 'reopened' })
    expect(await stands(id)).toEqual(['definitive', total])
  })

  it('says of a customer who paid too much what goes back, and that it went', async () => {
    const id = await definitive()
    const { total } = await row(id)
    await say(id, paid('100,00'))
    expect(await stands(id)).toEqual(['paid', total! - 10_000])
    expect((await administrator.get(`/administration/invoice/status/${id}`)).text).toContain('Terugbetaald')
    await say(id, paid(((10_000 - total!) / 100).toFixed(2).replace('.', ',')))
    expect(await stands(id)).toEqual(['paid', 0])
    expect((await row(id)).paid).toBe(total)
  })

  it('follows a payment that is taken away, and comes back when that is undone', async () => {
    const id = await definitive()
    const { total } = await row(id)
    await say(id, paid('59,95'))
    const { $ } = await administrator.get(`/events/of/invoice/${id}?embed=1`)
    const told = (await administrator.get(String($('[data-rows] a[data-popup]').first().attr('href')))).text
    expect(told.replaceAll('\u00a0', ' ')).toContain('€ 59,95')
    const payment = await app.db.selectFrom('invoice_payments').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    const other = await definitive()
    const strange = await administrator.post(`/administration/invoice/${other}/remove_payment`, { id: payment.id })
    expect(strange.status).toBe(404)
    const gone = await administrator.post(`/administration/invoice/${id}/remove_payment`, { id: payment.id })
    expect(gone.status).toBe(204)
    expect(await stands(id)).toEqual(['definitive', total])
    const { flash } = JSON.parse(gone.headers.get('hx-trigger')!) as { flash: { undo: { set: number } } }
    expect((await administrator.post(`/undo/${flash.undo.set}`)).status).toBeLessThan(300)
    expect(await stands(id)).toEqual(['paid', 0])
  })
})

describe('an invoice as a file', () => {
  it('is a PDF that is drawn once, and comes by itself when it is told that it was sent [A-088] [R-209] [S-133]', async () => {
    const id = await definitive()
    const sent = await say(id, { status: 'sent' })
    const path = sent.trigger['file-download']?.url ?? ''
    expect(path).toBe(`/administration/invoice/${id}`)
    const get = async () => {
      const answer = await administrator.page(path)
      return [answer.status, answer.headers.get('content-type'), answer.bytes] as const
    }
    const [status, type, bytes] = await get()
    expect([status, type, bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
    expect((await get())[2].equals(bytes)).toBe(true)
    const kept = await app.db.selectFrom('kept_papers').select('id').where('invoice_id', '=', id).execute()
    expect(kept).toHaveLength(1)
    expect((await say(id, paid('59,95'))).trigger['file-download']).toBeUndefined()
  })
})

describe('the database', () => {
  it('keeps what was paid to invoices that have a number, and with the one it was for', async () => {
    const early = await concept()
    const id = await definitive()
    await say(id, paid('10,00'))
    for (const statement of [
      sql`insert into invoice_payments (invoice_id, paid_on, amount) values (${early}, current_date, 100)`,
      sql`insert into invoice_marks (invoice_id, kind) values (${early}, 'sent')`,
      sql`update invoice_payments set invoice_id = ${app.story.invoices.definitive} where invoice_id = ${id}`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/open item|stays with it/)
    await expect(sql`insert into invoice_marks (invoice_id, kind) values (${id}, 'disputed')`.execute(app.db)).rejects.toThrow(/reason/) // prettier-ignore
    expect(await stands(early)).toEqual(['concept', 0])
  })
})

describe('the list of invoices', () => {
  it('is narrowed to what is open and to what is too late, and ordered by number', async () => {
    const { late, definitive: usual, concept: early } = app.story.invoices
    const open = await listed('open=yes')
    expect(open).toEqual(expect.arrayContaining([late, usual]))
    expect(open).not.toContain(early)
    const overdue = await listed('overdue=yes')
    expect(overdue).toContain(late)
    expect(overdue).not.toContain(usual)
    expect(await listed('view=overdue')).toEqual(overdue)
    expect(await listed('view=open')).toHaveLength(open.length)
    const numbers = async (sort: string) => {
      const ids = await listed(`sort=${sort}&status=!concept`)
      const rows = await app.db
        .selectFrom('invoices')
        .select(['id', 'year', 'sequence'])
        .where('id', 'in', ids)
        .execute()
      // Numbers begin anew each year.
      const places = new Map(rows.map(({ id, year, sequence }) => [id, year! * 1_000_000 + sequence!]))
      return ids.map((id) => places.get(id)!)
    }
    const up = await numbers('number')
    expect(up.length).toBeGreaterThan(2)
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    expect(await numbers('-number')).toEqual(up.toReversed())
  })
})

describe('what an invoice comes to', () => {
  const left = async (id: number) => {
    const { $ } = await administrator.get(`/administration/invoice/view/${id}`)
    return $('.invoice-totals > .is-taken, .invoice-totals > .is-left')
      .toArray()
      .map((line) => $(line).text().replace(/\s+/g, ' ').trim())
  }

  it('tells below its total what was paid and what is left', async () => {
    const id = await definitive()
    expect(await left(id)).toEqual([])
    await say(id, paid('20,00'))
    expect(await left(id)).toEqual([`Betaald op ${formatDate(today())}€ -20,00`, 'Openstaand€ 39,95'])
    await say(id, paid('50,00'))
    expect(await left(id)).toContain('Terug te betalen€ 10,05')
  })

  it('says what was written off', async () => {
    const id = await definitive()
    await say(id, { status: 'written_off', reason: 'Bedrijf bestaat niet meer' })
    expect(await left(id)).toEqual(['Afgeboekt€ -59,95', 'Openstaand€ 0,00'])
  })
})
