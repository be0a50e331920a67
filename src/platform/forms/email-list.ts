import * as z from 'zod'
import { EMAIL_PATTERN, optionalText } from './fields.ts'

/** Several addresses in one field, with commas, semicolons or spaces between; doubles are dropped. */
export const emailList = (max = 20) =>
  optionalText(2000)
    .transform((value) => [...new Set(value.split(/[\s,;]+/).filter(Boolean))])
    .pipe(
      z
        .array(z.string())
        .max(max, `:label mag hooguit ${max} adressen bevatten.`)
        .refine(
          (addresses) => addresses.every((address) => address.length <= 254 && EMAIL_PATTERN.test(address)),
          ':label bevat een ongeldig e-mailadres.',
        ),
    )
