import { type ReactNode } from 'react'
import layoutColumns from '@tabler/icons/outline/layout-columns.svg?raw'
import layoutRows from '@tabler/icons/outline/layout-rows.svg?raw'
import wand from '@tabler/icons/outline/wand.svg?raw'
import { type PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import { type BoardSettings } from '../../src/inspections/planning/visits/board.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { Bar, type Moves } from '../shared/bar.tsx'
import { Icon } from '../shared/icon.tsx'
import { dayOfSettings, titleOf } from './settings.ts'

const VIEWS = [
  { view: 'w', label: 'Week' },
  { view: 'd', label: 'Dag' },
] as const

type Change = (change: Partial<BoardSettings>) => void

const DIRECTIONS = [
  { direction: 'horizontal', label: 'Keurmeesters onder elkaar', svg: layoutRows },
  { direction: 'vertical', label: 'Keurmeesters naast elkaar', svg: layoutColumns },
] as const

/** Which way the lanes lie. */
function DirectionChoice({ settings, change }: { settings: BoardSettings; change: Change }): ReactNode {
  return (
    <span className="seg" role="group" aria-label="Richting">
      {DIRECTIONS.map(({ direction, label, svg }) => (
        <button
          key={direction}
          type="button"
          className={direction === settings.direction ? 'is-on' : undefined}
          aria-pressed={direction === settings.direction}
          aria-label={label}
          title={label}
          onClick={() => change({ direction })}
        >
          <Icon svg={svg} />
        </button>
      ))}
    </span>
  )
}

interface BoardBarProps {
  settings: BoardSettings
  set: Change
  moves: Moves
  today: Day
  page: Pick<PlanningBoardProps, 'beside' | 'filtersUrl'>
  filterCount: number
  /** Absent for who does not plan. */
  fill: { isOpen: boolean; toggle: () => void } | undefined
}

/** When, by what view, which way it lies, and with which filters. */
export function BoardBar({ settings, set, moves, today, page, filterCount, fill }: BoardBarProps): ReactNode {
  return (
    <Bar
      words={{ one: 'bezoek' }}
      title={titleOf(settings, today)}
      views={VIEWS}
      view={settings.type}
      day={dayOfSettings(settings)}
      today={today}
      moves={moves}
      beside={page.beside}
      filterCount={filterCount}
      filtersUrl={page.filtersUrl}
      onAdd={undefined}
      choice={<DirectionChoice settings={settings} change={set} />}
      tools={
        fill && (
          <button type="button" className="btn" data-fill aria-expanded={fill.isOpen} onClick={fill.toggle}>
            <Icon svg={wand} />
            <span className="cal-label">Dag vullen</span>
          </button>
        )
      }
    />
  )
}

/** Which lanes there are. */
export function LaneFoot({ settings, change }: { settings: BoardSettings; change: Change }): ReactNode {
  return (
    <footer className="cal-foot pb-foot">
      <Switch label="Alleen mijn rij" on={settings.group} set={(group) => change({ group })} />
      <Switch label="Allen samen" on={settings.merged} set={(merged) => change({ merged })} />
      <Switch label="Ook wie niets heeft" on={settings.showEmpty} set={(showEmpty) => change({ showEmpty })} />
    </footer>
  )
}

function Switch({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }): ReactNode {
  return (
    <label className="pb-switch">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={on}
        onChange={({ target }) => set(target.checked)}
      />
      {label}
    </label>
  )
}

interface DraftBarProps {
  count: number
  /** What was typed last is being checked. */
  isChecking: boolean
  onConfirm: () => void
  onDiscard: () => void
}

/** What is not saved yet. */
export function DraftBar({ count, isChecking, onConfirm, onDiscard }: DraftBarProps): ReactNode {
  return (
    <div className="pb-drafts" role="region" aria-label="Niet opgeslagen">
      <b role="status">{count === 0 ? '' : count === 1 ? '1 wijziging' : `${count} wijzigingen`}</b>
      {count > 0 && (
        <>
          <button type="button" className="btn" onClick={onDiscard}>
            Weggooien
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-haspopup="dialog"
            disabled={isChecking}
            onClick={onConfirm}
          >
            Bevestigen
          </button>
        </>
      )}
    </div>
  )
}
