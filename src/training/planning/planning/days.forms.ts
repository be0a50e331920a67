import * as z from 'zod'
import { parseDutchDate } from '../../../platform/forms/fields.ts'

/** 'dd-mm-jjjj, dd-mm-jjjj' as days YYYY-MM-DD. */
export const dayList = z
  .string()
  .max(1000)
  .default('')
  .transform((value, ctx) => {
    const days = value.split(/[\s,;]+/).filter(Boolean)
    return days.flatMap((typed) => {
      const day = parseDutchDate(typed)
      if (day === null) ctx.addIssue({ code: 'custom', message: ':label zijn geen geldige datums (dd-mm-jjjj).' })
      return day ?? []
    })
  })
