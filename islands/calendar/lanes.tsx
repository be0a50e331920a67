import { useCallback, useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { type CalendarStatus } from '../../src/system/calendar/calendar.contract.ts'
import {
  formatMinute,
  isoDay,
  partsOf,
  pad,
  weekdayOf,
  WEEKDAYS_SHORT,
  type Day,
} from '../../src/platform/format/days.ts'
import { type Slot } from './free-slots.ts'
import { type Handlers } from './handlers.ts'
import { joined } from './lane-block.tsx'
import { LaneRow, type LaneHandlers } from './lane-row.tsx'
import { emptyWeekendDays, laneDays, laneRows, type Answer, type LaneRow as Row } from './lanes-model.ts'
import { Legend } from './legend.tsx'
import { daysOf, rangeOf, secondsOf } from './range.ts'
import { rowsTitle } from '../shared/day-titles.ts'
import { useGrowing } from './use-growing.ts'
import { type LaneMenu } from './use-lane-menu.tsx'
import { type JudgedById } from './use-judged.ts'

interface LanesProps {
  head: string
  legend: readonly CalendarStatus[]
  holidays: Readonly<Record<string, string>>
  answer: Answer | null
  judged: JudgedById
  view: 'w' | 'd'
  day: Day
  today: Day
  activeId: number | null
  busy: boolean
  slow: boolean
  filtered: boolean
  onClearFilters: () => void
  on: Handlers
  plan: LaneHandlers['plan']
  ofPeople: boolean
  menu: LaneMenu
}

/** The hours that a day shows at least. */
const DAY_HOURS: Slot = { start: 7 * 60, end: 19 * 60 }

/** From the first to the last hour that something takes. */
function hoursOf(rows: readonly Row[], day: Day): Slot {
  const pieces = rows.flatMap((row) => laneDays(row, rangeOf('d', day)).flatMap(({ pieces: own }) => own))
  const start = Math.min(DAY_HOURS.start, ...pieces.map((piece) => piece.start))
  const end = Math.max(DAY_HOURS.end, ...pieces.map((piece) => piece.end))
  return { start: Math.floor(start / 60) * 60, end: Math.ceil(end / 60) * 60 }
}

const NONE: ReadonlySet<Day> = new Set()

/** The width of the columns: none for a weekend on which nothing is but what it takes to drop something there. */
function columnsOf(days: readonly Day[], narrow: ReadonlySet<Day>): CSSProperties {
  const columns = days.map((day) => (narrow.has(day) ? 'var(--lane-narrow)' : 'minmax(0, 1fr)'))
  return { '--lane-columns': columns.join(' '), '--lane-wide': days.length - narrow.size } as CSSProperties
}

/** Opens the menu of a row; the same from drawing to drawing, so that rows are not drawn anew. */
function useSameOpen(menu: LaneMenu): LaneMenu['open'] {
  const latest = useRef(menu)
  useEffect(() => {
    latest.current = menu
  })
  const open = useCallback((lane: number, element: HTMLElement) => latest.current.open?.(lane, element), [])
  return menu.open && open
}

export function Lanes(props: LanesProps): ReactNode {
  const { answer, view, day, today, busy, slow, on, plan, activeId, head, filtered } = props
  const range = rangeOf(view, day)
  const { first, days } = range
  const narrow = useMemo(
    () => (answer && view === 'w' ? emptyWeekendDays(answer, rangeOf(view, day)) : NONE),
    [answer, view, day],
  )
  const rows = useMemo(() => (answer ? laneRows(answer) : []), [answer])
  // While another week is on its way nobody is known to be free in it.
  const isKnown = answer?.from === secondsOf(range).from
  const hours = useMemo(() => (view === 'd' ? hoursOf(rows, day) : null), [view, rows, day])
  const shown = useGrowing(rows.length, `${view} ${first}`)
  const label = rowsTitle(view, day, today)
  const openMenu = useSameOpen(props.menu)
  return (
    <section className="panel lanes-panel" aria-label={label} aria-busy={busy} onContextMenu={props.menu.onContextMenu}>
      {slow && rows.length > 0 && <div className="cal-busy" role="progressbar" aria-label="Laden" />}
      <div className="lanes-scroll">
        <div className="lanes" role="table" aria-label={label} style={columnsOf(daysOf(range), narrow)}>
          <div className="lane lane-head" role="row">
            <div className="lane-name" role="columnheader">
              {head}
            </div>
            {hours ? (
              <HoursHead hours={hours} />
            ) : (
              daysOf(range).map((one) => (
                <DayHead
                  key={one}
                  day={one}
                  today={today}
                  narrow={narrow.has(one)}
                  holiday={props.holidays[isoDay(one)]}
                  show={() => on.show('d', one)}
                />
              ))
            )}
          </div>
          {rows.slice(0, shown).map((row, index) => (
            <LaneRow
              key={row.lane.id}
              row={row}
              index={index}
              first={first}
              days={days}
              today={today}
              narrow={narrow}
              judged={props.judged}
              activeId={activeId}
              hours={hours}
              on={on}
              plan={isKnown ? plan : null}
              ofPeople={props.ofPeople}
              openMenu={openMenu}
            />
          ))}
        </div>
        {answer && rows.length === 0 && <Nothing filtered={filtered} onClearFilters={props.onClearFilters} />}
        {!answer && slow && (
          <p className="sr-only" role="status">
            Het rooster wordt geladen.
          </p>
        )}
      </div>
      <footer className="cal-foot">
        <Legend legend={props.legend} />
      </footer>
      {props.menu.shown}
    </section>
  )
}

function Nothing({ filtered, onClearFilters }: Pick<LanesProps, 'filtered' | 'onClearFilters'>): ReactNode {
  return (
    <div className="empty">
      <b>{filtered ? 'Niets gevonden met deze filters' : 'Nog niets om te tonen'}</b>
      {filtered ? (
        <button type="button" className="btn btn-sm" onClick={onClearFilters}>
          Filters wissen
        </button>
      ) : (
        <span>Hier staat een rij voor elke docent, elk lokaal of elke vestiging die in gebruik is.</span>
      )}
    </div>
  )
}

interface DayHeadProps {
  day: Day
  today: Day
  narrow: boolean
  holiday: string | undefined
  show: () => void
}

function DayHead({ day, today, narrow, holiday, show }: DayHeadProps): ReactNode {
  const { date, month } = partsOf(day)
  return (
    <div className={joined('lane-day', day === today && 'is-today', narrow && 'is-narrow')} role="columnheader">
      <button type="button" onClick={show} title={holiday}>
        {WEEKDAYS_SHORT[weekdayOf(day)]}{' '}
        <b>
          {pad(date)}-{pad(month)}
        </b>
        {holiday && <span className="lane-holiday trunc">{holiday}</span>}
      </button>
    </div>
  )
}

function HoursHead({ hours }: { hours: Slot }): ReactNode {
  const marks = Array.from({ length: (hours.end - hours.start) / 60 }, (_, i) => hours.start + i * 60)
  return (
    <div className="lane-hours" role="columnheader">
      {marks.map((minute) => (
        <span key={minute}>{formatMinute(minute)}</span>
      ))}
    </div>
  )
}
