import type { Config } from '../../../platform/config.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { newLink, tokenOfLink } from '../../../platform/links.ts'
import { type Secrets, sealedAnew } from '../../../platform/secrets.ts'

const purposeOf = (id: number): string => `link of teacher request ${id}`

/** The token of a request: the one that was mailed before, or a new one. */
export async function tokenOf(trx: Trx, config: Config, id: number): Promise<string> {
  const row = await trx
    .selectFrom('teacher_request_links')
    .select(['token_hash', 'sealed_token'])
    .where('request_id', '=', id)
    .executeTakeFirst()
  const known = row ? tokenOfLink(config, purposeOf(id), row) : null
  if (known !== null) return known
  const { token, ...values } = newLink(config, purposeOf(id))
  await trx
    .insertInto('teacher_request_links')
    .values({ request_id: id, ...values })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(values))
    .execute()
  return token
}

/** Seals all tokens with the secret of now. */
export async function resealRequests(trx: Trx, secrets: Secrets): Promise<void> {
  const rows = await trx
    .selectFrom('teacher_request_links')
    .select(['request_id', 'sealed_token'])
    .forUpdate()
    .execute()
  for (const { request_id, sealed_token } of rows) {
    const sealed = sealedAnew(secrets, purposeOf(request_id), sealed_token)
    if (sealed === null) continue
    await trx
      .updateTable('teacher_request_links')
      .set({ sealed_token: sealed })
      .where('request_id', '=', request_id)
      .execute()
  }
}
