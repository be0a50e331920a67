import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { flash } from '../shared/platform.ts'
import { swallowClick } from '../shared/swallow-click.ts'
import { lastDayOf, pickUp, putAt, snap, stretchDays, withLength, type Held } from './holding.ts'
import { cornerScroll } from '../shared/corner-scroll.ts'
import { MINUTES_PER_DAY } from './split.ts'
import { type Holding } from './use-holding.ts'

/** Less than this is a click. */
const STILL_PX = 5

interface Press {
  appointment: CalendarAppointment
  x: number
  y: number
  lane: number | null
  isEnd: boolean
  /** Minutes from its begin to where it was taken, in a cell with hours; null in one without. */
  grip: number | null
}

/** Minutes of the day under the pointer: down a column, or along a line of hours. */
function minuteAt(cell: HTMLElement, x: number, y: number): number | null {
  const rect = cell.getBoundingClientRect()
  if (cell.classList.contains('cal-col')) return ((y - rect.top) / rect.height) * MINUTES_PER_DAY
  if (cell.dataset.from === undefined) return null
  const from = Number(cell.dataset.from)
  return from + ((x - rect.left) / rect.width) * (Number(cell.dataset.to) - from)
}

const cellAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]') ?? null

const laneOf = (cell: Element): number | null => {
  const lane = cell.closest<HTMLElement>('[data-lane]')?.dataset.lane
  return lane === undefined ? null : Number(lane)
}

/** What is held, under the pointer. */
function follow(held: Held, press: Press, event: globalThis.PointerEvent, whyNot: Options['whyNot']): Held {
  const cell = cellAt(event.clientX, event.clientY)
  if (!cell) return held
  const day = Number(cell.dataset.cell)
  const minute = minuteAt(cell, event.clientX, event.clientY)
  if (press.isEnd)
    return minute === null
      ? stretchDays(held, day - lastDayOf(held))
      : withLength(held, (day - held.at.day) * MINUTES_PER_DAY + snap(minute) - held.at.minute)
  const lane = laneOf(cell)
  const grip = minute === null ? null : press.grip
  const refusal = lane === null || lane === held.from.lane ? null : whyNot(lane)
  const next = putAt(held, {
    day,
    minute: grip === null ? held.at.minute : snap(minute! - grip),
    lane: refusal === null ? lane : held.at.lane,
  })
  return { ...next, refusal: refusal ?? undefined }
}

const wantsCopy = (event: { ctrlKey: boolean; altKey: boolean }): boolean => event.ctrlKey || event.altKey

/** What may not be moved was only picked up to be copied. */
const isCopy = ({ pulled, appointment }: Held, isWanted: boolean): boolean =>
  (isWanted && pulled !== true) || appointment.fixed !== undefined

const isSame = (a: Held, b: Held): boolean =>
  a.at.day === b.at.day &&
  a.at.minute === b.at.minute &&
  a.at.lane === b.at.lane &&
  a.length === b.length &&
  a.copy === b.copy &&
  a.refusal === b.refusal

/** What is pressed where it could be dragged from; null for anything else. */
function pressOf(event: PointerEvent, find: Options['find']): Press | null {
  const { target, clientX: x, clientY: y } = event
  if (event.button !== 0 || event.pointerType === 'touch' || !(target instanceof Element)) return null
  const block = target.closest<HTMLElement>('[data-appointment]')
  const cell = block?.closest<HTMLElement>('[data-cell]')
  const appointment = block ? find(Number(block.dataset.appointment)) : undefined
  if (!cell || appointment?.version === undefined) return null
  const { from } = pickUp(appointment, laneOf(cell), 'pointer')
  const minute = minuteAt(cell, x, y)
  const days = Number(cell.dataset.cell) - from.day
  const isEnd = target.closest('[data-grip]') !== null
  const grip = minute === null ? null : minute + days * MINUTES_PER_DAY - from.minute
  return { appointment, x, y, lane: from.lane, isEnd, grip }
}

interface Options {
  root: RefObject<HTMLElement | null>
  holding: Holding
  find: (id: number) => CalendarAppointment | undefined
  /** Why nothing can be put into a row; null where it can. */
  whyNot: (lane: number) => string | null
  onStart: () => void
}

/** Dragging by mouse and pen; who uses fingers has the menu of a block. */
export function useHoldPointer({ root, holding, find, whyNot, onStart }: Options) {
  const [press, setPress] = useState<Press | null>(null)
  const isHolding = useRef(false)

  const begin = (event: globalThis.PointerEvent, from: Press): void => {
    const { appointment, lane } = from
    if (appointment.fixed !== undefined && !wantsCopy(event)) {
      flash(appointment.fixed, 'info')
      setPress(null)
      swallowClick()
      return
    }
    isHolding.current = true
    onStart()
    holding.start(follow({ ...pickUp(appointment, lane, 'pointer'), pulled: from.isEnd }, from, event, whyNot))
  }
  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!press) return
    if (!isHolding.current) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) >= STILL_PX) begin(event, press)
      return
    }
    cornerScroll(root.current!, event.clientX, event.clientY)
    holding.change((held) => {
      const next = {
        ...follow(held, press, event, whyNot),
        copy: isCopy(held, wantsCopy(event)),
      }
      return isSame(held, next) ? held : next
    })
  })
  const end = (): void => {
    isHolding.current = false
    setPress(null)
  }
  const up = useEffectEvent(() => {
    if (isHolding.current) {
      swallowClick()
      holding.drop()
    }
    end()
  })
  const leave = useEffectEvent(() => {
    if (isHolding.current) holding.cancel()
    end()
  })
  const key = useEffectEvent((event: KeyboardEvent) => {
    if (!isHolding.current) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      swallowClick()
      leave()
    } else if (event.key === 'Control' || event.key === 'Alt')
      holding.change((held) => ({ ...held, copy: isCopy(held, event.type === 'keydown') }))
  })

  useEffect(() => {
    if (!press) return
    const watch = new AbortController()
    const { signal } = watch
    document.addEventListener('pointermove', move, { signal })
    document.addEventListener('pointerup', up, { signal })
    document.addEventListener('pointercancel', leave, { signal })
    document.addEventListener('keydown', key, { signal, capture: true })
    document.addEventListener('keyup', key, { signal, capture: true })
    return () => watch.abort()
  }, [press])

  return {
    onPointerDown(event: PointerEvent): void {
      if (!holding.held) setPress(pressOf(event, find))
    },
    /** A link drags itself away unless it is told not to. */
    onDragStart(event: { target: EventTarget; preventDefault: () => void }): void {
      if (event.target instanceof Element && event.target.closest('[data-appointment]')) event.preventDefault()
    },
  }
}
