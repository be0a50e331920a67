import type { AccountingConfig } from '../../../../platform/config.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { ask } from '../../../../platform/outside/ask.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import { retryAfterMs } from '../../../../platform/outside/retry-after.ts'
import type { Services } from '../../../../platform/services.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import type { Call, Limits, Provider } from '../types.ts'
import { followPace, takeTurn } from './pace.commands.ts'
import { type Now, accessToken, markLost } from './tokens.commands.ts'

export interface Calling {
  provider: Provider
  config: AccountingConfig
  limits: Limits
  timeoutMs: number
  now: Now
  signal?: AbortSignal | undefined
}

/** A wait so short that it is no reason to begin anew later. */
const SHORT_MS = 2000
const LIMITED_MS = 60_000
const MOST_WAITS = 5
/** One that ended on the way, and the one after it; a third that is refused means that nobody is signed in. */
const MOST_TOKENS = 2

async function turn(db: Db, { provider, limits, now, signal }: Calling): Promise<void> {
  for (;;) {
    const until = await takeTurn(db, provider.key, limits, now())
    if (until === null) return
    const wait = until.getTime() - now().getTime()
    if (wait > SHORT_MS) throw new Limited(until)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
    signal?.throwIfAborted()
  }
}

/**
 * Asks a package as itself: with a token that holds, and never more often than it allows.
 * What a call throws: SignedOut; Limited (nothing was accepted); Refused (neither); Unavailable (who knows).
 */
export function callsOf(services: Pick<Services, 'db' | 'config'>, calling: Calling): Call {
  const { provider, config, timeoutMs, now, signal } = calling
  const { db } = services
  return async (path, { method = 'GET', json, headers = {} } = {}) => {
    let refused: string | null = null
    let unauthorised = 0
    for (let attempt = 0; ; attempt++) {
      const token = await accessToken(services, calling, refused)
      await turn(db, calling)
      const authorization = `Bearer ${token}`
      const sent = { method, timeoutMs, signal, headers: { authorization, ...headers } }
      const answer = await ask(`${config.url}${path}`, json === undefined ? sent : { ...sent, json })
      const { status } = answer
      // What a refusal says of a moment that is nearly over is waited for here, and holds nobody else up.
      if (status !== 429) await followPace(db, provider.key, provider.told(answer.headers))
      if (status === 401 && unauthorised < MOST_TOKENS) {
        refused = token
        unauthorised += 1
        continue
      }
      if (status === 401) {
        await markLost(db)
        throw new SignedOut()
      }
      if (status === 429) {
        // Nothing was accepted, so that it can be asked again as soon as it may.
        const until = await pauseOf(db, calling, answer.headers)
        const wait = until.getTime() - now().getTime()
        if (attempt >= MOST_WAITS || wait > SHORT_MS) throw new Limited(until)
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
        continue
      }
      if (status >= 500) throw new Unavailable(`status ${status}`)
      if (status >= 400) {
        const { code, message } = provider.refusal(answer.body, answer.text, answer.headers)
        const row = { provider: provider.label, errorCode: code ?? String(status), message, details: '' }
        throw new Refused(status, row)
      }
      if (answer.body === undefined) throw new Unavailable('the answer is no JSON')
      return { status, body: answer.body, headers: answer.headers }
    }
  }

  async function pauseOf(at: Db, { limits }: Calling, headers: Headers): Promise<Date> {
    const told = provider.told(headers)
    const after = retryAfterMs(new Response(null, { headers }), now().getTime())
    const until =
      told.dayLeft === 0 && told.dayUntil !== undefined
        ? told.dayUntil
        : (told.shortUntil ?? new Date(now().getTime() + (after ?? Math.min(LIMITED_MS, limits.seconds * 1000))))
    const isDay = told.dayLeft === 0 && told.dayUntil !== undefined
    if (until.getTime() - now().getTime() > SHORT_MS)
      await followPace(at, provider.key, isDay ? { dayLeft: 0, dayUntil: until } : { shortLeft: 0, shortUntil: until })
    return until
  }
}
