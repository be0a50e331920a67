/** Multi-step popups, as the views draw them. */
import type { Action } from '../models.ts'

/** The last screen of a multi-step popup, in place of its form, with an animation (P-034). */
export interface EndScreen {
  title: string
  text?: string
  actions?: Action[]
}

export interface StepModel {
  key: string
  label: string
}
/** A multi-step popup: one <form>; earlier steps stay in the DOM, each next step is a fragment. */
export interface StepsModel {
  steps: StepModel[]
  /** Index of the first step, whose view is rendered with the popup. */
  current: number
  /** The name of the last screen, which comes in place of the form. */
  endLabel: string | null
}
