import * as z from 'zod'
import { EMAIL_PATTERN, emailsIn } from '../format/email-address.ts'
import { optionalText } from './fields.ts'

/** Several addresses in one field, with commas, semicolons or spaces between, or as Outlook gives them; doubles are dropped. */
export const emailList = (max = 20) =>
  optionalText(2000)
    .transform((value) => [...new Set(emailsIn(value))])
    .pipe(
      z
        .array(z.string())
        .max(max, `:label mag hooguit ${max} adressen bevatten.`)
        .superRefine((addresses, ctx) => {
          const wrong = addresses.find((address) => !EMAIL_PATTERN.test(address))
          if (wrong !== undefined)
            ctx.addIssue({ code: 'custom', message: `:label bevat een ongeldig e-mailadres: “${wrong.slice(0, 60)}”.` })
        }),
    )
