import { type SqlBool, sql } from 'kysely'
import type { Billable, BillableSource } from '../../../administration/invoices/billing/points.ts'
import { type Buyers } from '../../../administration/sales/sales/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { addDays } from '../../../platform/format/zone.ts'
import { OVER } from '../../planning/appointments/index.ts'
import { addedLines, calledAs, settleCharge } from './invoicing.commands.ts'
import { billedElsewhere } from './invoicing.queries.ts'
import { type InvoicePlan, type PlannedCharge, planAllInvoices } from './invoicing.plan.ts'

/** What was held longer ago is not looked for: it was settled in another way, or never meant to be. */
const DAYS_BACK = 400

interface Held {
  group_id: number
  part_id: number
  day: string
  finished: boolean
}

/** Plannings of which all that was planned is over, whose course has a price, with somebody who stands on no invoice. */
async function listHeld(db: Db | Trx, { until, of }: { until: string; of?: Buyers }): Promise<Held[]> {
  const payer = of
    ? of.company_id === null
      ? sql<SqlBool>`e.company_id is null and e.contact_id = ${of.contact_id}`
      : sql<SqlBool>`(e.company_id = ${of.company_id} or exists (select 1 from appointment_group_companies c
          where c.group_id = g.id and c.company_id = ${of.company_id}))`
    : sql<SqlBool>`true`
  const { rows } = await sql<Held>`
    with recent as (
      select distinct a.group_id from appointments a
      where a.ends_at >= ${addDays(until, -DAYS_BACK)}::date and a.ends_at < ${addDays(until, 1)}::date
        and a.status <> 'cancelled')
    select g.id as group_id, part.id as part_id, part.day::text as day, part.finished
    from recent join appointment_groups g on g.id = recent.group_id join courses k on k.id = g.course_id
      cross join lateral (
        select min(a.id) as id, max(a.ends_at)::date as day, bool_and(a.status = any(${OVER})) as finished
        from appointments a where a.group_id = g.id and a.status <> 'cancelled') part
    where (k.product_id is not null or (g.incompany and k.group_product_id is not null)) and part.day <= ${until}
      and exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
        where a.group_id = g.id and a.status <> 'cancelled' and ${payer}
          and not exists (select 1 from planning_charges c where c.group_id = g.id and c.contact_id = e.contact_id)
          and not ${billedElsewhere(sql`g.id`, sql`e.contact_id`)})
    order by g.id`.execute(db)
  return rows
}

function billableOf(plan: InvoicePlan, charge: PlannedCharge, { day, finished, part_id }: Held): Billable {
  const { company_id, contact_id, use_invoice_relation, invoice_relation_id, students, lines, incl } = charge
  const held = formatDate(day)
  return {
    ...{ company_id, contact_id, use_invoice_relation, invoice_relation_id, day, incl },
    key: `planning-${plan.group_id}-${charge.key}`,
    reference: null,
    called: calledAs(plan),
    text: `${plan.course} van ${held}, ${formatCount(students.length, 'cursist', 'cursisten')}`,
    href: `/calendar/view-appointment/${part_id}`,
    excl: lines.reduce((sum, { excl }) => sum + excl, 0),
    lines: lines.length,
    free: lines.filter((line) => line.excl === 0).map(({ name }) => name ?? plan.course),
    taxes: [...new Set(lines.map(({ tax_category }) => tax_category))],
    remarks: finished
      ? []
      : [
          {
            tone: 'block',
            text: `Planning van ${held} is nog niet afgerond`,
            label: 'Afronden',
            href: `/calendar/getFinishWizard/${part_id}`,
          },
        ],
    shown: JSON.stringify(lines),
    order_id: null,
    line_ids: [],
    added: addedLines(plan, charge),
    settle: (trx, invoiceId) => settleCharge(trx, plan, charge, invoiceId),
  }
}

const isOf = (of: Buyers | undefined, { company_id, contact_id }: Buyers): boolean =>
  of === undefined || (of.company_id === null ? company_id === null && contact_id === of.contact_id : company_id === of.company_id) // prettier-ignore

/** Plannings, as who of them can be invoiced. */
export const heldPlannings: BillableSource = {
  list: async (db, asked) => {
    const held = await listHeld(db, asked)
    const plans = await planAllInvoices(
      db,
      held.map(({ group_id }) => group_id),
    )
    const planOf = new Map(plans.map((plan) => [plan.group_id, plan]))
    return held.flatMap((one) => {
      const plan = planOf.get(one.group_id)!
      return plan.charges.filter((charge) => isOf(asked.of, charge)).map((charge) => billableOf(plan, charge, one))
    })
  },
  lock: async (trx, found) => {
    const ids = found.map(({ key }) => Number(key.split('-')[1]))
    if (ids.length === 0) return
    await trx.selectFrom('appointment_groups').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  },
}
