import * as z from 'zod'
import { readDrawing } from '../../../platform/files/drawing.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, idList, oneLine, someLines } from '../../../platform/forms/fields.ts'
import { questionFields } from './answers.fields.ts'
import { REASONS, type Reason } from './answers.rules.ts'

/** More options than this no quotation has. */
const MOST_OPTIONS = 200
/** A drawing of thin lines takes a few kB; more is something else. */
const MOST_BYTES = 100_000
const MOST_REASON = 1900

const text = (most: number, message: string, as = someLines) =>
  z.string(message).default('').transform(as).pipe(z.string().max(most, message))

const ANSWERS = ['count', 'view', 'accept', 'decline', 'ask'] as const

/** What a customer sends; which of it is needed follows from the answer. */
export const AnswerForm = z.object({
  answer: z.enum(ANSWERS).catch('count'),
  /** The options that are ticked, and those for which the total was shown. */
  chosen: idList(MOST_OPTIONS),
  counted: idList(MOST_OPTIONS),
  seen: z.string().max(100).catch(''),
  name: text(200, 'Uw naam is hooguit 200 tekens.', oneLine),
  signature: z
    .string('Deze handtekening kan niet worden gelezen.')
    .default('')
    .transform((url, ctx): Buffer | null => {
      if (url === '') return null
      const drawing = readDrawing(url, MOST_BYTES)
      if (drawing !== null) return drawing
      ctx.addIssue({ code: 'custom', message: 'Deze handtekening kan niet worden gelezen.' })
      return z.NEVER
    }),
  /** Signs with the name alone: who cannot draw can say yes too. */
  typed: checkbox,
  reason: z
    .enum(Object.keys(REASONS) as [Reason, ...Reason[]])
    .nullable()
    .catch(null)
    .default(null),
  told: text(MOST_REASON, 'Uw toelichting is hooguit 1900 tekens.'),
  question: text(2000, 'Uw vraag is hooguit 2000 tekens.'),
})
export type AnswerInput = z.output<typeof AnswerForm>

/** What somebody of the office answers to a question. */
export const ReplyForm = z.object(parsersOf(questionFields, 'answer'))

/** What was sent, as the page shows it again where something is wrong with it. */
export interface Sent {
  chosen: ReadonlySet<number>
  name: string
  signature: string
  typed: boolean
  reason: string
  told: string
  question: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function sentOf(body: Record<string, unknown>): Sent {
  const signature = textOf(body.signature)
  return {
    chosen: new Set(idList(MOST_OPTIONS).catch([]).parse(body.chosen)),
    name: textOf(body.name).slice(0, 200),
    signature: readDrawing(signature, MOST_BYTES) === null ? '' : signature,
    typed: textOf(body.typed) === '1',
    reason: textOf(body.reason),
    told: textOf(body.told).slice(0, 4000),
    question: textOf(body.question).slice(0, 4000),
  }
}
