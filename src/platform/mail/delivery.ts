import { retryAfterMs } from '../outside/retry-after.ts'

/** A mail as bytes, and to whom it goes. */
export interface Letter {
  from: string
  to: string[]
  /** RFC 5322, with the Bcc header that the two HTTP services read; SMTP gets it without. */
  raw: Buffer
  rawWithoutBcc: Buffer
}

/**
 * The result of handing a letter over. 'later': certainly not accepted, so it may be tried again. 'uncertain': it may
 * have been accepted, so it is never sent again automatically. 'kept': no mail server or mailbox is set up.
 */
export type Delivery =
  | { state: 'sent'; providerId?: string; note?: string }
  | { state: 'kept'; error: string }
  | { state: 'refused' | 'uncertain'; error: string }
  | { state: 'later'; error: string; afterSeconds?: number }

/** A way to hand letters over: an SMTP server or a mailbox at Microsoft or Google. */
export interface Route {
  /** The sender's address. */
  address: string
  /** Most letters a minute that the other side takes. */
  perMinute: number
  /** @param signal goes off when this process cannot wait for the answer any longer */
  deliver(letter: Letter, signal?: AbortSignal): Promise<Delivery>
}

/** Failures after which it is certain that nothing was handed over: there was no connection yet. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 500)

/** What a failed HTTP exchange means for a letter that was in it. */
export function brokenExchange(error: unknown): Delivery {
  const cause = (error as { cause?: { code?: string } }).cause
  return cause?.code !== undefined && NOT_CONNECTED.has(cause.code)
    ? { state: 'later', error: `Geen verbinding met de mailserver (${cause.code}).` }
    : { state: 'uncertain', error: `De verbinding is verbroken tijdens het versturen (${errorText(error)}).` }
}

/** Aborts after so many milliseconds, or together with `signal`. */
export const within = (ms: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])])

/** Seconds after which a mail service wants to be asked again: at least one, at most a day. */
export function retryAfter(response: Response, now = Date.now()): number | undefined {
  const ms = retryAfterMs(response, now)
  return ms === undefined ? undefined : Math.min(Math.max(Math.ceil(ms / 1000), 1), 86_400)
}
