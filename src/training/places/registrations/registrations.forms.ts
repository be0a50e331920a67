import * as z from 'zod'
import { dateOrNull, email, id, longText, optionalText, text } from '../../../platform/forms/fields.ts'
import { asksBsn } from './registrations.rules.ts'

/** People in one sign-up at most. */
const MOST_PEOPLE = 50

const NO_BSN = 'Een BSN nemen wij niet aan. Laat dit veld weg.'

/** Refuses what carries a citizen service number, before anything of it is read. */
export const withoutBsn = <F extends z.ZodType>(form: F) =>
  z
    .unknown()
    .superRefine((sent, ctx) => {
      if (asksBsn(sent)) ctx.addIssue({ code: 'custom', path: ['bsn'], message: NO_BSN })
    })
    .pipe(form)

/** Days come as an API writes them, or as people do. */
const day = z.preprocess(
  (value) =>
    typeof value === 'string' ? value.trim().replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3-$2-$1') : (value ?? ''),
  dateOrNull,
)
/** An address that is empty, or one. */
const optionalEmail = z.literal('').or(email).default('')
const line = (max: number) => optionalText(max).default('')

export const personShape = {
  first_name: text(100),
  initials: line(20),
  last_name_prefix: line(20),
  last_name: text(100),
  birth_date: day.default(null),
  email: optionalEmail,
  phone: line(30),
}

const company = z.object({
  name: text(150),
  client_id: line(12),
  coc_no: line(12),
  email: optionalEmail,
  phone: line(30),
})

/** What a program sends in: who, for which planning or e-learning, and in whose name. */
export const EntriesBody = z
  .object({
    /** Number of the planning. */
    appointment_group_id: id.nullable().default(null),
    /** Code of the e-learning course. */
    e_learning_course: z.string().trim().min(1).max(60).nullable().default(null),
    company: company.nullable().default(null),
    contacts: z
      .array(z.object(personShape), 'Stuur een lijst met cursisten.')
      .min(1, 'Stuur minimaal één cursist.')
      .max(MOST_PEOPLE, `Stuur hooguit ${MOST_PEOPLE} cursisten tegelijk.`),
    sender: z
      .object({ name: line(200), email: optionalEmail, phone: line(30) })
      .nullable()
      .default(null),
    reference: line(100),
    remark: longText(2000).default(''),
    terms: line(300),
  })
  .refine(
    ({ appointment_group_id, e_learning_course }) => appointment_group_id !== null || e_learning_course !== null,
    {
      path: ['appointment_group_id'],
      message: 'Noem een planning of een e-learning.',
    },
  )
export const EntriesForm = withoutBsn(EntriesBody)
export type EntriesInput = z.output<typeof EntriesForm>

const flag = z
  .string()
  .default('')
  .transform((value) => value === '1' || value === 'true' || value === 'on')

/** The id of a record, 0 for a new one, empty for none. */
const chosen = z
  .string()
  .default('')
  .refine((value) => ['', '0'].includes(value) || id.safeParse(value).success, 'Kies uit de lijst.')
const idIn = (value: string): number | null => Number(value) || null

export const ProcessForm = z
  .object({
    contact_id: chosen,
    company_id: chosen,
    /** Only what is ticked is processed. */
    register: flag,
    sendMessage: flag,
    /** Onto the waiting list, where its planning is full. */
    waiting: flag,
  })
  .transform((sent) => ({
    ...sent,
    contact_id: idIn(sent.contact_id),
    company_id: idIn(sent.company_id),
    isNew: { contact: sent.contact_id === '0', company: sent.company_id === '0' },
  }))
export type ProcessInput = z.output<typeof ProcessForm>
