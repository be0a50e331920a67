import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Services } from '../../../../platform/services.ts'
import { ask } from '../../../../platform/outside/ask.ts'
import { Limited, Refused } from '../errors.ts'
import type { Call, ProviderKey, TheirItem } from '../types.ts'
import { goOn } from '../bookings/bookings.commands.ts'
import { type ChoiceKind, choicesOf, listOurs, listTheirs } from './choices.queries.ts'
import { likelyChoices } from './likely-choices.rules.ts'
import { linkedTo } from './link.queries.ts'
import { SIGN_IN } from '../payments/payments.job.ts'
import { PROVIDERS, configOf } from '../providers/providers.ts'
import { exchangeCode, keepLink } from '../providers/tokens.commands.ts'

/** What was chosen of ours, as its column. */
const COLUMN = {
  vat: 'tax_type_id',
  account: 'ledger_account_id',
  payment_condition: 'payment_condition_id',
} as const

/** Asks before there is a link, with the token that just came; such a question is asked once. */
const callWith =
  (url: string, token: string, provider: ProviderKey): Call =>
  async (path, { method = 'GET', json } = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await ask(`${url}${path}`, { method, headers, timeoutMs: 10_000, ...(json === undefined ? {} : { json }) }) // prettier-ignore
    if (answer.status === 429) throw new Limited(new Date(Date.now() + 60_000))
    if (answer.status >= 400) {
      const { label } = PROVIDERS[provider]
      throw new Refused(answer.status, { provider: label, errorCode: String(answer.status), message: '', details: '' })
    }
    return answer
  }

/**
 * Links the package that somebody signed in to, fetches what can be chosen there, and goes on with what waited.
 * @throws Error when it says no; nothing changes then
 */
export async function connect(
  services: Services,
  viewer: Viewer,
  { provider, callback, state }: { provider: ProviderKey; callback: URL; state: string },
): Promise<string> {
  const config = configOf(services.config, provider)
  if (!config) throw new Error('not registered there')
  const tokens = await exchangeCode(PROVIDERS[provider], config, callback, state)
  const now = new Date()
  const books = await PROVIDERS[provider].books(callWith(config.url, tokens.accessToken, provider))
  await inTransaction(services.db, viewer, async (trx) => {
    await keepLink(trx, services.config, provider, { tokens, books, now })
    // Who was asked to sign in did so.
    await trx.updateTable('accounting_payments').set({ problem: null }).where('problem', '=', SIGN_IN).execute()
    await goOn(trx)
    await services.changes.announce(trx, [{ type: 'accounting_booking', id: 0 }])
  })
  return books.name
}

/** Fetches what can be chosen there, and chooses what is likely where nothing was. @throws as calls do */
export async function fetchLists(services: Services, viewer: Viewer | null): Promise<void> {
  const linked = await linkedTo(services)
  if (!linked) return
  const { provider, call, books } = linked
  const items = await provider.lists(call, books)
  await inTransaction(services.db, viewer, (trx) => keepLists(trx, provider.key, items))
}

async function keepLists(trx: Trx, provider: ProviderKey, items: readonly TheirItem[]): Promise<void> {
  // Two who fetch them at the same time come one after the other.
  await sql`lock table accounting_lists in share row exclusive mode`.execute(trx)
  await trx.deleteFrom('accounting_lists').where('provider', '=', provider).execute()
  const once = [...new Map(items.map((item) => [`${item.kind} ${item.their_id}`, item])).values()]
  if (once.length > 0)
    await trx
      .insertInto('accounting_lists')
      .values(once.map((item) => ({ provider, ...item })))
      .execute()
  const likely = likelyChoices(await listOurs(trx), await listTheirs(trx, provider), await choicesOf(trx, provider))
  for (const { kind, id, their_id } of likely) await choose(trx, provider, { kind, id, their_id })
}

/** Says what something of ours is called there; null: nothing. */
export async function choose(
  trx: Trx,
  provider: ProviderKey,
  { kind, id, their_id }: { kind: ChoiceKind; id: number; their_id: string | null },
): Promise<void> {
  const column = COLUMN[kind]
  const before = await trx
    .selectFrom('accounting_choices')
    .select(['id', 'their_id'])
    .where('provider', '=', provider)
    .where(column, '=', id)
    .executeTakeFirst()
  if (their_id === (before?.their_id ?? null)) return
  if (before && their_id === null) await trx.deleteFrom('accounting_choices').where('id', '=', before.id).execute()
  else if (before) await trx.updateTable('accounting_choices').set({ their_id: their_id! }).where('id', '=', before.id).execute() // prettier-ignore
  else await trx.insertInto('accounting_choices').values({ provider, kind, [column]: id, their_id: their_id! }).execute() // prettier-ignore
}
