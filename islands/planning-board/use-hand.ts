import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { type BoardSettings, type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { SHORTEN, shortenQuestion } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { isoDay, type Day } from '../../src/platform/format/days.ts'
import { ask, flash } from '../shared/platform.ts'
import { keyOf, putAt } from './drafts.ts'
import { holdCommandOf, isMoved, judge, laneAt, pickUp, snap, type Held, type HoldCommand } from './held.ts'
import { TAKE_KEYS } from './keys.ts'
import { type Lane } from './model.ts'
import { minuteAt, useHandPointer } from './use-hand-pointer.ts'

export interface HandOptions {
  root: RefObject<HTMLElement | null>
  settings: BoardSettings
  days: readonly Day[]
  /** All lanes, and those that are shown. */
  lanes: readonly Lane[]
  shown: readonly Lane[]
  /** What is shown is not known yet: nothing can be judged. */
  busy: boolean
  find: (key: string) => BoardVisit | undefined
  onDrop: (visit: BoardVisit) => void
  /** Shows another day or week, into which what is held went. */
  onShow: (day: Day) => void
}

const laneIdOf = (element: Element): number | null => {
  const lane = element.closest<HTMLElement>('[data-lane]')?.dataset.lane
  return lane === undefined ? null : Number(lane)
}

/** While it is held by the keys they are all of it; other keys of the board wait until it is put down. */
function useHeldKeys(isHeld: boolean, obey: (event: globalThis.KeyboardEvent) => HoldCommand | undefined): void {
  const key = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return
    if (obey(event) !== undefined) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation()
  })
  useEffect(() => {
    if (!isHeld) return
    document.addEventListener('keydown', key, { capture: true })
    return () => document.removeEventListener('keydown', key, { capture: true })
  }, [isHeld])
}

/** The focus goes along with what was dropped, once it is drawn there. @returns what is dropped by its key */
function useFocusDropped(root: HandOptions['root']): (key: string) => void {
  const dropped = useRef('')
  useEffect(() => {
    if (dropped.current === '') return
    const block = root.current?.querySelector<HTMLElement>(`.pb-ev [data-take="${dropped.current}"]`)
    if (!block) return
    dropped.current = ''
    block.focus()
  })
  return (key) => {
    dropped.current = key
  }
}

/** What is held, and as it is between two drawings: a drop may follow the last move at once. */
function useHeld() {
  const [held, setHeld] = useState<Held | null>(null)
  const now = useRef<Held | null>(null)
  const put = (next: Held | null): void => {
    now.current = next
    setHeld(next)
  }
  return { held, put, latest: () => now.current }
}

/** One visit in the hand, by mouse, finger or keys; dropped it becomes a draft. */
export function useHand(options: HandOptions) {
  const { root, settings, days, lanes, shown, busy, find, onDrop, onShow } = options
  const { held, put, latest } = useHeld()
  const focusDropped = useFocusDropped(root)

  const start = (visit: BoardVisit, by: Held['by'], element: Element | null): void => {
    const first = { lane: shown[0]?.id ?? 0, day: days[0]! }
    put(pickUp(visit, by, element && laneIdOf(element), first))
  }
  const drop = async (): Promise<void> => {
    const of = latest()
    if (!of) return
    if (busy) {
      if (of.by === 'pointer') put(null)
      return flash('De planning wordt nog geladen.', 'info')
    }
    put(null)
    if (!isMoved(of)) return
    const outcome = judge(of, lanes)
    if ('refusal' in outcome) return flash(outcome.refusal, 'warning')
    if ('shorten' in outcome && !(await ask(shortenQuestion(outcome.shorten), SHORTEN))) return
    if (of.by === 'keys') focusDropped(keyOf(of.visit))
    onDrop(putAt(of.visit, { lane: laneAt(of), date: isoDay(of.at.day), span: outcome.span }))
  }

  useHeldKeys(held?.by === 'keys', (event) => {
    const command = holdCommandOf(event, { settings, shown: shown.map(({ id }) => id), lanes })
    if (command === 'drop') void drop()
    else if (command === 'back') put(null)
    else if (command && held) {
      const next = command(held)
      put(next)
      if (!days.includes(next.at.day)) onShow(next.at.day)
    }
    return command
  })
  const onPointerDown = useHandPointer({
    root,
    settings,
    find,
    isFree: held === null,
    start: (visit, element) => start(visit, 'pointer', element),
    move: (change) => {
      const of = latest()
      if (of) put(change(of))
    },
    drop: () => void drop(),
    cancel: () => put(null),
  })

  return {
    held,
    /** Takes a visit in the hand that is in no lane yet. */
    take: (visit: BoardVisit) => start(visit, 'keys', null),
    onPointerDown,
    /** What is held without a pointer goes where is tapped, or back where it was taken from. */
    onClick: (event: MouseEvent): void => {
      if (held?.by !== 'keys' || !(event.target instanceof Element)) return
      const cell = event.target.closest<HTMLElement>('[data-cell]')
      if (!cell && !event.target.closest(`[data-take="${keyOf(held.visit)}"]`)) return
      event.preventDefault()
      event.stopPropagation()
      if (!cell) return put(null)
      const minute = minuteAt(cell, event.clientX, event.clientY, settings)
      put({ ...held, at: { lane: Number(cell.dataset.lane), day: Number(cell.dataset.cell), minute: minute === null ? (held.from?.minute ?? null) : snap(minute) } }) // prettier-ignore
      void drop()
    },
    /** True when the key picked something up. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (held || !TAKE_KEYS.includes(event.key)) return false
      const element = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-take]') : null
      const visit = element && find(element.dataset.take!)
      if (!visit) return false
      start(visit, 'keys', element)
      return true
    },
  }
}
