import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { priceRuleFields } from './price-rules.fields.ts'

const rule = parsersOf(priceRuleFields, 'type', 'price', 'percentage', 'from_count', 'valid_from', 'valid_until')
type Read = z.output<z.ZodObject<typeof rule>>

/** What is asked of a rule as a whole. @param fewest a step for everybody begins at two */
const check =
  (fewest: number) =>
  ({ type, price, percentage, from_count, valid_from, valid_until }: Read, ctx: z.RefinementCtx) => {
    const wrong = (path: keyof Read, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (type === 'price' && price === null) wrong('price', 'Vul een prijs in.')
    if (type === 'percentage' && Number(percentage) === 0) wrong('percentage', 'Vul een korting in.')
    if (from_count < fewest) wrong('from_count', `Een staffel begint bij minimaal ${fewest}.`)
    if (valid_from !== null && valid_until !== null && valid_until < valid_from)
      wrong('valid_until', 'De laatste dag ligt voor de eerste.')
  }

/** Only what its type asks for is kept. */
const kept = <R extends Read>({ price, percentage, ...rest }: R) => ({
  ...rest,
  price: rest.type === 'price' ? price : null,
  percentage: rest.type === 'percentage' ? percentage : null,
})

export const AgreementForm = z.object(rule).superRefine(check(1)).transform(kept)
/** With the product, where none is told yet. */
export const ProductAgreementForm = z
  .object({ ...parsersOf(priceRuleFields, 'product_id'), ...rule })
  .superRefine(check(1))
  .transform(kept)
export const StepForm = z.object(rule).superRefine(check(2)).transform(kept)
export const RuleEditForm = z
  .object({ ...rule, version })
  .superRefine(check(1))
  .transform(kept)
export type RuleInput = z.output<typeof AgreementForm>
export type RuleEdit = z.output<typeof RuleEditForm>
