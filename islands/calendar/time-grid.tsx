import { useLayoutEffect, useRef, type ReactNode } from 'react'
import {
  formatMinute,
  isoDay,
  pad,
  partsOf,
  weekdayOf,
  WEEKDAYS_SHORT,
  type Day,
} from '../../src/platform/format/days.ts'
import { type WallClock } from '../../src/platform/format/wall-clock.ts'
import { vars } from './css-vars.ts'
import { DayColumn } from './day-column.tsx'
import { type Handlers } from './handlers.ts'
import { halfHours, HALF_HOURS, HOURS, hourShows } from './positions.ts'
import { type Piece, type PiecesByDay } from './split.ts'
import { dayTitle } from '../shared/day-titles.ts'
import { countItems } from './titles.ts'
import { type JudgedById } from './use-judged.ts'
import { type Lanes } from './use-overlap.ts'
import { useStaged } from './use-staged.ts'
import { stopProps } from '../shared/use-roving.ts'

const NONE: readonly Piece[] = []
/** The hour that stands at the top when a view opens. */
const FIRST_HOUR = 7
const PAPER_HOURS = [7, 19] as const

interface TimeGridProps {
  view: 'w' | 'd'
  days: readonly Day[]
  label: string
  /** The current moment, as epoch seconds and on the wall clock. */
  now: number
  clock: WallClock
  byDay: PiecesByDay
  judged: JudgedById
  lanes: Lanes
  activeId: number | null
  holidays: Readonly<Record<string, string>>
  canAdd: boolean
  waiting: boolean
  on: Handlers
}

/** The grid of week and day: 48 rows of half an hour. */
export function TimeGrid(props: TimeGridProps): ReactNode {
  const { view, days, label, now, clock, byDay, judged, lanes, activeId, canAdd, waiting, on } = props
  const scroller = useRef<HTMLDivElement>(null)
  const nowMinute = days.includes(clock.day) ? clock.minute : null
  const firstDay = days[0]!
  const staged = useStaged(byDay, null)

  // Once, when the view opens: stepping to another week or day keeps the hours where they are.
  useLayoutEffect(() => {
    const element = scroller.current!
    const grid = element.querySelector<HTMLElement>('.cal-col')!
    element.scrollTop = (grid.offsetHeight / HALF_HOURS) * halfHours(FIRST_HOUR * 60) - 10
  }, [view])

  // Where a week is wider than the screen, today comes first, and in any other week its Monday.
  useLayoutEffect(() => {
    const element = scroller.current!
    const grid = element.querySelector<HTMLElement>('.cal-col')!
    const today = element.querySelector<HTMLElement>('.cal-col.is-today')
    element.scrollLeft = today ? today.offsetLeft - grid.offsetLeft : 0
  }, [view, firstDay])

  return (
    <div
      className={view === 'd' ? 'cal-week cal-week--day' : 'cal-week'}
      ref={scroller}
      style={vars(paperHours(byDay))}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <div className="cal-head">{view === 'd' ? <DayHead {...props} /> : <WeekHead {...props} />}</div>
      <div className="cal-body">
        <div className="cal-times" aria-hidden="true">
          {HOURS.map((minute) => (
            <span
              key={minute}
              className={hourShows(minute, nowMinute) ? undefined : 'is-covered'}
              style={vars({ '--from': halfHours(minute) })}
            >
              {formatMinute(minute)}
            </span>
          ))}
          {nowMinute !== null && (
            <span className="now-label" style={vars({ '--from': halfHours(nowMinute) })}>
              {formatMinute(nowMinute)}
            </span>
          )}
        </div>
        {days.map((day, index) => (
          <DayColumn
            key={index}
            day={day}
            label={dayTitle(day)}
            now={now}
            nowMinute={day === clock.day ? clock.minute : null}
            pieces={staged.get(day) ?? NONE}
            judged={judged}
            lanes={lanes}
            activeId={activeId}
            canAdd={canAdd}
            waiting={waiting}
            on={on}
          />
        ))}
      </div>
    </div>
  )
}

/** On paper stands the working day, and what is before or after it. */
function paperHours(byDay: PiecesByDay): { '--paper-from': number; '--paper-to': number } {
  let [from, to]: [number, number] = [...PAPER_HOURS]
  for (const pieces of byDay.values())
    for (const { start, end } of pieces) {
      from = Math.min(from, Math.floor(start / 60))
      to = Math.max(to, Math.ceil(end / 60))
    }
  return { '--paper-from': from * 2, '--paper-to': to * 2 }
}

function WeekHead({ days, clock, holidays, on }: TimeGridProps): ReactNode {
  return (
    <>
      <div />
      {days.map((day) => {
        const { date, month } = partsOf(day)
        const holiday = holidays[isoDay(day)]
        return (
          <div key={day} className={day === clock.day ? 'is-today' : undefined}>
            <button
              type="button"
              className="cal-headday"
              title="Dag tonen"
              aria-current={day === clock.day ? 'date' : undefined}
              onClick={() => on.show('d', day)}
              {...stopProps(day, -1)}
            >
              {WEEKDAYS_SHORT[weekdayOf(day)]} <b>{`${pad(date)}-${pad(month)}`}</b>
            </button>
            {holiday && <span className="cal-holiday push">{holiday}</span>}
          </div>
        )
      })}
    </>
  )
}

function DayHead({ days, byDay, holidays }: TimeGridProps): ReactNode {
  const day = days[0]!
  const holiday = holidays[isoDay(day)]
  return (
    <>
      <div />
      <div>
        {countItems(byDay.get(day)?.length ?? 0)}
        {holiday && <span className="cal-holiday push">{holiday}</span>}
      </div>
    </>
  )
}
