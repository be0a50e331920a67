import type * as z from 'zod'
import { type QuestionType, TAKES_OPTIONS } from './questions.contract.ts'

interface Typed {
  type: QuestionType
  option_group_id: number | null
  teacher: boolean
}

/** What is chosen from has something to choose. */
export function withOptions(typed: Typed, ctx: z.RefinementCtx): void {
  if (TAKES_OPTIONS.includes(typed.type) && typed.option_group_id === null)
    ctx.addIssue({ code: 'custom', path: ['option_group_id'], message: 'Kies de :label.' })
}

/** A question keeps only what its kind has. */
export const ownOfType = <T extends Typed>(typed: T): T => ({
  ...typed,
  option_group_id: TAKES_OPTIONS.includes(typed.type) ? typed.option_group_id : null,
  teacher: typed.teacher && typed.type !== 'call',
})
