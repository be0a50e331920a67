/** From the rows of a list to the cells that are known by their headings. */
import { placesOf } from '../../platform/files/list-rows.rules.ts'

/** A row of a list: its line, and what it says of each column that was recognised. Empty cells are left out. */
export interface ListedRow {
  line: number
  cells: Record<string, string>
}

export interface ReadRows {
  rows: ListedRow[]
  /** Headings that were recognised, and those that were not. */
  taken: string[]
  left: string[]
  /** Headings of citizen service numbers, which may not be kept. */
  forbidden: string[]
}

const CITIZEN_NUMBER = /\bbsn\b|burger\s*service|sofi-?\s*num/i
export const LONGEST_CELL = 4000

/** @returns null for a list without the headings that it needs */
export function readRows(
  list: readonly (readonly string[])[],
  headings: readonly (readonly [string, RegExp])[],
  needed: string,
): ReadRows | null {
  const [head = [], ...body] = list
  const forbidden = head.filter((cell) => CITIZEN_NUMBER.test(cell))
  const places = placesOf(
    head.map((cell) => (CITIZEN_NUMBER.test(cell) ? '' : cell)),
    headings,
  )
  if (!places.has(needed)) return null
  const at = new Set(places.values())
  return {
    rows: body.map((row, i) => ({ line: i + 2, cells: cellsOf(row, places) })),
    taken: head.filter((_, i) => at.has(i)),
    left: head.filter((cell, i) => !at.has(i) && cell !== '' && !CITIZEN_NUMBER.test(cell)),
    forbidden,
  }
}

const cellsOf = (row: readonly string[], places: ReadonlyMap<string, number>): Record<string, string> =>
  Object.fromEntries(
    [...places].flatMap(([column, at]) => {
      const cell = (row[at] ?? '').slice(0, LONGEST_CELL).trim()
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
