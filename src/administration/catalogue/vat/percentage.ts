import * as z from 'zod'
import { fieldOf } from '../../../platform/fields/kinds.ts'
import { typedNumber } from '../../../platform/format/typed-number.ts'
import { optionalText } from '../../../platform/forms/fields.ts'

type More = Parameters<typeof fieldOf>[3]

/** A percentage of 0 to 100 with at most two decimals, as digits with a point; when empty '0'. */
export const percentage = (label: string, more?: More) =>
  fieldOf(
    'text',
    label,
    optionalText(8).transform((typed, ctx) => {
      const digits = typed === '' ? '0' : typedNumber(typed.replace(/\s*%$/, ''))
      if (digits !== null && /^\d{1,3}(\.\d{1,2})?$/.test(digits) && Number(digits) <= 100) return digits
      ctx.addIssue({ code: 'custom', message: ':label ligt tussen 0 en 100, met hooguit twee decimalen.' })
      return z.NEVER
    }),
    { maxlength: 8, unit: '%', decimal: true, ...more },
  )
