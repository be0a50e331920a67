import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { type BoardSettings } from '../../src/inspections/planning/visits/board.contract.ts'
import {
  formatMinute,
  isoDay,
  pad,
  partsOf,
  WEEKDAYS_SHORT,
  weekdayOf,
  type Day,
} from '../../src/platform/format/days.ts'
import { type WallClock } from '../../src/platform/format/wall-clock.ts'
import { VisitBlock } from './block.tsx'
import { spanStyle, vars } from './css-vars.ts'
import { SLOT_MINUTES, SLOTS } from './held.ts'
import { ALL, tracksOf, type Busy, type Lane, type LaneDay } from './model.ts'

export interface GridProps {
  settings: Pick<BoardSettings, 'type' | 'direction'>
  days: readonly Day[]
  lanes: readonly Lane[]
  clock: WallClock
  holidays: Readonly<Record<string, string>>
  chosen: string | null
  plans: boolean
  /** Names by the id of a lane, for the lane of all together. */
  names: ReadonlyMap<number, string>
  onChoose: (key: string) => void
  onDay: (day: Day) => void
}

/** Where the day begins in sight: half an hour before most work does. */
const FIRST_IN_SIGHT = 7.5 * 60

/** Shows the hours of work first. */
function useWorkInSight(kind: string, isThere: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current!
    const cell = element.querySelector<HTMLElement>('.pb-cell.is-line')
    if (!cell) return
    const share = FIRST_IN_SIGHT / (24 * 60)
    if (cell.offsetHeight > cell.offsetWidth) element.scrollTo(0, cell.offsetHeight * share)
    else element.scrollTo(cell.offsetWidth * share, 0)
  }, [kind, isThere])
  return scroller
}

export function Grid(props: GridProps): ReactNode {
  const { settings, days, lanes, clock, holidays, onDay } = props
  const { type, direction } = settings
  const scroller = useWorkInSight(`${type} ${direction}`, lanes.length > 0)
  const size = vars({ '--lanes': lanes.length, '--days': days.length })
  return (
    <div className="pb-scroll" ref={scroller}>
      <div className={`pb-grid is-${direction} is-${type}`} role="table" aria-label="Planbord" style={size}>
        <div role="row" className="pb-row">
          <div className="pb-corner" role="columnheader">
            {direction === 'horizontal' ? 'Keurmeester' : type === 'd' ? 'Tijd' : 'Dag'}
          </div>
          {type === 'd' ? (
            <HoursHead />
          ) : (
            days.map((day, i) => (
              <DayHead key={day} day={day} index={i} today={clock.day} holiday={holidays[isoDay(day)]} onDay={onDay} />
            ))
          )}
        </div>
        {lanes.map((lane, index) => (
          <LaneCells key={lane.id} {...props} lane={lane} index={index} />
        ))}
      </div>
    </div>
  )
}

function HoursHead(): ReactNode {
  return (
    <div className="pb-hours" role="columnheader">
      {Array.from({ length: SLOTS }, (_, i) => (
        <span key={i}>{i % 2 === 0 ? formatMinute(i * SLOT_MINUTES) : ''}</span>
      ))}
    </div>
  )
}

interface DayHeadProps {
  day: Day
  index: number
  today: Day
  holiday: string | undefined
  onDay: (day: Day) => void
}

function DayHead({ day, index, today, holiday, onDay }: DayHeadProps): ReactNode {
  const { date, month } = partsOf(day)
  return (
    <div className={day === today ? 'pb-day is-today' : 'pb-day'} role="columnheader" style={vars({ '--day': index })}>
      <button type="button" title={holiday} onClick={() => onDay(day)}>
        {WEEKDAYS_SHORT[weekdayOf(day)]}{' '}
        <b>
          {pad(date)}-{pad(month)}
        </b>
        {holiday && <span className="trunc">{holiday}</span>}
      </button>
    </div>
  )
}

interface LaneCellsProps extends GridProps {
  lane: Lane
  index: number
}

function LaneCells(props: LaneCellsProps): ReactNode {
  const { lane, index, settings, clock } = props
  const isLine = settings.type === 'd'
  const count = lane.days.reduce((sum, { blocks }) => sum + blocks.length, 0)
  return (
    <div role="row" className="pb-row">
      <div className={lane.id === 0 ? 'pb-name is-open' : 'pb-name'} role="rowheader" style={vars({ '--lane': index })}>
        <b>{lane.title}</b>
        {lane.city !== null && <span className="trunc">{lane.city}</span>}
        {count > 0 && <span>{count === 1 ? '1 bezoek' : `${count} bezoeken`}</span>}
      </div>
      {lane.days.map((day, i) => {
        const names = ['pb-cell', isLine && 'is-line', day.day === clock.day && 'is-today']
        const tracks = isLine ? tracksOf(day.blocks).length : 1
        return (
          <div
            key={day.day}
            className={names.filter(Boolean).join(' ')}
            role="cell"
            data-lane={lane.id}
            data-cell={day.day}
            style={vars({ '--lane': index, '--day': i, '--tracks': Math.max(1, tracks) })}
          >
            <CellContent {...props} day={day} />
            {isLine && day.day === clock.day && (
              <i className="pb-now" aria-hidden="true" style={spanStyle({ start: clock.minute, end: clock.minute })} />
            )}
          </div>
        )
      })}
    </div>
  )
}

function CellContent({
  day,
  lane,
  index,
  settings,
  chosen,
  plans,
  names,
  onChoose,
}: LaneCellsProps & { day: LaneDay }) {
  const isLine = settings.type === 'd'
  const tracks = isLine ? tracksOf(day.blocks) : [day.blocks]
  return (
    <>
      {day.busy.map((busy) => (
        <BusyPiece
          key={`${busy.span.start}-${busy.label}`}
          busy={busy}
          style={isLine ? spanStyle(busy.span) : undefined}
        />
      ))}
      {tracks.flatMap((track, i) =>
        track.map((block) => (
          <VisitBlock
            key={block.key}
            block={block}
            index={index}
            day={day.day}
            isChosen={block.key === chosen}
            plans={plans}
            who={lane.id === ALL ? (names.get(block.visit.employee_id ?? 0) ?? null) : null}
            onChoose={onChoose}
            style={isLine ? spanStyle(block.span, i, tracks.length) : undefined}
          />
        )),
      )}
    </>
  )
}

function BusyPiece({ busy, style }: { busy: Busy; style: CSSProperties | undefined }): ReactNode {
  const { start, end } = busy.span
  const isWhole = start === 0 && end === 24 * 60
  return (
    <span className={style ? 'pb-busy on-line' : 'pb-busy'} style={style}>
      {!isWhole && `${formatMinute(start)}–${formatMinute(end)} `}
      {busy.label}
    </span>
  )
}
