import { useEffect, useReducer, useRef, type ReactNode } from 'react'
import { type CalendarProps } from '../../src/system/calendar/calendar.contract.ts'
import { cookies } from '../shared/platform.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarRoot } from './calendar-root.tsx'
import { CalendarView } from './calendar-view.tsx'
import { restoreState, saveState } from './cookies.ts'
import { FilterChips } from '../shared/filter-chips.tsx'
import { chipsOf, NO_FILTERS, without } from '../shared/filters.ts'
import { InfoBox } from './info-box.tsx'
import { type KeyCommand } from './keys.ts'
import { LoadFailure } from './load-failure.tsx'
import { appointmentsUrl } from './request.ts'
import { movesOf, obey } from './moves.ts'
import { allows, reduce } from './state.ts'
import { titleOf } from './titles.ts'
import { useAppointments } from './use-appointments.ts'
import { useFiltersPopup } from '../shared/use-filters-popup.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useHandlers } from './use-handlers.ts'
import { useInfoBox } from './use-info-box.ts'
import { useJudged } from './use-judged.ts'
import { useKeys } from './use-keys.ts'
import { useNow } from '../shared/use-now.ts'
import { isPhone } from './use-phone.ts'
import { useRoving } from '../shared/use-roving.ts'
import { seenAs, useSeen } from './use-seen.ts'

/** The calendar widget: four views on the same appointments. */
export default function Calendar(props: CalendarProps): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const now = useNow(props.now)
  const clock = wallClock(now)
  const [state, dispatch] = useReducer(reduce, null, () =>
    seenAs(props.seen, restoreState(cookies(), { today: clock.day, phone: isPhone() })),
  )
  const { view, day, filters } = state
  const { filterLabels, words } = props
  const data = useAppointments(root, appointmentsUrl(props.dataUrl, state), {
    ...state,
    records: [props.record],
  })
  const judged = useJudged(props.judgedUrl, state, data.answer)
  const fullscreen = useFullscreen()
  const infoBox = useInfoBox()
  const roving = useRoving(root)
  const on = useHandlers(props, view, dispatch)
  const hands = { moveUrl: props.moveUrl, awayUrl: props.awayUrl, rows: null, state, data, judged, on, dispatch }

  useEffect(() => saveState(cookies(), state, filterLabels), [state, filterLabels])

  const seen = useSeen(state, (view, chosen) => dispatch({ type: 'seen', view, filters: chosen }))
  useFiltersPopup((chosen) => dispatch({ type: 'filters', filters: chosen }))
  const clearFilters = (): void => dispatch({ type: 'filters', filters: NO_FILTERS })
  const moves = movesOf(state, data.listed, clock.day, dispatch)

  useKeys((command: KeyCommand) => {
    infoBox.close()
    obey(command, moves, fullscreen.toggle)
  })

  const chips = chipsOf(filters, filterLabels)
  const pointed = data.answer?.appointments.find(({ id }) => id === infoBox.anchor?.id)
  return (
    <CalendarRoot
      root={root}
      allow={props.allow}
      infoBox={infoBox}
      roving={roving}
      hands={hands}
      isFullscreen={fullscreen.on}
      seen={seen}
    >
      <CalendarBar
        words={words}
        title={titleOf(view, day, data.listed?.appointments ?? null)}
        view={view}
        day={day}
        today={clock.day}
        moves={moves}
        beside={props.beside}
        filterCount={chips.length}
        fullscreen={fullscreen}
        filtersUrl={props.filtersUrl}
        icalUrl={props.icalUrl}
        onAdd={allows(props.allow, 'add') ? () => on.add(day > clock.day ? day : undefined) : undefined}
      />
      <FilterChips
        chips={chips}
        onRemove={(key) => dispatch({ type: 'filters', filters: without(filters, key) })}
        onClear={clearFilters}
      />
      {data.failed && <LoadFailure onRetry={data.reload} />}
      <CalendarView
        props={props}
        state={state}
        data={data}
        judged={judged}
        now={now}
        clock={clock}
        onClearFilters={clearFilters}
        on={on}
      />
      {infoBox.anchor && pointed && (
        <InfoBox appointment={pointed} judged={judged.get(pointed.id)} words={words} anchor={infoBox.anchor} />
      )}
    </CalendarRoot>
  )
}
