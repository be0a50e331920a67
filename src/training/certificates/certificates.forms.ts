import * as z from 'zod'
import { date, idList, text, version } from '../../platform/forms/fields.ts'

/** Why a certificate is withdrawn or replaced; it stays with the certificate. */
export const ReasonForm = z.object({ reason: text(500), version })

const layouts = idList(50).refine((chosen) => chosen.length > 0, 'Vink minimaal één certificaat aan.')
const students = idList(5000).refine((chosen) => chosen.length > 0, 'Vink minimaal één cursist aan.')

export const LayoutStep = z.object({ layouts, issued_on: date })
export const CertificateForm = z.object({ layouts, issued_on: date, students })

/** The file of a run: whose certificates and which, all when none are named; `stream` shows it in the browser. */
export const GroupFileQuery = z.object({
  students: idList(5000),
  layouts: idList(50),
  stream: z
    .string()
    .optional()
    .transform((value) => value !== undefined && !['', '0', 'false'].includes(value)),
})
