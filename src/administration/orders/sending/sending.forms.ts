import * as z from 'zod'
import { id, idList } from '../../../platform/forms/fields.ts'
import { WriteForm } from '../../../system/messages/index.ts'

/** As many as get their numbers and their mails within the time that somebody waits for a save. */
export const AT_ONCE = 200
/** As many as the end of a month makes: a job sends them, so their number is no matter of waiting. */
const MOST = 5000

/** Which ones the wizard opens with. */
export const SendQuery = z.object({ ids: idList(AT_ONCE) })
/** The same, or of which end of a month. */
export const SendInvoicesQuery = z.object({ ...SendQuery.shape, billing: id.nullable().default(null) })

const some = (most: number, what: string) =>
  idList(most).refine((chosen) => chosen.length > 0, `Vink minimaal één ${what} aan.`)
const invoices = some(MOST, 'factuur')
const quotations = some(AT_ONCE, 'offerte')
/** In which form a machine reads them; none: the PDF goes alone. */
const ubl = z.enum(['', 'peppol', 'nlcius'], 'Kies of er UBL mee gaat.').default('')

const { subject, content } = WriteForm.shape
const written = {
  subject,
  content,
  /** What the user saw that will happen; none for a program that asked for no preview. */
  plan: z
    .string()
    .max(40)
    .optional()
    .transform((key) => key || undefined),
}

export const InvoicesStep = z.object({ invoices, ubl })
export const SendInvoicesForm = z.object({ invoices, ubl, ...written })
export type SendInvoicesInput = z.output<typeof SendInvoicesForm>

export const SteerForm = z.object({ running: z.enum(['0', '1']).transform((value) => value === '1') })

export const QuotationsStep = z.object({ quotations })
export const SendQuotationsForm = z.object({ quotations, ...written })
export type SendQuotationsInput = z.output<typeof SendQuotationsForm>

/** The failure of a sending that says no more than that. */
export const SENDING_FAILED = 'Er ging iets mis bij het verzenden.'
