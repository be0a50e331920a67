/** What sending quotations will do with each, likewise. */
import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { listQuotations } from '../quotations/index.ts'
import { quotationAudience } from './audience.ts'
import { addressesOf, lastMails } from './outbox.queries.ts'
import { type Obstacle, type Sending, mailObstacle } from './sending.rules.ts'

interface Offered {
  id: number
  status: string
  valid_until: string
  has_product: boolean
}

/** What of a quotation itself keeps it from its customer. */
function offerObstacle({ id, status, valid_until, has_product }: Offered): Obstacle | null {
  const view = { label: 'Offerte openen', href: `/administration/quotation/view/${id}` }
  if (status === 'accepted') return { why: 'is al geaccepteerd', repair: view }
  if (status === 'declined') return { why: 'is afgewezen', repair: view }
  if (!has_product) return { why: 'heeft nog geen product', repair: view }
  if (valid_until >= today()) return null
  const path = status === 'concept' ? 'edit' : 'extend'
  return {
    why: 'is niet meer geldig',
    repair: { label: 'Geldigheid wijzigen', href: `/administration/quotation/${path}/${id}` },
  }
}

/** What will be done with these quotations: those that a viewer sees, by their numbers. */
export async function planQuotations(db: Db | Trx, viewer: Viewer, ids: number[]): Promise<Sending[]> {
  if (ids.length === 0) return []
  const addresses = await addressesOf(db, viewer, quotationAudience, ids)
  const mails = await lastMails(db, 'quotation', ids)
  const quotations = await listQuotations(db)
    .select(
      sql<boolean>`exists (select from sale_lines where quotation_id = quotations.id and kind = 'product' and chosen)`.as(
        'has_product',
      ),
    )
    .where('quotations.id', 'in', ids)
    .orderBy('quotations.year')
    .orderBy('quotations.sequence')
    .execute()
  return quotations
    .filter(({ id }) => addresses.has(id))
    .map((quotation) => {
      const { id, uid, customer, total } = quotation
      const email = addresses.get(id)!
      const last = mails.get(id) ?? null
      const obstacle = mailObstacle(email, last, quotation) ?? offerObstacle(quotation)
      return { id, uid, customer, total, email, last, obstacle, ublProblems: [] }
    })
}
