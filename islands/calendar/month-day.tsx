import { memo, type MouseEvent, type ReactNode } from 'react'
import { isWeekend, MONTHS, MONTHS_SHORT, partsOf, type Day } from '../../src/platform/format/days.ts'
import { type Handlers } from './handlers.ts'
import { MonthRow, type Lines } from './month-row.tsx'
import { type Piece } from './split.ts'
import { appointmentHue } from './status.ts'
import { type JudgedById } from './use-judged.ts'
import { LAST, stopProps } from '../shared/use-roving.ts'

const MAX_DOTS = 4

interface MonthDayProps {
  day: Day
  isToday: boolean
  isOther: boolean
  pieces: readonly Piece[]
  judged: JudgedById
  /** Of what has been, one line is enough. */
  past: boolean
  fitting: number
  activeId: number | null
  holiday: string | undefined
  phone: boolean
  /** The day whose list stands below the month of a phone. */
  isPicked: boolean
  canAdd: boolean
  waiting: boolean
  on: Handlers
}

/** One cell. Memoised: of a month with thousands of appointments only the cells that changed render again. */
export const MonthDay = memo(function MonthDay(props: MonthDayProps): ReactNode {
  const { day, isToday, isOther, isPicked, pieces, holiday, phone, canAdd, waiting, on } = props
  const names = ['cal-day']
  if (isOther) names.push('is-other')
  if (isToday) names.push('is-today')
  if (isWeekend(day)) names.push('is-weekend')
  if (canAdd) names.push('can-add')
  if (isPicked) names.push('is-picked')

  const show = (): void => on.show(phone ? 'm' : 'd', day)

  const click = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a, button')) return
    // Where dots stand for what there is, a cell with some lists them; an empty one takes something new.
    if (phone && (pieces.length > 0 || !canAdd)) show()
    else on.add(day)
  }

  return (
    <div
      className={names.join(' ')}
      role="gridcell"
      aria-current={isToday ? 'date' : undefined}
      onClick={click}
      data-cell={day}
    >
      <button
        type="button"
        className="cal-daynum"
        title="Dag tonen"
        onClick={show}
        aria-pressed={phone ? isPicked : undefined}
        {...stopProps(day, -1)}
      >
        <DayName day={day} count={pieces.length} />
      </button>
      {holiday && <span className="cal-holiday">{holiday}</span>}
      {waiting && !isWeekend(day) && <Waiting />}
      {phone ? <Dots pieces={pieces} /> : <Rows {...props} />}
    </div>
  )
})

/** As many rows as fit; where they do not all fit the last place is for the button to the day. */
function Rows({ day, pieces, judged, past, fitting, activeId, on }: MonthDayProps): ReactNode {
  const isOneLine = fitting === 1 && pieces.length > 1
  const shown = isOneLine ? pieces.slice(0, 1) : pieces.length > fitting ? pieces.slice(0, fitting - 1) : pieces
  const hidden = pieces.length - shown.length
  // Of what has been one line is enough; else a second line each while there is room, and then a second one for titles.
  const spare = past || hidden > 0 ? 0 : fitting - pieces.length
  const linesOf = (index: number): Lines => (index < spare - pieces.length ? 3 : index < spare ? 2 : 1)
  const rows = (
    <>
      {shown.map((piece, index) => (
        <MonthRow
          key={piece.key}
          piece={piece}
          judged={judged.get(piece.appointment.id)}
          lines={linesOf(index)}
          active={piece.appointment.id === activeId}
          on={on}
        />
      ))}
      {hidden > 0 && (
        <button type="button" className="cal-more" onClick={() => on.show('d', day)} {...stopProps(day, LAST)}>
          +{hidden} <span className={isOneLine ? 'sr-only' : undefined}>meer</span>
        </button>
      )}
    </>
  )
  return isOneLine ? <div className="cal-one">{rows}</div> : rows
}

function Dots({ pieces }: Pick<MonthDayProps, 'pieces'>): ReactNode {
  return (
    <span className="cal-dots" aria-hidden="true">
      {pieces.slice(0, MAX_DOTS).map(({ key, appointment }) => {
        const { className, style } = appointmentHue(appointment)
        return <i key={key} className={className} style={style} />
      })}
      {pieces.length > MAX_DOTS && <small>+{pieces.length - MAX_DOTS}</small>}
    </span>
  )
}

function Waiting(): ReactNode {
  return (
    <span className="cal-waiting" aria-hidden="true">
      <span className="skel w3" />
      <span className="skel w1" />
    </span>
  )
}

/** The first of a month says which month starts; assistive technology hears the month and the count everywhere. */
function DayName({ day, count }: { day: Day; count: number }): ReactNode {
  const { date, month } = partsOf(day)
  const first = date === 1
  return (
    <>
      {first ? `1 ${MONTHS_SHORT[month - 1]}` : date}
      <span className="sr-only">
        {first ? '' : ` ${MONTHS[month - 1]}`}, {count === 1 ? '1 planning' : `${count} planningen`}
      </span>
    </>
  )
}
