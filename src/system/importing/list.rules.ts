/** From the rows of a list to the cells that are known by their headings. */
import { createHash } from 'node:crypto'
import { placesOf } from '../../platform/files/list-rows.rules.ts'

/** A row of a list: its line, and what it says of each column that was recognised. Empty cells are left out. */
export interface ListedRow {
  line: number
  cells: Record<string, string>
}

/** A column of a list: what stands above it, an example, and as which column of the target it is taken ('' for none). */
export interface ListColumn {
  heading: string
  sample: string
  column: string
  /** Of citizen service numbers, which may not be kept. */
  forbidden: boolean
}

interface ReadRows {
  rows: ListedRow[]
  columns: ListColumn[]
}

const CITIZEN_NUMBER = /\bbsn\b|burger\s*service|sofi-?\s*num/i
export const LONGEST_CELL = 4000

/** What a column holds by what stands in it, where its heading says nothing; for the columns that the target has. */
const BY_VALUE = [
  ['email', /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i],
  ['postal_code', /^\d{4}\s?[a-z]{2}$/i],
  ['mobile_phone', /^(\+31|0031|0)\s?-?\(?0?\)?\s?6[\s-]?(\d[\s-]?){8}$/],
  ['vat_id', /^nl\s?\d{9}\s?b\d{2}$/i],
  ['website', /^(https?:\/\/|www\.)\S+$/i],
] as const
const JUDGED_ROWS = 50
const MOSTLY = 0.8

function byValue(body: readonly (readonly string[])[], at: number): string {
  const filled = body.slice(0, JUDGED_ROWS).map((row) => (row[at] ?? '').trim()).filter(Boolean) // prettier-ignore
  const found = BY_VALUE.find(([, looks]) => filled.filter((cell) => looks.test(cell)).length >= filled.length * MOSTLY)
  return filled.length > 0 && found ? found[0] : ''
}

/**
 * The rows of a list by its columns.
 * @param chosen as what each column is taken, where somebody said so; else its heading says it, or its values do
 * @param before lines of the list that came before these rows
 */
export function readRows(
  list: readonly (readonly string[])[],
  headings: readonly (readonly [string, RegExp])[],
  chosen: readonly string[] | null,
  before = 0,
): ReadRows {
  const [head = [], ...body] = list
  const columns = chosen ? asChosen(head, headings, chosen) : recognised(head, body, headings)
  const places = new Map(columns.flatMap((column, at) => (column === '' ? [] : [[column, at] as const])))
  return {
    rows: body.map((row, i) => ({ line: before + i + 2, cells: cellsOf(row, places) })),
    columns: head.map((heading, at) => {
      const forbidden = CITIZEN_NUMBER.test(heading)
      const sample = forbidden ? '•••••••••' : (body.find((row) => (row[at] ?? '') !== '')?.[at] ?? '').slice(0, 60)
      return { heading, forbidden, sample, column: columns[at]! }
    }),
  }
}

/** No column of the target is taken twice. */
function asChosen(
  head: readonly string[],
  headings: readonly (readonly [string, RegExp])[],
  chosen: readonly string[],
): string[] {
  const known = new Set(headings.map(([column]) => column))
  return head.map((heading, at) => {
    const column = chosen[at] ?? ''
    return !CITIZEN_NUMBER.test(heading) && known.has(column) && chosen.indexOf(column) === at ? column : ''
  })
}

function recognised(
  head: readonly string[],
  body: readonly (readonly string[])[],
  headings: readonly (readonly [string, RegExp])[],
): string[] {
  const places = placesOf(
    head.map((cell) => (CITIZEN_NUMBER.test(cell) ? '' : cell)),
    headings,
  )
  const known = new Set(headings.map(([column]) => column))
  const by = new Map([...places].map(([column, at]) => [at, column]))
  for (const [at, heading] of head.entries()) {
    const column = by.has(at) || CITIZEN_NUMBER.test(heading) ? '' : byValue(body, at)
    if (column !== '' && known.has(column) && ![...by.values()].includes(column)) by.set(at, column)
  }
  return head.map((_, at) => by.get(at) ?? '')
}

const cellsOf = (row: readonly string[], places: ReadonlyMap<string, number>): Record<string, string> =>
  Object.fromEntries(
    [...places].flatMap(([column, at]) => {
      const cell = (row[at] ?? '').slice(0, LONGEST_CELL).toWellFormed().trim()
      return cell === '' ? [] : [[column, cell]]
    }),
  )

/** 'Lindelaan 12 hs' in its parts. */
export function splitAddress({ address, ...cells }: Record<string, string>): Record<string, string> {
  if (address === undefined) return cells
  const [, street = address, street_no, part, rest] =
    /^(.+?)\s+(\d+)(?:\s*[-/]\s*(\S.*)|\s*([^\d\s/-].*))?$/.exec(address) ?? []
  const adding = part ?? rest ?? ''
  return {
    ...{ street: street.trim(), ...(street_no ? { street_no } : {}), ...(adding ? { street_no_adding: adding } : {}) },
    ...cells,
  }
}

/** The heading of each part of an address. */
export const ADDRESS_HEADINGS = [
  ['street', /^straat/i],
  ['street_no_adding', /toevoeging/i],
  ['street_no', /huisn|^nr\.?$/i],
  ['postal_code', /postcode/i],
  ['city', /^(woon|vestigings)?plaats|^stad$/i],
  ['country_code', /^land/i],
  ['address', /^adres$/i],
] as const

/** By which a list with these headings is known again. */
export const sourceOf = (head: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(head.map((cell) => cell.toLowerCase()))).digest('hex') // prettier-ignore

/** As what somebody takes the columns of this list; null where nothing was said of one with these headings. */
export function chosenColumns(fields: Record<string, unknown>, source: string, count: number): string[] | null {
  if (fields.source !== source) return null
  return Array.from({ length: count }, (_, at) => (typeof fields[`column_${at}`] === 'string' ? (fields[`column_${at}`] as string) : '')) // prettier-ignore
}
