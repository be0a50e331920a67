import { ROLE } from '../../../../platform/access/roles.ts'
import { oneLine } from '../../../../platform/forms/fields.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import {
  type KnownPerson,
  type ListedPerson,
  type PersonFields,
  type Remark,
  type Match,
  displayName,
  parseDutchPhone,
  parseEmail,
  parseListDate,
} from '../../participant-lists/index.ts'
import { type PostedLine, PERSON_FIELDS } from './list.forms.ts'

/** A known contact with what decides whether a place can be given to them. */
export interface KnownContact extends KnownPerson {
  active: boolean
}

/** One line of the list while it is being resolved. */
export interface Line {
  person: ListedPerson
  choice: string
  skip: boolean
  seen: number[]
  /** What was typed and cannot be used, by field. */
  problems: Remark[]
  /** Fields that the user changed, which reading the list again leaves alone. */
  corrected: (keyof PersonFields)[]
}

const orNull = (text: string): string | null => oneLine(text) || null

/** A posted line as a person; values that cannot be used are left out and named. @param today YYYY-MM-DD */
export function lineOf(posted: PostedLine, today: string): Line {
  const problems: Remark[] = []
  const date = parseListDate(posted.birth_date, today)
  if (date.problem) problems.push({ field: 'birth_date', text: `Geboortedatum ${posted.birth_date} ${date.problem}.` })
  const email = parseEmail(posted.email)
  if (email.problem) problems.push({ field: 'email', text: email.problem })
  const number = (field: 'phone' | 'mobile_phone') => {
    const { phone, problem } = parseDutchPhone(posted[field])
    if (problem) problems.push({ field, text: problem })
    return phone
  }
  const fields: PersonFields = {
    initials: orNull(posted.initials),
    first_name: oneLine(posted.first_name),
    last_name_prefix: oneLine(posted.last_name_prefix),
    last_name: oneLine(posted.last_name),
    birth_date: date.date,
    email: email.email,
    phone: number('phone'),
    mobile_phone: number('mobile_phone'),
    company: orNull(posted.company),
    note: posted.note.replace(/\r\n?/g, '\n').trim() || null,
  }
  const { choice, skip, seen, lines } = posted
  const corrected = posted.corrected.filter((name) => !problems.some(({ field }) => field === name))
  return { person: { lineNumbers: lines, fields, remarks: [] }, choice, skip, seen, problems, corrected }
}

/** A line that nobody has decided on yet. */
export const freshLine = (person: ListedPerson): Line => ({
  person,
  choice: '',
  skip: false,
  seen: [],
  problems: [],
  corrected: [],
})

/** Puts what the user decided and corrected on a list onto the same rows of it, after it was read in another way. */
export function carryOver(fresh: readonly Line[], earlier: readonly Line[]): Line[] {
  const rowsOf = ({ person }: Line) => person.lineNumbers.join()
  const byRows = new Map(earlier.map((line) => [rowsOf(line), line]))
  return fresh.map((line) => {
    const before = byRows.get(rowsOf(line))
    if (!before) return line
    const { choice, skip, seen, corrected } = before
    const typed = Object.fromEntries(corrected.map((field) => [field, before.person.fields[field]]))
    const person = {
      ...line.person,
      fields: { ...line.person.fields, ...typed },
      remarks: line.person.remarks.filter(({ field }) => field === 'line' || !corrected.includes(field)),
    }
    return { ...line, person, choice, skip, seen, corrected }
  })
}

/** The person as one hidden field of the preview; empty parts are left out. */
export function packPerson({ person: { lineNumbers, fields }, corrected }: Pick<Line, 'person' | 'corrected'>): string {
  const values = { ...fields, birth_date: formatDate(fields.birth_date) }
  const filled = PERSON_FIELDS.filter((field) => values[field]).map((field) => [field, values[field]])
  return JSON.stringify({
    ...Object.fromEntries(filled),
    lines: lineNumbers,
    ...(corrected.length > 0 ? { corrected } : {}),
  })
}

/** The fields of a new contact as its form takes them. */
export function contactFields(fields: PersonFields, companyId: number | null): Record<string, string> {
  return {
    first_name: fields.first_name,
    initials: fields.initials ?? '',
    last_name_prefix: fields.last_name_prefix,
    last_name: fields.last_name,
    birth_date: formatDate(fields.birth_date),
    email: fields.email ?? '',
    phone: fields.phone ?? '',
    mobile_phone: fields.mobile_phone ?? '',
    company_id: companyId === null ? '-1' : String(companyId),
    roles: String(ROLE.student),
  }
}

/** What becomes of a line: nothing, a place for a contact, a new contact, or a question that is still open. */
export type Resolution =
  { kind: 'skip' } | { kind: 'contact'; contactId: number } | { kind: 'new' } | { kind: 'open'; message: string }

const INACTIVE = 'Dit contact is niet actief. Activeer het contact eerst, of sla de regel over.'

/** Resolves a line by its match and the user's choice; a choice made without knowing a candidate does not count. */
export function resolveLine(line: Line, match: Match, known: ReadonlyMap<number, KnownContact>): Resolution {
  if (line.skip) return { kind: 'skip' }
  if (match.kind === 'new') return { kind: 'new' }
  if (match.kind === 'matched') return place(match.contactId, known)
  const candidates = match.candidates.map(({ contactId }) => contactId)
  if (line.choice === 'new' && candidates.every((id) => line.seen.includes(id))) return { kind: 'new' }
  if (candidates.includes(Number(line.choice))) return place(Number(line.choice), known)
  return { kind: 'open', message: 'Maak een keuze' }
}

function place(contactId: number, known: ReadonlyMap<number, KnownContact>): Resolution {
  return known.get(contactId)?.active ? { kind: 'contact', contactId } : { kind: 'open', message: INACTIVE }
}

/** What the preview selects: the user's choice while it counts, else the contact proposed; never somebody new. */
export function proposedChoice(line: Line, match: Match, known: ReadonlyMap<number, KnownContact>): string {
  if (match.kind !== 'doubtful') return ''
  if (line.choice !== '' && (line.skip || resolveLine(line, match, known).kind !== 'open')) return line.choice
  return proposalOf(match, known)
}

/** What becomes of a line on which the user says nothing: a contact id, 'new', or empty where it is asked. */
export function proposalOf(match: Match, known: ReadonlyMap<number, KnownContact>): string {
  if (match.kind === 'new') return 'new'
  if (match.kind === 'matched') return String(match.contactId)
  return match.proposal !== null && known.get(match.proposal)?.active ? String(match.proposal) : ''
}

/** 'Nog 2 keuzes open bij Anna de Vries en Karel Wiersma'. */
export function openText(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} anderen`] : names
  const list = new Intl.ListFormat('nl', { type: 'conjunction' }).format(shown)
  return `Nog ${names.length} ${names.length === 1 ? 'keuze' : 'keuzes'} open bij ${list}`
}

export const nameOf = (line: Line): string => displayName(line.person.fields)
