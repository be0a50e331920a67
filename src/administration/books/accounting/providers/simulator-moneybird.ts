import {
  type Reply,
  type Request,
  type Shape,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from './simulator.ts'

type Row = Record<string, unknown>

/** An invoice as the simulator keeps it. */
export interface MoneybirdInvoice {
  id: string
  contact_id: string
  reference: string
  date: string
  total_price_incl_tax: string
  details: { price: string; tax_rate_id: string; ledger_account_id: string }[]
  payments: { price: string; payment_date: string }[]
}

export interface MoneybirdSimulator extends Simulator {
  invoices: MoneybirdInvoice[]
  contacts: { id: string; customer_id: string; name: string }[]
  pay(number: string, cents: number, day: string): void
}

const ADMINISTRATION = '987654321'
const TAX_RATES = [
  ['11', '21% btw', '21.0'],
  ['12', '9% btw', '9.0'],
  ['13', '0% btw', '0.0'],
].map(([id, name, percentage]) => ({ id, name, percentage, active: true, tax_rate_type: 'sales_invoice' }))
const ACCOUNTS = ['8000', '8010', '8030', '8110', '8900', '8910'].map((account_id) => ({
  id: `9${account_id}`,
  name: `Omzet ${account_id}`,
  account_id,
}))

const paged = ({ query }: Request, rows: readonly Row[]): Reply => {
  const size = Number(query.get('per_page') ?? '50')
  const from = (Number(query.get('page') ?? '1') - 1) * size
  return { status: 200, body: rows.slice(from, from + size) }
}

interface Store {
  invoices: MoneybirdInvoice[]
  contacts: MoneybirdSimulator['contacts']
  last: number
}

const nextId = (store: Store): string => String((store.last += 1))
const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const MISSING: Reply = { status: 404, body: { error: 'record not found' } }

function contactReply(store: Store, { method, path, body }: Request): Reply {
  const told = (body.contact ?? {}) as Row
  const name = word(told.company_name) || word(told.lastname)
  if (method === 'POST') {
    const made = { id: nextId(store), customer_id: word(told.customer_id), name }
    store.contacts.push(made)
    return { status: 201, body: made }
  }
  const key = /([^/]+)\.json$/.exec(path)?.[1]
  const found = store.contacts.find(
    ({ id, customer_id }) => (path.includes('/customer_id/') ? customer_id : id) === key,
  )
  if (!found) return MISSING
  if (method === 'PATCH') found.name = name
  return { status: 200, body: found }
}

function book(store: Store, body: Row): Reply {
  const told = body.external_sales_invoice as Row & { details_attributes: MoneybirdInvoice['details'] }
  if (!store.contacts.some(({ id }) => id === told.contact_id))
    return { status: 422, body: { error: { contact: ['is ongeldig'] } } }
  const details = told.details_attributes
  const cents = details.reduce((sum, line) => sum + Math.round(Number(line.price) * 100), 0)
  const made: MoneybirdInvoice = {
    id: nextId(store),
    contact_id: word(told.contact_id),
    reference: word(told.reference),
    date: word(told.date),
    total_price_incl_tax: (cents / 100).toFixed(2),
    details,
    payments: [],
  }
  store.invoices.push(made)
  return { status: 201, body: made }
}

function list({ invoices }: Store, request: Request): Reply {
  const filter = request.query.get('filter') ?? ''
  const [, from, until] = /period:(\d{8})\.\.(\d{8})/.exec(filter) ?? []
  const of = /contact_id:(\w+)/.exec(filter)?.[1]
  const found = invoices.filter(({ date, contact_id }) => {
    const day = date.replaceAll('-', '')
    const isWithin = (from === undefined || day >= from) && (until === undefined || day <= until)
    return isWithin && (of === undefined || of === contact_id)
  })
  return paged(
    request,
    found.map((invoice) => ({ ...invoice })),
  )
}

function handle(store: Store, request: Request): Reply {
  const { method, path, body } = request
  if (path === '/api/v2/administrations.json')
    return paged(request, [{ id: ADMINISTRATION, name: 'Noordkaap Opleidingen' }])
  const below = path.replace(`/api/v2/${ADMINISTRATION}/`, '')
  if (below === 'tax_rates.json') return paged(request, TAX_RATES)
  if (below === 'ledger_accounts.json') return paged(request, ACCOUNTS)
  if (below.startsWith('contacts')) return contactReply(store, request)
  if (below === 'external_sales_invoices/synchronization.json')
    return { status: 200, body: store.invoices.filter(({ id }) => (body.ids as string[]).includes(id)) }
  if (below === 'external_sales_invoices.json') return method === 'POST' ? book(store, body) : list(store, request)
  const at = store.invoices.findIndex(({ id }) => below === `external_sales_invoices/${id}.json`)
  if (at < 0 || method !== 'DELETE') return MISSING
  store.invoices.splice(at, 1)
  return { status: 204 }
}

const SHAPE: Omit<Shape, 'handle'> = {
  authorise: '/oauth/authorize',
  token: '/oauth/token',
  seconds: 300,
  limits: ({ short, shortUntil, limits }) => ({
    'RateLimit-Limit': String(limits.short),
    'RateLimit-Remaining': String(Math.max(0, short)),
    'RateLimit-Reset': String(Math.ceil(shortUntil.getTime() / 1000)),
  }),
  tooEarly: { status: 400, body: { error: 'invalid_request', error_description: 'Rate limit exceeded' } },
}

/** Moneybird as far as it is asked. */
export async function startMoneybird(options: SimulatorOptions = {}): Promise<MoneybirdSimulator> {
  const store: Store = { invoices: [], contacts: [], last: 1000 }
  const { invoices, contacts } = store
  const usual = { short: 150, day: 1_000_000, earlySeconds: 0 }
  const simulator = await startSimulator(
    { ...SHAPE, handle: (request) => handle(store, request) },
    { ...usual, ...options },
  )
  const pay = (number: string, amount: number, payment_date: string) =>
    void invoices
      .find(({ reference }) => reference === number)
      ?.payments.push({ price: (amount / 100).toFixed(2), payment_date })
  return { ...simulator, invoices, contacts, pay }
}
