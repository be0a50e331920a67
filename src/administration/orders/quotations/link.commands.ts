import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { newLink, tokenOfLink } from '../../../platform/links.ts'
import { type Secrets, sealedAnew } from '../../../platform/secrets.ts'

/** Where a customer reads a quotation and answers it. */
export interface OfferLink {
  href: string
  /** What of it only its reader may know. */
  token: string
}

const purposeOf = (id: number): string => `link of quotation ${id}`
const linkTo = ({ baseUrl }: Config, token: string): OfferLink => ({ href: `${baseUrl}/offerte/${token}`, token })

/** The link of a quotation; null without one, or when it was sealed with a secret that is gone. */
export async function findLink(db: Db | Trx, config: Config, id: number): Promise<OfferLink | null> {
  return (await findLinks(db, config, [id])).get(id) ?? null
}

/** The same of several, by quotation. */
export async function findLinks(db: Db | Trx, config: Config, ids: readonly number[]): Promise<Map<number, OfferLink>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('quotation_links')
    .select(['quotation_id', 'token_hash', 'sealed_token'])
    .where('quotation_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.flatMap(({ quotation_id: id, ...row }): [number, OfferLink][] => {
      const token = tokenOfLink(config, purposeOf(id), row)
      return token === null ? [] : [[id, linkTo(config, token)]]
    }),
  )
}

/** The link of a quotation, made when there was none. The caller holds the quotation. */
export async function offerLink(trx: Trx, config: Config, id: number): Promise<OfferLink> {
  return (await findLink(trx, config, id)) ?? renewLink(trx, config, id)
}

/** The same of several: those without one get it. The caller holds the quotations. */
export async function offerLinks(trx: Trx, config: Config, ids: readonly number[]): Promise<void> {
  const links = await findLinks(trx, config, ids)
  for (const id of ids) if (!links.has(id)) await renewLink(trx, config, id)
}

/** Another link: who has the one before reads nothing with it any more. The caller holds the quotation. */
export async function renewLink(trx: Trx, config: Config, id: number): Promise<OfferLink> {
  const { token, ...values } = newLink(config, purposeOf(id))
  await trx
    .insertInto('quotation_links')
    .values({ quotation_id: id, ...values })
    .onConflict((conflict) => conflict.column('quotation_id').doUpdateSet({ ...values, created_at: new Date() }))
    .execute()
  return linkTo(config, token)
}

/** From now on the link leads nowhere. */
export async function endLink(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('quotation_links').where('quotation_id', '=', id).execute()
}

/** Seals all tokens with the secret of now. */
export async function resealQuotations(trx: Trx, secrets: Secrets): Promise<void> {
  const rows = await trx.selectFrom('quotation_links').select(['quotation_id', 'sealed_token']).forUpdate().execute()
  for (const { quotation_id, sealed_token } of rows) {
    const sealed = sealedAnew(secrets, purposeOf(quotation_id), sealed_token)
    if (sealed === null) continue
    await trx
      .updateTable('quotation_links')
      .set({ sealed_token: sealed })
      .where('quotation_id', '=', quotation_id)
      .execute()
  }
}
