/** What is moved over, in which order, and what of it is told apart. */
import { createHash } from 'node:crypto'
import type { Registry } from '../../platform/registry.ts'
import { findTarget, type Target } from '../importing/index.ts'
import { type Double, PARTS } from './assistant.contract.ts'
import type { OldRow } from './types.ts'

/** The steps, in their order, with what they move over; that is offered as far as it can be imported. */
export const STEPS: readonly { key: string; label: string; kinds: readonly string[] }[] = [
  { key: 'settings', label: 'Instellingen', kinds: ['products'] },
  { key: 'companies', label: 'Bedrijven', kinds: ['companies'] },
  { key: 'contacts', label: 'Contacten', kinds: ['contacts'] },
  { key: 'courses', label: 'Opleidingen', kinds: ['courses'] },
  { key: 'schedule', label: 'Agenda', kinds: ['plannings', 'enrolments-to-come', 'enrolments', 'certificates'] },
  { key: 'contracts', label: 'Contracten', kinds: ['devices', 'opening-items'] },
  { key: 'finish', label: 'Afronden', kinds: [] },
]

/** What can be moved over, in the order of the steps. */
export const targetsOf = (registry: Registry): Target[] =>
  STEPS.flatMap(({ kinds }) => kinds).flatMap((kind) => findTarget(registry, kind) ?? [])

/** Of which each has a debtor number of its own. */
export const isNumbered = ({ once }: Target): boolean => once?.field === 'client_id'

/** Which of so many rows a part is: from the first one on, and how many. */
export function rowsOfPart(total: number, part: number): { from: number; count: number } {
  const from = Math.floor(((part - 1) * total) / PARTS)
  return { from, count: Math.floor((part * total) / PARTS) - from }
}

/** By what a row is recognised as the one that was taken over before. */
export const contentOf = (cells: Record<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(cells).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64')

const numberOf = ({ client_id = '' }: Record<string, string>): string => client_id.trim().replace(/^0+(?=.)/, '')
const keyOf = (what: string, old_id: string): string => `${what}:${old_id}`

export const nameOf = ({ old_id, cells }: OldRow): string => {
  const { name, first_name, last_name_prefix, last_name } = cells
  return name ?? ([first_name, last_name_prefix, last_name].filter(Boolean).join(' ') || old_id)
}

/** Debtor numbers that several have; who is of a company is invoiced through it and has none. */
export function doublesOf(rows: readonly (OldRow & { what: string })[]): Double[] {
  const numbered = rows.filter(({ cells }) => numberOf(cells) !== '' && cells.company === undefined)
  return [...Map.groupBy(numbered, ({ cells }) => numberOf(cells))]
    .filter(([, of]) => of.length > 1)
    .map(([number, of]) => ({ number, of: of.map((row) => ({ key: keyOf(row.what, row.old_id), name: nameOf(row) })) }))
}

/** By debtor number who keeps it: `what:old id`. */
export type Keepers = Readonly<Record<string, string>>

/** Those of whom nobody chose yet who keeps the number. */
export const openDoubles = (doubles: readonly Double[], keepers: Keepers): Double[] =>
  doubles.filter(({ number, of }) => !of.some(({ key }) => keepers[number] === key))

/** A row without the number that somebody else keeps: it gets a new one. */
export function withKeepers(what: string, row: OldRow, keepers: Keepers): OldRow {
  const keeper = keepers[numberOf(row.cells)]
  if (keeper === undefined || keeper === keyOf(what, row.old_id)) return row
  const { client_id: _taken, ...cells } = row.cells
  return { ...row, cells }
}
