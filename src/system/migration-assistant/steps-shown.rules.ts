/** How far a step is, as the page shows it. */
import type { Registry } from '../../platform/registry.ts'
import { formatCount } from '../../platform/format/format.ts'
import { findTarget, type Outcome } from '../importing/index.ts'
import { PARTS } from './assistant.contract.ts'
import type { MovedCount, Progress } from './moves.queries.ts'
import { STEPS } from './steps.rules.ts'

export const WORDS: Record<Outcome, string> = {
  new: 'Nieuw',
  changed: 'Bijgewerkt',
  same: 'Blijft gelijk',
  doubt: 'Twijfel',
  refused: 'Gaat niet mee',
}

export interface KindModel {
  what: string
  label: { one: string; many: string }
  /** Parts that have not come yet; null where the older system has none of it. */
  missing: number[] | null
  percent: number
  fetched: number
  total: number
  isDone: boolean
  moved: Partial<Record<Outcome, number>>
}

export interface StepModel {
  key: string
  label: string
  state: 'done' | 'busy' | 'waiting' | 'nothing'
  text: string
  kinds: KindModel[]
}

const ALL_PARTS = Array.from({ length: PARTS }, (_, i) => i + 1)

function kindModel(
  registry: Registry,
  what: string,
  counts: ReadonlyMap<string, number>,
  at: Progress | undefined,
  moved: readonly MovedCount[],
): KindModel | null {
  const target = findTarget(registry, what)
  if (!target) return null
  const parts = at?.parts ?? []
  const own = moved.filter((one) => one.what === what)
  return {
    what,
    label: target.label,
    missing: counts.has(what) || at ? ALL_PARTS.filter((part) => !parts.includes(part)) : null,
    percent: (parts.length / PARTS) * 100,
    fetched: at?.fetched ?? 0,
    total: at?.total ?? counts.get(what) ?? 0,
    isDone: (at?.done_at ?? null) !== null,
    moved: Object.fromEntries(own.map(({ outcome, count }) => [outcome, count])),
  }
}

const textOf = (kinds: readonly KindModel[]): string =>
  kinds
    .map(({ label, total, fetched, isDone, moved }) => {
      const came = (moved.new ?? 0) + (moved.changed ?? 0) + (moved.same ?? 0)
      if (isDone) return `${came} van ${formatCount(fetched, label.one, label.many)}`
      return fetched > 0 ? `${fetched} van ${total} opgehaald` : formatCount(total, label.one, label.many)
    })
    .join(', ')

/** The steps of a move, each with what it moves over. */
export function stepModels(
  registry: Registry,
  counts: ReadonlyMap<string, number>,
  progress: ReadonlyMap<string, Progress>,
  moved: readonly MovedCount[],
): StepModel[] {
  return STEPS.map(({ key, label, kinds }) => {
    const models = kinds.flatMap((what) => kindModel(registry, what, counts, progress.get(what), moved) ?? [])
    const there = models.filter(({ missing }) => missing !== null)
    const isDone = there.length > 0 && there.every((kind) => kind.isDone)
    const isBusy = there.some(({ fetched, isDone: one }) => fetched > 0 || one)
    // Where the data come from is chosen by now.
    const isChosen = key === 'settings' && there.length === 0
    const state = isDone || isChosen ? 'done' : isBusy ? 'busy' : there.length > 0 || key === 'finish' ? 'waiting' : 'nothing' // prettier-ignore
    const nothing = key === 'finish' ? '' : isChosen ? 'gekozen' : 'niets om over te nemen'
    return { key, label, kinds: there, state, text: there.length > 0 ? textOf(there) : nothing }
  })
}

/** The step to go on with: the first one while nothing was fetched, else the first one that is not done. */
export function stepToGoOn(steps: readonly StepModel[]): StepModel {
  const hasBegun = steps.some(({ kinds }) => kinds.some(({ fetched }) => fetched > 0))
  return (hasBegun && steps.find(({ state }) => state === 'busy' || state === 'waiting')) || steps[0]!
}
