import type { Viewer } from '../../access/viewer.ts'
import { type GuardedAction, inOrder, permittedActions } from './guarded-actions.ts'
import type { NextStep } from '../models.ts'

/**
 * Something that can be done with a record as it is now; `next` for what its state asks for, `inside` for what stands in
 * the record itself.
 */
export type Step = GuardedAction & { next?: boolean; inside?: true }

/**
 * The steps of a record: the first that comes next leads, or the first there is; the others stand behind the arrow. Where
 * what comes next stands in the record itself, that leads, and nothing in the head.
 */
export function nextStep(viewer: Viewer, own: Step[] = [], added: Step[] = []): NextStep | null {
  const steps = inOrder(own, added) as Step[]
  const allowed = steps.flatMap(({ next = false, inside = false, ...step }) =>
    permittedActions(viewer, [step]).map((action) => ({ action, next, inside })),
  )
  const head = allowed.filter(({ inside }) => !inside)
  const first = allowed.find(({ next }) => next) ?? head[0] ?? allowed[0]
  if (!first) return null
  return {
    lead: first.inside ? null : { ...first.action, primary: true },
    others: head.filter((step) => step !== first).map(({ action }) => action),
    inside: allowed.filter(({ inside }) => inside).map(({ action }) => action),
  }
}
