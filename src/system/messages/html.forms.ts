import * as z from 'zod'
import { someLines } from '../../platform/forms/fields.ts'
import { TOO_MUCH, cleanHtml, isTooMuch } from './html.rules.ts'

/** What the editor sends: HTML, of which only what a message may hold is kept. It can grow while it is cleaned. */
export const htmlText = z
  .string()
  .default('')
  .refine((html) => !isTooMuch(html), { error: TOO_MUCH, abort: true })
  .transform((html) => cleanHtml(someLines(html)))
  .refine((html) => !isTooMuch(html), { error: TOO_MUCH, abort: true })
