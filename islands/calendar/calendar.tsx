import { useEffect, useReducer, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { type CalendarProps, type FiltersEventDetail } from '../../src/system/calendar/calendar.contract.ts'
import { cookies, openPopup } from '../shared/platform.ts'
import { wallClock } from '../shared/zone.ts'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarView } from './calendar-view.tsx'
import { restoreState, saveState } from './cookies.ts'
import { FilterChips } from './filter-chips.tsx'
import { chipsOf, NO_FILTERS, without } from './filters.ts'
import { InfoBox } from './info-box.tsx'
import { type KeyCommand } from './keys.ts'
import { LoadFailure } from './load-failure.tsx'
import { appointmentsUrl } from './request.ts'
import { allows, hasNextPage, reduce } from './state.ts'
import { titleOf } from './titles.ts'
import { useAppointments } from './use-appointments.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useHandlers } from './use-handlers.ts'
import { useInfoBox } from './use-info-box.ts'
import { useKeys } from './use-keys.ts'
import { useNow } from './use-now.ts'
import { isPhone } from './use-phone.ts'
import { useRoving } from './use-roving.ts'

/** The calendar widget: four views on the same appointments. */
export default function Calendar(props: CalendarProps): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const now = useNow(props.now)
  const clock = wallClock(now)
  const [state, dispatch] = useReducer(reduce, null, () =>
    restoreState(cookies(), { today: clock.day, phone: isPhone() }),
  )
  const { view, day, filters } = state
  const { filterLabels, words } = props
  const data = useAppointments(root, appointmentsUrl(props.dataUrl, state), { ...state, record: props.record })
  const fullscreen = useFullscreen()
  const infoBox = useInfoBox()
  const roving = useRoving(root)
  const on = useHandlers(props, view, dispatch)

  useEffect(() => saveState(cookies(), state, filterLabels), [state, filterLabels])

  useEffect(() => {
    const chosen = (event: Event): void =>
      dispatch({ type: 'filters', filters: (event as CustomEvent<FiltersEventDetail>).detail })
    document.addEventListener('calendar-filters', chosen)
    return () => document.removeEventListener('calendar-filters', chosen)
  }, [])

  const goToday = (): void => dispatch({ type: 'jump', day: clock.day })
  const clearFilters = (): void => dispatch({ type: 'filters', filters: NO_FILTERS })
  const canStepBack = view !== 'l' || state.page > 0
  const canStepOn = view !== 'l' || hasNextPage(state, data.listed)
  const step = (direction: 1 | -1): void => {
    if (direction === 1 ? canStepOn : canStepBack) dispatch({ type: 'step', direction })
  }

  useKeys((command: KeyCommand) => {
    infoBox.close()
    if (command === 'today') goToday()
    else if (command === 'fullscreen') fullscreen.toggle()
    else if ('view' in command) dispatch({ type: 'view', view: command.view })
    else step(command.step)
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') infoBox.close()
    else if (roving.onKeyDown(event)) event.preventDefault()
  }

  const { icalUrl } = props
  const chips = chipsOf(filters, filterLabels)
  const pointed = data.answer?.appointments.find(({ id }) => id === infoBox.anchor?.id)
  return (
    <div
      className={fullscreen.on ? 'cal-root is-fullscreen' : 'cal-root'}
      ref={root}
      data-allow={props.allow}
      {...infoBox.handlers}
      onFocus={(event) => {
        roving.onFocus(event)
        infoBox.handlers.onFocus(event)
      }}
      onClickCapture={infoBox.close}
      onKeyDown={onKeyDown}
    >
      <CalendarBar
        words={words}
        title={titleOf(view, day, data.listed?.appointments ?? null)}
        view={view}
        day={day}
        today={clock.day}
        canStepBack={canStepBack}
        canStepOn={canStepOn}
        filterCount={chips.length}
        fullscreen={fullscreen.on}
        onStep={step}
        onToday={goToday}
        onPick={(picked) => dispatch({ type: 'jump', day: picked })}
        onView={(chosen) => dispatch({ type: 'view', view: chosen })}
        onFilters={() => openPopup(props.filtersUrl)}
        onFullscreen={fullscreen.toggle}
        onLink={icalUrl === null ? undefined : () => openPopup(icalUrl)}
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
        now={now}
        clock={clock}
        onClearFilters={clearFilters}
        on={on}
      />
      {infoBox.anchor && pointed && <InfoBox appointment={pointed} words={words} anchor={infoBox.anchor} />}
    </div>
  )
}
