import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { taxFields, taxTypeFields } from './vat.fields.ts'
import { type TaxCategory, needsReason } from './vat.rules.ts'

const taxType = parsersOf(taxTypeFields, 'name', 'category', 'reason')

function checkReason(
  { category, reason }: { category: TaxCategory; reason: string | null },
  ctx: z.RefinementCtx,
): void {
  if (needsReason(category) && reason === null)
    ctx.addIssue({ code: 'custom', path: ['reason'], message: 'Vul in waarom er geen btw wordt gerekend.' })
}

const tax = parsersOf(taxFields, 'percentage', 'valid_from')

/** A new one comes with the percentage that it begins with. */
export const TaxTypeForm = z.object({ ...taxType, ...tax }).superRefine(checkReason)
export const TaxTypeEditForm = z.object({ ...parsersOf(taxTypeFields, 'name', 'reason', 'active'), version })
export const TaxForm = z.object(tax)
export const TaxEditForm = z.object({ ...tax, version })
export type TaxTypeInput = z.output<typeof TaxTypeForm>
export type TaxTypeEdit = z.output<typeof TaxTypeEditForm>
export type TaxInput = z.output<typeof TaxForm>
