/** What the order of a period will be: one function for the list beforehand, the button and the night. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { type RepeatUnit, addRepeat } from '../../../platform/format/repeats.ts'
import { today } from '../../../platform/format/zone.ts'
import type { AddedLine } from '../../../administration/sales/sales/index.ts'
import { amountOf, bothOf, pricesFor } from '../../../administration/catalogue/prices/index.ts'
import { monthText } from '../../devices/devices/index.ts'
import { customerName, listContractProducts } from './contracts.queries.ts'
import {
  type WorkMonth,
  isSamePeriod,
  nextWorkMonth,
  openWorkMonth,
  periodEnds,
  workMonths,
} from './contracts.rules.ts'
import { type DueDevice, listDueDevices, listMadeOrders } from './period-orders.queries.ts'

/** An order that is made, or why it is not. */
export interface PlannedOrder {
  id: number
  name: string
  customer: string
  /** First day of the work month, and whether its order is due by now. */
  month: string
  hasCome: boolean
  period_end: string
  devices: DueDevice[]
  /** What stands on it from the beginning: the fixed price, and products that are agreed per period. */
  lines: AddedLine[]
  /** What approving its devices costs, beyond what a fixed price covers. */
  ofDevices: AddedLine[]
  /** What it will come to in cents excl. VAT, where that was asked. */
  amount: number
  head: Head
  why: string | null
  /** The order that there is already. */
  made: { id: number; uid: string } | null
}

export interface Ahead {
  ahead: number
  early?: boolean
}

/** Where it is carried out: the address that was chosen, or that of the customer. */
const placeOfContract = sql<Place>`(select to_jsonb(p) from (
  select street, street_no, street_no_adding, postal_code, city, country_code from companies at
    where inspection_contracts.address_contact_id is null
      and at.id = coalesce(inspection_contracts.address_company_id, inspection_contracts.company_id)
  union all
  select street, street_no, street_no_adding, postal_code, city, country_code from contacts at
    where at.id = coalesce(inspection_contracts.address_contact_id,
      case when inspection_contracts.address_company_id is null then inspection_contracts.contact_id end)
  limit 1) p)`
interface Place {
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
  country_code: string
}

const headsOf = (db: Db | Trx, ids: readonly number[]) =>
  db
    .selectFrom('inspection_contracts')
    .leftJoin('companies', 'companies.id', 'inspection_contracts.company_id')
    .leftJoin('contacts', 'contacts.id', 'inspection_contracts.contact_id')
    .selectAll('inspection_contracts')
    .select([customerName.as('customer'), placeOfContract.as('place')])
    .where('inspection_contracts.id', 'in', [...ids])
    .orderBy('inspection_contracts.id')
    .execute()
type Head = Awaited<ReturnType<typeof headsOf>>[number]

const runningOf = (head: Head) => ({ ...head, repeat_unit: head.repeat_unit as RepeatUnit })

/** Of a product that is what approving a device costs, the devices themselves bring their lines. */
function linesOf(
  head: Head,
  products: readonly { product_id: number; amount: number }[],
  devices: readonly DueDevice[],
  isFirst: boolean,
): AddedLine[] {
  const ofDevices = new Set(devices.map(({ product_id }) => product_id))
  const isFixed = head.price_kind === 'fixed'
  const fixed: AddedLine[] = isFixed && isFirst ? [{ product_id: head.fixed_product_id!, count: '1', price: head.fixed_price!, name: head.name, description: `Periode tot ${formatDate(head.expires_at)}` }] : [] // prettier-ignore
  const agreed = isFirst ? products.filter(({ product_id }) => !ofDevices.has(product_id)) : []
  return [
    ...fixed,
    ...agreed.map(({ product_id, amount }) => ({
      product_id,
      count: String(amount),
      ...(isFixed ? { price: '0', description: COVERED } : {}),
    })),
  ]
}
/** What was to be done longer ago is made by hand alone: who moves in has done it elsewhere. */
const MOST_LATE_MONTHS = 2
export const COVERED = 'valt onder contract'

/** What approving its devices costs, beyond what a fixed price covers. */
function linesOfDevices(
  head: Head,
  products: readonly { product_id: number; amount: number }[],
  devices: readonly DueDevice[],
) {
  const counts = new Map<number, number>()
  for (const { product_id } of devices)
    if (product_id !== null) counts.set(product_id, (counts.get(product_id) ?? 0) + 1)
  return [...counts].flatMap(([product_id, count]) => {
    const covered =
      head.price_kind === 'fixed' ? (products.find((line) => line.product_id === product_id)?.amount ?? 0) : 0
    return count > covered ? [{ product_id, count: String(count - covered) }] : []
  })
}

function hasEnded({ terminated_on, expires_at }: Head, month: string, day: string): string | null {
  // Until it ends what was agreed is done.
  if (terminated_on !== null && (terminated_on < day || month > terminated_on || expires_at < day))
    return `Opgezegd per ${formatDate(terminated_on)}.`
  return expires_at < day ? `Verlopen op ${formatDate(expires_at)}; verleng het eerst.` : null
}

