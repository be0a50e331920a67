import { formatNumber } from '../../platform/format/format.ts'
import { type ChangeLine, EMPTY, actionLabel } from './history.rules.ts'

/** What an action is called in a sentence, with `*` where it says of what; other actions are told by their label. */
const ACTS: Record<string, string> = {
  insert: 'voegde * toe',
  update: 'wijzigde *',
  delete: 'verwijderde *',
  export: 'exporteerde *',
  'sign-in': 'meldde zich aan',
  'sign-in-failed': 'kon zich niet aanmelden met dit wachtwoord',
  'code-failed': 'kon zich niet aanmelden met deze code',
  'login-as': 'meldde zich aan als *',
  'login-as-end': 'keerde terug naar het eigen account',
  'reset-password': 'stelde het wachtwoord van * opnieuw in',
  'email-asked': 'vroeg een ander e-mailadres aan voor *',
  'email-withdrawn': 'trok de wijziging van het e-mailadres van * in',
  'two-step-on': 'zette de tweestapsverificatie van * aan',
  'two-step-off': 'zette de tweestapsverificatie van * uit',
  'person-file': 'vroeg de persoonsgegevens van * op',
  anonymise: 'anonimiseerde *',
  masked: 'maakte de historie van * onleesbaar na verwijdering',
  merge_undone: 'maakte de samenvoeging van * ongedaan',
  'replace-secret': 'verving de sleutel van *',
  reset: 'zette alles terug',
  truncate: 'wiste de fouten',
  retention: 'ruimde * op na de bewaartermijn',
}

/** One row of what an action did, in words. */
export interface ToldRow {
  id: number
  type: string
  /** How its records are called, in small letters: 'contact', 'contacten'. */
  one: string
  many: string
  /** The words of its module for what is done with such records, by action. */
  acts?: Readonly<Record<string, string>> | undefined
  action: string
  record: number | null
  /** What it is counted by: its record, or the person that it is about. */
  key: string
  /** Null of one that is not there any more and left no name. */
  name: string | null
  /** What it came to or left, where its module says that. */
  where?: string | null
  /** To what it belongs, where its module says that: 'planning 20424 (BHV basis)'. */
  whole?: string | null
  /** Whether it is the record itself, and not a row that hangs on it. */
  isRecord: boolean
  lines: ChangeLine[]
}

/** Labels that are no word with 'de', by how they end; of short ones the whole word, since 'duur' and 'factuur' end in 'uur'. */
const NEUTER =
  /(?:nummer|adres|lokaal|bedrijf|bericht|document|certificaat|type|wachtwoord|contact|onderdeel|aantal|land|geslacht|account|tarief|tijdstip|logo|niveau|onderwerp|formaat|antwoord|begin|einde|bedrag|saldo|totaal|product|artikel|middel|bestand|kenmerk|moment|apparaat|verlof|dagboek|token|\b(?:lid|uur|id))$/i

/** 'de begintijd', 'het e-mailadres'; a label that is more than a noun stands between quotes. */
function fieldOf({ label, from, to }: ChangeLine): string {
  const isNoun = /^[\p{L}-]+$/u.test(label) && ![from, to].some((value) => value === 'Ja' || value === 'Nee')
  if (!isNoun) return `'${label}'`
  const word = /^\p{Lu}[\p{Lu}\d]/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1)
  return `${NEUTER.test(label) ? 'het' : 'de'} ${word}`
}

const LONGEST = 60
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text)

