import * as z from 'zod'
import { checkbox, idList, selectorIdOrNull } from '../../../../platform/forms/fields.ts'
import { COLUMN_ROLES, MAX_LIST_LINES } from '../../participant-lists/index.ts'
import { invoiceTo, students, waiver, whatAppointments } from '../enrolment.forms.ts'

/** A cell as the list or the user wrote it; what a contact may hold is checked where one is made of it. */
const cell = z.string().max(1000).default('')

const person = {
  first_name: cell,
  initials: cell,
  last_name_prefix: cell,
  last_name: cell,
  birth_date: cell,
  email: cell,
  phone: cell,
  mobile_phone: cell,
  company: cell,
  note: cell,
}
export const PERSON_FIELDS = Object.keys(person) as (keyof typeof person)[]

/**
 * The person of a line as the preview sends it along: one field instead of ten, since a list may have 5,000 lines.
 * `corrected` names the fields that the user changed.
 */
const Packed = z.object({
  ...person,
  lines: z.array(z.number().int().min(1).max(1_000_000)).max(100).default([]),
  corrected: z.array(z.enum(PERSON_FIELDS)).max(PERSON_FIELDS.length).default([]),
})

function unpack(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** One line of the preview: who it says, as packed and with what the user corrected since, and what to do with it. */
const line = z
  .looseObject({
    person: z.string().max(6000).default('{}'),
    /** Contact id, 'new' or 'skip'; empty as long as nothing was chosen. */
    choice: z
      .string()
      .regex(/^(\d{1,10}|new|skip|)$/, 'Maak een keuze')
      .default(''),
    skip: checkbox,
    /** The contacts among which was chosen. */
    seen: idList(1000),
  })
  .transform(({ person: packed, choice, skip, seen, ...typed }, ctx) => {
    const before = Packed.safeParse(unpack(packed))
    const read = before.success ? Packed.safeParse({ ...before.data, ...typed }) : before
    if (read.success) {
      const changed = PERSON_FIELDS.filter((field) => read.data[field] !== before.data![field])
      const corrected = [...new Set([...before.data!.corrected, ...changed])]
      return { choice, skip: skip || choice === 'skip', seen, ...read.data, corrected }
    }
    ctx.addIssue({ code: 'custom', message: 'Deze regel is niet leesbaar.' })
    return z.NEVER
  })
export type PostedLine = z.output<typeof line>

// Lines travel as lines[0][…]; an object or a list with holes where the indexes have gaps, and never walked by length:
// that may be anything.
const lines = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .default([])
  .transform((given) => Object.values(given).filter((sent) => sent !== undefined))
  .refine((given) => given.length <= MAX_LIST_LINES, 'De lijst heeft meer dan 5.000 regels. Splits de lijst in delen.')
  .pipe(z.array(line))

const planning = { appointment_id: selectorIdOrNull, what_appointments: whatAppointments }

export const EnrolForm = z.object({
  ...planning,
  way: z.enum(['people', 'list'], 'Maak een keuze').default('people'),
  students,
  raise_maximum: checkbox,
  ...invoiceTo,
  /** The reservation whose names these are. */
  reservation_id: selectorIdOrNull,
  waiver,
  company_id: selectorIdOrNull,
  /** New people have no company; without this a company has to be chosen for them. */
  private_persons: checkbox,
  /** The planning for those who do not fit in this one. */
  rest_appointment_id: selectorIdOrNull,
  lines,
})

export const PreviewForm = z.object({
  ...planning,
  text: z.string().default(''),
  /** What each column holds, once the user has changed it; empty for a guess. */
  columns: z.array(z.enum(COLUMN_ROLES, 'Maak een keuze')).max(200).default([]),
  /** Index of the heading row, 'none' for a list without one; empty for a guess, or for none where `columns` are told. */
  header: z
    .string()
    .regex(/^(\d{1,5}|none|)$/, 'Maak een keuze')
    .default(''),
  lines,
})
