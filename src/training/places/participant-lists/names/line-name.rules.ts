import { nameWithAddress } from '../lines/address-lines.rules.ts'
import { isUnreadable, needsRecasing, normaliseName, recase } from './name-identity.rules.ts'
import {
  LONGEST_NAME,
  type SplitName,
  readGiven,
  splitFullName,
  splitLastName,
  takeAside,
  tidyInitials,
} from './names.rules.ts'
import { isParticles, isStrongParticle, straightQuotes, tidyParticles } from './particles.rules.ts'
import { type ColumnRole, type PersonName, type Remark } from '../types.ts'

/** The filled cells of one line that have one of these roles, from left to right. */
export type CellsOf = (...roles: ColumnRole[]) => string[]

export interface LineName {
  fields: PersonName
  remarks: Remark[]
  /** Addresses that stood in the cell of the name. */
  addresses: string[]
  /** The name stood in capitals, or in small letters only. */
  recased: boolean
}

/** Reads the name on a line, however it is spread over columns; null when there is none. */
export function readName(cells: CellsOf): LineName | null {
  const written = cells('full_name', 'full_name_last_first')[0] ?? ''
  const addressed = nameWithAddress(written)
  const named = (role: ColumnRole) =>
    cells(role).map((cell) => (addressed && cell === written ? addressed.name : cell))[0]
  const first = named('full_name')
  const last = named('full_name_last_first')
  const split =
    first !== undefined
      ? splitFullName(text(first))
      : last !== undefined
        ? splitFullName(text(last), 'last-first')
        : fromColumns(cells)
  const { initials = null, first_name, last_name_prefix, last_name } = split
  const name: PersonName = { initials: initials ?? initialsCell(cells), first_name, last_name_prefix, last_name }
  if (!/[\p{L}?\uFFFD]/u.test(`${name.initials ?? ''}${first_name}${last_name}`)) return null
  const recased = needsRecasing(name)
  const fields = recased
    ? {
        ...name,
        first_name: recase(first_name),
        last_name_prefix: last_name_prefix.toLowerCase(),
        last_name: recase(last_name),
      }
    : name
  const raw = cells('full_name', 'full_name_last_first', 'first_name', 'last_name')
  const remarks = [...remarksOnFields(fields), ...remarksOnWriting(split, raw)]
  return { fields, remarks, addresses: addressed ? [addressed.address] : [], recased }
}

/** The cell, or nothing where it holds a mark for "none" or a story. */
function text(cell = '', longest = LONGEST_NAME): string {
  return cell.length > longest || /^[-–—./]+$|^\?$/.test(cell) ? '' : cell.replace(/\s+/g, ' ')
}

/** In a column of its own a name too long to store is shown, for the user to correct; what is longer yet is no name. */
const LONGEST_SHOWN = 1000

function initialsCell(cells: CellsOf): string | null {
  const letters = takeAside(text(cells('initials')[0])).name
  return letters === '' ? null : tidyInitials(letters)
}

function fromColumns(cells: CellsOf): SplitName {
  const [first, prefix, last] = (['first_name', 'last_name_prefix', 'last_name'] as const).map((role) =>
    text(cells(role)[0], LONGEST_SHOWN),
  ) as [string, string, string]
  const alone = prefix === '' && cells('initials').length === 0
  if (alone && last === '' && first.includes(' ')) return splitFullName(first)
  if (alone && first === '' && last.includes(',') && !isParticles(last.split(',')[1]!.trim()))
    return splitFullName(last)
  // "Naam" beside "Voornaam" is the last name, unless it repeats the first name or has initials: then it is the whole name.
  const whole = splitFullName(last)
  const repeats = whole.first_name !== '' && normaliseName(whole.first_name) === normaliseName(first)
  if (prefix === '' && repeats) return whole
  const { name, aside } = takeAside(first)
  const given = straightQuotes(name).split(' ').filter(Boolean)
  // "Anna de" beside "Vries": the particle came along with the first name.
  const end =
    prefix === ''
      ? given.findLastIndex((word) => !isStrongParticle(word) || word !== word.toLowerCase()) + 1
      : given.length
  const before = tidyParticles(prefix === '' ? given.slice(end) : prefix.split(' '))
  const isWhole = first !== '' && (repeats || whole.initials !== null)
  const family = isWhole ? whole : splitLastName(last)
  // The prefix in its own column is that of another name: of the own one, beside that of a partner.
  if (isWhole && before !== '' && whole.last_name_prefix !== '' && before !== whole.last_name_prefix)
    return { ...whole, ...readGiven(given), aside, guessed: true }
  const own = readGiven(given.slice(0, end))
  return {
    initials: own.initials,
    first_name: own.first_name === '' ? (aside ?? '') : own.first_name,
    last_name_prefix: before.endsWith(family.last_name_prefix) ? before : `${before} ${family.last_name_prefix}`.trim(),
    last_name: family.last_name,
    aside: own.first_name === '' ? null : aside,
    guessed: false,
  }
}

function remarksOnFields(fields: PersonName): Remark[] {
  const remarks: Remark[] = []
  for (const field of ['first_name', 'last_name_prefix', 'last_name'] as const) {
    const name = fields[field]
    if (isUnreadable(name))
      remarks.push({
        field,
        text: `Onleesbaar teken in de naam (“${name}”); het is zo overgenomen. Verbeter het als u de juiste letter kent.`,
      })
    if (/\d/.test(name)) remarks.push({ field, text: `Er staan cijfers in de naam (“${name}”); controleer deze.` })
  }
  if (fields.last_name === '') remarks.push({ field: 'last_name', text: 'Geen achternaam opgegeven.' })
  if (fields.first_name === '' && fields.initials === null)
    remarks.push({ field: 'first_name', text: 'Geen voornaam opgegeven.' })
  return remarks
}

function remarksOnWriting({ first_name, last_name, aside, guessed }: SplitName, raw: string[]): Remark[] {
  const remarks: Remark[] = []
  const formula = raw.find((cell) => /^[=+@]/.test(cell))
  if (formula !== undefined)
    remarks.push({ field: 'line', text: `De naam begint met “${formula[0]}”; hij is als gewone tekst overgenomen.` })
  if (guessed)
    remarks.push({ field: 'line', text: `De naam is gesplitst in “${first_name}” en “${last_name}”; controleer dit.` })
  if (aside !== null)
    remarks.push({ field: 'first_name', text: `Bij de naam staat ook “${aside}”; dat is niet overgenomen.` })
  return remarks
}
