import type { Viewer } from '../../access/viewer.ts'
import { type GuardedAction, inOrder, permittedActions } from './guarded-actions.ts'
import type { NextStep } from '../models.ts'

/** Something that can be done with a record as it is now; `next` for what its state asks for. */
export type Step = GuardedAction & { next?: boolean }

/** The steps of a record: the first that comes next leads, or the first there is; the others stand behind the arrow. */
export function nextStep(viewer: Viewer, own: Step[] = [], added: Step[] = []): NextStep | null {
  const steps = inOrder(own, added) as Step[]
  const allowed = steps.flatMap(({ next = false, ...step }) =>
    permittedActions(viewer, [step]).map((action) => ({ action, next })),
  )
  const lead = allowed.find(({ next }) => next) ?? allowed[0]
  if (!lead) return null
  return {
    lead: { ...lead.action, primary: true },
    others: allowed.filter((step) => step !== lead).map(({ action }) => action),
  }
}
