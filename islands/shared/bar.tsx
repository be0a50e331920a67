import { useId, useState, type ReactNode } from 'react'
import calendarSearch from '@tabler/icons/outline/calendar-search.svg?raw'
import chevronLeft from '@tabler/icons/outline/chevron-left.svg?raw'
import chevronRight from '@tabler/icons/outline/chevron-right.svg?raw'
import dots from '@tabler/icons/outline/dots.svg?raw'
import filter from '@tabler/icons/outline/filter.svg?raw'
import printer from '@tabler/icons/outline/printer.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import { type CalendarWords, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { capital } from './day-titles.ts'
import { Icon } from './icon.tsx'
import { openPopup, pickDate } from './platform.ts'

/** How the bar and the keys move through time. */
export interface Moves {
  canStepBack: boolean
  canStepOn: boolean
  /** One period or page on or back, where there is one. */
  step: (direction: 1 | -1) => void
  goToday: () => void
  jump: (day: Day) => void
  show: (view: ViewType) => void
}

export interface BarProps {
  words: Pick<CalendarWords, 'one'>
  title: string
  views: readonly { view: ViewType; label: string }[]
  view: ViewType
  day: Day
  today: Day
  moves: Moves
  beside: readonly { label: string; href: string }[]
  filterCount: number
  filtersUrl: string
  /** Absent for who may not add. */
  onAdd: (() => void) | undefined
  /** What stands before the filters, and before the button that adds. */
  choice?: ReactNode
  tools?: ReactNode
  /** What is needed once a month: it stands in the menu at the end. */
  seldom?: ReactNode
}

/** The bar above a calendar: when, by what view, with which filters. */
export function Bar(props: BarProps): ReactNode {
  const { title, views, view, filterCount, filtersUrl, moves, onAdd } = props
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
      {props.beside.length > 0 && (
        <nav className="cal-beside" aria-label="Andere weergaven">
          {props.beside.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
      )}
      <div className="row-flex push cal-tools">
        {props.choice}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openPopup(filtersUrl)}>
          <Icon svg={filter} />
          <span className="cal-label">Filters</span>
          {filterCount > 0 && <span className="cal-count">{filterCount}</span>}
        </button>
        <span className="seg" role="group" aria-label="Weergave">
          {views.map(({ view: name, label }) => (
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
        {props.tools}
        <More beside={props.beside}>{props.seldom}</More>
        {onAdd && (
          <button type="button" className="btn btn-primary" aria-haspopup="dialog" onClick={onAdd}>
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

/** What has no place in the bar: there of the other views the first alone, where all of them would take a second line. */
function More({ beside, children }: Pick<BarProps, 'beside'> & { children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <>
      <button type="button" className="icon-btn" popoverTarget={id} aria-label="Meer" title="Meer">
        <Icon svg={dots} />
      </button>
      <div className="menu cal-more-menu" id={id} popover="auto">
        {children}
        <button type="button" className="cal-print" onClick={() => window.print()}>
          <Icon svg={printer} />
          Afdrukken
        </button>
        {beside.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </div>
    </>
  )
}

interface IconButtonProps {
  svg: string
  label: string
  off?: boolean
  onClick: () => void
}

export function IconButton({ svg, label, off = false, onClick }: IconButtonProps): ReactNode {
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} aria-disabled={off} onClick={onClick}>
      <Icon svg={svg} />
    </button>
  )
}

function PickDate({ day, today, onPick }: Pick<BarProps, 'day' | 'today'> & { onPick: Moves['jump'] }): ReactNode {
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
