import type { MailProviderConfig } from '../config.ts'
import { type Delivery, type Letter, retryAfter, within } from './delivery.ts'

const TIMEOUT_MS = 30_000
/** Exchange Online takes 30 messages a minute from one mailbox. */
const PER_MINUTE = 30

/** The result for a token that is no longer accepted; the caller fetches a new one and tries once more. */
export type TokenDelivery = Delivery | 'unauthorised'

/** Microsoft Graph: POST /me/sendMail with the letter as MIME in base64; 202 says that it was accepted. */
export function graphRoute(address: string, { apiUrl }: MailProviderConfig) {
  return {
    address,
    perMinute: PER_MINUTE,
    deliver: async (letter: Letter, token: string, signal?: AbortSignal): Promise<TokenDelivery> => {
      const response = await fetch(`${apiUrl}/v1.0/me/sendMail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
        body: letter.raw.toString('base64'),
        signal: within(TIMEOUT_MS, signal),
        redirect: 'error',
      })
      const text = await response.text()
      if (response.status === 202) return { state: 'sent' }
      return refusalOf(response, text)
    },
  }
}

/**
 * What an answer other than 'accepted' means. 429 and 503 were not dealt with; of a 500 nobody knows whether the letter
 * was accepted before something failed, and a gateway (502, 504) does not know what happened behind it, nor does an
 * answer that such a service never gives.
 */
export function refusalOf(response: Response, text: string): TokenDelivery {
  const { status } = response
  const error = `${status} ${messageOf(text)}`.trim()
  if (status === 401) return 'unauthorised'
  if (status === 429 || status === 503) {
    const after = retryAfter(response)
    return { state: 'later', error, ...(after === undefined ? {} : { afterSeconds: after }) }
  }
  // Errors about the mailbox or its quota, and not about this letter.
  if ((status === 403 || status === 404) && isJson(response)) return { state: 'later', error }
  if (status >= 400 && status < 500 && isJson(response)) return { state: 'refused', error }
  return { state: 'uncertain', error: `De maildienst gaf geen duidelijk antwoord (${error}).` }
}

export const isJson = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').includes('application/json')

/** The service's own words; a page in HTML has none worth keeping. */
function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message.slice(0, 300) : ''
  } catch {
    return ''
  }
}

/** The address of the mailbox that was signed in to. */
export async function graphAddress({ apiUrl }: MailProviderConfig, token: string): Promise<string> {
  const me = await getJson(`${apiUrl}/v1.0/me`, token)
  const address = me.mail ?? me.userPrincipalName
  if (typeof address !== 'string') throw new Error('the mailbox has no address')
  return address
}

export async function getJson(url: string, token: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
  if (!response.ok || !isJson(response)) throw new Error(`the mail service answered ${response.status}`)
  return (await response.json()) as Record<string, unknown>
}
