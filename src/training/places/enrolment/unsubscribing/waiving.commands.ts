import { type Viewer, may } from '../../../../platform/access/viewer.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { listUnfit, unfitSentences } from '../../../catalogue/requirements/index.ts'
import { enrolmentPlanningArea } from '../../../rights.ts'

/** Somebody does not meet what the course asks, and who enrols them may not say that it is all right. */
export class Unqualified extends Invalid {}

/** Why people are let in all the same who do not meet what the course asks, and who says so. */
export interface Waiver {
  reason: string
  by: number | null
}

/** What is kept with an enrolment of that. */
export interface Waived {
  contactIds: ReadonlySet<number>
  columns: { waiver: string; waived_by: number | null; waived_at: Date }
}

/**
 * Refuses people who do not meet what the course of a planning asks, unless a planner gives a reason, which is kept with
 * their enrolment.
 * @param field the form's name of who is enrolled, for who may give no reason
 * @throws Unqualified; Invalid on `waiver` for a planner without a reason
 */
export async function refuseUnfit(
  trx: Trx,
  viewer: Viewer,
  { planningId, contactIds, waiver }: { planningId: number; contactIds: readonly number[]; waiver: Waiver },
  field: string,
): Promise<Waived> {
  const unfit = await listUnfit(trx, planningId, contactIds)
  const mayWaive = may(viewer, enrolmentPlanningArea, 'change')
  const sentences = unfitSentences(unfit)
  if (unfit.length > 0 && !mayWaive) throw new Unqualified({ [field]: [sentences.join(' ')] })
  if (unfit.length > 0 && waiver.reason === '')
    throw new Invalid({ waiver: [`Vul in waarom dit toch mag. ${sentences.join(' ')}`] })
  return {
    contactIds: new Set(unfit.map(({ id }) => id)),
    columns: { waiver: waiver.reason, waived_by: waiver.by, waived_at: new Date() },
  }
}
