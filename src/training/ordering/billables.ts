import { type SqlBool, sql } from 'kysely'
import type { Billable, BillableSource } from '../../administration/billing/points.ts'
import { type Buyers, amountsOf, listLines } from '../../administration/sales/index.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatCount, formatDate } from '../../platform/format/format.ts'
import { addDays } from '../../platform/format/zone.ts'

/** What was held longer ago is not looked for, as with plannings that are billed without an order. */
const DAYS_BACK = 400

interface Waiting extends Buyers {
  use_invoice_relation: boolean
  invoice_relation_id: number | null
  group_id: number
  part_id: number
  order_id: number
  uid: string
  day: string
  line_ids: number[]
}

/** Plannings that were held, whose lines on orders nobody delivered by finishing them. */
async function listWaiting(db: Db | Trx, { until, of }: { until: string; of?: Buyers }): Promise<Waiting[]> {
  const payer = of
    ? of.company_id === null
      ? sql<SqlBool>`o.company_id is null and o.contact_id = ${of.contact_id}`
      : sql<SqlBool>`o.company_id = ${of.company_id}`
    : sql<SqlBool>`true`
  const { rows } = await sql<Waiting>`
    with recent as (
      select a.group_id, min(a.id) as part_id, max(a.ends_at)::date as day from appointments a
      where a.status <> 'cancelled' and a.group_id in (
        select r.group_id from appointments r where r.ends_at >= ${addDays(until, -DAYS_BACK)}::date
          and r.ends_at < ${addDays(until, 1)}::date)
      group by a.group_id)
    select r.group_id, r.part_id, o.id as order_id, o.uid, o.company_id, o.contact_id,
      o.use_invoice_relation, o.invoice_relation_id, r.day::text as day,
      array_agg(l.id order by l.id) as line_ids
    from recent r join planning_order_lines p on p.group_id = r.group_id and p.kind <> 'costs'
      join sale_lines l on l.id = p.line_id and l.destination is null and not l.delivered
      join orders o on o.id = l.order_id
    where r.day <= ${until} and ${payer}
    group by r.group_id, r.part_id, r.day, o.id order by r.group_id, o.id`.execute(db)
  return rows
}

/** Students on orders of plannings that were held and not finished: they wait for that. */
export const waitingOrders: BillableSource = {
  list: async (db, asked) => {
    const waiting = await listWaiting(db, asked)
    const lines = await listLines(db, waiting.flatMap(({ line_ids }) => line_ids)) // prettier-ignore
    return waiting.map(({ group_id, part_id, order_id, uid, day, line_ids, ...buyers }): Billable => {
      const own = lines.filter(({ id }) => line_ids.includes(id))
      const amounts = [...amountsOf(own).values()]
      const sum = (part: 'excl' | 'incl') => Number(amounts.reduce((total, each) => total + each[part], 0n))
      return {
        ...buyers,
        ...{ key: `held-${group_id}-${order_id}`, reference: null, day, order_id: null, added: [] },
        text: `Order ${uid}, ${formatCount(own.length, 'cursist', 'cursisten')} van planning ${group_id}`,
        href: `/administration/order/view/${order_id}`,
        excl: sum('excl'),
        incl: sum('incl'),
        lines: own.length,
        taxes: [...new Set(own.flatMap(({ tax_category }) => tax_category ?? []))],
        remarks: [
          {
            tone: 'block',
            text: `Planning van ${formatDate(day)} is nog niet afgerond`,
            label: 'Afronden',
            href: `/calendar/getFinishWizard/${part_id}`,
          },
        ],
        shown: own.map(({ id, version }) => `${id}.${version}`).join(),
        line_ids,
      }
    })
  },
  // Nothing of it is billed while it waits.
  lock: () => Promise.resolve(),
}
