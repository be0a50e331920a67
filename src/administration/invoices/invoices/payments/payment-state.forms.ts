import * as z from 'zod'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { id, longText } from '../../../../platform/forms/fields.ts'
import { today } from '../../../../platform/format/zone.ts'
import { divisionField } from '../../../sales/claims/index.ts'
import { paymentFields } from './payments.fields.ts'

/** What can be told of an invoice that has a number. */
const TOLD = ['sent', 'paid', 'disputed', 'written_off', 'reopened'] as const
export type Told = (typeof TOLD)[number]

const payment = parsersOf(paymentFields, 'paid_on', 'amount', 'note')

/** What stands in fields that belong to another choice is not read. */
export const StatusForm = z.discriminatedUnion(
  'status',
  [
    z.object({ status: z.literal('sent') }),
    z.object({
      status: z.literal('paid'),
      ...payment,
      paid_on: payment.paid_on.refine((day) => day <= today(), ':label ligt in de toekomst.'),
      amount: payment.amount.refine((cents) => cents !== null && cents > 0, 'Vul in hoeveel er betaald is.'),
      division: divisionField,
    }),
    z.object({
      status: z.enum(['disputed', 'written_off']),
      reason: longText(500).refine((text) => text !== '', 'Vul in waarom.'),
    }),
    z.object({ status: z.literal('reopened') }),
  ],
  { error: 'Kies wat er met de factuur gebeurde.' },
)
export type StatusInput = z.output<typeof StatusForm>

export const RemovePaymentForm = z.object({ id })
