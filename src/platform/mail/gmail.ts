import type { MailProviderConfig } from '../config.ts'
import { type Letter, within } from './delivery.ts'
import { type TokenDelivery, getJson, isJson, refusalOf } from './graph.ts'

const TIMEOUT_MS = 30_000
/** 250 quota units a second, 100 for a message; half of that leaves room for people. */
const PER_MINUTE = 75

/** Gmail API: users.messages.send with the letter in base64url; 200 with an id says that it was accepted. */
export function gmailRoute(address: string, { apiUrl }: MailProviderConfig) {
  return {
    address,
    perMinute: PER_MINUTE,
    deliver: async (letter: Letter, token: string, signal?: AbortSignal): Promise<TokenDelivery> => {
      const response = await fetch(`${apiUrl}/gmail/v1/users/me/messages/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ raw: letter.raw.toString('base64url') }),
        signal: within(TIMEOUT_MS, signal),
        redirect: 'error',
      })
      const text = await response.text()
      const id = response.status === 200 && isJson(response) ? idOf(text) : null
      return id === null ? refusalOf(response, text) : { state: 'sent', providerId: id }
    },
  }
}

function idOf(text: string): string | null {
  try {
    const { id } = JSON.parse(text) as { id?: unknown }
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

/** The address of the mailbox that was signed in to. */
export async function gmailAddress({ apiUrl }: MailProviderConfig, token: string): Promise<string> {
  const { email } = await getJson(`${apiUrl}/oauth2/v2/userinfo`, token)
  if (typeof email !== 'string') throw new Error('the mailbox has no address')
  return email
}
