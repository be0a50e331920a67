/** What passes between the steps: table → column map → people → matches. Nothing here knows a database or HTTP. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850' | 'macintosh'
export type Separator = ';' | ',' | '\t' | '|'

/**
 * The cells as sent: trimmed text, row 1 of the sheet or file at index 0, empty rows included up to the last full one.
 */
export interface RawTable {
  rows: string[][]
  /** Null for pasted text and workbooks. */
  encoding: Encoding | null
  /** Null for workbooks and for a single column. */
  separator: Separator | null
  /** Dutch sentences about the list as a whole, to show above the preview. */
  notices: string[]
  /** What the columns hold where reading made them (out of a mail); null where that is still to be guessed. */
  map: ColumnMap | null
}

export const COLUMN_ROLES = [
  'first_name',
  'last_name_prefix',
  'last_name',
  'initials',
  'full_name',
  'full_name_last_first',
  'birth_date',
  'email',
  'phone',
  'mobile_phone',
  'company',
  'note',
  'ignored',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

export interface ColumnMap {
  /** Index of the heading row in `rows`, or null when the list has none. */
  header: number | null
  /** One role per column. Name and birth date stand once, the other roles may stand on several columns. */
  columns: ColumnRole[]
}

/** People found in running text, a row for each of its lines. */
export interface TextList {
  rows: string[][]
  map: ColumnMap
  notices: string[]
}

export interface PersonName {
  initials: string | null
  first_name: string
  last_name_prefix: string
  last_name: string
}

export interface PersonFields extends PersonName {
  /** YYYY-MM-DD. */
  birth_date: string | null
  email: string | null
  phone: string | null
  mobile_phone: string | null
  company: string | null
  note: string | null
}

/** Something the user should see beside a line. `line` stands for the line as a whole. */
export interface Remark {
  field: keyof PersonFields | 'line'
  text: string
}

export interface ListedPerson {
  /** Row numbers as a spreadsheet shows them (from 1); more than one when doubled lines were joined. */
  lineNumbers: number[]
  fields: PersonFields
  remarks: Remark[]
}

export interface SkippedLine {
  line: number
  kind: 'blank' | 'title' | 'header' | 'total' | 'nameless'
  /** Dutch, shown in the preview. */
  reason: string
}

export interface ParticipantList {
  people: ListedPerson[]
  skipped: SkippedLine[]
  notices: string[]
}

/** A contact that may be one of the people on the list. */
export interface KnownPerson extends Omit<PersonName, 'initials'> {
  id: number
  initials?: string | null
  birth_date: string | null
  email: string | null
  phone: string | null
  mobile_phone: string | null
  company: string | null
}

export interface Candidate {
  contactId: number
  /** Name and birth date of the contact. */
  who: string
  /** Dutch: what agrees. */
  why: string
}

export type Match =
  | { kind: 'new' }
  | { kind: 'matched'; contactId: number; why: string }
  | {
      kind: 'doubtful'
      /** Best first; empty when the doubt is about another line of the same list. */
      candidates: Candidate[]
      /** Dutch. */
      reason: string
      /** What the preview selects beforehand: a contact id, or null for a new person. */
      proposal: number | null
    }
