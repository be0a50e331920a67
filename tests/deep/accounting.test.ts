import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { bookWaiting } from '../../src/administration/books/accounting/bookings/bookings.job.ts'
import { takePayments } from '../../src/administration/books/accounting/payments/payments.commands.ts'
import { Limited } from '../../src/administration/books/accounting/errors.ts'
import { linkedTo } from '../../src/administration/books/accounting/settings/link.queries.ts'
import type { SimulatorOptions } from '../../src/administration/books/accounting/providers/simulator.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { SECRET, askFreely, chooseVat, registeredApp, signIn } from '../administration/accounting-support.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { chanceOf } from '../support/fuzz.ts'
import { startProduct } from '../support/kills.ts'
import type { Running } from '../support/processes.ts'

const SEED = 20_261_125
const BOOKED = { timeout: 120_000, interval: 50 }
const LASTS = { timeout: 300_000 }

let exact: ExactSimulator
let app: TestApp
let administrator: Browser
const running = new Set<Running>()

async function open(options: SimulatorOptions): Promise<void> {
  exact = await startExact(options)
  app = await registeredApp({ exact: exact.url })
  await askFreely(app, 1000)
  administrator = await signIn(app, 'exact', exact.agree)
  await chooseVat(administrator, { 4: '5' })
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
}
async function close(): Promise<void> {
  for (const server of running) await server.kill()
  running.clear()
  await app.close()
  await exact.stop()
}

