/** What asks attention says how many, and leads to exactly these rows: for every giver, and every role that sees it. */
import fc from 'fast-check'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { offerLinks } from '../../src/administration/orders/quotations/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { scopeOf } from '../../src/platform/access/rights.ts'
import { PLANNERS, ROLE, ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import { Registry } from '../../src/platform/registry.ts'
import { type Attention, attention } from '../../src/system/attention/points.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const given = new Registry(manifests).all(attention)
const roles = Object.keys(ROLES).map(Number) as RoleId[]
/** Of which lists who else sees them is not asked to do anything. */
const PLANNERS_ALONE: Record<string, string> = {
  certificates_short: 'a supervisor reads it of the own company in its matrix; who plans is to do something about it',
}
const seers = ({ name, area, right = 'view' }: Attention) =>
  (name in PLANNERS_ALONE ? PLANNERS : roles).filter((role) => scopeOf([role], area, right) !== 'none')

let app: TestApp
const browsers = new Map<RoleId, Browser>()
beforeAll(async () => {
  app = await testApp()
  for (const role of roles) browsers.set(role, await app.as(role))
  await happen()
})
afterAll(() => app.close())

/** What the story does not tell of. */
async function happen(): Promise<void> {
  const sent = await app.db.selectFrom('quotations').select('id').where('sent_at', 'is not', null).execute()
  await inTransaction(app.db, null, (trx) => offerLinks(trx, app.services.config, sent.map(({ id }) => id))) // prettier-ignore
  const { pool } = app.owner
  await pool.query(`update mails set state = 'refused' where id in (select max(id) from mails where state = 'sent')`)
  await pool.query(`
    insert into accounting_bookings (invoice_id, provider, administration, state)
    select id, 'exact', 'proef', 'failed' from invoices where uid is not null order by id limit 2`)
  await pool.query(`
    insert into accounting_links (provider, administration, name, refresh_token, access_token, obtained_at, expires_at)
    values ('exact', 'proef', 'Proef', 'x', 'x', now(), now() + interval '1 hour')`)
  await pool.query(
    `insert into accounting_payments (provider, administration, problem) values ('exact', 'proef', 'Log opnieuw in.')`,
  )
  await pool.query(`
    insert into accounting_doubts (provider, administration, invoice_id, reason)
    select 'exact', 'proef', id, 'missing' from invoices where uid is not null order by id limit 3`)
  await pool.query(`
    insert into accounting_beside (invoice_id, provider, administration, sequence, costs, interest, booked_on, state, problem)
    select id, 'exact', 'proef', 1, 4000, 0, current_date, 'failed', 'Grootboekrekening onbekend' from invoices
    where uid is not null order by id limit 2`)
  await pool.query(
    `update contact_refreshers set asked_at = now(), invited_at = null where id in (select min(id) from contact_refreshers)`,
  )
  await pool.query(`
    update appointments set room_id = null, address_name = null, street = null, city = null, join_url = null
    where id in (select min(id) from appointments where starts_at > now() + interval '3 days' and status in ('planned', 'confirmed'))`)
  await pool.query('update tasks set day = current_date')
  await pool.query(`
    insert into imports (key, target, file_name, total, stored_at, done_at, holds_since) values (gen_random_uuid(), 'contacts', 'klanten.csv', 1, now(), now(), now())`)
  const { over } = app.story.code95
  await pool.query('update code95_days set reported_at = null where appointment_id = $1', [over])
  // At night: by day its teacher may have been elsewhere.
  await pool.query(
    `update appointments set starts_at = starts_at - interval '30 days 12 hours', ends_at = ends_at - interval '30 days 12 hours'
     where id = $1`,
    [over],
  )
}

/** What the strip tells this role, by name. */
async function told(role: RoleId): Promise<Map<string, number>> {
  const { $ } = await browsers.get(role)!.get('/attention')
  return new Map(
    $('a[data-attention]')
      .toArray()
      .map((item) => [$(item).attr('data-attention')!, Number($(item).find('b').text())]),
  )
}

/** Where the rows are no list of ours: how many the page shows. */
const ON_A_PAGE: Record<string, (browser: Browser) => Promise<number>> = {
  imported_messages: async (browser) => (await browser.get('/messages/moments/imported')).$('[data-holds]').length,
  to_repair: async (browser) => (await browser.get('/plannings/repairs/list')).$('[data-repair]').length,
  'beside-failures': async (browser) => (await browser.get('/accounting/beside/list')).$('tbody tr').length,
  'payments-in-doubt': async (browser) =>
    (await browser.get('/accounting/compare/list')).$('section:first-of-type tbody tr').length,
  // One link there is at most, and one sentence about it.
  'payments-not-fetched': async (browser) =>
    (await browser.get('/accounting/compare/list')).text.includes('zijn niet opgehaald') ? 1 : 0,
}

async function rowsOf({ name, url }: Attention, role: RoleId): Promise<number> {
  const browser = browsers.get(role)!
  if (ON_A_PAGE[name]) return ON_A_PAGE[name](browser)
  const { status, text } = await browser.get(`${url}&count=1`.replace(/^([^?]*)&/, '$1?'))
  expect([name, role, status]).toEqual([name, role, 200])
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}

/** Holds all that is told now against its rows, and says which numbers were more than nothing. */
async function holdAll(): Promise<string[]> {
  const some = new Set<string>()
  for (const role of roles) {
    const shown = await told(role)
    for (const one of given) {
      const count = shown.get(one.name) ?? 0
      const rows = seers(one).includes(role) ? await rowsOf(one, role) : 0
      expect({ role, name: one.name, count }).toEqual({ role, name: one.name, count: rows })
      if (count > 0) some.add(one.name)
    }
  }
  return [...some]
}

/** Changes of whatever there is, each of some of its rows. */
const CHANGES = [
  `update mails set state = case id % 3 when 0 then 'refused' when 1 then 'bounced' else 'sent' end where state in ('sent', 'refused', 'bounced')`,
  `update contact_refreshers set expires_at = expires_at - 40 where id % 2 = 0`,
  `update contact_refreshers set expires_at = expires_at + 90 where id % 3 = 0`,
  `update contact_refreshers set invited_at = now() where id % 3 = 1`,
  `update contacts set active = false where id % 7 = 3 and id not in (select contact_id from users where contact_id is not null)`,
  `update register_requests set state = 'failed' where id % 2 = 0`,
  `update accounting_bookings set state = 'waiting' where id % 2 = 0`,
  `update accounting_beside set state = 'waiting' where id % 2 = 0`,
  `delete from accounting_doubts where invoice_id % 2 = 0`,
  `update certificate_needs set needed = needed + 3 where id % 2 = 0`,
  `update certificate_needs set needed = 1 where id % 2 = 1`,
  `update appointment_groups set option_until = current_date + 2 where id % 2 = 0`,
  `update enrolments set present = null, passed = null where id % 3 = 0`,
  `update enrolments set present = 0, passed = null where id % 4 = 1`,
]

describe('every number that asks attention', () => {
  it('is one that somebody sees, of a list or of a page that is named here', () => {
    expect(given.filter((one) => seers(one).length === 0)).toEqual([])
    expect(Object.keys(PLANNERS_ALONE).filter((name) => !given.some((one) => one.name === name))).toEqual([])
    const lists = new Set(manifests.flatMap(({ screens }) => screens).filter(({ kind }) => kind === 'table').map(({ path }) => path)) // prettier-ignore
    const elsewhere = given.filter(({ url }) => !lists.has(url.split('?')[0]!)).map(({ name }) => name)
    expect(elsewhere.toSorted()).toEqual(Object.keys(ON_A_PAGE).toSorted())
  })

  it('is that of the rows it opens, for every role that sees it, and is something in the story', async () => {
    const some = await holdAll()
    expect(given.map(({ name }) => name).filter((name) => !some.includes(name))).toEqual([])
  })

  it('stays so whatever changes', { timeout: 120_000 }, async () => {
    const changes = fc.shuffledSubarray(CHANGES, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(changes, async (chosen) => {
        for (const change of chosen) await app.owner.pool.query(change)
        expect((await holdAll()).length).toBeGreaterThan(0)
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  it('is told to nobody who may not open its list', () => {
    const strangers = given.filter((one) => seers(one).includes(ROLE.student))
    expect(strangers.map(({ name }) => name)).toEqual([])
  })
})
