import { AS_AGREED } from '../../../administration/catalogue/customers/index.ts'
import { addOrder, dropEmptyOrders, lockOpenOrder } from '../../../administration/orders/orders/index.ts'
import { takeOffConcepts } from '../../../administration/invoices/invoices/index.ts'
import {
  type AddedLine,
  addLines,
  describeLines,
  dropLines,
  priceAlike,
  priceAnew,
} from '../../../administration/sales/sales/index.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { type ChargedStudent, agreedOn, wholeLines } from '../invoicing/index.ts'
import { lockPlanning } from './locking.commands.ts'
import {
  type OrderedPlanning,
  type OrderedStudent,
  type Stood,
  getOrderedPlanning,
  isOrdered,
  listOrderedStudents,
  listStood,
} from './ordering.queries.ts'
import { type LineKind, type Payer, isWhole, payersOf, placeOf } from './ordering.rules.ts'
import { followPlaces } from './places.commands.ts'
import { ordersWithPlaces } from './places.queries.ts'

/**
 * Lets the orders of a planning follow who is enrolled in it: who came stands on one, who left stands on none any more,
 * as far as no definitive invoice says so already. Everybody comes here after enrolments changed, also undoing.
 * @param contactIds of whom something changed; null: of everybody, as when the choice of the planning did
 */
export async function followEnrolments(
  trx: Trx,
  planningId: number,
  contactIds: readonly number[] | null,
): Promise<void> {
  const from = await ordersWithPlaces(trx, planningId)
  if (from.length === 0 && !(await isOrdered(trx, planningId))) return
  await lockPlanning(trx, planningId, from)
  const planning = await getOrderedPlanning(trx, planningId)
  const students = await listOrderedStudents(trx, planningId)
  const stood = await listStood(trx, [planningId])
  const asked = (id: number | null) => contactIds === null || (id !== null && contactIds.includes(id))
  const places = await followPlaces(trx, planning, { students, stood, contactIds })
  const whole = isWhole(planning) && (planning.order_by !== 'none' || places.whole)
  const there = new Set(students.map(({ contact_id }) => contact_id))
  const gone = stood.filter(
    ({ kind, contact_id }) =>
      (kind === 'student' && asked(contact_id) && (!there.has(contact_id!) || stops(planning, contactIds, whole))) ||
      ((kind === 'whole' || kind === 'extra') && (students.length === 0 || !whole)),
  )
  await drop(trx, gone)
  if (planning.order_by !== 'none' || whole) {
    const open = students.filter(({ settled, contact_id }) => !settled && !places.held.has(contact_id))
    const left = gone.length === 0 ? stood : await listStood(trx, [planningId])
    if (whole) await followWhole(trx, planning, open, { stood: left, placed: places.whole })
    else await followPeople(trx, planning, { students: open, stood: left, asked })
  }
  await dropEmpty(trx, planningId)
}

/** Whether people who are there stand on no line of their own any more, since the planning is billed otherwise now. */
const stops = (planning: OrderedPlanning, contactIds: readonly number[] | null, whole: boolean): boolean =>
  whole || (contactIds === null && planning.order_by === 'none')

/** Takes lines off their orders, and off concepts of invoices; what is definitive, or was offered, stays. */
export async function drop(trx: Trx, lines: readonly Stood[]): Promise<void> {
  const billed = lines.filter(({ destination }) => destination === 'invoice').map(({ line_id }) => line_id)
  const freed = new Set(await takeOffConcepts(trx, billed))
  const open = lines.filter(({ destination, line_id }) => destination === null || freed.has(line_id))
  for (const [order, own] of Map.groupBy(open, ({ order_id }) => order_id)) {
    const whole = own.flatMap(({ trail }) => (trail.length === 1 ? trail : []))
    await dropLines(trx, { type: 'order', id: order }, whole)
    for (const { trail } of own.filter((line) => line.trail.length > 1))
      for (const id of trail) await dropLines(trx, { type: 'order', id: await orderOf(trx, id) }, [id])
  }
}

const orderOf = async (trx: Trx, lineId: number): Promise<number> =>
  (await trx.selectFrom('sale_lines').select('order_id').where('id', '=', lineId).executeTakeFirstOrThrow()).order_id!

