import { type MouseEvent, type ReactNode } from 'react'
import { formatMinute, isWeekend, type Day } from '../../src/platform/format/days.ts'
import { vars } from './css-vars.ts'
import { AppointmentPiece } from './appointment-piece.tsx'
import { type Handlers } from './handlers.ts'
import { halfHours, isHistory, ROWS } from './positions.ts'
import { type Piece } from './split.ts'
import { type JudgedById } from './use-judged.ts'
import { type Lanes } from './use-overlap.ts'

interface DayColumnProps {
  day: Day
  label: string
  now: number
  /** Minutes since midnight in the column of today, else null. */
  nowMinute: number | null
  pieces: readonly Piece[]
  judged: JudgedById
  lanes: Lanes
  activeId: number | null
  canAdd: boolean
  waiting: boolean
  on: Handlers
}

/** The rows are for the mouse; with the keyboard the button above the calendar adds. */
const ROW_CELLS = ROWS.map((minute) => (
  <div key={minute} className="cal-slot" data-minute-of-day={minute} data-time={formatMinute(minute)} />
))

const WAITING = [
  { from: 17, span: 7 },
  { from: 26, span: 6 },
]

export function DayColumn(props: DayColumnProps): ReactNode {
  const { day, label, now, nowMinute, pieces, judged, lanes, activeId, canAdd, waiting, on } = props
  const names = ['cal-col']
  if (isWeekend(day)) names.push('is-weekend')
  if (nowMinute !== null) names.push('is-today')
  if (canAdd) names.push('can-add')

  const click = ({ target }: MouseEvent): void => {
    const row = target instanceof HTMLElement ? target.dataset.minuteOfDay : undefined
    if (row !== undefined) on.add(day, Number(row))
  }

  return (
    <div className={names.join(' ')} role="group" aria-label={label} onClick={click} data-cell={day}>
      <div className="cal-slots" aria-hidden="true">
        {ROW_CELLS}
      </div>
      {nowMinute !== null && <div className="now-marker" style={vars({ '--from': halfHours(nowMinute) })} />}
      {waiting &&
        WAITING.map(({ from, span }) => (
          <div key={from} className="cal-ev-waiting skel" style={vars({ '--from': from, '--span': span })} />
        ))}
      {pieces.map((piece) => (
        <AppointmentPiece
          key={piece.key}
          piece={piece}
          overlap={lanes.get(piece.key)?.overlap ?? 0}
          offset={lanes.get(piece.key)?.offset ?? 0}
          judged={judged.get(piece.appointment.id)}
          history={isHistory(piece.appointment.end_datetime, now)}
          active={piece.appointment.id === activeId}
          on={on}
        />
      ))}
    </div>
  )
}
