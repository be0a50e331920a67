import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { settingFields } from '../../system/settings/index.ts'

const { payment_key } = parsersOf(settingFields, 'payment_key')

const WRONG = 'Een sleutel begint met live_ of test_, zoals de betaaldienst hem toont.'

export const KeyForm = z.object({
  payment_key: payment_key
    .refine((key) => /^(live|test)_\w{20,190}$/.test(key ?? ''), WRONG)
    .transform((key) => key ?? ''),
})
