import { useState, type ReactNode } from 'react'
import calendarSearch from '@tabler/icons/outline/calendar-search.svg?raw'
import chevronLeft from '@tabler/icons/outline/chevron-left.svg?raw'
import chevronRight from '@tabler/icons/outline/chevron-right.svg?raw'
import filter from '@tabler/icons/outline/filter.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import printer from '@tabler/icons/outline/printer.svg?raw'
import { type BoardProps } from '../../src/training/board/board.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { openPopup, pickDate } from '../shared/platform.ts'
import { type CalendarAction } from './state.ts'
import { capital, titleOf } from './titles.ts'

export type LaneView = 'w' | 'd'

interface BoardBarProps extends Pick<BoardProps, 'type' | 'types' | 'words' | 'filtersUrl'> {
  view: LaneView
  day: number
  today: number
  filterCount: number
  dispatch: (action: CalendarAction) => void
  onAdd: (() => void) | undefined
}

const VIEWS = [
  { view: 'w', label: 'Week' },
  { view: 'd', label: 'Dag' },
] as const

export function BoardBar(props: BoardBarProps): ReactNode {
  const { view, day, today, dispatch } = props
  const step = (direction: 1 | -1) => dispatch({ type: 'step', direction })
  return (
    <div className="cal-bar">
      <div className="row-flex">
        <span className="row-flex cal-steps">
          <IconButton svg={chevronLeft} label="Vorige (←)" onClick={() => step(-1)} />
          <IconButton svg={chevronRight} label="Volgende (→)" onClick={() => step(1)} />
        </span>
        <button
          type="button"
          className="btn"
          title="Vandaag (T)"
          onClick={() => dispatch({ type: 'jump', day: today })}
        >
          Vandaag
        </button>
        <PickDay day={day} today={today} onPick={(picked) => dispatch({ type: 'jump', day: picked })} />
      </div>
      <h1 className="cal-title" aria-live="polite">
        {titleOf(view, day, null)}
      </h1>
      <div className="row-flex push cal-tools">
        <nav className="seg" aria-label="Rijen">
          {props.types.map(({ type, label, url }) => (
            <a
              key={type}
              href={url}
              className={type === props.type ? 'is-on' : undefined}
              aria-current={type === props.type ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openPopup(props.filtersUrl)}>
          <Icon svg={filter} />
          <span className="cal-label">Filters</span>
          {props.filterCount > 0 && <span className="cal-count">{props.filterCount}</span>}
        </button>
        <span className="seg" role="group" aria-label="Weergave">
          {VIEWS.map(({ view: name, label }) => (
            <button
              key={name}
              type="button"
              className={name === view ? 'is-on' : undefined}
              aria-pressed={name === view}
              title={`${label} (${name.toUpperCase()})`}
              onClick={() => dispatch({ type: 'view', view: name })}
            >
              {label}
            </button>
          ))}
        </span>
        <span className="cal-print">
          <IconButton svg={printer} label="Afdrukken" onClick={() => window.print()} />
        </span>
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

function IconButton({ svg, label, onClick }: { svg: string; label: string; onClick: () => void }): ReactNode {
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} onClick={onClick}>
      <Icon svg={svg} />
    </button>
  )
}

function PickDay({ day, today, onPick }: { day: number; today: number; onPick: (day: number) => void }): ReactNode {
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
