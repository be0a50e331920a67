import { Invalid } from '../../../platform/errors.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { parseDutchDate } from '../../../platform/forms/fields.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Fields } from '../../../platform/screens/form/wizard.ts'
import { courseNames } from '../../catalogue/courses/index.ts'
import { type KeptRow, NEW, NONE, type StudentSuggestion, listSuggestions } from '../../proof/refreshers/index.ts'
import { FilledRefreshers, RefreshersStep, type SentRefresher } from './finish.forms.ts'
import type { Student } from './finish.rules.ts'

interface Planned {
  planningId: number
  passed: Student[]
  /** ISO day on which documents are issued; today as long as nobody said so. */
  issuedOn: string
}

const expiryOf = ({ expires_at }: { expires_at: string }) => formatDate(expires_at)

/** What can be chosen for a student: nothing yet, none, a new one, or one that is there (T-081). */
const choicesOf = ({ refreshers }: StudentSuggestion) => [
  { value: '', label: 'Maak een keuze' },
  { value: String(NONE), label: 'Geen' },
  { value: String(NEW), label: 'Nieuw' },
  ...refreshers.map((own) => ({ value: String(own.id), label: `${own.course_description}, ${expiryOf(own)}` })),
]

/** The rows of the step: what is proposed, or what somebody who comes back to it had filled in. */
export async function refresherRows(db: Db, planned: Planned, fields: Fields) {
  const { suggestions } = await suggestionsFor(db, planned)
  const sentRows = followIssue(parseForm(FilledRefreshers, fields).refreshers, suggestions)
  const filled = new Map(sentRows.map((row) => [row.contact_id, row]))
  const rows = suggestions.map((suggestion, i) => {
    const sent = filled.get(suggestion.contactId)
    const course = sent ? sent.course_id : suggestion.refresherCourse
    return {
      ...planned.passed[i]!,
      choices: choicesOf(suggestion),
      choice: sent ? (sent.contact_refresher_course_id ?? '') : suggestion.refresher,
      course,
      dueOn: sent ? sent.expiration_date : formatDate(suggestion.dueOn),
      proposedOn: formatDate(suggestion.dueOn),
    }
  })
  const names = await courseNames(
    db,
    rows.flatMap(({ course }) => (course === null ? [] : [course])),
  )
  return rows.map((row) => ({
    ...row,
    choice: String(row.choice),
    course: row.course === null ? [] : [{ id: row.course, label: names.get(row.course) ?? '' }],
  }))
}

const suggestionsFor = (db: Db | Trx, { planningId, passed, issuedOn }: Planned) =>
  listSuggestions(db, { planningId, contactIds: passed.map(({ contactId }) => contactId), issuedOn })

/** The day of issue as far as it was filled in. */
export function issueDayOf(fields: Fields): string {
  return (typeof fields.issued_on === 'string' ? parseDutchDate(fields.issued_on) : null) ?? today()
}

/**
 * A day that nobody changed since it was proposed follows the day of issue, which is said in a later step. A row that is
 * no longer as it was proposed, or of which nothing is known, stays as it was sent.
 */
function followIssue(sent: readonly SentRefresher[], suggestions: readonly StudentSuggestion[]): SentRefresher[] {
  const of = new Map(suggestions.map((suggestion) => [suggestion.contactId, suggestion]))
  return sent.map((row) => {
    const suggestion = of.get(row.contact_id)
    const asProposed =
      suggestion !== undefined &&
      suggestion.dueOn !== null &&
      row.proposed_on !== '' &&
      row.expiration_date === row.proposed_on &&
      // Of a form that comes twice the new one is there already the second time.
      [suggestion.refresher, NEW].includes(row.contact_refresher_course_id ?? NONE) &&
      row.course_id === suggestion.refresherCourse
    if (!asProposed) return row
    const day = formatDate(suggestion.dueOn)
    return { ...row, expiration_date: day, proposed_on: day }
  })
}

/** The rows of a final form, with the days that follow from its day of issue. */
export async function followedRows(
  trx: Trx,
  planned: { planningId: number; contactIds: number[]; issuedOn: string | null },
  sent: readonly SentRefresher[],
): Promise<SentRefresher[]> {
  if (sent.every(({ proposed_on }) => proposed_on === '')) return [...sent]
  const { suggestions } = await listSuggestions(trx, { ...planned, issuedOn: planned.issuedOn ?? today() })
  return followIssue(sent, suggestions)
}

/** The rows of which something comes; a row without a choice is dropped, and with none nothing is made (T-084). */
export const keptRows = (sent: readonly SentRefresher[]): KeptRow[] =>
  sent.flatMap((row, i) => {
    const { contact_refresher_course_id: refresher, course_id, expiration_date } = row
    const dueOn = parseDutchDate(expiration_date)
    if (refresher === null || refresher === NONE || course_id === null || dueOn === null) return []
    return [{ key: `refreshers.${i}`, contactId: row.contact_id, refresher, courseId: course_id, dueOn }]
  })

/** @throws Invalid when a row is of somebody who did not pass: the results were changed meanwhile */
export function assertPassed(rows: readonly KeptRow[], passed: ReadonlySet<number>): void {
  if (rows.every(({ contactId }) => passed.has(contactId))) return
  throw new Invalid({ _form: ['Een herhaling is alleen voor wie geslaagd is. Ga terug naar Herhalingen.'] })
}

/** What the overview says of refreshers: what is made, what changes, and for whom none is made. */
export async function refresherOverview(db: Db, planned: Planned, fields: Fields) {
  const { suggestions } = await suggestionsFor(db, planned)
  const sent = followIssue(parseForm(RefreshersStep, fields).refreshers, suggestions)
  const known = new Map(suggestions.flatMap(({ refreshers }) => refreshers.map((own) => [own.id, own] as const)))
  const names = new Map(planned.passed.map(({ contactId, name }) => [contactId, name]))
  const rows = keptRows(sent).filter(({ contactId }) => names.has(contactId))
  const courses = await courseNames(
    db,
    rows.map(({ courseId }) => courseId),
  )
  const lines = rows.map((row) => {
    const before = known.get(row.refresher)
    const replaced =
      row.refresher === NEW
        ? suggestions
            .find(({ contactId }) => contactId === row.contactId)
            ?.refreshers.find(
              ({ course_id, group_id }) => course_id === row.courseId && group_id !== planned.planningId,
            )
        : undefined
    const was = before && before.course_id !== row.courseId ? `was ${before.course_description}` : null
    return {
      name: names.get(row.contactId)!,
      isNew: row.refresher === NEW,
      replaces: replaced && `vervangt die van ${expiryOf(replaced)}`,
      course: courses.get(row.courseId) ?? '',
      dueOn: formatDate(row.dueOn),
      was: [was, before && before.expires_at !== row.dueOn ? `verviel op ${expiryOf(before)}` : null]
        .filter(Boolean)
        .join(', '),
    }
  })
  const none = sent.flatMap((row) =>
    row.contact_refresher_course_id === NONE && names.has(row.contact_id) ? [names.get(row.contact_id)!] : [],
  )
  return { lines, none }
}
