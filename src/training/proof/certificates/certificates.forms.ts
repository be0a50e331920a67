import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { dateOrNull, idList, longText, optionalText, version } from '../../../platform/forms/fields.ts'
import { lettersSeen } from '../../../platform/pdf/letters.ts'
import { certificateFields } from './certificates.fields.ts'

const issued = parsersOf(certificateFields, 'issued_on')

/** Why a certificate is withdrawn or replaced; it stays with the certificate. */
export const ReasonForm = z.object({ reason: certificateFields.withdrawn_reason.parse, version })
export const ReissueForm = ReasonForm.extend(lettersSeen)

const layouts = idList(50).refine((chosen) => chosen.length > 0, 'Vink minimaal één certificaat aan.')
const students = idList(5000).refine((chosen) => chosen.length > 0, 'Vink minimaal één cursist aan.')

export const LayoutStep = z.object({ layouts, ...issued })
export const CertificateForm = z.object({ layouts, ...issued, students, ...lettersSeen })

/** The file of a planning: whose certificates and which, all when none are named; `stream` shows it in the browser. */
export const CertificatesFileQuery = z.object({
  students: idList(5000),
  layouts: idList(50),
  /** Only those issued on this day. */
  issued_at: dateOrNull,
  stream: z
    .string()
    .optional()
    .transform((value) => value !== undefined && !['', '0', 'false'].includes(value)),
})

/** As many as are drawn while somebody waits for them. */
export const ChosenFileQuery = z.object({
  ids: idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één certificaat aan.'),
})

const generate = idList(50).refine((chosen) => chosen.length > 0, 'Vink minimaal één certificaat aan.')
const send = idList(50).refine((chosen) => chosen.length > 0, 'Vink aan welk certificaat wordt verstuurd.')
type Chosen = { generate: number[]; send: number[] }
/** Only what is made can be sent (T-106). */
const sendsWhatIsMade = ({ generate, send }: Chosen) => send.every((id) => generate.includes(id))
const notMade = { path: ['send'], error: 'Alleen een certificaat dat gemaakt wordt kan worden verstuurd.' }

const what = { generate, send, ...issued }
const who = { students: idList(5000), supervisors: idList(5000) }
type Recipients = { students: number[]; supervisors: number[] }
const isSomebody = ({ students, supervisors }: Recipients) => students.length + supervisors.length > 0
const nobody = { path: ['students'], error: 'Vink minimaal één ontvanger aan.' }

export const SendCertificatesStep = z.object(what).refine(sendsWhatIsMade, notMade)
export const SendContactsStep = z.object(who).refine(isSomebody, nobody)

/** A message is asked for only when somebody gets it (T-107). */
const MESSAGES = [
  ['students', 'student'],
  ['supervisors', 'supervisor'],
] as const

const messages = {
  student_subject: optionalText(200),
  student_text: longText(5000),
  supervisor_subject: optionalText(200),
  supervisor_text: longText(5000),
}

type Messages = Recipients & Record<keyof typeof messages, string>

function checkMessages(form: Messages, ctx: z.RefinementCtx): void {
  for (const [recipients, kind] of MESSAGES)
    for (const field of [`${kind}_subject`, `${kind}_text`] as const)
      if (form[recipients].length > 0 && form[field] === '')
        ctx.addIssue({ code: 'custom', path: [field], message: 'Vul een :label in.' })
}

/** To whom, and with what words: where that is asked beside what makes the certificates. */
export const LettersForm = z.object({ ...who, ...messages })
/** What must hold of them where they are sent; it reads what was parsed. */
export const SentLetters = z
  .custom<z.output<typeof LettersForm>>()
  .refine(isSomebody, nobody)
  .superRefine(checkMessages)

export const SendForm = z
  .object({
    ...what,
    ...who,
    ...messages,
    ...lettersSeen,
  })
  .refine(sendsWhatIsMade, notMade)
  .refine(isSomebody, nobody)
  .superRefine(checkMessages)
export type SendInput = z.output<typeof SendForm>
