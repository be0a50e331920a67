import * as z from 'zod'
import { id, idList } from '../../../platform/forms/fields.ts'
import { WriteForm } from '../../../system/messages/index.ts'

/** As many as get their numbers and their mails within the time that somebody waits for a save. */
const MOST = 200

/** Which ones the wizard opens with. */
export const SendQuery = z.object({ ids: idList(MOST) })

const some = (what: string) => idList(MOST).refine((chosen) => chosen.length > 0, `Vink minimaal één ${what} aan.`)
const invoices = some('factuur')
const quotations = some('offerte')
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

/** As many as the end of a month makes: a job sends them, so their number is no matter of waiting. */
const monthly = idList(5000).refine((chosen) => chosen.length > 0, 'Vink minimaal één factuur aan.')

/** Of which end of a month. */
export const SendRunQuery = z.object({ billing: id })
export const RunStep = z.object({ invoices: monthly, ubl })
export const SendRunForm = z.object({ invoices: monthly, ubl, ...written })
export type SendRunInput = z.output<typeof SendRunForm>
export const SteerForm = z.object({ running: z.enum(['0', '1']).transform((value) => value === '1') })

export const QuotationsStep = z.object({ quotations })
export const SendQuotationsForm = z.object({ quotations, ...written })
export type SendQuotationsInput = z.output<typeof SendQuotationsForm>

/** The failure of a sending that says no more than that. */
export const SENDING_FAILED = 'Er ging iets mis bij het verzenden.'
