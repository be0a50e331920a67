import { sql } from 'kysely'
import { amountOf, bothOf, pricesFor } from '../../../administration/catalogue/prices/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { partAddress } from '../../planning/appointments/index.ts'

/** Plannings that are offered at once. */
const MOST = 200

export interface OfferPrice {
  /** In cents; the same where no VAT is charged. */
  excl: number
  incl: number
  /** Whether VAT is charged at all. */
  taxed: boolean
}

export interface OfferedPart {
  id: number
  description: string
  starts_at: Date
  ends_at: Date
  address: string
}

export interface Offered {
  appointment_group_id: number
  course_id: number
  course: string
  code: string
  online: boolean
  language: string | null
  /** Never below nothing. */
  free: number
  parts: OfferedPart[]
  /** Null where the course has none. */
  price: OfferPrice | null
}

interface Row extends OfferedPart {
  group_id: number
  course_id: number
  course: string
  code: string
  online: boolean
  language: string | null
  product_id: number | null
  free: number
}

/** Plannings that anybody can be signed up for, the first to come first: what is full is offered with its waiting list. */
export async function listOffer(
  db: Db | Trx,
  { planningId = null }: { planningId?: number | null } = {},
): Promise<Offered[]> {
  const { rows } = await sql<Row>`
    with open as (
      select a.group_id, min(a.starts_at) as first, min(a.max_count - a.enrolled_count - a.reserved_count) as free
      from appointments a join appointment_groups g on g.id = a.group_id
      where a.status <> 'cancelled' and not g.incompany and (${planningId}::integer is null or g.id = ${planningId})
      group by a.group_id
      having min(a.starts_at) > now() and bool_and(a.status in ('planned', 'confirmed'))
      order by first, a.group_id limit ${MOST}
    )
    select open.group_id, greatest(open.free, 0) as free, courses.id as course_id, courses.description as course,
      courses.code, courses.online, courses.language, courses.product_id, appointments.id, appointments.description,
      appointments.starts_at, appointments.ends_at, ${partAddress} as address
    from open join appointment_groups g on g.id = open.group_id join courses on courses.id = g.course_id and courses.active
      join appointments on appointments.group_id = open.group_id and appointments.status <> 'cancelled'
    order by open.first, open.group_id, appointments.starts_at, appointments.id`.execute(db)
  const prices = await coursePrices(db, rows)
  return [...Map.groupBy(rows, ({ group_id }) => group_id)].map(([planning, parts]) => {
    const { course_id, course, code, online, language, free, product_id } = parts[0]!
    return {
      appointment_group_id: planning,
      ...{ course_id, course, code, online, language, free },
      parts: parts.map(({ id, description, starts_at, ends_at, address }) => ({
        id,
        description,
        starts_at,
        ends_at,
        address,
      })),
      price: product_id === null ? null : prices.get(product_id)!,
    }
  })
}

/** What one person pays whom nothing was agreed with. */
async function coursePrices(db: Db | Trx, rows: readonly Pick<Row, 'product_id'>[]): Promise<Map<number, OfferPrice>> {
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  const day = today()
  const answers = await pricesFor(
    db,
    ids.map((product_id) => ({ product_id, day, count: '1', company_id: null, contact_id: null })),
  )
  return new Map(
    answers.map(({ product_id, price, discount, discount_type, tax, taxes_included }) => {
      const amount = amountOf({ price, count: '1', discount, discount_type })
      const { excl, incl } = bothOf(amount, tax ?? '0', taxes_included)
      return [product_id, { excl: Number(excl), incl: Number(incl), taxed: excl !== incl }]
    }),
  )
}
