import type { Config } from '../../../platform/config.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { newLink, tokenOfLink } from '../../../platform/links.ts'
import { type Secrets, sealedAnew } from '../../../platform/secrets.ts'
import type { Agreement } from './agreements.queries.ts'

const purposeOf = (id: number): string => `link of agreement ${id}`

/** Makes the link of an agreement, in the place of one that was there: whether there was one. */
export async function makeLink(trx: Trx, secrets: Secrets, id: number): Promise<boolean> {
  const { token_hash, sealed_token } = newLink(secrets, purposeOf(id))
  const had = await endLink(trx, id)
  await trx.insertInto('training_agreement_links').values({ agreement_id: id, token_hash, sealed_token }).execute()
  return had
}

/** From now on the link leads nowhere: whether there was one. The caller holds the agreement. */
export async function endLink(trx: Trx, id: number): Promise<boolean> {
  const ended = await trx
    .deleteFrom('training_agreement_links')
    .where('agreement_id', '=', id)
    .returning('agreement_id')
    .execute()
  return ended.length > 0
}

/** The address to give to the company; null without a link, or when it was sealed with a secret that is gone. */
export function linkOf(config: Config, { id, sealed_token, token_hash }: Agreement): string | null {
  if (sealed_token === null || token_hash === null) return null
  const token = tokenOfLink(config, purposeOf(id), { token_hash, sealed_token })
  return token === null ? null : `${config.baseUrl}/apply/${token}`
}

/** Seals all tokens with the secret of now. */
export async function resealLinks(trx: Trx, secrets: Secrets): Promise<void> {
  const rows = await trx
    .selectFrom('training_agreement_links')
    .select(['agreement_id', 'sealed_token'])
    .forUpdate()
    .execute()
  for (const { agreement_id, sealed_token } of rows) {
    const sealed = sealedAnew(secrets, purposeOf(agreement_id), sealed_token)
    if (sealed === null) continue
    await trx
      .updateTable('training_agreement_links')
      .set({ sealed_token: sealed })
      .where('agreement_id', '=', agreement_id)
      .execute()
  }
}
