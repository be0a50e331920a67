import { useRef, type CSSProperties, type ReactNode } from 'react'
import { isoDay, isoWeekOf, partsOf, WEEKDAYS, WEEKDAYS_SHORT, type Day } from '../../src/platform/format/days.ts'
import { type Handlers } from './handlers.ts'
import { MonthDay } from './month-day.tsx'
import { MONTH_ROWS, rangeOf } from './range.ts'
import { type Piece, type PiecesByDay } from './split.ts'
import { monthTitle } from './titles.ts'
import { useFit, weeksTemplate, type Weeks } from './use-fit.ts'
import { type JudgedById } from './use-judged.ts'
import { useStaged } from './use-staged.ts'

const NONE: readonly Piece[] = []

interface MonthViewProps {
  day: Day
  today: Day
  byDay: PiecesByDay
  judged: JudgedById
  activeId: number | null
  holidays: Readonly<Record<string, string>>
  phone: boolean
  canAdd: boolean
  waiting: boolean
  on: Handlers
}

/** Of the weeks before this one: how many there are, and what is most on one of their days. */
function pastWeeks(first: Day, today: Day, byDay: PiecesByDay): Weeks {
  const past = Math.max(0, Math.min(MONTH_ROWS, Math.floor((today - first) / 7)))
  let most = 1
  for (const [day, pieces] of byDay) if (day < first + past * 7) most = Math.max(most, pieces.length)
  return { past, most }
}

export function MonthView({ day, byDay, activeId, holidays, on, ...rest }: MonthViewProps): ReactNode {
  const grid = useRef<HTMLDivElement>(null)
  const { first } = rangeOf('m', day)
  const weeks = pastWeeks(first, rest.today, byDay)
  const fit = useFit(grid, weeks)
  const staged = useStaged(byDay, Math.max(fit.coming, fit.past))
  const template = weeksTemplate(weeks, fit)
  const { month } = partsOf(day)

  const cell = (cellDay: Day): ReactNode => {
    const pieces = staged.get(cellDay) ?? NONE
    return (
      <MonthDay
        key={cellDay}
        day={cellDay}
        isToday={cellDay === rest.today}
        isOther={partsOf(cellDay).month !== month}
        pieces={pieces}
        judged={rest.judged}
        past={cellDay < rest.today}
        fitting={cellDay < first + weeks.past * 7 ? fit.past : fit.coming}
        activeId={pieces.some(({ appointment }) => appointment.id === activeId) ? activeId : null}
        holiday={holidays[isoDay(cellDay)]}
        phone={rest.phone}
        isPicked={rest.phone && cellDay === day}
        canAdd={rest.canAdd}
        waiting={rest.waiting}
        on={on}
      />
    )
  }

  return (
    <div
      className="cal-month"
      role="grid"
      aria-label={monthTitle(day)}
      ref={grid}
      style={template === undefined ? undefined : ({ '--weeks': template } as CSSProperties)}
    >
      <div className="cal-line" role="row">
        <div className="cal-dow" role="columnheader" aria-label="Weeknummer">
          Wk
        </div>
        {WEEKDAYS_SHORT.map((name, index) => (
          <div key={name} className="cal-dow" role="columnheader" aria-label={WEEKDAYS[index]}>
            {name}
          </div>
        ))}
      </div>
      {Array.from({ length: MONTH_ROWS }, (_, row) => {
        const monday = first + row * 7
        const { week } = isoWeekOf(monday)
        return (
          <div key={monday} className="cal-line" role="row">
            <div className="cal-wk" role="rowheader">
              <button type="button" tabIndex={-1} title={`Week ${week} tonen`} onClick={() => on.show('w', monday)}>
                {week}
              </button>
            </div>
            {Array.from({ length: 7 }, (_, index) => cell(monday + index))}
          </div>
        )
      })}
    </div>
  )
}
