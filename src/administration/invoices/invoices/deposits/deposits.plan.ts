import type { Db, Trx } from '../../../../platform/database/types.ts'
import { invoiceRelationOf } from '../../../catalogue/customers/index.ts'
import { type SaleLine, listSaleLines } from '../../../sales/sales/index.ts'
import { creditLines } from '../credit/credit.queries.ts'
import { creditProblem } from '../credit/credit.rules.ts'
import { type Settlement, depositedOrders, listTakenOff, overdrawn, planSettlement } from './deposits.queries.ts'
import { strangeDeposit } from './deposits.rules.ts'

interface Concept {
  id: number
  company_id: number | null
  contact_id: number | null
  credits_id: number | null
}

/**
 * Why concepts cannot get a number by what they take off or give back, each by its id: one function for the question
 * about several and for the save of each.
 */
export async function lineProblems(db: Db | Trx, concepts: readonly Concept[]): Promise<Map<number, string>> {
  const ids = concepts.map(({ id }) => id)
  const taken = await listTakenOff(db, ids)
  const over = await overdrawn(db, ids)
  const problems = new Map<number, string>()
  for (const concept of concepts) {
    const { id, credits_id } = concept
    const deposit = over.get(id)
    const problem =
      (credits_id === null ? null : creditProblem(await creditLines(db, id, credits_id))) ??
      (deposit === undefined
        ? null
        : `Van aanbetaling ${deposit} wordt meer verrekend dan er over is. Haal die regel eraf.`) ??
      strangeDeposit(taken.get(id) ?? [], concept)
    if (problem !== null) problems.set(id, problem)
  }
  return problems
}

/** Why an invoice of an order cannot take off what was asked beforehand; null where it can. */
export async function strangeOfOrder(
  db: Db | Trx,
  orderId: number,
  settled: readonly Settlement[],
): Promise<string | null> {
  if (settled.length === 0) return null
  const order = await db
    .selectFrom('orders')
    .select(['company_id', 'contact_id', 'use_invoice_relation', 'invoice_relation_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const relation = await invoiceRelationOf(db, order)
  return strangeDeposit(settled, relation ? { company_id: relation.id, contact_id: null } : order)
}

/**
 * The same of what was delivered of several orders that are invoiced one after the other, each by its id; only those are
 * looked up that have a deposit. What cannot be invoiced takes nothing off, and so leaves it to the next.
 */
export async function strangeOfOrders(db: Db | Trx, orderIds: readonly number[]): Promise<Map<number, string>> {
  const problems = new Map<number, string>()
  const going = new Map<number, SaleLine[]>()
  for (const id of await depositedOrders(db, orderIds)) {
    const lines = await listSaleLines(db, { type: 'order', id })
    going.set(
      id,
      lines.filter(({ delivered, destination }) => delivered && destination === null),
    )
  }
  for (;;) {
    const settled = Map.groupBy(await planSettlement(db, [...going.values()].flat()), ({ order_id }) => order_id)
    const [strange] = await firstStrange(db, settled)
    if (!strange) return problems
    problems.set(...strange)
    going.delete(strange[0])
  }
}

/** The first of these orders that cannot take off what was asked beforehand, with the reason; none where all can. */
async function firstStrange(
  db: Db | Trx,
  settled: ReadonlyMap<number, Settlement[]>,
): Promise<[] | [[id: number, problem: string]]> {
  for (const [id, own] of settled) {
    const problem = await strangeOfOrder(db, id, own)
    if (problem !== null) return [[id, problem]]
  }
  return []
}
