import type { FieldMessages } from '../../../platform/errors.ts'
import { formatTime } from '../../../platform/format/format.ts'
import { isLate } from '../../planning/code95/index.ts'
import { enrolmentFields } from '../../places/enrolment/index.ts'
import {
  type Choice,
  type Result,
  applyChange,
  choiceKey,
  choiceValue,
  countResults,
  countShown,
  filledText,
  isPossible,
  openChoicesText,
} from './results.contract.ts'
import type { ResultsInput } from './results.forms.ts'
import type { ResultRow } from './results.queries.ts'

interface Row extends Result {
  appointment_id: number
  contact_id: number
  note: string
}

type Sent<T> = Record<string, T>

/** What was sent for a row, under its full key or under the contact alone. */
function sentFor<T>(entries: Sent<T>, { contact_id, appointment_id }: Row): T | undefined {
  const full = choiceKey(contact_id, appointment_id)
  return full in entries ? entries[full] : entries[String(contact_id)]
}

/** Both fields together are taken as they were seen; one alone goes through the rules, over what is stored. */
function resultAfter(row: Row, present: Choice | undefined, passed: Choice | undefined): Result {
  if (present !== undefined && passed !== undefined) return { present, passed }
  if (present !== undefined) return applyChange(row, 'present', present)
  return passed === undefined ? row : applyChange(row, 'passed', passed)
}

/** In the place of a company, of who comes of none. */
export const NO_COMPANY = 'Particulier'

/** The keys that belong to none of the rows: students who are not in this part. */
export function unknownKeys(rows: readonly Row[], form: ResultsInput): string[] {
  const known = new Set(rows.flatMap((row) => [choiceKey(row.contact_id, row.appointment_id), String(row.contact_id)]))
  return Object.values(form).flatMap((entries) => Object.keys(entries).filter((key) => !known.has(key)))
}

/** The notes that were sent with the text their writer saw before, each with its row and its name in the form. */
export function seenNotes<R extends Row>(rows: readonly R[], form: ResultsInput) {
  return rows.flatMap((row) => {
    const note = sentFor(form.notes, row)
    const seen = sentFor(form.seen, row)
    const field = `notes[${choiceKey(row.contact_id, row.appointment_id)}]`
    return note === undefined || seen === undefined ? [] : [{ row, field, note, seen }]
  })
}

const choiceText = (choice: Choice): string => (choice === null ? 'niet ingevuld' : choice === 1 ? 'Ja' : 'Nee')

/** The choices in which somebody else filled in something that their writer did not see: [mine, theirs] per name. */
export function unseenChoices<R extends Row>(rows: readonly R[], after: readonly R[], form: ResultsInput) {
  const becomes = new Map(after.map((row) => [`${row.contact_id}-${row.appointment_id}`, row]))
  return rows.flatMap((row) =>
    (['present', 'passed'] as const).flatMap((field) => {
      const seen = sentFor(form[`was_${field}`], row)
      const mine = becomes.get(`${row.contact_id}-${row.appointment_id}`)?.[field]
      if (seen === undefined || mine === undefined || row[field] === seen || row[field] === mine) return []
      const name = `${field}_students[${choiceKey(row.contact_id, row.appointment_id)}]`
      return [{ row, name, differs: [choiceText(mine), choiceText(row[field])] as [string, string] }]
    }),
  )
}

export const IMPOSSIBLE = 'Geslaagd kan alleen bij wie aanwezig was.'

/** The rows that something was sent for, as they become, and what is wrong with them. */
export function changedRows<R extends Row>(
  rows: readonly R[],
  form: ResultsInput,
): { rows: R[]; errors: FieldMessages } {
  const errors: FieldMessages = {}
  const changed = rows.flatMap((row): R[] => {
    const present = sentFor(form.present_students, row)
    const passed = sentFor(form.passed_students, row)
    const note = sentFor(form.notes, row)
    if (present === undefined && passed === undefined && note === undefined) return []
    const after = { ...row, ...resultAfter(row, present, passed), note: note ?? row.note }
    if (passed !== undefined && !isPossible(after))
      errors[`passed_students.${choiceKey(row.contact_id, row.appointment_id)}`] = [IMPOSSIBLE]
    return [after]
  })
  return { rows: changed, errors }
}

/** What a student adds where coming and leaving count. */
const leavingOf = (row: ResultRow) => ({
  leaveUrl: `/calendar/signatureInterface/${row.appointmentId}/${row.contactId}?moment=end`,
  left: row.signedOutAt === null ? null : `Vertrek ${formatTime(row.signedOutAt)}`,
  arrivalUrl: `/calendar/arrival/${row.appointmentId}/${row.contactId}`,
  arrival: row.arrivedAt === null ? null : `Aankomst ${formatTime(row.arrivedAt)}`,
  isLate: isLate(row.startsAt, row.arrivedAt),
})

const { contact_id, company_id, present, passed, note } = enrolmentFields

/** What the table of choices shows; on the results screen it saves itself, in the wizard it is part of the form. */
export function resultsModel(
  rows: ResultRow[],
  options: { saveUrl: string | null; withParts: boolean; leaving?: boolean },
) {
  return {
    ...options,
    leaving: options.leaving === true,
    labels: {
      student: contact_id.label,
      company: company_id.label,
      present: present.label,
      passed: passed.label,
      note: note.label,
    },
    longestNote: note.maxlength,
    rows: rows.map((row, i) => ({
      ...row,
      signUrl: `/calendar/signatureInterface/${row.appointmentId}/${row.contactId}`,
      signed: row.signedAt === null ? null : `Getekend ${formatTime(row.signedAt)}`,
      ...(options.leaving ? leavingOf(row) : {}),
      // A student with several parts is named once; the other rows belong to the same person.
      follows: rows[i - 1]?.contactId === row.contactId,
      choices: (['present', 'passed'] as const).map((field) => ({
        field,
        label: enrolmentFields[field].label,
        name: `${field}_students[${row.key}]`,
        value: choiceValue(row[field]),
      })),
    })),
    counts: countResults(rows),
    open: openChoicesText(rows),
    filled: filledText(rows),
    shown: countShown(rows),
  }
}
