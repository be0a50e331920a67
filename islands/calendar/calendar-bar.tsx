import { useState, type ReactNode } from 'react'
import calendarSearch from '@tabler/icons/outline/calendar-search.svg?raw'
import chevronLeft from '@tabler/icons/outline/chevron-left.svg?raw'
import chevronRight from '@tabler/icons/outline/chevron-right.svg?raw'
import filter from '@tabler/icons/outline/filter.svg?raw'
import link from '@tabler/icons/outline/link.svg?raw'
import maximize from '@tabler/icons/outline/maximize.svg?raw'
import minimize from '@tabler/icons/outline/minimize.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import { type CalendarWords, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { pickDate } from '../shared/platform.ts'
import { type Moves } from './moves.ts'
import { capital } from './titles.ts'

const VIEWS: readonly { view: ViewType; label: string }[] = [
  { view: 'm', label: 'Maand' },
  { view: 'w', label: 'Week' },
  { view: 'd', label: 'Dag' },
  { view: 'l', label: 'Lijst' },
]

export interface CalendarBarProps {
  words: CalendarWords
  title: string
  view: ViewType
  day: Day
  today: Day
  moves: Moves
  filterCount: number
  fullscreen: boolean
  onFilters: () => void
  onFullscreen: () => void
  /** Absent where the page offers no feed, or the viewer may not add. */
  onLink: (() => void) | undefined
  onAdd: (() => void) | undefined
}

export function CalendarBar(props: CalendarBarProps): ReactNode {
  const { title, view, filterCount, fullscreen, moves } = props
  return (
    <div className="cal-bar">
      <div className="row-flex">
        <span className="row-flex cal-steps">
          <IconButton svg={chevronLeft} label="Vorige (←)" off={!moves.canStepBack} onClick={() => moves.step(-1)} />
          <IconButton svg={chevronRight} label="Volgende (→)" off={!moves.canStepOn} onClick={() => moves.step(1)} />
        </span>
        <button type="button" className="btn" title="Vandaag (T)" onClick={moves.goToday}>
          Vandaag
        </button>
        <PickDate day={props.day} today={props.today} onPick={moves.jump} />
      </div>
      <h1 className="cal-title" aria-live="polite">
        {title}
      </h1>
      <div className="row-flex push cal-tools">
        <button type="button" className="btn" aria-haspopup="dialog" onClick={props.onFilters}>
          <Icon svg={filter} />
          <span className="cal-label">Filters</span>
          {filterCount > 0 && <span className="cal-count">{filterCount}</span>}
        </button>
        <span className="seg" role="group" aria-label="Weergave">
          {VIEWS.map(({ view: name, label }) => (
            <button
              key={name}
              type="button"
              className={name === view ? 'is-on' : undefined}
              aria-pressed={name === view}
              title={`${label} (${name.toUpperCase()})`}
              onClick={() => moves.show(name)}
            >
              {label}
            </button>
          ))}
        </span>
        <span className="cal-fullscreen">
          <IconButton
            svg={fullscreen ? minimize : maximize}
            label={fullscreen ? 'Volledig scherm sluiten (F)' : 'Volledig scherm (F)'}
            onClick={props.onFullscreen}
          />
        </span>
        {props.onLink && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={props.onLink}>
            <Icon svg={link} />
            <span className="cal-label">Koppel agenda</span>
          </button>
        )}
        {props.onAdd && (
          <button type="button" className="btn btn-primary" aria-haspopup="dialog" onClick={props.onAdd}>
            <Icon svg={plus} />
            <span className="cal-label">
              {capital(props.words.one)}
              <span className="sr-only"> toevoegen</span>
            </span>
          </button>
        )}
      </div>
    </div>
  )
}

interface IconButtonProps {
  svg: string
  label: string
  off?: boolean
  onClick: () => void
}

function IconButton({ svg, label, off = false, onClick }: IconButtonProps): ReactNode {
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} aria-disabled={off} onClick={onClick}>
      <Icon svg={svg} />
    </button>
  )
}

function PickDate({
  day,
  today,
  onPick,
}: Pick<CalendarBarProps, 'day' | 'today'> & { onPick: Moves['jump'] }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <span className="cal-pick">
      <button
        type="button"
        className="icon-btn"
        aria-label="Kies een datum"
        title="Kies een datum"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          setOpen(true)
          pickDate(currentTarget, { chosen: day, today, onPick, onClose: () => setOpen(false) })
        }}
      >
        <Icon svg={calendarSearch} />
      </button>
    </span>
  )
}
