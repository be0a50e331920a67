/**
 * Presence and passed (training 4.2): the rules that hold on the results screen and in the finish wizard. The browser
 * runs them while somebody fills in, the server again when it stores; so this file knows neither.
 */

/** Yes, no, or not filled in. */
export type Choice = 0 | 1 | null

/** What is filled in for one student in one part. */
export interface Result {
  present: Choice
  passed: Choice
}
export type ResultField = keyof Result

/**
 * The row after the user filled in one of its two fields. A change that a rule makes here triggers no further rule
 * (rulings 5): the other field is set once and that is all.
 */
export function applyChange<R extends Result>(row: R, field: ResultField, value: Choice): R {
  if (field === 'passed') return { ...row, present: 1, passed: value }
  return { ...row, present: value, passed: value === 1 ? row.passed : value }
}

/** What the rules can lead to: a result needs presence, and who was absent has not passed. */
export function isPossible({ present, passed }: Result): boolean {
  return present === 1 || present === passed
}

type IsChecked<R> = (row: R) => boolean

/** The rows that a button for many at once is about: the checked ones, or all when none are checked. */
export function rowsMeant<R extends Result>(rows: readonly R[], isChecked: IsChecked<R>): R[] {
  const checked = rows.filter(isChecked)
  return checked.length > 0 ? checked : [...rows]
}

/** The rows among them in which somebody has said 'Nee' already. */
export function rowsDenied<R extends Result>(rows: readonly R[], field: ResultField, isChecked: IsChecked<R>): R[] {
  return rowsMeant(rows, isChecked).filter((row) => row[field] === 0)
}

/**
 * Fills in 'Ja' for the checked rows, or for all rows when none are checked; answers every row.
 * @param onlyOpen leaves alone what is filled in already
 */
export function applyToAll<R extends Result>(
  rows: R[],
  field: ResultField,
  isChecked: IsChecked<R>,
  { onlyOpen = false } = {},
): R[] {
  const meant = new Set(rowsMeant(rows, isChecked))
  return rows.map((row) => (!meant.has(row) || (onlyOpen && row[field] !== null) ? row : applyChange(row, field, 1)))
}

/** Whether a student passed one part. */
function passedPart({ present, passed }: Result): boolean {
  return present === 1 && passed === 1
}

/** Whether a student passed the course: these are all their rows, and every one of them has both choices on 'Ja'. */
export function passedCourse(rows: readonly Result[]): boolean {
  return rows.length > 0 && rows.every(passedPart)
}

const openChoices = ({ present, passed }: Result): number => Number(present === null) + Number(passed === null)

/** How many rows are present and passed, and how many choices still have to be made. */
export function countResults(rows: readonly Result[]): { present: number; passed: number; open: number } {
  return {
    present: rows.filter(({ present }) => present === 1).length,
    passed: rows.filter(({ passed }) => passed === 1).length,
    open: rows.reduce((sum, row) => sum + openChoices(row), 0),
  }
}

/** What a phone can be asked to show of the rows. */
export type Shown = 'all' | 'open' | 'absent'

export function isShown(row: Result, shown: Shown): boolean {
  if (shown === 'open') return openChoices(row) > 0
  return shown === 'all' || row.present === 0
}

/** How many rows each of them shows. */
export function countShown(rows: readonly Result[]): Record<Shown, number> {
  const count = (shown: Shown) => rows.filter((row) => isShown(row, shown)).length
  return { all: rows.length, open: count('open'), absent: count('absent') }
}

/** '7 van 12 ingevuld'. */
export const filledText = (rows: readonly Result[]): string =>
  `${rows.length - countShown(rows).open} van ${rows.length} ingevuld`

/** Beyond this the others are counted, not named. */
const MOST_NAMES = 2

/** 'Nog 1 keuze open bij Karel Wiersma'; null when everything is filled in. */
export function openChoicesText(rows: readonly (Result & { contactId: number; name: string })[]): string | null {
  const { open } = countResults(rows)
  if (open === 0) return null
  const students = new Map(rows.filter((row) => openChoices(row) > 0).map((row) => [row.contactId, row.name]))
  return `Nog ${open} ${open === 1 ? 'keuze' : 'keuzes'} open bij ${someNames([...students.values()])}`
}

function someNames([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  return `${first} en ${others.length < MOST_NAMES ? others[0] : `${others.length} anderen`}`
}

/** What could not be stored: whose results, how many notes, and whether it goes by itself when the network is back. */
export function unsavedText(of: { names: readonly string[]; notes: number; offline: boolean }): string {
  const what = [
    ...(of.names.length === 0 ? [] : [`de resultaten van ${someNames(of.names)}`]),
    ...(of.notes === 0 ? [] : [of.notes === 1 ? '1 opmerking' : `${of.notes} opmerkingen`]),
  ]
  const list = what.join(', en ')
  return of.offline
    ? `Niet alles is opgeslagen. Zodra er weer verbinding is, wordt vanzelf verzonden: ${list}.`
    : `Niet opgeslagen: ${list}.`
}

/** How a form names the choice of one student in one part, inside `present_students` and `passed_students`. */
export function choiceKey(contactId: number, appointmentId: number): string {
  return `${contactId}-${appointmentId}`
}

/** A choice as it stands in a form: empty, 0 or 1. */
export function choiceValue(choice: Choice): '' | '0' | '1' {
  return choice === null ? '' : choice === 1 ? '1' : '0'
}
export function readChoice(value: string): Choice {
  return value === '1' ? 1 : value === '0' ? 0 : null
}
