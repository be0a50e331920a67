/** Who is enrolled takes places that were ordered beforehand, gives them back by leaving, and lets them be delivered. */
import { AS_AGREED, type InvoiceTo } from '../../../administration/catalogue/customers/index.ts'
import { setDelivered, splitLine } from '../../../administration/sales/sales/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { lockPlanning } from './locking.commands.ts'
import {
  type OrderedPlanning,
  type OrderedStudent,
  type Stood,
  getOrderedPlanning,
  listStood,
} from './ordering.queries.ts'
import { isWhole } from './ordering.rules.ts'
import {
  type Coming,
  bringPlaces,
  listBeyond,
  listComing,
  listOpenLines,
  listPlaced,
  ordersWithPlaces,
} from './places.queries.ts'
import { type PlacesOnLine, takePlacesOf } from './places.rules.ts'

/** Lines of which a planning as a whole, or these people in it, can take places. */
const linesFor = (db: Db | Trx, planning: OrderedPlanning, coming: readonly Coming[]) =>
  isWhole(planning)
    ? listOpenLines(db, planning.group_product_id, { companyIds: [planning.companies[0]!.id], contactIds: [] })
    : listOpenLines(db, planning.product_id, {
        companyIds: [...new Set(coming.flatMap(({ company_id }) => company_id ?? []))],
        contactIds: coming.flatMap(({ company_id, contact_id }) => (company_id === null ? [contact_id] : [])),
      })

/** Who comes along without being a contact yet. */
interface Unknown {
  companyId: number
  count: number
}

export interface AskedPlaces {
  planningId: number
  contactIds: readonly number[]
  invoiceTo?: InvoiceTo | undefined
  unknown?: Unknown | undefined
  /** Keeps others from taking of them until the transaction ends. */
  holds?: boolean
}

/** What these people take of what their companies, or they themselves, ordered of a planning when they come into it. */
export async function planOrderPlaces(db: Db | Trx, asked: AskedPlaces): Promise<PlacesOnLine[]> {
  const { planningId, contactIds, invoiceTo = AS_AGREED, unknown, holds = false } = asked
  const planning = await getOrderedPlanning(db, planningId)
  if (isWhole(planning)) return contactIds.length === 0 ? [] : wholePlace(db, planning)
  const known = await listComing(db, planningId, contactIds, invoiceTo)
  const strangers = Array.from({ length: unknown?.count ?? 0 }, (_, i) => ({ contact_id: -1 - i, company_id: unknown!.companyId, ...AS_AGREED })) // prettier-ignore
  const coming = [...known, ...strangers]
  const lines = await linesFor(db, planning, coming)
  if (!holds || lines.length === 0) return takePlacesOf(lines, coming)
  const orders = [...lines.map(({ order_id }) => order_id), ...(await ordersWithPlaces(db, planningId))]
  await lockPlanning(db as Trx, planningId, orders)
  return takePlacesOf(await linesFor(db, planning, coming), coming)
}

/** The line of which a planning takes a place as a whole with the first who come into it, for nobody of them alone. */
async function wholePlace(db: Db | Trx, planning: OrderedPlanning): Promise<PlacesOnLine[]> {
  const stood = await listStood(db, [planning.group_id])
  const placed = await listPlaced(db, planning.group_id)
  if (stood.some(({ kind }) => kind === 'whole') || placed.some(({ contact_id }) => contact_id === null)) return []
  return (await linesFor(db, planning, [])).slice(0, 1).map((line) => ({ line, contactIds: [] }))
}

export interface Followed {
  students: readonly OrderedStudent[]
  stood: readonly Stood[]
  /** Of whom something changed; null: of everybody. */
  contactIds: readonly number[] | null
}

/**
 * Gives back the places of who is not in a planning any more, and lets who came take those that there are. The caller has
 * locked the planning with the orders of both.
 * @returns who holds a place now, and whether the planning as a whole does
 */
export async function followPlaces(
  trx: Trx,
  planning: OrderedPlanning,
  { students, stood, contactIds }: Followed,
): Promise<{ held: Set<number>; whole: boolean }> {
  const { group_id } = planning
  const sold = isWhole(planning)
  const there = new Set(students.map(({ contact_id }) => contact_id))
  const before = await listPlaced(trx, group_id)
  const beyond = await listBeyond(trx, group_id, contactIds)
  const stays = ({ id, contact_id }: { id: number; contact_id: number | null }) =>
    !beyond.includes(id) && (contact_id === null ? sold && there.size > 0 : there.has(contact_id))
  const gone = before.filter((place) => !stays(place)).map(({ id }) => id)
  await freePlaces(trx, gone)
  let places = before.filter(({ id }) => !gone.includes(id))
  const take = async (taking: readonly { line_id: number; contact_id: number | null }[]) => {
    if (taking.length === 0) return
    await trx.insertInto('planning_order_places').values(taking.map((one) => ({ ...one, group_id }))).execute() // prettier-ignore
    places = await listPlaced(trx, group_id)
  }
  const [first] = sold && there.size > 0 ? await linesFor(trx, planning, []) : []
  if (first && !places.some(({ contact_id }) => contact_id === null) && !stood.some(({ kind }) => kind === 'whole'))
    await take([{ line_id: first.line_id, contact_id: null }])
  const whole = places.some(({ contact_id }) => contact_id === null)
  if (whole) await freePlaces(trx, places.filter(({ contact_id }) => contact_id !== null).map(({ id }) => id)) // prettier-ignore
  const lined = new Set(stood.flatMap(({ kind, contact_id }) => (kind === 'student' ? [contact_id] : [])))
  const held = new Set(whole ? [] : places.flatMap(({ contact_id }) => contact_id ?? []))
  if (sold) return { held, whole }
  const asked = (id: number) => contactIds === null || contactIds.includes(id)
  const coming = students.filter(
    ({ contact_id, settled }) => asked(contact_id) && !settled && !held.has(contact_id) && !lined.has(contact_id),
  )
  const taking = takePlacesOf(await linesFor(trx, planning, coming), coming).flatMap(({ line, contactIds: ids }) =>
    ids.map((contact_id) => ({ line_id: line.line_id, contact_id })),
  )
  await take(taking)
  return { held: new Set([...held, ...taking.map(({ contact_id }) => contact_id)]), whole }
}

async function freePlaces(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom('planning_order_places')
      .where('id', 'in', [...ids])
      .execute()
}

/** What was held of ordered places is delivered: a line on which others wait is divided. The planning is locked. */
export async function deliverPlaces(trx: Trx, planningId: number, on: string): Promise<void> {
  const open = (await listPlaced(trx, planningId)).filter(
    ({ order_id, destination, delivered }) => order_id !== null && destination === null && !delivered,
  )
  for (const [line, places] of Map.groupBy(open, ({ line_id }) => line_id)) {
    await bringPlaces(trx, line)
    const all = places.length >= Number(places[0]!.count)
    const held = all ? line : await splitLine(trx, line, places.length)
    if (!all)
      await trx
        .updateTable('planning_order_places')
        .set({ line_id: held })
        .where(
          'id',
          'in',
          places.map(({ id }) => id),
        ) // prettier-ignore
        .execute()
    await setDelivered(trx, [held], true, on)
  }
}
