import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { readDrawing } from '../../../platform/files/drawing.ts'
import { emailOrNull, checkbox, time } from '../../../platform/forms/fields.ts'
import { visitFields } from '../../planning/visits/index.ts'

/** A drawing of thin lines takes a few kB; more is something else. */
const MOST_BYTES = 200_000
const UNREADABLE = 'Deze handtekening kan niet worden gelezen.'

/** How a visit ends: when, who signs, and who gets the report. */
export const FinishForm = z
  .object({
    start_time: time,
    end_time: time,
    ...parsersOf(visitFields, 'remark', 'signed_by', 'unsigned_reason'),
    signature: z
      .string()
      .max(300_000, UNREADABLE)
      .default('')
      .transform((url, ctx) => {
        if (url === '') return null
        const drawing = readDrawing(url, MOST_BYTES)
        if (drawing) return drawing
        ctx.addIssue({ code: 'custom', message: UNREADABLE })
        return z.NEVER
      }),
    sends: checkbox,
    mail_to: emailOrNull.default(null),
  })
  .superRefine((form, ctx) => {
    const tell = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (form.signature !== null && form.signed_by === null) tell('signed_by', 'Vul in wie tekent.')
    if (form.signature === null && form.unsigned_reason === null)
      tell('signature', 'Laat tekenen, of vul in waarom er niemand tekent.')
    if (form.sends && form.mail_to === null) tell('mail_to', 'Vul in naar welk adres het rapport gaat.')
  })
export type FinishInput = z.output<typeof FinishForm>
