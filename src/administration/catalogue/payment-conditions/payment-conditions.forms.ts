import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { paymentConditionFields } from './payment-conditions.fields.ts'

const condition = parsersOf(paymentConditionFields, 'name', 'days', 'text', 'position', 'is_default')

export const PaymentConditionForm = z.object(condition)
export const PaymentConditionEditForm = z.object({
  ...condition,
  ...parsersOf(paymentConditionFields, 'active'),
  version,
})
export type PaymentConditionInput = z.output<typeof PaymentConditionForm>
export type PaymentConditionEdit = z.output<typeof PaymentConditionEditForm>
