import { HttpError } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { listSaleLines } from '../../sales/sales/index.ts'
import { take } from './on-answered.commands.ts'
import { lockFor } from './quotations.commands.ts'
import { type Quotation, getQuotation } from './quotations.queries.ts'
import { allows, goingOn, refusalOf } from './quotations.rules.ts'

const FOLLOWED = 'Van deze offerte is al een order of factuur gemaakt.'

/** Why no order can be made of a quotation; null where one can. */
const refusalToOrder = ({ status, is_followed }: Quotation): string | null =>
  is_followed ? FOLLOWED : allows('follow', status) ? null : refusalOf('follow', status)

/** What an order of a quotation begins with: whose it is, and its lines that go on. @throws NotFound */
export async function offeredOn(db: Db | Trx, id: number) {
  const quotation = await getQuotation(db, id)
  const lines = goingOn(await listSaleLines(db, { type: 'quotation', id }))
  return { quotation, refusal: refusalToOrder(quotation), line_ids: lines.map((line) => line.id) }
}

/** Says yes to a quotation of which somebody composes the order, and locks it. @throws NotFound, HttpError */
export async function takeForOrder(trx: Trx, id: number): Promise<void> {
  const quotation = await lockFor(trx, id, 'follow')
  if (quotation.is_followed) throw new HttpError(409, FOLLOWED)
  await take(trx, quotation)
}
