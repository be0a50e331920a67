import { type SqlBool, sql } from 'kysely'
import type { Billable, BillableSource } from '../../../administration/invoices/billing/points.ts'
import { type Buyers, type SaleLine, amountsOf, listLines } from '../../../administration/sales/sales/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { addDays } from '../../../platform/format/zone.ts'

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
  lines: { id: number; places: number | null }[]
}

/** Plannings that were held, whose lines on orders, or places on those, nobody delivered by finishing them. */
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
      group by a.group_id),
    waiting as (
      select group_id, line_id, null::integer as places from planning_order_lines where kind <> 'costs'
      union all select group_id, line_id, count(*)::integer from planning_order_places group by group_id, line_id)
    select r.group_id, r.part_id, o.id as order_id, o.uid, o.company_id, o.contact_id,
      o.use_invoice_relation, o.invoice_relation_id, r.day::text as day,
      json_agg(json_build_object('id', l.id, 'places', p.places) order by l.id) as lines
    from recent r join waiting p on p.group_id = r.group_id
      join sale_lines l on l.id = p.line_id and l.destination is null and not l.delivered
      join orders o on o.id = l.order_id
    where r.day <= ${until} and ${payer}
    group by r.group_id, r.part_id, r.day, o.id order by r.group_id, o.id`.execute(db)
  return rows
}

/** So many places of a line as if they were one of their own. */
const partOfLine = (line: SaleLine, places: number | null): SaleLine =>
  places === null || Number(line.count) === 0
    ? line
    : { ...line, amount: Math.round((line.amount * places) / Number(line.count)) }

/** Students on orders of plannings that were held and not finished: they wait for that. */
export const waitingOrders: BillableSource = {
  list: async (db, asked) => {
    const waiting = await listWaiting(db, asked)
    const known = new Map((await listLines(db, waiting.flatMap(({ lines }) => lines.map(({ id }) => id)))).map((line) => [line.id, line])) // prettier-ignore
    return waiting.map(({ group_id, part_id, order_id, uid, day, lines, ...buyers }): Billable => {
      const own = lines.map(({ id, places }) => partOfLine(known.get(id)!, places))
      const students = lines.reduce((sum, { places }) => sum + (places ?? 1), 0)
      const amounts = [...amountsOf(own).values()]
      const sum = (part: 'excl' | 'incl') => Number(amounts.reduce((total, each) => total + each[part], 0n))
      return {
        ...buyers,
        ...{ key: `held-${group_id}-${order_id}`, reference: null, day, order_id: null, added: [] },
        text: `Order ${uid}, ${formatCount(students, 'cursist', 'cursisten')} van planning ${group_id}`,
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
        line_ids: own.map(({ id }) => id),
      }
    })
  },
  // Nothing of it is billed while it waits.
  lock: () => Promise.resolve(),
}
