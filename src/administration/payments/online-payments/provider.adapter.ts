import * as z from 'zod'
import { Unavailable, askJson } from '../../../platform/outside/ask-json.ts'

/** With what the provider is asked. */
export interface ProviderAccess {
  url: string
  key: string
}

export const Amount = z.object({ currency: z.literal('EUR'), value: z.string().regex(/^-?\d{1,10}\.\d{2}$/) })
const Payment = z.object({
  id: z.string().regex(/^tr_[\w-]{1,60}$/),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'failed', 'canceled', 'expired']),
  amount: Amount,
  amountRefunded: Amount.nullish(),
  amountChargedBack: Amount.nullish(),
  method: z.string().max(40).nullish(),
  paidAt: z.iso.datetime({ offset: true }).nullish(),
  _links: z.object({ checkout: z.object({ href: z.url({ protocol: /^https?$/ }).max(2000) }).nullish() }).nullish(),
})
export interface ProviderPayment {
  id: string
  state: 'open' | 'paid' | 'failed' | 'canceled' | 'expired'
  /** In cents, as all amounts. */
  amount: number
  /** What was paid back or charged back of it. */
  takenBack: number
  chargedBack: number
  method: string | null
  paidAt: Date | null
  checkoutUrl: string | null
}

export const cents = ({ value }: z.output<typeof Amount>): number => Math.round(Number(value) * 100)
const asAmount = (amount: number) => ({ currency: 'EUR', value: (amount / 100).toFixed(2) })

export const LIMITS = { timeoutMs: 6000, withinMs: 15_000 }
export const headersOf = (key: string) => ({ authorization: `Bearer ${key}` })

function paymentOf(body: unknown): ProviderPayment {
  const read = Payment.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  const { id, status, amount, amountRefunded, amountChargedBack, method, paidAt, _links } = read.data
  const chargedBack = amountChargedBack ? cents(amountChargedBack) : 0
  return {
    id,
    state: status === 'pending' || status === 'authorized' ? 'open' : status,
    amount: cents(amount),
    takenBack: (amountRefunded ? cents(amountRefunded) : 0) + chargedBack,
    chargedBack,
    method: method ?? null,
    paidAt: paidAt ? new Date(paidAt) : null,
    checkoutUrl: _links?.checkout?.href ?? null,
  }
}

/** The provider does not accept what it was asked: another key, or what is asked itself. */
export class Refused extends Error {
  override name = 'Refused'
}

/**
 * Begins a payment; with the same key it is the same payment, however often it is asked.
 * @throws Unavailable, Refused
 */
export async function createPayment(
  { url, key }: ProviderAccess,
  asked: { once: string; amount: number; description: string; redirectUrl: string; webhookUrl: string | null },
): Promise<ProviderPayment> {
  const { once, amount, description, redirectUrl, webhookUrl } = asked
  const { status, body } = await askJson(`${url}/payments`, {
    ...LIMITS,
    headers: { ...headersOf(key), 'idempotency-key': once },
    json: {
      amount: asAmount(amount),
      description,
      redirectUrl,
      locale: 'nl_NL',
      ...(webhookUrl ? { webhookUrl } : {}),
    },
  })
  if (body === null) throw new Refused(`status ${status}`)
  return paymentOf(body)
}

/** How a payment stands; null for one that the provider does not know. @throws Unavailable, Refused */
export async function fetchPayment({ url, key }: ProviderAccess, id: string): Promise<ProviderPayment | null> {
  const { status, body } = await askJson(`${url}/payments/${encodeURIComponent(id)}`, {
    ...LIMITS,
    headers: headersOf(key),
  })
  if (status === 404 || status === 410) return null
  if (body === null) throw new Refused(`status ${status}`)
  return paymentOf(body)
}

/** Whether a key is accepted, asked before it is kept. @throws Unavailable */
export async function isAccepted(access: ProviderAccess): Promise<boolean> {
  const { status } = await askJson(`${access.url}/methods`, { ...LIMITS, headers: headersOf(access.key) })
  return status < 300
}
