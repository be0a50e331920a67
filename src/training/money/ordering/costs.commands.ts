/** What leaving late costs: proposed by the table of the course, and put onto the order as a product of its own. */
import { bothOf, pricesFor } from '../../../administration/catalogue/prices/index.ts'
import { listLines, setDelivered } from '../../../administration/sales/sales/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { daysText, listChargedPlannings } from '../invoicing/index.ts'
import { type OrderedBy, give } from './sync-orders.commands.ts'
import { firstDayOf, listStood } from './ordering.queries.ts'
import { costsAfter, partOf } from './ordering.rules.ts'

/** Somebody who leaves a planning. */
export interface Leaving {
  planningId: number
  contactId: number
}

export interface Costs extends Leaving {
  name: string
  course: string
  days: string[]
  product_id: number
  /** Of the price, in percents. */
  percentage: number
  /** What the place costs, in cents, with or without VAT as the product of the costs tells its prices. */
  price: number
  payer: OrderedBy
}

const DAY = 86_400_000
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** What those who leave would be asked; nothing of who stands on no order, or leaves early enough. */
export async function proposeCosts(db: Db | Trx, leaving: readonly Leaving[], day = today()): Promise<Costs[]> {
  const planningIds = [...new Set(leaving.map(({ planningId }) => planningId))]
  const stood = (await listStood(db, planningIds)).filter(
    (line) =>
      line.kind === 'student' &&
      leaving.some(({ planningId, contactId }) => planningId === line.group_id && contactId === line.contact_id),
  )
  if (stood.length === 0) return []
  const plannings = new Map((await listChargedPlannings(db, planningIds)).map((one) => [one.group_id, one]))
  const lines = new Map((await listLines(db, stood.map(({ line_id }) => line_id))).map((line) => [line.id, line])) // prettier-ignore
  const found: Costs[] = []
  for (const one of stood) {
    const planning = plannings.get(one.group_id)!
    const asked = await askedBy(db, planning.course_id)
    const first = await firstDayOf(db, one.group_id)
    const percentage = first === null ? 0 : costsAfter(asked.steps, daysBetween(day, first))
    if (percentage === 0 || asked.product_id === null) continue
    const line = lines.get(one.line_id)!
    const payer = await db
      .selectFrom('planning_orders')
      .select(['company_id', 'contact_id', 'use_invoice_relation', 'invoice_relation_id'])
      .where('id', '=', one.planning_order_id)
      .executeTakeFirstOrThrow()
    const buyer = { company_id: payer.company_id, contact_id: payer.company_id === null ? payer.contact_id : null }
    const [answer] = await pricesFor(db, [{ product_id: asked.product_id, count: '1', day, ...buyer }])
    const { excl, incl } = bothOf(BigInt(line.amount), line.tax ?? '0', line.taxes_included)
    found.push({
      planningId: one.group_id,
      contactId: one.contact_id!,
      name: line.description ?? line.name,
      course: planning.course,
      days: planning.days,
      product_id: asked.product_id,
      percentage,
      price: Number(answer!.taxes_included ? incl : excl),
      payer,
    })
  }
  return found
}

/** What a course asks of who leaves late. */
async function askedBy(db: Db | Trx, courseId: number) {
  const course = await db
    .selectFrom('courses')
    .select('no_show_product_id as product_id')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const steps = await db
    .selectFrom('course_cancellation_costs')
    .select(['days', 'percentage'])
    .where('course_id', '=', courseId)
    .execute()
  return { ...course, steps }
}

/** What a course asks of who leaves late, and the part of the price that is asked now. */
export interface CostTerms {
  course: string
  /** The first day that costs something in front. */
  steps: { days: number; percentage: number }[]
  now: number
}

/** The terms of what these people leave; nothing of who stands on no order, or of a course that asks nothing. */
export async function termsOf(db: Db | Trx, leaving: readonly Leaving[], day = today()): Promise<CostTerms[]> {
  const planningIds = [...new Set(leaving.map(({ planningId }) => planningId))]
  const stood = new Set((await listStood(db, planningIds)).flatMap(({ kind, group_id }) => (kind === 'student' ? [group_id] : []))) // prettier-ignore
  const terms: CostTerms[] = []
  for (const planning of await listChargedPlannings(db, planningIds)) {
    const { product_id, steps } = await askedBy(db, planning.course_id)
    const first = await firstDayOf(db, planning.group_id)
    if (!stood.has(planning.group_id) || product_id === null || steps.length === 0 || first === null) continue
    const sorted = steps.toSorted((a, b) => b.days - a.days)
    terms.push({ course: planning.course, steps: sorted, now: costsAfter(steps, daysBetween(day, first)) })
  }
  return terms
}

/** In cents. */
export const costsOf = ({ price, percentage }: Costs): number => partOf(price, percentage)

/**
 * Puts costs onto the orders of who pays. The caller lets the orders follow afterwards.
 * @param delivered whether they are billed as they are; else a planner says so on the order
 */
export async function addCosts(
  trx: Trx,
  costs: readonly Costs[],
  { delivered }: { delivered: boolean },
): Promise<void> {
  for (const [key, own] of Map.groupBy(costs, ({ planningId, payer }) => JSON.stringify([planningId, payer]))) {
    const [planningId, payer] = JSON.parse(key) as [number, Costs['payer']]
    const { ids } = await give(
      trx,
      planningId,
      payer,
      own.map((one) => ({
        kind: 'costs',
        contact_id: one.contactId,
        added: {
          product_id: one.product_id,
          count: '1',
          name: `Annuleringskosten ${one.course}, ${daysText(one.days)}`,
          description: `${one.name}, ${one.percentage}% van de prijs`,
          price: (costsOf(one) / 100).toFixed(2),
          later: true,
        },
      })),
    )
    if (delivered) await setDelivered(trx, ids, true)
  }
}
