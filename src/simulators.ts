import { startExact, startMoneybird } from './administration/books/accounting/index.ts'
import { startPaymentProvider } from './administration/payments/online-payments/index.ts'
import { startVies } from './administration/catalogue/vies/index.ts'
import type { Config } from './platform/config.ts'
import { STREETS, MORE_COMPANIES, COMPANIES, HOMES } from './relations/demo/index.ts'
import { ESTABLISHMENTS } from './system/establishments/story.ts'
import { type Told, startRegisters } from './system/lookups/index.ts'
import { startHok, startNibhv } from './training/proof/registers/index.ts'
import { startELearning } from './training/places/e-learning/index.ts'

const companies = [...COMPANIES, ...MORE_COMPANIES]
const homes = [...STREETS, ...HOMES].map(([street, postal_code, city]) => ({ street, postal_code, city }))

/** What the registers must know of the demo story, so that a lookup in it finds what the story tells. */
export const TOLD: Told = {
  places: [...companies, ...ESTABLISHMENTS, ...homes],
  // A branch has no number of its own.
  companies: companies.flatMap((company) => (company.coc_no === null ? [] : { ...company, coc_no: company.coc_no })),
}

/** Of whom VIES knows the VAT number. */
const NAMES = Object.fromEntries(
  COMPANIES.flatMap((company) => ('vat_id' in company ? [[company.vat_id, company.name]] : [])),
)

/** Packages for bookkeeping that were linked before this process began stay so. */
const BOOKKEEPING = { clientSecret: 'of the demo', forgiving: true, short: 600, day: 100_000 }

/** Fills in the outside systems that the demo was given no address of with stand-ins in this process. */
export async function withSimulators(config: Config): Promise<Config> {
  if (!config.demo) return config
  const registers = await startRegisters(TOLD)
  const hok = await startHok()
  const nibhv = await startNibhv()
  const eLearning = await startELearning()
  const vies = await startVies(NAMES)
  const [exact, moneybird] = [await startExact(BOOKKEEPING), await startMoneybird(BOOKKEEPING)]
  const registered = { clientId: 'noordkaap-demo', clientSecret: BOOKKEEPING.clientSecret }
  const payments = await startPaymentProvider()
  return {
    ...config,
    addressRegisterUrl: config.addressRegisterUrl ?? registers.addressUrl,
    tradeRegisterUrl: config.tradeRegisterUrl ?? registers.tradeUrl,
    hokUrl: config.hokUrl ?? hok.url,
    nibhvHosts: config.nibhvHosts.length > 0 ? config.nibhvHosts : [new URL(nibhv.url).host],
    eLearningUrl: config.eLearningUrl ?? eLearning.url,
    migration: config.migration ?? { url: null },
    viesUrl: config.viesUrl ?? vies.url,
    accountingProviders: {
      exact: config.accountingProviders.exact ?? { ...registered, url: exact.url },
      moneybird: config.accountingProviders.moneybird ?? { ...registered, url: moneybird.url },
    },
    paymentUrl: config.paymentUrl ?? payments.url,
    paymentKey: config.paymentKey ?? (config.paymentUrl === undefined ? payments.key : undefined),
    paymentToken: config.paymentToken ?? (config.paymentUrl === undefined ? payments.token : undefined),
  }
}
