import { useMemo, type ReactNode } from 'react'
import alertCircle from '@tabler/icons/outline/alert-circle.svg?raw'
import { type BoardSettings } from '../../src/inspections/planning/visits/board.contract.ts'
import { NOT_LOADED } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { isoDay, type Day } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { LaneFoot } from './board-tools.tsx'
import { Grid, type GridProps } from './grid.tsx'
import { titleOf } from './settings.ts'
import { type Board } from './use-board.ts'

interface BoardPanelProps extends Pick<GridProps, 'clock' | 'holidays' | 'chosen'> {
  board: Board
  /** Whether something hides lanes. */
  isFiltered: boolean
  set: (change: Partial<BoardSettings>) => void
  choose: (key: string) => void
  /** What stands above its foot. */
  children: ReactNode
}

/** The lanes, or why there are none. */
export function BoardPanel(props: BoardPanelProps): ReactNode {
  const { board, set, choose, clock, holidays, chosen } = props
  const { settings, data, lanes: all, shown: lanes, days, plans } = board
  const names = useMemo(() => new Map(all.map(({ id, title }) => [id, title])), [all])
  const onDay = (day: Day): void => set({ type: 'd', date: isoDay(day) })
  return (
    <section className="panel pb-panel" aria-label={titleOf(settings, clock.day)} aria-busy={data.busy}>
      {data.slow && <div className="cal-busy" role="progressbar" aria-label="Laden" />}
      {data.failed && (
        <div className="note note--error cal-failure" role="alert">
          <Icon svg={alertCircle} />
          <span className="grow">{NOT_LOADED}</span>
          <button type="button" className="btn btn-sm" onClick={data.reload}>
            Opnieuw
          </button>
        </div>
      )}
      {data.answer && lanes.length > 0 && (
        <Grid {...{ settings, days, lanes, clock, holidays, chosen, plans, names, onDay }} onChoose={choose} />
      )}
      {data.answer && lanes.length === 0 && (
        <div className="empty pb-scroll">
          <b>{props.isFiltered ? 'Niets gevonden met deze filters' : 'Nog niets gepland'}</b>
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => set({ filters: {}, names: {}, group: false, showEmpty: true })}
          >
            Toon alle keurmeesters
          </button>
        </div>
      )}
      {!data.answer && (
        <p className="sr-only" role="status">
          {data.slow ? 'Het planbord wordt geladen.' : ''}
        </p>
      )}
      {props.children}
      <LaneFoot settings={settings} change={set} />
    </section>
  )
}
