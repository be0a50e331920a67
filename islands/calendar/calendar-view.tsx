import { useMemo, type ReactNode } from 'react'
import { type CalendarAppointment, type CalendarProps } from '../../src/system/calendar/calendar.contract.ts'
import { type WallClock } from '../../src/platform/format/wall-clock.ts'
import { chipsOf } from '../shared/filters.ts'
import { type Handlers } from './handlers.ts'
import { Legend } from './legend.tsx'
import { ListView } from './list-view.tsx'
import { MonthList } from './month-list.tsx'
import { MonthView } from './month-view.tsx'
import { daysOf, rangeOf } from './range.ts'
import { piecesByDay } from './split.ts'
import { allows, type CalendarState } from './state.ts'
import { TimeGrid } from './time-grid.tsx'
import { capital } from '../shared/day-titles.ts'
import { titleOf } from './titles.ts'
import { type Appointments } from './use-appointments.ts'
import { type JudgedById } from './use-judged.ts'
import { useOverlap } from './use-overlap.ts'
import { usePhone } from './use-phone.ts'

const NONE: readonly CalendarAppointment[] = []
const NO_HOLIDAYS: Readonly<Record<string, string>> = {}

interface CalendarViewProps {
  props: CalendarProps
  state: CalendarState
  data: Appointments
  judged: JudgedById
  now: number
  clock: WallClock
  onClearFilters: () => void
  on: Handlers
}

export function CalendarView({
  props,
  state,
  data,
  judged,
  now,
  clock,
  onClearFilters,
  on,
}: CalendarViewProps): ReactNode {
  const { view, day, activeId } = state
  const phone = usePhone()
  const { first, days } = rangeOf(view, day)
  const appointments = data.answer?.appointments ?? NONE
  const byDay = useMemo(
    () => piecesByDay(view === 'l' ? NONE : appointments, { first, days }),
    [view, appointments, first, days],
  )
  const lanes = useOverlap(byDay)

  if (view === 'l') {
    const waiting = data.slow && !data.listed
    return (
      <section className="rt rt--page cal-listing" aria-label={capital(props.words.many)} aria-busy={data.busy}>
        {data.slow && !waiting && <BusyLine />}
        <ListView
          words={props.words}
          day={day}
          page={data.listedPage}
          count={state.count}
          answer={data.listed}
          activeId={activeId}
          filtered={chipsOf(state.filters, props.filterLabels).length > 0}
          waiting={waiting}
          onClearFilters={onClearFilters}
          on={on}
        />
      </section>
    )
  }

  // What is known already stays in sight while the rest is on its way; only an empty view needs a stand-in.
  const waiting = data.slow && byDay.size === 0
  const label = titleOf(view, day, null)
  const shared = {
    byDay,
    judged,
    activeId,
    holidays: props.holidays ?? NO_HOLIDAYS,
    canAdd: allows(props.allow, 'add'),
    waiting,
    on,
  }
  return (
    <section className="cal panel" aria-label={label} aria-busy={data.busy}>
      {data.slow && !waiting && <BusyLine />}
      {view === 'm' ? (
        <MonthView {...shared} day={day} today={clock.day} phone={phone} />
      ) : (
        <TimeGrid
          {...shared}
          view={view}
          days={daysOf({ first, days })}
          label={label}
          now={now}
          clock={clock}
          lanes={lanes}
        />
      )}
      {view === 'm' && phone && (
        <MonthList words={props.words} day={day} pieces={byDay.get(day)} activeId={activeId} busy={data.busy} on={on} />
      )}
      <Foot legend={props.legend} answer={data.busy ? null : data.answer} />
    </section>
  )
}

function Foot({ legend, answer }: Pick<CalendarProps, 'legend'> & Pick<Appointments, 'answer'>): ReactNode {
  return (
    <footer className="cal-foot">
      <Legend legend={legend} />
      {answer?.more && (
        <span className="cal-more-exist" role="status">
          Niet alles past: {answer.appointments.length} van {answer.total}. Gebruik de filters om de rest te zien.
        </span>
      )}
    </footer>
  )
}

function BusyLine(): ReactNode {
  return <div className="cal-busy" role="progressbar" aria-label="Laden" />
}
