import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { settingFields } from '../../../system/settings/index.ts'

const { payment_key, payment_token } = parsersOf(settingFields, 'payment_key', 'payment_token')

const WRONG = 'Een sleutel begint met live_ of test_, zoals de betaaldienst hem toont.'
const WRONG_TOKEN = 'Een organisatietoken begint met access_, zoals de betaaldienst het toont.'
const NEITHER = 'Vul een sleutel of een organisatietoken in.'

const secret = (typed: z.ZodType<string | null>, shape: RegExp, wrong: string) =>
  typed.refine((text) => !text || shape.test(text), wrong).transform((text) => text || null)

/** Either of them; what is left empty stays as it is. */
export const AccountForm = z
  .object({
    payment_key: secret(payment_key, /^(?:live|test)_\w{20,190}$/, WRONG),
    payment_token: secret(payment_token, /^access_\w{20,190}$/, WRONG_TOKEN),
  })
  .refine((form) => form.payment_key !== null || form.payment_token !== null, {
    message: NEITHER,
    path: ['payment_key'],
  })
