/** Limits of a measured value that follow from what is measured: its class, and the metres of its cable. */
import { type Block, writtenNumber } from './filling.contract.ts'

export const BOUNDS = { at_least: 'Minstens', at_most: 'Hoogstens' } as const
type Bound = keyof typeof BOUNDS

/** One limit, as it stands with its block: base + per_metre × the metres above above_metres, up to its cap. */
export interface LimitRow {
  /** Null for all classes that have no row of their own. */
  class: string | null
  bound: Bound
  base: string
  per_metre: string | null
  above_metres: string | null
  cap: string | null
  /** Where it comes from. */
  source: string
}

/** What is known of what is measured. */
export interface Measured {
  classes: string[]
  metres: number | null
}

/** The limits that hold, and where they come from, or why there is none. */
export interface Limits {
  lowest: string | null
  highest: string | null
  source: string
}

const NO_METRES = 'kabellengte ontbreekt'
const NO_CLASS = 'klasse ontbreekt'
const OTHER_CLASS = 'geen grens voor deze klasse'
const AT_ODDS = 'de grenzen spreken elkaar tegen'

const plain = (text: string): string => text.trim().toLowerCase()
/** What a column holds. */
const MOST = 999_999_999

/** As it is kept: in thousandths, and what is shown is what is judged by. */
const kept = (value: number): string => String(Number(Math.min(MOST, Math.max(-MOST, value)).toFixed(3)))

/** @returns null where the metres are needed and not known */
function valueOf({ bound, base, per_metre, above_metres, cap }: LimitRow, metres: number | null): string | null {
  if (per_metre === null) return kept(Number(base))
  if (metres === null) return null
  const value = Number(base) + Number(per_metre) * Math.max(0, metres - Number(above_metres ?? 0))
  if (cap === null) return kept(value)
  return kept(bound === 'at_least' ? Math.max(Number(cap), value) : Math.min(Number(cap), value))
}

function limitOf(rows: readonly LimitRow[], bound: Bound, { classes, metres }: Measured) {
  const all = rows.filter((row) => row.bound === bound)
  const own = classes.map(plain)
  const row =
    all.find((one) => one.class !== null && own.includes(plain(one.class))) ?? all.find((one) => one.class === null)
  if (!row) return { value: null, says: all.length === 0 ? null : own.length === 0 ? NO_CLASS : OTHER_CLASS }
  const value = valueOf(row, metres)
  return { value, says: value === null ? NO_METRES : row.source }
}

/** The limits of what is measured; a row of its class goes before one of none. */
export function limitsFor(rows: readonly LimitRow[], measured: Measured): Limits {
  const least = limitOf(rows, 'at_least', measured)
  const most = limitOf(rows, 'at_most', measured)
  const says = [least.says, most.says].filter((text) => text !== null)
  return { lowest: least.value, highest: most.value, source: [...new Set(says)].join('; ') }
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))

/** A block with the limits of what is measured; one whose limits do not change is the same block. */
export function withLimits<B extends Block & { limits: LimitRow[]; source: string }>(block: B, measured: Measured): B {
  if (block.limits.length === 0) return block
  const found = limitsFor(block.limits, measured)
  const follows = (bound: Bound) => block.limits.some((row) => row.bound === bound)
  const limits = {
    lowest: follows('at_least') ? found.lowest : block.lowest,
    highest: follows('at_most') ? found.highest : block.highest,
    source: found.source,
  }
  const atOdds = limits.lowest !== null && limits.highest !== null && Number(limits.lowest) > Number(limits.highest)
  const holding = atOdds ? { lowest: null, highest: null, source: AT_ODDS } : limits
  const isSame =
    number(holding.lowest) === number(block.lowest) &&
    number(holding.highest) === number(block.highest) &&
    holding.source === block.source
  return isSame ? block : { ...block, ...holding }
}

/** 'klasse I: hoogstens 0,3 Ω, en 0,013 per meter boven 5 m, tot 1 Ω'. */
export function limitRowText(row: LimitRow, unit: string): string {
  const of = (value: string | null) => [writtenNumber(value), unit].filter(Boolean).join(' ')
  const above = row.above_metres === null ? '' : ` boven ${writtenNumber(row.above_metres)} m`
  return [
    `${row.class === null ? '' : `klasse ${row.class}: `}${BOUNDS[row.bound].toLowerCase()} ${of(row.base)}`,
    row.per_metre === null ? '' : `en ${writtenNumber(row.per_metre)} per meter${above}`,
    row.cap === null ? '' : `tot ${of(row.cap)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