function notNow(month: string, { hasCome, oldest }: { hasCome: boolean; oldest: string }): string | null {
  if (!hasCome) return `Is pas in ${monthText(month)} aan de beurt.`
  return month < oldest ? `De werkmaand ${monthText(month)} is te lang voorbij. Maak de order bij het contract als u die nog wilt.` : null // prettier-ignore
}

/** What it lacks to become an order; null where it lacks nothing. */
function lacking({
  devices,
  lines,
  place,
}: {
  devices: readonly DueDevice[]
  lines: readonly AddedLine[]
  place: { city: string | null }
}) {
  // prettier-ignore
  if ((place.city ?? '') === '') return 'Het adres heeft geen plaats; vul die eerst in.'
  if (devices.length === 0 && lines.length === 0) return 'Er is niets aan de beurt.'
  const [first, ...others] = devices.filter(({ product_id }) => product_id === null)
  if (!first) return null
  const more = others.length > 0 ? ` en ${others.length} andere` : ''
  return `Van ${first.name}${more} is niet gekozen welk product goedkeuren is.`
}

/**
 * The order of the work month that is next, of each of these contracts.
 * @param of.ahead how many days before a work month its order is made
 * @param of.early also before that, for whoever asks for this one
 */
export async function planOrders(
  db: Db | Trx,
  ids: readonly number[],
  { ahead, early = false, day = today() }: Ahead & { day?: string },
): Promise<PlannedOrder[]> {
  if (ids.length === 0) return []
  const [heads, products, made] = await Promise.all([
    headsOf(db, ids),
    listContractProducts(db, ids),
    listMadeOrders(db, ids),
  ])
  const monthOf = (head: Head): WorkMonth => {
    const next = openWorkMonth(runningOf(head), day, ahead)
    const isMade = (expires_at: string) =>
      made.some((one) => one.contract_id === head.id && isSamePeriod(one.period_end!, { ...runningOf(head), expires_at })) // prettier-ignore
    if (!early || !isMade(next.period_end)) return next
    // Whoever extended it may want the order of the period that was added.
    const later = periodEnds(runningOf(head), day).find((end) => end > next.period_end && !isMade(end))
    return later === undefined
      ? next
      : { month: workMonths(runningOf(head), later)[0]!, period_end: later, hasCome: false }
  }
  const months = new Map(heads.map((head) => [head.id, monthOf(head)]))
  const due = Map.groupBy(
    await listDueDevices(
      db,
      heads.map((head) => ({
        contract_id: head.id,
        before: nextWorkMonth(runningOf(head), months.get(head.id)!),
      })),
    ),
    ({ contract_id }) => contract_id,
  )
  const oldest = addRepeat(day, { count: -MOST_LATE_MONTHS, unit: 'months' })
  const plan = heads.map((head) => {
    const { month, hasCome, period_end } = months.get(head.id)!
    const period = { ...runningOf(head), expires_at: period_end }
    const ofPeriod = made.filter((one) => one.contract_id === head.id && isSamePeriod(one.period_end!, period))
    const isOnly = workMonths(period).length === 1
    const exists = ofPeriod.find((one) => isOnly || one.work_month === month)
    const devices = due.get(head.id) ?? []
    const agreed = products.filter(({ contract_id }) => contract_id === head.id)
    const lines = linesOf({ ...head, expires_at: period_end }, agreed, devices, ofPeriod.length === 0)
    const why = exists
      ? `De order van ${monthText(month)} bestaat al: ${exists.uid}.`
      : (hasEnded(head, month, day) ?? (early ? null : notNow(month, { hasCome, oldest })) ?? lacking({ devices, lines, place: head.place })) // prettier-ignore
    return {
      ...{ id: head.id, name: head.name, customer: head.customer, month, hasCome, period_end },
      ...{ head, devices, lines, why, amount: 0 },
      ofDevices: linesOfDevices(head, agreed, devices),
      made: exists ? { id: exists.order_id, uid: exists.uid! } : null,
    }
  })
  return plan
}

/** The same with what each comes to, at the prices of today. */
export async function planPriced(db: Db | Trx, ids: readonly number[], asking: Ahead): Promise<PlannedOrder[]> {
  const day = today()
  const plan = await planOrders(db, ids, { ...asking, day })
  const wanted = plan.flatMap((one, at) => (one.why === null ? [...one.lines, ...one.ofDevices].map((line) => ({ at, line })) : [])) // prettier-ignore
  if (wanted.length === 0) return plan
  const answers = await pricesFor(
    db,
    wanted.map(({ at, line: { product_id, count } }) => {
      const { company_id, contact_id } = plan[at]!.head
      return { product_id, count, company_id, contact_id, day }
    }),
  )
  const amounts = plan.map(() => 0)
  for (const [i, { at, line }] of wanted.entries()) {
    const answer = answers[i]!
    const priced = line.price === undefined ? answer : { ...answer, price: line.price, discount: '0' }
    amounts[at]! += Number(bothOf(amountOf({ ...priced, count: line.count }), answer.tax ?? '0', answer.taxes_included).excl) // prettier-ignore
  }
  return plan.map((one, at) => ({ ...one, amount: amounts[at]! }))
}