const joined = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} en ${parts.at(-1)}`

const countOf = (rows: ToldRow[]) => new Set(rows.map(({ key }) => key)).size

/** Of more kinds of records the sentence tells the first two, and of more wholes none; the details tell all. */
const MOST_KINDS = 2

/** What is known of all of these rows and not too much, behind a word: ' voor BHV basis 24-11-2026'. */
function shared(rows: ToldRow[], word: string, of: 'where' | 'whole'): string {
  const names = [...new Set(rows.map((row) => row[of] ?? null))]
  const known = names.filter((name) => name !== null)
  return known.length < names.length || known.length > MOST_KINDS ? '' : ` ${word} ${joined(known)}`
}

/** 'contact Anouk van der Linden', 'een contact', '3 contacten', '2 onderdelen van planning 20424 (BHV basis)'. */
function objectOf(rows: ToldRow[], { wholes = true } = {}): string {
  const { one, many, name, record, action } = rows[0]!
  const count = countOf(rows)
  if (count > 1) return `${formatNumber(count)} ${many}${wholes ? shared(rows, 'van', 'whole') : ''}`
  if (record === null) return action === 'export' ? many : one
  return name === null ? `een ${one}` : `${one} ${name}`
}

const MOST_FIELDS = 3

/** What was changed of one record, or of several at once. */
function changed(rows: ToldRow[]): string {
  const lines = rows.flatMap((row) => row.lines)
  const [line] = lines
  const { name } = rows[0]!
  const of = countOf(rows) > 1 ? ` van ${objectOf(rows)}` : name === null ? '' : ` van ${name}`
  const labels = [...new Map(lines.map((each) => [each.label, fieldOf(each)])).values()]
  if (line === undefined) return `wijzigde ${objectOf(rows)}`
  if (lines.length === 1 && line.from !== null) {
    if (line.from === EMPTY) return `vulde ${fieldOf(line)}${of} in: ${short(line.to)}`
    if (line.to === EMPTY) return `maakte ${fieldOf(line)}${of} leeg, dat was ${short(line.from)}`
    return `wijzigde ${fieldOf(line)}${of}: ${short(line.from)} werd ${short(line.to)}`
  }
  if (labels.length <= MOST_FIELDS) return `wijzigde ${joined(labels)}${of}`
  return `wijzigde ${labels.slice(0, MOST_FIELDS - 1).join(', ')} en nog ${labels.length - MOST_FIELDS + 1} gegevens${of}`
}

/** What hangs on a record and came or went: 'vaardigheid Heftruck'. */
function attached(row: ToldRow): string {
  const told = row.lines
    .map(({ label, from, to }) => ({ label, value: row.action === 'delete' ? (from ?? to) : to }))
    .filter(({ value }) => value !== EMPTY && value !== row.name)
  const [first] = told
  return first ? `${first.label.toLowerCase()} ${short(first.value)}` : 'een gegeven'
}

function attachment(rows: ToldRow[]): string {
  const { action, name } = rows[0]!
  const at = name === null ? '' : ` bij ${name}`
  // What hangs on a record in two ways, as who gives a part and the leave to plan them, is named once.
  const things = [...new Set(rows.map(attached))]
  const what = things.length > MOST_FIELDS ? `${things.length} gegevens` : joined(things)
  return action === 'insert' ? `voegde ${what} toe${at}` : `haalde ${what} weg${at}`
}

/** Rows of one kind and action; `act` is how several of these are told in one go. */
interface Group {
  act: string
  rows: ToldRow[]
}

function groupsOf(rows: ToldRow[]): Group[] {
  const keyOf = ({ type, action, isRecord }: ToldRow) => `${type} ${action} ${isRecord}`
  const groups = [...Map.groupBy(rows, keyOf).values()].map((some) => {
    const { acts, action } = some[0]!
    return { act: acts?.[action] ?? ACTS[action] ?? `${actionLabel(action)}: *`, rows: some }
  })
  const own = groups.filter(({ rows: [first] }) => first!.isRecord)
  return own.length > 0 ? own : groups
}

const isEdit = ({ rows: [first], act }: Group) => first!.action === 'update' && act === ACTS.update

function clause({ act, rows }: Group): string {
  const { isRecord, action, lines } = rows[0]!
  if (action === 'merge') {
    const gone = lines.find(({ label }) => label === 'Samengevoegd')?.to
    return `voegde ${gone ?? 'een ander'} samen met ${objectOf(rows)}`
  }
  if (!isRecord && (action === 'insert' || action === 'delete')) return attachment(rows)
  return isEdit({ act, rows }) ? changed(rows) : `${act.replace('*', objectOf(rows))}${shared(rows, 'voor', 'where')}`
}

/** What an action did, in one sentence about names: 'Sanne Willems schreef 3 cursisten in'. */
export function sentenceOf(actor: string, rows: ToldRow[]): string {
  const groups = groupsOf(rows)
  // Of what came with it only what is new or gone is told; what changed elsewhere stands in the details.
  const told = [...groups.slice(0, 1), ...groups.slice(1).filter((group) => !isEdit(group))].slice(0, MOST_KINDS)
  const [first, second] = told
  if (first === undefined) return actor
  const isOne = second !== undefined && first.act === second.act && !isEdit(first) && first.rows[0]!.isRecord
  // What they belong to is named once: 'voegde 3 planningen van BHV basis en 6 onderdelen toe'.
  const objects = told.map(({ rows: some }, i) => objectOf(some, { wholes: i === 0 }))
  if (isOne) return `${actor} ${first.act.replace('*', joined(objects))}`
  return `${actor} ${joined(told.map(clause))}`
}
