/** What leaving late costs, as the question about unsubscribing tells and asks it. */
import { sql } from 'kysely'
import { Invalid } from '../../../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { formatCount, formatMoney } from '../../../../platform/format/format.ts'
import type { BulkPlan } from '../../../../platform/screens/table/bulk-plan.ts'
import {
  type Costs,
  type Leaving,
  costsOf,
  leavingWhole,
  proposeCosts,
  termsOf,
  termsText,
} from '../../../money/ordering/index.ts'
import { ofOwnCompanies } from '../../../../administration/sales/sales/index.ts'
import type { CostsChoice } from '../enrolment.forms.ts'
import { enrolmentArea } from '../../../rights.ts'

const plans = (viewer: Viewer): boolean => viewerScope(viewer, enrolmentArea, 'change') === 'all'

/** Whether somebody who is no planner may read these amounts, as on the invoices that they become. */
async function readsAmounts(db: Db | Trx, viewer: Viewer, proposed: readonly Costs[]): Promise<boolean> {
  if (proposed.length === 0) return false
  const { rows } = await sql<{ all: boolean }>`
    select bool_and(coalesce(${ofOwnCompanies(viewer, 'invoices')}, false)) as all
    from unnest(${proposed.map(({ payer }) => payer.company_id)}::integer[]) as invoices(company_id)`.execute(db)
  return rows[0]!.all
}

/** The terms of the courses as who is no planner reads them, with what holds now. */
async function termsFor(db: Db | Trx, viewer: Viewer, leaving: readonly Leaving[], proposed: readonly Costs[]) {
  const terms = await termsOf(db, leaving)
  const amount = (await readsAmounts(db, viewer, proposed)) ? formatMoney(sumOf(proposed)) : null
  const lines = terms.map(({ course, steps, now }) => {
    const text = `${terms.length > 1 ? `${course}: ` : ''}${termsText(steps)}.`
    return `${text} ${now === 0 ? 'Uitschrijven kost nu niets.' : `Nu geldt ${now}% van de prijs.`}`
  })
  return { lines, amount }
}

const sumOf = (proposed: readonly Costs[]): number => proposed.reduce((sum, one) => sum + costsOf(one), 0)

/**
 * What would be asked of who leaves when these enrolments end: planners see the costs, others the terms, with the amount
 * where they may read the invoice that it comes onto.
 */
export async function costsOfEnding(db: Db | Trx, viewer: Viewer, enrolmentIds: readonly number[]) {
  const leaving = await leavingWhole(db, enrolmentIds)
  const proposed = await proposeCosts(db, leaving)
  if (!plans(viewer)) {
    const terms = await termsFor(db, viewer, leaving, proposed)
    return terms.lines.length === 0 ? null : { proposed, shown: null, terms }
  }
  return proposed.length === 0 ? null : { proposed, shown: formatMoney(sumOf(proposed)), terms: null }
}

/** How costs are put onto the order: a planner chooses; of who is no planner they wait there until a planner says so. */
export function costsChosen(viewer: Viewer, { costs, costs_percentage }: CostsChoice) {
  if (!plans(viewer)) return { percentage: null, delivered: false }
  if (costs === 'none') return undefined
  if (costs === 'other' && costs_percentage === null)
    throw new Invalid({ costs_percentage: ['Vul in welk deel van de prijs er wordt gerekend.'] })
  return { percentage: costs === 'other' ? costs_percentage : null, delivered: true }
}

/** What the choice comes to, for the preview. */
export async function costOutcomes(
  db: Db | Trx,
  viewer: Viewer,
  enrolmentIds: readonly number[],
  { costs, costs_percentage }: CostsChoice,
): Promise<BulkPlan['outcomes']> {
  const found = await costsOfEnding(db, viewer, enrolmentIds)
  if (found === null) return []
  const icon = 'receipt-euro'
  if (found.terms !== null) {
    if (found.proposed.length === 0) return [{ icon, lead: 'Er worden geen annuleringskosten gerekend.' }]
    const { amount } = found.terms
    return [{ icon, lead: amount === null ? 'Er gelden annuleringskosten' : `${amount} annuleringskosten`, text: 'volgens de voorwaarden van de opleiding.' }] // prettier-ignore
  }
  if (costs === 'none') return [{ icon, lead: 'Er worden geen annuleringskosten gerekend.' }]
  const own = found.proposed.map((one) => ({
    ...one,
    percentage: costs === 'other' ? (costs_percentage ?? 0) : one.percentage,
  }))
  const amount = own.reduce((sum, one) => sum + costsOf(one), 0)
  const people = formatCount(own.length, 'cursist', 'cursisten')
  return [{ icon, lead: `${formatMoney(amount)} annuleringskosten`, text: `voor ${people}, op de order.` }]
}
