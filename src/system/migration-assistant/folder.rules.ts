/**
 * Files that an older system wrote: lists of companies and people as Coachview exports its search lists (the id first) and
 * as Planaday calls its columns, and lists of others with headings in Dutch.
 */
import { inflateRawSync } from 'node:zlib'
import { isWorkbook } from '../../platform/files/list-rows.rules.ts'
import { type ZipEntry, zipEntries } from '../../platform/files/zip-directory.rules.ts'
import { readRows, type Target } from '../importing/index.ts'
import { contentOf } from './steps.rules.ts'
import type { OldRow } from './types.ts'

/** A file that cannot be taken; the message is Dutch and meant for the user. */
export class FolderError extends Error {
  override name = 'FolderError'
}

export interface FolderFile {
  name: string
  bytes: Uint8Array
}

export const MOST_FILES = 30
const MOST_UNPACKED = 60_000_000
/** Rows of one kind, which are taken over as a whole. */
export const MOST_ROWS = 20_000

/** The files of a zip file, or the file itself. @throws FolderError */
export function filesIn(file: FolderFile): FolderFile[] {
  if (!isWorkbook(file.bytes)) return [file]
  const entries = entriesOf(file)
  if (entries.some(({ name }) => name === 'xl/workbook.xml')) return [file]
  const lists = entries.filter(({ name }) => /\.(csv|txt|xlsx)$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name))
  if (lists.length > MOST_FILES) throw new FolderError(`In ${file.name} zitten meer dan ${MOST_FILES} bestanden.`)
  if (lists.some(({ encrypted }) => encrypted)) throw new FolderError(`${file.name} is met een wachtwoord beveiligd.`)
  if (lists.reduce((sum, { size }) => sum + size, 0) > MOST_UNPACKED)
    throw new FolderError(`${file.name} is uitgepakt groter dan ${MOST_UNPACKED / 1_000_000} MB.`)
  return lists.map((entry) => ({ name: entry.name.replace(/^.*\//, ''), bytes: unpacked(file.name, entry) }))
}

const damaged = (name: string, cause: unknown) => new FolderError(`${name} is beschadigd en kan niet worden gelezen.`, { cause }) // prettier-ignore

function entriesOf({ name, bytes }: FolderFile): ZipEntry[] {
  try {
    return zipEntries(bytes)
  } catch (error) {
    throw damaged(name, error)
  }
}

function unpacked(name: string, { deflated, packed, size }: ZipEntry): Uint8Array {
  try {
    return deflated ? inflateRawSync(packed, { maxOutputLength: size + 1 }) : packed
  } catch (error) {
    throw damaged(name, error)
  }
}

/** What the name of a file says that it is about; the narrower word comes first. */
const NAMED: [string, RegExp][] = [
  ['certificates', /certifica|diploma/i],
  [
    'enrolments-to-come',
    /(inschrijv|deelnemer|cursist).*(komend|toekomst|planning)|(komend|toekomst|planning).*(inschrijv|deelnemer|cursist)/i,
  ],
  ['enrolments', /inschrijv|gevolgd|historie/i],
  ['plannings', /planning|rooster|agenda/i],
  ['opening-items', /openstaand|open.?post/i],
  ['products', /product|artikel/i],
  ['devices', /apparaat|apparaten|middelen/i],
  ['contacts', /person|contact|cursist|deelnemer|docent/i],
  ['courses', /opleiding|cursus|training/i],
  ['companies', /bedrij|organisatie|debiteur|klant|relatie/i],
]
/** As what a file is read whose name says nothing; people first, for they are of companies too. */
const UNNAMED = ['contacts', 'companies']

const IDS: Record<string, RegExp> = {
  contacts: /^((persoon|cursist|deelnemer|contact)[ _]?)?(id|nr|nummer|code)$|^extern[ _]?id$|^employee[ _]?id$/i,
  // The number of a planning stands on each of its parts and people.
  plannings: /^((onderdeel|regel|les)[ _]?)?id$/i,
  'enrolments-to-come': /^(inschrijving[ _]?)?id$/i,
  companies: /^((bedrijfs?|relatie|klant|organisatie)[ _]?)?(id|nr|nummer|code)$|^extern[ _]?id$/i,
}
const ANY_ID = /^([a-z]+[ _]?)?id$/i

/** Headings that Planaday's and Coachview's lists have, as the import knows them; '' for what says nothing of the row. */
const HEADINGS: [RegExp, string][] = [
  [/^adres_1$/i, 'Straat'],
  [/^adres_2$/i, ''],
  [/^huisnummer_?ext$/i, 'Toevoeging'],
  [/^telefoonnummer_1$/i, 'Telefoon'],
  [/^telefoonnummer_2$/i, 'Mobiel'],
  [/^geboorte(stad|plaats)$/i, ''],
]
/** In a list of people the number of their company says less than its name. */
const OF_COMPANY = /^bedrijfs?[ _]?(id|nr|nummer|code)$/i

function heading(kind: string, cell: string): string {
  if (kind === 'contacts' && OF_COMPANY.test(cell)) return ''
  return HEADINGS.find(([known]) => known.test(cell))?.[1] ?? cell
}

const UNKNOWN_GENDER = /^(onbekend|niet relevant)$/i

function rowsAs({ name, headings, needed }: Target, list: readonly (readonly string[])[]): OldRow[] | null {
  const [head = [], ...body] = list
  const known = head.map((cell) => heading(name, cell))
  const read = readRows([known, ...body], [['old_id', IDS[name] ?? ANY_ID], ...headings], null)
  if (!read.columns.some(({ column }) => column === needed)) return null
  return read.rows.map(({ cells: { old_id, ...cells } }) => {
    if (UNKNOWN_GENDER.test(cells.gender ?? '')) delete cells.gender
    // Without an id of its own a row is known by what it says.
    return { old_id: (old_id ?? contentOf(cells)).slice(0, 200).toWellFormed(), cells }
  })
}

/** What a list is about and its rows; null for one of which nothing is known. */
export function kindIn(
  targets: readonly Target[],
  fileName: string,
  list: readonly (readonly string[])[],
): { kind: string; rows: OldRow[] } | null {
  const named = NAMED.filter(([, known]) => known.test(fileName)).map(([kind]) => kind)
  for (const kind of new Set([...named, ...UNNAMED])) {
    const target = targets.find(({ name }) => name === kind)
    const rows = target ? rowsAs(target, list) : null
    if (rows !== null && rows.length > 0) return { kind, rows }
  }
  return null
}
