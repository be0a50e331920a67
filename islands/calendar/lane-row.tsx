import { memo, type CSSProperties, type ReactNode } from 'react'
import chevronDown from '@tabler/icons/outline/chevron-down.svg?raw'
import { formatMinute } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { freeSlots, longestOf, WORKDAY, type Slot } from './free-slots.ts'
import { type Handlers } from './handlers.ts'
import { FreeTime, LaneBlock, Travel } from './lane-block.tsx'
import { laneDays, tracksOf, type AwayPiece, type LaneDay, type LaneRow as Row } from './lanes-model.ts'
import { type JudgedById } from './use-judged.ts'

export interface LaneHandlers {
  on: Pick<Handlers, 'hrefOf' | 'open'>
  /** Starts planning in free time; null for who may not. */
  plan: ((lane: number, day: number, minute: number) => void) | null
  /** Whether its rows are people: then a block says where it is, else who gives it. */
  ofPeople: boolean
}

interface LaneRowProps extends LaneHandlers {
  row: Row
  judged: JudgedById
  index: number
  /** Its days: the first, and how many. */
  first: number
  days: number
  today: number
  activeId: number | null
  /** Of one day the blocks stand on a line of hours. */
  hours: Slot | null
  /** What can be done with the row; null for who may do nothing with it. */
  openMenu: ((lane: number, element: HTMLElement) => void) | null
}

/** Height of what stands on a line of hours, and of the room around all of it. */
const TRACK_REM = 3.5
const AROUND_REM = 0.25

export const LaneRow = memo(function LaneRow(props: LaneRowProps): ReactNode {
  const { row, first, days, today, hours, openMenu } = props
  const { lane } = row
  const shown = laneDays(row, { first, days })
  const count = shown.reduce((sum, { pieces }) => sum + pieces.length, 0)
  const heightOf = (day: LaneDay): CSSProperties => ({
    minBlockSize: `${Math.max(1, tracksOf(day).length) * TRACK_REM + 2 * AROUND_REM}rem`,
  })
  return (
    <div className="lane" role="row" data-lane={lane.id}>
      <div className={lane.id <= 0 ? 'lane-name is-open' : 'lane-name'} role="rowheader">
        <LaneName name={lane.name} open={lane.id > 0 && openMenu ? (element) => openMenu(lane.id, element) : null} />
        {lane.sub && <span className="trunc">{lane.sub}</span>}
        <span className="lane-count">{count === 1 ? '1 onderdeel' : count > 0 ? `${count} onderdelen` : ''}</span>
      </div>
      {shown.map((day) => (
        <div
          key={day.day}
          className={day.day === today ? 'lane-cell is-today' : 'lane-cell'}
          role="cell"
          data-cell={day.day}
          data-from={hours?.start}
          data-to={hours?.end}
          style={hours ? heightOf(day) : undefined}
        >
          <CellContent {...props} day={day} />
        </div>
      ))}
    </div>
  )
})

function LaneName({ name, open }: { name: string; open: ((element: HTMLElement) => void) | null }): ReactNode {
  if (!open) return <b>{name}</b>
  return (
    <button
      type="button"
      className="lane-menu"
      aria-haspopup="menu"
      title="Wat u met deze rij kunt doen"
      onClick={(event) => open(event.currentTarget)}
    >
      <b>{name}</b>
      <Icon svg={chevronDown} />
    </button>
  )
}

/** Where something stands on a line of hours; where there is none all stands below each other. */
type Line = (slot: Slot, track: number) => CSSProperties

function lineOf(hours: Slot): Line {
  const width = hours.end - hours.start
  const share = (minute: number): number => ((minute - hours.start) / width) * 100
  return ({ start, end }, track) => {
    const [from, to] = [Math.max(start, hours.start), Math.min(end, hours.end)]
    return {
      insetInlineStart: `${share(from)}%`,
      inlineSize: `${share(to) - share(from)}%`,
      insetBlockStart: `${track * TRACK_REM + AROUND_REM}rem`,
    }
  }
}

const taken = ({ pieces, away }: LaneDay): Slot[] => [
  ...pieces.filter(({ appointment }) => !appointment.cancelled),
  ...away,
]

interface CellProps extends Omit<LaneRowProps, 'first' | 'days' | 'openMenu'> {
  day: LaneDay
}

function CellContent({ row, judged, day, index, today, activeId, on, plan, ofPeople, hours }: CellProps): ReactNode {
  const line = hours && lineOf(hours)
  const slots = plan && row.lane.id > 0 ? freeSlots(taken(day)) : []
  const endOf = (id: number): number => day.pieces.find(({ appointment }) => appointment.id === id)?.end ?? 0
  return (
    <>
      {day.away.map((off) => (
        <Away key={`${off.start}-${off.end}`} off={off} line={line} />
      ))}
      {(line ? tracksOf(day) : [day.pieces]).flatMap((track, i) =>
        track.flatMap((piece) => {
          const travel = row.travel.get(piece.appointment.id)
          const way = travel && { start: Math.min(endOf(travel.after), piece.start), end: piece.start }
          return [
            way && <Travel key={`to ${piece.key}`} travel={travel} style={line?.(way, i)} />,
            <LaneBlock
              key={piece.key}
              piece={piece}
              judged={judged.get(piece.appointment.id)}
              index={index}
              active={piece.appointment.id === activeId}
              on={on}
              ofPeople={ofPeople}
              style={line?.(piece, i)}
            />,
          ]
        }),
      )}
      {(line ? slots : longestOf(slots)).map((slot) => (
        <FreeTime
          key={slot.start}
          slot={slot}
          row={row}
          day={day}
          index={index}
          today={today}
          plan={plan}
          style={line?.(slot, 0)}
        />
      ))}
    </>
  )
}

function Away({ off, line }: { off: AwayPiece; line: Line | null }): ReactNode {
  const { start, end, text } = off
  if (line)
    return (
      <span className="lane-off on-line" style={{ ...line(off, 0), insetBlockStart: 0 }}>
        {text}
      </span>
    )
  const isWhole = start <= WORKDAY.start && end >= WORKDAY.end
  return (
    <span className={isWhole ? 'lane-off is-whole' : 'lane-off'}>
      {text}
      {!isWhole && ` ${formatMinute(start)}–${formatMinute(end)}`}
    </span>
  )
}
