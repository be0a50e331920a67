/** What leaving late costs, as the question about unsubscribing tells and asks it. */
import { Invalid } from '../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatCount, formatMoney } from '../../platform/format/format.ts'
import type { BulkPlan } from '../../platform/screens/bulk-plan.ts'
import { costsOf, leavingWhole, proposeCosts } from '../ordering/index.ts'
import type { CostsChoice } from './enrolment.forms.ts'
import { enrolmentArea } from './rights.ts'

const plans = (viewer: Viewer): boolean => viewerScope(viewer, enrolmentArea, 'change') === 'all'

/** What would be asked of who leaves when these enrolments end; planners alone see what things cost. */
export async function costsOfEnding(db: Db | Trx, viewer: Viewer, enrolmentIds: readonly number[]) {
  const proposed = await proposeCosts(db, await leavingWhole(db, enrolmentIds))
  if (proposed.length === 0) return null
  const amount = proposed.reduce((sum, one) => sum + costsOf(one), 0)
  return { proposed, amount, shown: plans(viewer) ? formatMoney(amount) : null }
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
  if (found.shown === null) return [{ icon, lead: 'Er kunnen annuleringskosten gelden', text: 'volgens de afspraken.' }]
  if (costs === 'none') return [{ icon, lead: 'Er worden geen annuleringskosten gerekend.' }]
  const own = found.proposed.map((one) => ({
    ...one,
    percentage: costs === 'other' ? (costs_percentage ?? 0) : one.percentage,
  }))
  const amount = own.reduce((sum, one) => sum + costsOf(one), 0)
  const people = formatCount(own.length, 'cursist', 'cursisten')
  return [{ icon, lead: `${formatMoney(amount)} annuleringskosten`, text: `voor ${people}, op de order.` }]
}