/** So many invoices with a number, as copies of those of the story. */
async function addInvoices(count: number): Promise<number[]> {
  const { late, definitive, foreign } = app.story.invoices
  const client = await app.owner.pool.connect()
  try {
    // What is frozen is copied as it is: no trigger has anything to add.
    await client.query(`set session_replication_role = replica`)
    const { rows } = await client.query<{ id: number }>(
      `insert into invoices (year, sequence, company_id, contact_id, employee_id, street, street_no, postal_code, city,
         country_code, base, vat, invoice_date, expires_at, payment_condition_id, definitive_at, snapshot)
       select year, 10000 + g, company_id, contact_id, employee_id, street, street_no, postal_code, city, country_code,
         base, vat, invoice_date, expires_at, payment_condition_id, definitive_at,
         jsonb_set(snapshot, '{number}', to_jsonb(sale_number('F', year, 10000 + g)))
       from generate_series(1, $2::integer) g join invoices s on s.id = ($1::integer[])[1 + g % 3]
       returning id`,
      [[late, definitive, foreign], count],
    )
    await client.query(
      `insert into sale_lines (invoice_id, position, kind, product_id, name, count, price, discount, discount_type,
         tax_type_id, tax, taxes_included)
       select i.id, l.position, l.kind, l.product_id, l.name, l.count, l.price, l.discount, l.discount_type,
         l.tax_type_id, l.tax, l.taxes_included
       from invoices i join sale_lines l on l.invoice_id = ($1::integer[])[1 + (i.sequence - 10000) % 3]
       where i.sequence > 10000`,
      [[late, definitive, foreign]],
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.query(`set session_replication_role = origin`)
    client.release()
  }
}

const countOf = async (state: string) =>
  Number((await app.db.selectFrom('accounting_bookings').select((eb) => eb.fn.countAll().as('n')).where('state', '=', state).executeTakeFirstOrThrow()).n) // prettier-ignore
const queue = async (ids: number[]) =>
  expect((await administrator.post('/accounting/getWizard/', { ids: ids.join(',') })).status).toBe(200)
const start = async () => {
  const env = { EXACT_CLIENT_ID: 'noordkaap', EXACT_CLIENT_SECRET: SECRET, EXACT_URL: exact.url }
  const server = await startProduct(app, env)
  running.add(server)
  return server
}
const numbersThere = () => exact.entries.map(({ YourRef }) => YourRef)

describe('a thousand invoices at a package that fails', () => {
  const chance = chanceOf(SEED)
  beforeAll(() =>
    open({
      tokenSeconds: 5,
      short: 1_000_000,
      day: 1_000_000,
      mood: (method, path) => {
        const drawn = chance.upTo(100)
        if (drawn < 5) return { tooManyMs: 20 }
        return method === 'POST' && path.endsWith('SalesEntries') && drawn < 15 ? 'accepted, then silent' : 'ok'
      },
    }),
  )
  afterAll(close)

  it('are a thousand bookings, and nobody has to sign in', LASTS, async () => {
    const ids = await addInvoices(1000)
    await queue(ids)
    await app.services.jobs.start(app.services)
    await expect.poll(() => countOf('booked'), BOOKED).toBe(1000)
    expect(numbersThere()).toHaveLength(1000)
    expect(new Set(numbersThere()).size).toBe(1000)
    expect((await app.db.selectFrom('accounting_links').select('error').executeTakeFirstOrThrow()).error).toBeNull()
    expect(exact.refreshes()).toBeGreaterThan(2)
  })
})

describe('kill -9 while it books', () => {
  beforeAll(() => open({ short: 1_000_000, day: 1_000_000, mood: () => ({ lateMs: 40 }) }))
  afterAll(close)

  it('leaves nothing out and nothing twice: the next process looks up what was on its way', LASTS, async () => {
    const ids = await addInvoices(120)
    for (const least of [10, 60]) {
      const server = await start()
      if (least === 10) await queue(ids)
      await expect.poll(() => exact.entries.length, { ...BOOKED, interval: 2 }).toBeGreaterThan(least)
      running.delete(server)
      await server.kill()
    }
    await start()
    await expect.poll(() => countOf('booked'), BOOKED).toBe(120)
    expect([...numbersThere()].sort()).toEqual([...new Set(numbersThere())].sort())
    expect(numbersThere()).toHaveLength(120)
  })
})

describe('two processes whose token ends at the same moment', () => {
  beforeAll(() => open({ short: 1_000_000, day: 1_000_000, earlySeconds: 0 }))
  afterAll(close)

  it('exchange it once', LASTS, async () => {
    const servers = [await start(), await start()]
    const before = exact.refreshes()
    for (let round = 1; round <= 5; round++) {
      await app.pool.query(`update accounting_links set obtained_at = now() - interval '1 hour', expires_at = now()`)
      const browsers = await Promise.all(servers.map(({ url }) => app.as(ROLE.administrator, url)))
      const answers = await Promise.all(
        browsers.flatMap((browser) => [1, 2].map(() => browser.post('/accounting/lists'))),
      )
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
      expect(exact.refreshes() - before).toBe(round)
    }
  })
})

describe('two days at the pace of the package', () => {
  let clock = Date.now()
  const now = () => new Date(clock)
  beforeEach(() => {
    clock = Date.now()
    return open({ now })
  })
  afterAll(close)

  it('keep to 60 calls a minute and 5,000 a day, and need no sign-in', LASTS, async () => {
    await app.db.deleteFrom('settings').where('key', '=', 'accounting').execute()
    await app.db.deleteFrom('accounting_pace').execute()
    const linked = (await linkedTo(app.services, { now }))!
    const began = clock
    let made = 0
    while (made < 10_100) {
      try {
        await linked.call('/api/v1/current/Me')
        made += 1
        clock += 500
      } catch (error) {
        if (!(error instanceof Limited)) throw error
        clock = Math.max(clock + 1, error.until.getTime())
      }
    }
    expect(exact.most.short).toBeLessThanOrEqual(60)
    expect(exact.most.day).toBeLessThanOrEqual(5000)
    expect(clock - began).toBeGreaterThan(2 * 86_400_000)
    expect((await app.db.selectFrom('accounting_links').select('error').executeTakeFirstOrThrow()).error).toBeNull()
  })

  it('keep to it with all that is asked: debtors, entries, looking them up, and what was paid', LASTS, async () => {
    const COUNT = 6000
    await app.db.deleteFrom('settings').where('key', '=', 'accounting').execute()
    await app.db.deleteFrom('accounting_pace').execute()
    const ids = await addInvoices(COUNT)
    for (let i = 0; i < COUNT; i += 1000) await queue(ids.slice(i, i + 1000))
    // Of some nobody knows whether they were accepted: they are looked up first.
    await app.pool.query(`update accounting_bookings set asked_at = now() where invoice_id % 20 = 0`)
    const linked = (await linkedTo(app.services, { now }))!
    const began = clock
    const kinds = () => new Set(exact.asked.map((one) => one.replace(/[?(].*/, '')))
    for (let round = 0; (await countOf('booked')) < COUNT; round++) {
      await bookWaiting(app.services, { now })
      if (round % 10 === 0)
        await takePayments(app.services, linked, { after: 0, most: 50, told: () => Promise.resolve() }).catch(
          (error: unknown) => {
            if (!(error instanceof Limited)) throw error
          },
        )
      const pace = await app.db.selectFrom('accounting_pace').selectAll().executeTakeFirstOrThrow()
      const until = pace.day_left <= 0 ? pace.day_until : pace.short_until
      clock = Math.max(clock + 1, until.getTime())
    }
    expect(exact.most.short).toBeLessThanOrEqual(60)
    expect(exact.most.day).toBeLessThanOrEqual(5000)
    expect(exact.most.day).toBeGreaterThan(4990)
    expect(clock - began).toBeGreaterThan(86_400_000)
    expect(new Set(numbersThere()).size).toBe(COUNT)
    expect(numbersThere()).toHaveLength(COUNT)
    expect(kinds().size).toBeGreaterThan(3)
    expect((await app.db.selectFrom('accounting_links').select('error').executeTakeFirstOrThrow()).error).toBeNull()
  })
})
