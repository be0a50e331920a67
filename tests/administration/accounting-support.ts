import { inTransaction } from '../../src/platform/database/transaction.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type ExactSimulator, type MoneybirdSimulator, startExact, startMoneybird } from '../../src/administration/books/accounting/index.ts' // prettier-ignore
import { bookPayment, makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { askingLetter } from './claim-support.ts'

export const SECRET = 'the client secret'

/** The application, registered at the packages at these addresses. */
export const registeredApp = (urls: { exact?: string; moneybird?: string }, more: Record<string, string> = {}) =>
  testApp({
    env: {
      ...Object.fromEntries(
        Object.entries(urls).flatMap(([name, url]) =>
          Object.entries({ CLIENT_ID: 'noordkaap', CLIENT_SECRET: SECRET, URL: url }).map(([key, value]) => [
            `${name.toUpperCase()}_${key}`,
            value,
          ]),
        ),
      ),
      ...more,
    },
  })

const navigate = (browser: Browser, path: string, site = 'same-origin') =>
  browser.request(path, { redirect: 'manual', headers: { accept: 'text/html', 'sec-fetch-site': site } })

/** Signs in to a package as an administrator does, and comes back. */
export async function signIn(
  app: TestApp,
  provider: 'exact' | 'moneybird',
  agree: (url: string) => string,
): Promise<Browser> {
  const browser = await app.as(ROLE.administrator)
  const start = await navigate(browser, `/accounting/oauth/login/${provider}`)
  const back = new URL(agree(start.headers.get('location')!))
  const done = await navigate(browser, back.pathname + back.search, 'cross-site')
  if (done.headers.get('location') !== '/settings/?tab=accounting') throw new Error(`signing in went to ${done.headers.get('location')}`) // prettier-ignore
  return browser
}

/** What VAT without a percentage is called there. */
export const chooseVat = (browser: Browser, of: Record<number, string>) =>
  browser.post(
    '/accounting/choices',
    Object.fromEntries(Object.entries(of).map(([id, code]) => [`choices[vat-${id}]`, code])),
  )

/** Another invoice with a number. */
export const addInvoice = (
  app: TestApp,
  buyer: { company_id?: number; contact_id?: number },
  lines: { product_id: number; count: string; price?: string }[],
): Promise<number> =>
  inTransaction(app.db, null, async (trx) => {
    const id = await makeConcept(trx, app.services.registry, {
      company_id: buyer.company_id ?? null,
      contact_id: buyer.contact_id ?? null,
      reference: null,
      invoice_date: today(),
      employee_id: null,
      order_id: null,
      line_ids: [],
      added: lines,
    })
    await makeDefinitive(trx, id)
    return id
  })

/** What is open of the invoice below, and what was asked beside it: costs of € 40,00, and interest. */
export const CHARGED_OPEN = 5_995
export const ASKED_BESIDE = 4_120

export interface BesideGround {
  exact: ExactSimulator
  moneybird: MoneybirdSimulator
  app: TestApp
  administrator: Browser
  close: () => Promise<void>
}

/** Both packages, and the application signed in to Exact with nothing booked there yet. */
export async function besideGround(): Promise<BesideGround> {
  const exact = await startExact({ short: 10_000 })
  const moneybird = await startMoneybird({ short: 10_000 })
  const app = await registeredApp({ exact: exact.url, moneybird: moneybird.url })
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
  const administrator = await signIn(app, 'exact', exact.agree)
  await chooseVat(administrator, { 4: '5' })
  await askFreely(app)
  const close = async () => {
    await app.close()
    await exact.stop()
    await moneybird.stop()
  }
  return { exact, moneybird, app, administrator, close }
}

/** A payment that came in here, divided as the law does. */
export const payHere = (app: TestApp, id: number, amount: number) =>
  inTransaction(app.db, null, (trx) => bookPayment(trx, id, { paid_on: today(), amount, note: null, source: 'bank' }))

/** An invoice that is booked there, about which a letter asked costs and interest. */
export async function chargedInvoice(app: TestApp, administrator: Browser): Promise<{ id: number; uid: string }> {
  const id = await addInvoice(app, { company_id: app.story.companies.twente }, [{ product_id: app.story.products.bhvBook, count: '2' }]) // prettier-ignore
  await administrator.post('/accounting/getWizard/', { ids: String(id) })
  await app.runJobs('accounting.book')
  await askingLetter(app, { invoice_id: id }, { interest: ASKED_BESIDE - 4_000 })
  const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, uid: uid! }
}

export const bookingOf = (app: TestApp, invoice: number) =>
  app.db.selectFrom('accounting_bookings').selectAll().where('invoice_id', '=', invoice).executeTakeFirstOrThrow()

/** As often as a test asks. */
export const askFreely = (app: TestApp, answer_ms = 20_000) =>
  inTransaction(app.db, null, (trx) =>
    writeSetting(trx, 'accounting', {
      journal: '70',
      stand_in: { short: 100_000, day: 10_000_000, answer_ms },
    }),
  )