async function dropEmpty(trx: Trx, planningId: number): Promise<void> {
  const { rows } = await emptyOrders(trx, planningId)
  await dropEmptyOrders(
    trx,
    rows.map(({ order_id }) => order_id),
  )
}

const emptyOrders = async (trx: Trx, planningId: number) => ({
  rows: await trx
    .selectFrom('planning_orders')
    .innerJoin('orders', 'orders.id', 'planning_orders.order_id')
    .select('planning_orders.order_id')
    .where('planning_orders.group_id', '=', planningId)
    .where('orders.line_count', '=', 0)
    .execute(),
})

interface Given {
  added: AddedLine
  kind: LineKind
  contact_id: number | null
}

/** Who pays, and who gets the invoice of it. */
export type OrderedBy = Omit<Payer, 'key' | 'students'>

/** The order of who pays, locked; a new one where there is none, or where all of it has gone on. */
export async function orderOfPayer(trx: Trx, planningId: number, payer: OrderedBy) {
  const known = await trx
    .selectFrom('planning_orders')
    .select(['id', 'order_id'])
    .where('group_id', '=', planningId)
    .where('company_id', 'is not distinct from', payer.company_id)
    .where('contact_id', 'is not distinct from', payer.contact_id)
    .where('use_invoice_relation', '=', payer.use_invoice_relation)
    .where('invoice_relation_id', 'is not distinct from', payer.invoice_relation_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const open = known && (await lockOpenOrder(trx, known.order_id))
  return open ? { sale: open, id: known.id } : newOrder(trx, planningId, payer)
}

/** Puts lines onto the order of who pays. */
export async function give(trx: Trx, planningId: number, payer: OrderedBy, lines: Given[]) {
  const { sale, id } = await orderOfPayer(trx, planningId, payer)
  const ids = await addLines(
    trx,
    sale,
    lines.map(({ added }) => added),
  )
  await trx
    .insertInto('planning_order_lines')
    .values(
      lines.map(({ kind, contact_id }, i) => ({
        planning_order_id: id,
        group_id: planningId,
        kind,
        contact_id,
        line_id: ids[i]!,
      })),
    )
    .execute()
  return { order_id: sale.id, ids }
}

/** Nobody but the company pays for its people, also where each has an order of their own. */
async function newOrder(
  trx: Trx,
  planningId: number,
  { company_id, contact_id, use_invoice_relation, invoice_relation_id }: OrderedBy,
) {
  const day = today()
  const going = { use_invoice_relation, invoice_relation_id }
  const buyers = { company_id, contact_id: company_id === null ? contact_id : null }
  const order_id = await addOrder(trx, {
    ...buyers,
    ...going,
    ...{ quotation_id: null, order_date: day, plannable: false, country_code: 'NL' },
    ...(await headBefore(trx, planningId, buyers)),
    ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null },
  })
  const { id } = await trx
    .insertInto('planning_orders')
    .values({ group_id: planningId, company_id, contact_id, ...going, order_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sale: { type: 'order' as const, id: order_id, ...buyers, day }, id }
}

/** What somebody said on the last order of the same customer in a planning holds for the next too. */
async function headBefore(trx: Trx, planningId: number, buyers: Pick<OrderedBy, 'company_id' | 'contact_id'>) {
  const before = await trx
    .selectFrom('planning_orders')
    .innerJoin('orders', 'orders.id', 'planning_orders.order_id')
    .select(['orders.reference', 'orders.employee_id', 'orders.header_text', 'orders.footer_text'])
    .select('orders.print_layout_id')
    .where('planning_orders.group_id', '=', planningId)
    .where('orders.company_id', 'is not distinct from', buyers.company_id)
    .where('orders.contact_id', 'is not distinct from', buyers.contact_id)
    .orderBy('planning_orders.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before ?? { reference: null, employee_id: null, header_text: null, footer_text: null, print_layout_id: null }
}

interface People {
  students: readonly OrderedStudent[]
  stood: readonly Stood[]
  asked: (id: number | null) => boolean
}

/** A line for each student; a quantity step counts all that one customer has in the planning. */
async function followPeople(trx: Trx, planning: OrderedPlanning, { students, stood, asked }: People): Promise<void> {
  if (planning.product_id === null) return
  const lineOf = new Map(stood.flatMap((line) => (line.kind === 'student' ? [[line.contact_id!, line] as const] : [])))
  const missing = students.filter(({ contact_id }) => asked(contact_id) && !lineOf.has(contact_id))
  const day = planning.days[0] ?? today()
  for (const payer of payersOf(students, planning.order_by)) {
    const coming = payer.students.filter((student) => missing.includes(student as OrderedStudent))
    const standing = payer.students.flatMap(({ contact_id }) => lineOf.get(contact_id) ?? [])
    const open = standing.filter(({ destination }) => destination === null)
    if (coming.length === 0 && open.length === 0) continue
    const among = String(standing.length + coming.length)
    const [agreed] = await agreedOn(trx, [{ planning, day, charges: [placeOf(planning, payer)] }])
    const { product_id, name, unit, own } = agreed!.charges[0]!.lines[0]!
    const priced = { ...(own ? { own } : {}), unit }
    if (coming.length > 0) {
      const { ids } = await give(
        trx,
        planning.group_id,
        payer,
        coming.map((student) => ({
          kind: 'student',
          contact_id: student.contact_id,
          added: { product_id, count: '1', among, name, description: student.name, day, later: true, ...priced },
        })),
      )
      await priceAlike(
        trx,
        ids,
        standing.map(({ line_id }) => line_id),
      )
    }
    await describeLines(
      trx,
      open.map((line) => ({ id: line.line_id, name, description: nameIn(payer.students, line), count: line.count })),
    )
    await priceAnew(
      trx,
      open.map(({ line_id }) => line_id),
      { product_id, count: among, company_id: payer.company_id, contact_id: payer.company_id === null ? payer.contact_id : null, day, ...priced }, // prettier-ignore
    )
  }
}

const nameIn = (students: readonly ChargedStudent[], line: Stood): string =>
  students.find(({ contact_id }) => contact_id === line.contact_id)?.name ?? line.description ?? ''

/**
 * One line for the whole, where that was not ordered beforehand, and one for more people than it covers, on the order of
 * the company that was named first.
 */
async function followWhole(
  trx: Trx,
  planning: OrderedPlanning,
  students: readonly OrderedStudent[],
  { stood, placed }: { stood: readonly Stood[]; placed: boolean },
): Promise<void> {
  if (students.length === 0) return
  const day = planning.days[0] ?? today()
  const company_id = planning.companies[0]!.id
  const [whole, extra] = wholeLines(planning, [...students])
  const payer = { company_id, contact_id: null, ...AS_AGREED }
  const standing = stood.find(({ kind }) => kind === 'whole')
  const extras = stood.filter(({ kind }) => kind === 'extra')
  const openExtra = extras.find(({ destination }) => destination === null)
  const fixed = extras.reduce((sum, { destination, count }) => sum + (destination === null ? 0 : Number(count)), 0)
  const wanted = Math.max(0, Number(extra?.count ?? 0) - fixed)
  const told = (line: Stood, { name, description }: { name: string; description: string }, count: string) => ({
    id: line.line_id,
    name,
    description: description || null,
    count,
  })
  const given = (kind: LineKind, line: NonNullable<typeof extra>, count: string): Given => ({
    kind,
    contact_id: null,
    added: { ...line, count, description: line.description || null, day, later: true },
  })
  await describeLines(trx, [
    ...(standing?.destination === null ? [told(standing, whole!, '1')] : []),
    ...(openExtra && wanted > 0 ? [told(openExtra, extra!, String(wanted))] : []),
  ])
  if (openExtra && wanted === 0) await drop(trx, [openExtra])
  const lines = [
    ...(standing || placed ? [] : [given('whole', whole!, '1')]),
    ...(wanted > 0 && !openExtra ? [given('extra', extra!, String(wanted))] : []),
  ]
  if (lines.length > 0) await give(trx, planning.group_id, payer, lines)
}
