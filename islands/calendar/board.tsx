import { useEffect, useMemo, useReducer, useRef, type ReactNode } from 'react'
import { type Day } from '../../src/platform/format/days.ts'
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { type BoardProps } from '../../src/training/planning/board/board.contract.ts'
import { openPopup } from '../shared/platform.ts'
import { epochOf, wallClock } from '../../src/platform/format/wall-clock.ts'
import { BoardBar, type LaneView } from './board-bar.tsx'
import { firstState, sharedJar } from './board-state.ts'
import { CalendarRoot } from './calendar-root.tsx'
import { saveState } from './cookies.ts'
import { FilterChips } from '../shared/filter-chips.tsx'
import { chipsOf, NO_FILTERS, without } from '../shared/filters.ts'
import { InfoBox } from './info-box.tsx'
import { type KeyCommand } from './keys.ts'
import { type LaneHandlers } from './lane-row.tsx'
import { type Answer } from './lanes-model.ts'
import { Lanes } from './lanes.tsx'
import { LoadFailure } from './load-failure.tsx'
import { movesOf, obey } from './moves.ts'
import { rangeOf } from './range.ts'
import { addItemUrl, appointmentsUrl } from './request.ts'
import { allows, reduce } from './state.ts'
import { rowsTitle } from '../shared/day-titles.ts'
import { useAppointments } from './use-appointments.ts'
import { useFiltersPopup } from '../shared/use-filters-popup.ts'
import { useHandlers } from './use-handlers.ts'
import { type Rows } from './use-hands.tsx'
import { useInfoBox } from './use-info-box.ts'
import { useJudged } from './use-judged.ts'
import { useKeys } from './use-keys.ts'
import { useLaneMenu } from './use-lane-menu.tsx'
import { useNow } from '../shared/use-now.ts'
import { useRoving } from '../shared/use-roving.ts'

/** Starts planning in free time, with whom or what was free there; null for who may not. */
function usePlan({ allow, addUrl, taking }: BoardProps, view: ViewType): LaneHandlers['plan'] {
  return useMemo(() => {
    if (!allows(allow, 'add') || addUrl === null) return null
    return (lane, day, minute) => {
      const url = addItemUrl(addUrl, epochOf(day, minute), view)
      openPopup(`${url}&${taking}=${lane}`)
    }
  }, [allow, addUrl, taking, view])
}

/** Why a part is not put down in a row. */
const NO_ROW: Record<BoardProps['type'], string> = {
  teachers: 'Hier kan geen onderdeel staan.',
  locations: 'Dat een onderdeel online of elders is geeft u op in het onderdeel zelf.',
  establishments: 'Een andere vestiging vraagt een ander lokaal: versleep het onderdeel in het rooster Lokalen.',
}

/** Between which a part takes another teacher or room; of an establishment the room would still be to choose. */
const rowsOf = ({ type }: BoardProps, answer: Answer | null): Rows | null =>
  type === 'establishments' ? null : { kind: type, ids: answer?.lanes.map(({ id }) => id) ?? [] }

/** There is no month, list or full screen here. */
const isHere = (command: KeyCommand): boolean =>
  typeof command !== 'object' || !('view' in command) || command.view === 'w' || command.view === 'd'

/** Today where the view shows it, else its first day. */
function firstInSight(view: ViewType, day: Day, today: Day): Day {
  const { first, days } = rangeOf(view, day)
  return today > first && today < first + days ? today : first
}

const urlsOf = ({ moveUrl, awayPartUrl: awayUrl }: BoardProps) => ({ moveUrl, awayUrl })

/** The calendar in lanes: a row for each person, room or establishment. */
export default function Board(props: BoardProps): ReactNode {
  const { words, filterLabels } = props
  const root = useRef<HTMLDivElement>(null)
  const now = useNow(props.now)
  const today = wallClock(now).day
  const [state, dispatch] = useReducer(reduce, null, () => firstState(today))
  const { view, day, filters } = state
  const data = useAppointments(root, appointmentsUrl(props.dataUrl, state), {
    ...state,
    records: [props.record, ...props.alsoRecords],
  })
  const judged = useJudged(props.judgedUrl, state, data.answer)
  const infoBox = useInfoBox()
  const roving = useRoving(root)
  const on = useHandlers(props, view, dispatch)
  const chips = chipsOf(filters, filterLabels)

  useEffect(() => saveState(sharedJar(), state, filterLabels), [state, filterLabels])
  useFiltersPopup((chosen) => dispatch({ type: 'filters', filters: chosen }))
  const moves = movesOf(state, null, today, dispatch)
  useKeys((command: KeyCommand) => {
    infoBox.close()
    if (isHere(command)) obey(command, moves, () => undefined)
  })

  const plan = usePlan(props, view)

  const answer = data.answer as Answer | null
  const laneMenu = useLaneMenu(props, answer, firstInSight(view, day, today))
  const rows = useMemo(() => rowsOf(props, answer), [props, answer])
  const hands = { ...urlsOf(props), rows, noRow: NO_ROW[props.type], state, data, judged, on, dispatch }
  const pointed = answer?.appointments.find(({ id }) => id === infoBox.anchor?.id)
  const clear = (): void => dispatch({ type: 'filters', filters: NO_FILTERS })
  return (
    <CalendarRoot root={root} allow={props.allow} infoBox={infoBox} roving={roving} hands={hands}>
      <BoardBar
        type={props.type}
        types={props.types}
        beside={props.beside}
        words={words}
        title={rowsTitle(view, day, today)}
        view={view}
        day={day}
        today={today}
        moves={moves}
        filterCount={chips.length}
        filtersUrl={props.filtersUrl}
        onAdd={plan ? () => on.add(day > today ? day : undefined) : undefined}
      />
      <FilterChips
        chips={chips}
        onRemove={(key) => dispatch({ type: 'filters', filters: without(filters, key) })}
        onClear={clear}
      />
      {data.failed && <LoadFailure onRetry={data.reload} />}
      <Lanes
        head={props.head}
        legend={props.legend}
        holidays={props.holidays}
        answer={answer}
        judged={judged}
        view={view as LaneView}
        day={day}
        today={today}
        activeId={state.activeId}
        busy={data.busy}
        slow={data.slow}
        filtered={chips.length > 0}
        onClearFilters={clear}
        on={on}
        plan={plan}
        ofPeople={props.type === 'teachers'}
        menu={laneMenu}
      />
      {infoBox.anchor && pointed && (
        <InfoBox appointment={pointed} judged={judged.get(pointed.id)} words={words} anchor={infoBox.anchor} />
      )}
    </CalendarRoot>
  )
}
