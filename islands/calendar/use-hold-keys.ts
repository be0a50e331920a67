import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react'
import { type CalendarAppointment, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { flash } from '../shared/platform.ts'
import { holdCommandOf } from './hold-keys.ts'
import { pickUp } from './holding.ts'
import { rangeOf } from './range.ts'
import { type Holding } from './use-holding.ts'

interface Options {
  root: RefObject<HTMLElement | null>
  /** What the calendar shows: another one may draw what was dropped in another place. */
  answer: object | null
  holding: Holding
  view: ViewType
  day: Day
  /** The rows that a part can be moved between; null in a calendar. */
  lanes: readonly number[] | null
  find: (id: number) => CalendarAppointment | undefined
  onStart: () => void
  /** Shows another week or month, which what is held went into. */
  onShow: (day: Day) => void
}

/** Picks up with the space bar, and moves what is held by the keys until it is dropped or put back. */
export function useHoldKeys({ root, answer, holding, view, day, lanes, find, onStart, onShow }: Options) {
  const { held, phase } = holding
  const isHeld = held?.by === 'keys' && phase === 'held'
  const dropped = useRef(0)

  const key = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!held) return
    const command = holdCommandOf(event, view, lanes)
    if (command === undefined) {
      // Other keys of the agenda wait until it is put down; those of the browser do not.
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (command === 'drop') {
      dropped.current = held.appointment.id
      holding.drop()
    } else if (command === 'back') holding.cancel()
    else {
      const next = command(held)
      holding.change(command)
      const { first, days } = rangeOf(view, day)
      if (next.at.day < first || next.at.day >= first + days) onShow(next.at.day)
    }
  })

  useEffect(() => {
    if (!isHeld) return
    document.addEventListener('keydown', key, { capture: true })
    return () => document.removeEventListener('keydown', key, { capture: true })
  }, [isHeld])

  // The focus goes along with what was dropped.
  useEffect(() => {
    const id = dropped.current
    if (id === 0 || document.activeElement !== document.body) return
    root.current?.querySelector<HTMLElement>(`[data-appointment="${id}"]`)?.focus()
  }, [root, answer])

  /** True when the key picked something up. */
  return (event: KeyboardEvent): boolean => {
    if (event.key !== ' ' || holding.held || view === 'l') return false
    const block = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-appointment]') : null
    const appointment = block && find(Number(block.dataset.appointment))
    if (appointment?.version === undefined) return false
    const lane = block?.closest<HTMLElement>('[data-lane]')?.dataset.lane
    if (appointment.fixed !== undefined) flash(appointment.fixed, 'info')
    onStart()
    const start = pickUp(appointment, lane === undefined ? null : Number(lane), 'keys')
    // What stands fast can be copied still.
    holding.start(appointment.fixed === undefined ? start : { ...start, copy: true })
    return true
  }
}
