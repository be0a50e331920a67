import * as z from 'zod'
import { askJson } from '../../../platform/outside/ask-json.ts'
import { Amount, LIMITS, type ProviderAccess, Refused, cents, headersOf } from './provider.adapter.ts'

/** At most as many as the provider gives at once. */
const PAGE = 250
/** So many pages are read of anything; more is no list of ours. */
const MOST_PAGES = 200

const Cost = z.object({ amountGross: Amount })
const Month = z.object({
  costs: z.array(Cost).default([]),
  revenue: z.array(z.object({ count: z.number().int() })).default([]),
})
const Settlement = z.object({
  id: z.string().regex(/^stl_[\w-]{1,60}$/),
  reference: z.string().min(4).max(60),
  status: z.string().max(20),
  amount: Amount,
  settledAt: z.iso.datetime({ offset: true }).nullish(),
  periods: z.record(z.string(), z.record(z.string(), Month)).nullish(),
})

/** What a settlement is made of: where the provider lists it, and how one begins. */
const LINE_KINDS = {
  payment: 'payments',
  capture: 'captures',
  refund: 'refunds',
  chargeback: 'chargebacks',
} as const
export type LineKind = keyof typeof LINE_KINDS

const Line = z.object({
  id: z.string().regex(/^(?:tr|cpt|re|chb)_[\w-]{1,60}$/),
  paymentId: z.string().regex(/^tr_[\w-]{1,60}$/).nullish(), // prettier-ignore
  // Which of both counts is in euros; what somebody paid may be in another currency.
  amount: z.unknown(),
  settlementAmount: z.unknown(),
})

/** An answer of which we can make nothing: asking for something else may go well. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export interface ProviderSettlement {
  id: string
  reference: string
  /** In cents, as all amounts; the costs with their VAT. */
  amount: number
  costs: number
  payments: number
  settledAt: Date
}

interface SettlementLine {
  id: string
  kind: LineKind
  /** The payment that it is of. */
  provider_id: string
  /** What it adds to the payout; below zero what it takes off. */
  amount: number
}

const Page = z.object({
  _embedded: z.record(z.string(), z.array(z.unknown()).max(PAGE)),
  _links: z.object({ next: z.object({ href: z.string().max(2000) }).nullish() }).nullish(),
})

/** All of a list, page by page. @throws Unavailable, Refused, Unreadable */
async function* listed({ url, key }: ProviderAccess, path: string, name: string): AsyncGenerator<unknown> {
  let page: string | null = `${url}/${path}?limit=${PAGE}`
  for (let count = 0; page !== null; count++) {
    // Another host would get the token of the organisation.
    if (!page.startsWith(`${url}/`) || count === MOST_PAGES) throw new Unreadable('the next page is elsewhere')
    const { status, body } = await askJson(page, { ...LIMITS, headers: headersOf(key) })
    if (body === null) throw new Refused(`status ${status}`)
    const read = Page.safeParse(body)
    if (!read.success) throw new Unreadable('the answer has another shape')
    yield* read.data._embedded[name] ?? []
    page = read.data._links?.next?.href ?? null
  }
}

/** What was paid out, the last first, for as long as who asks goes on. @throws Unavailable, Refused, Unreadable */
export async function* fetchSettlements(access: ProviderAccess): AsyncGenerator<ProviderSettlement> {
  for await (const one of listed(access, 'settlements', 'settlements')) {
    const settlement = Settlement.safeParse(one)
    if (!settlement.success || !settlement.data.settledAt || settlement.data.status !== 'paidout') continue
    const { id, reference, amount, settledAt, periods } = settlement.data
    const months = Object.values(periods ?? {}).flatMap((year) => Object.values(year))
    yield {
      ...{ id, reference, amount: cents(amount), settledAt: new Date(settledAt) },
      costs: months.flatMap(({ costs }) => costs).reduce((sum, { amountGross }) => sum + cents(amountGross), 0),
      payments: months.flatMap(({ revenue }) => revenue).reduce((sum, { count }) => sum + count, 0),
    }
  }
}

const TAKES_OFF: readonly LineKind[] = ['refund', 'chargeback']

/** All that one payout is made of, without its costs. @throws Unavailable, Refused, Unreadable */
export async function fetchLines(access: ProviderAccess, settlement: string): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = []
  for (const [kind, name] of Object.entries(LINE_KINDS) as [LineKind, string][])
    for await (const one of listed(access, `settlements/${encodeURIComponent(settlement)}/${name}`, name)) {
      const read = Line.safeParse(one)
      const counts = Amount.safeParse(read.data?.settlementAmount ?? read.data?.amount)
      if (!read.success || !counts.success) throw new Unreadable('the answer has another shape')
      const { id, paymentId } = read.data
      const size = Math.abs(cents(counts.data))
      lines.push({ id, kind, provider_id: paymentId ?? id, amount: TAKES_OFF.includes(kind) ? -size : size })
    }
  return lines
}

/** Whether a token is accepted and may read what was paid out, asked before it is kept. @throws Unavailable */
export async function isTokenAccepted({ url, key }: ProviderAccess): Promise<boolean> {
  const { status } = await askJson(`${url}/settlements?limit=1`, { ...LIMITS, headers: headersOf(key) })
  return status < 300
}
