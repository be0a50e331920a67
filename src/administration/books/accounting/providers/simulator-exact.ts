import { randomUUID } from 'node:crypto'
import { today } from '../../../../platform/format/zone.ts'
import {
  type Reply,
  type Request,
  type Shape,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from './simulator.ts'

type Row = Record<string, unknown>

/** An entry as the simulator keeps it; amounts in euros, as they came. */
export interface ExactEntry {
  EntryID: string
  EntryNumber: number
  JournalCode: string
  YourRef: string
  EntryDate: string
  Customer: string
  AmountFC: number
  SalesEntryLines: { results: { AmountFC: number; VATAmountFC: number; VATCode?: string; GLAccount: string }[] }
}

export interface ExactSimulator extends Simulator {
  entries: ExactEntry[]
  debtors: { ID: string; Code: string; Name: string }[]
  /** Numbers of debtors that are refused. */
  blocked: Set<number>
  /** Says that so many cents of an invoice were paid there, today unless told. */
  pay(number: string, cents: number, day?: string): void
  /** Entries whose receivables are on no list though nobody paid them, as after they were taken out of the debtors by hand. */
  unlisted: Set<string>
}

export const DIVISION = 123_456
const PAGE = 60
const VAT = [
  ['2', 'BTW hoog tarief', 0.21],
  ['1', 'BTW laag tarief', 0.09],
  ['0', 'Geen BTW', 0],
  ['5', 'BTW vrijgesteld', 0],
  ['6', 'BTW verlegd', 0],
  ['7', 'Binnen de EU', 0],
  ['8', 'Buiten de EU', 0],
] as const
const ACCOUNTS = ['8000', '8010', '8020', '8030', '8040', '8050', '8060', '8110', '8900', '8910']
const accountId = (code: string): string => `00000000-0000-4000-8000-${code.padStart(12, '0')}`

const LISTS: Record<string, Row[]> = {
  'vat/VATCodes': VAT.map(([Code, Description, Percentage]) => ({ Code, Description, Percentage, IsBlocked: false })),
  'financial/GLAccounts': ACCOUNTS.map((Code) => ({ ID: accountId(Code), Code, Description: `Omzet ${Code}` })),
  'financial/Journals': [{ Code: '70', Description: 'Verkoopboek', Type: 20 }],
  'cashflow/PaymentConditions': [14, 30, 60].map((days) => ({ Code: String(days), Description: `Termijn ${days}`, PaymentDays: days })), // prettier-ignore
  'hrm/Divisions': [{ Code: DIVISION, Description: 'Noordkaap Opleidingen' }],
}

const cents = (euros: number): number => Math.round(euros * 100)
const refusal = (message: string): Reply => ({
  status: 400,
  body: { error: { code: '', message: { lang: '', value: message } } },
})
const quoted = (text: string, field: string): string | undefined =>
  new RegExp(`${field} (?:eq|ge|le) (?:guid|datetime)?'([^']*)'`).exec(text)?.[1]

function matches(entry: ExactEntry, filter: string): boolean {
  const number = /EntryNumber eq (\d+)/.exec(filter)?.[1]
  const ref = quoted(filter, 'YourRef')
  if (number !== undefined || ref !== undefined)
    return (number !== undefined && entry.EntryNumber === Number(number)) || entry.YourRef === ref
  const ids = [...filter.matchAll(/EntryID eq guid'([^']*)'/g)].map(([, id]) => id)
  if (ids.length > 0) return ids.includes(entry.EntryID)
  const [from, until] = [/EntryDate ge datetime'([^']*)'/, /EntryDate le datetime'([^']*)'/].map((one) => one.exec(filter)?.[1]) // prettier-ignore
  return (from === undefined || entry.EntryDate >= from) && (until === undefined || entry.EntryDate <= until)
}

interface Store {
  entries: ExactEntry[]
  debtors: ExactSimulator['debtors']
  blocked: Set<number>
  paid: Map<string, { cents: number; day: string }>
  unlisted: Set<string>
  /** Its own address, which the next page is told with. */
  url: string
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function paged({ url }: Store, request: Request, rows: Row[]): Reply {
  const from = Number(request.query.get('$skiptoken') ?? '0')
  const results = rows.slice(from, from + PAGE)
  const next = new URLSearchParams(request.query)
  next.set('$skiptoken', String(from + PAGE))
  const more = from + PAGE < rows.length ? { __next: `${url}${request.path}?${next.toString()}` } : {}
  return { status: 200, body: { d: { results, ...more } } }
}
const shown = (entry: ExactEntry): Row => ({ ...entry, EntryDate: `/Date(${Date.parse(entry.EntryDate)})/` })

function book({ entries, debtors, blocked }: Store, body: Row): Reply {
  const lines = body.SalesEntryLines as ExactEntry['SalesEntryLines']['results']
  const debtor = debtors.find(({ ID }) => ID === body.Customer)
  if (!debtor) return refusal('Verplicht: Relatie')
  if (blocked.has(Number(debtor.Code))) return refusal(`Relatie ${debtor.Code.trim()} is geblokkeerd`)
  if (lines.some((line) => line.VATCode !== undefined && !VAT.some(([code]) => code === line.VATCode)))
    return refusal('Ongeldig: BTW-code')
  if (lines.some((line) => !ACCOUNTS.map(accountId).includes(line.GLAccount)))
    return refusal('Ongeldig: Grootboekrekening')
  const entry: ExactEntry = {
    EntryID: randomUUID(),
    EntryNumber: Number(body.EntryNumber ?? entries.length + 1),
    JournalCode: word(body.Journal),
    YourRef: word(body.YourRef),
    EntryDate: word(body.EntryDate),
    Customer: debtor.ID,
    AmountFC: lines.reduce((sum, line) => sum + cents(line.AmountFC) + cents(line.VATAmountFC), 0) / 100,
    SalesEntryLines: { results: lines },
  }
  entries.push(entry)
  return { status: 201, body: { d: { ...entry } } }
}

function debtorReply({ debtors }: Store, { method, path, query, body }: Request): Reply {
  if (method === 'GET') {
    const code = quoted(query.get('$filter') ?? '', 'Code')
    return { status: 200, body: { d: { results: debtors.filter(({ Code }) => Code === code) } } }
  }
  const told = { Code: word(body.Code), Name: word(body.Name) }
  if (method === 'PUT') {
    Object.assign(debtors.find(({ ID }) => path.includes(ID)) ?? {}, told)
    return { status: 204 }
  }
  const made = { ID: randomUUID(), ...told }
  debtors.push(made)
  return { status: 201, body: { d: made } }
}

const openOf = ({ paid }: Store, { EntryID, AmountFC }: ExactEntry): number =>
  (cents(AmountFC) - (paid.get(EntryID)?.cents ?? 0)) / 100

/** What is open, by a reference that anybody can change there. */
const receivables = (store: Store): Row[] =>
  store.entries
    .filter((entry) => openOf(store, entry) !== 0 && !store.unlisted.has(entry.EntryID))
    .map((entry) => {
      const { YourRef, EntryNumber, JournalCode } = entry
      return { YourRef, EntryNumber, JournalCode, Amount: openOf(store, entry) }
    })

/** Each receivable, paid or not, by the entry that it is of. */
const linkedReceivables = (store: Store, filter: string): Row[] =>
  store.entries
    .filter(({ EntryID }) => filter.includes(`TransactionEntryID eq guid'${EntryID}'`))
    .map((entry) => ({
      TransactionEntryID: entry.EntryID,
      IsFullyPaid: openOf(store, entry) === 0,
      LastPaymentDate: store.paid.has(entry.EntryID)
        ? `/Date(${Date.parse(store.paid.get(entry.EntryID)!.day)})/`
        : null,
    }))

function handle(store: Store, request: Request): Reply {
  const { method, path, query } = request
  if (path === '/api/v1/current/Me') return paged(store, request, [{ CurrentDivision: DIVISION }])
  const below = path.replace(`/api/v1/${DIVISION}/`, '')
  if (LISTS[below]) return paged(store, request, LISTS[below])
  if (below.startsWith('crm/Accounts')) return debtorReply(store, request)
  if (below === 'read/financial/ReceivablesList') return paged(store, request, receivables(store))
  if (below === 'cashflow/Receivables')
    return paged(store, request, linkedReceivables(store, query.get('$filter') ?? ''))
  if (!below.startsWith('salesentry/SalesEntries')) return { status: 404, body: {} }
  if (method === 'POST') return book(store, request.body)
  if (method === 'DELETE') {
    const at = store.entries.findIndex(({ EntryID }) => path.includes(EntryID))
    if (at >= 0) store.entries.splice(at, 1)
    return at >= 0 ? { status: 204 } : { status: 404, body: {} }
  }
  const filter = query.get('$filter') ?? ''
  return paged(store, request, store.entries.filter((entry) => matches(entry, filter)).map(shown))
}

const SHAPE: Omit<Shape, 'handle'> = {
  authorise: '/api/oauth2/auth',
  token: '/api/oauth2/token',
  seconds: 60,
  limits: ({ short, shortUntil, day, dayUntil, limits }) => ({
    'X-RateLimit-Limit': String(limits.day),
    'X-RateLimit-Remaining': String(Math.max(0, day)),
    'X-RateLimit-Reset': String(dayUntil.getTime()),
    'X-RateLimit-Minutely-Limit': String(limits.short),
    'X-RateLimit-Minutely-Remaining': String(Math.max(0, short)),
    'X-RateLimit-Minutely-Reset': String(shortUntil.getTime()),
  }),
  tooEarly: {
    status: 400,
    headers: { Reason: 'TooEarlyToRefreshTokens' },
    body: { error: 'access_denied', error_description: 'Rate limit exceeded: access_token not expired' },
  },
}

/** Exact Online as far as it is asked. */
export async function startExact(options: SimulatorOptions = {}): Promise<ExactSimulator> {
  const store: Store = { entries: [], debtors: [], blocked: new Set(), paid: new Map(), unlisted: new Set(), url: '' }
  const simulator = await startSimulator({ ...SHAPE, handle: (request) => handle(store, request) }, options)
  store.url = simulator.url
  const { entries, debtors, blocked, paid, unlisted } = store
  const now = options.now ?? (() => new Date())
  const pay = (number: string, amount: number, day = today(now())) => {
    const entry = entries.find(({ YourRef }) => YourRef === number)
    if (entry) paid.set(entry.EntryID, { cents: amount, day })
  }
  return { ...simulator, entries, debtors, blocked, unlisted, pay }
}
