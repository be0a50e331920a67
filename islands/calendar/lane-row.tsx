import { memo, type CSSProperties, type ReactNode } from 'react'
import chevronDown from '@tabler/icons/outline/chevron-down.svg?raw'
import { formatMinute } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { freeSlots, longestOf, WORKDAY, type Slot } from './free-slots.ts'
import { type Handlers } from './handlers.ts'
import { FreeTime, joined, LaneBlock, Mend, Travel } from './lane-block.tsx'
import { laneDays, minutesOf, tracksOf, type AwayPiece, type LaneDay, type LaneRow as Row } from './lanes-model.ts'
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
  /** Its days that have no room for words. */
  narrow: ReadonlySet<number>
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
  const { row, first, days, today, narrow, hours, openMenu } = props
  const { lane } = row
  const shown = laneDays(row, { first, days })
  const heightOf = (day: LaneDay): CSSProperties => ({
    minBlockSize: `${Math.max(1, tracksOf(day).length) * TRACK_REM + 2 * AROUND_REM}rem`,
  })
  return (
    <div className="lane" role="row" data-lane={lane.id}>
      <div className={lane.id <= 0 ? 'lane-name is-open' : 'lane-name'} role="rowheader">
        <LaneName name={lane.name} open={lane.id > 0 && openMenu ? (element) => openMenu(lane.id, element) : null} />
        {lane.sub && <span className="trunc">{lane.sub}</span>}
        <LaneCount lane={lane} days={shown} ofPeople={props.ofPeople} />
      </div>
      {shown.map((day) => (
        <div
          key={day.day}
          className={joined('lane-cell', day.day === today && 'is-today', narrow.has(day.day) && 'is-narrow')}
          role="cell"
          data-cell={day.day}
          data-from={hours?.start}
          data-to={hours?.end}
          style={hours ? heightOf(day) : undefined}
        >
          <CellContent {...props} day={day} isNarrow={narrow.has(day.day)} />
        </div>
      ))}
    </div>
  )
})

const inHours = (minutes: number): string => String(Math.round(minutes / 30) / 2).replace('.', ',')

interface LaneCountProps {
  lane: Row['lane']
  days: readonly LaneDay[]
  ofPeople: boolean
}

/** What there is in a row; of who works by known hours how many of them are left. */
function LaneCount({ lane, days, ofPeople }: LaneCountProps): ReactNode {
  const count = days.reduce((sum, { pieces }) => sum + pieces.length, 0)
  const { given, free } = minutesOf(days)
  const works = lane.minutes ?? 0
  if (ofPeople && lane.id > 0 && works > 0) {
    const left = Math.min(free, works)
    return (
      <span className="meter lane-count">
        <progress value={works - left} max={works} aria-hidden="true" />
        {inHours(left)} van {inHours(works)} uur vrij
      </span>
    )
  }
  if (count === 0) return null
  return (
    <span className="lane-count">
      {count === 1 ? '1 onderdeel' : `${count} onderdelen`}
      {ofPeople && given > 0 && `, ${inHours(given)} uur`}
    </span>
  )
}

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

interface CellProps extends Omit<LaneRowProps, 'first' | 'days' | 'narrow' | 'openMenu'> {
  day: LaneDay
  isNarrow: boolean
}

function CellContent(props: CellProps): ReactNode {
  const { row, judged, day, isNarrow, index, today, activeId, on, plan, ofPeople, hours } = props
  const line = hours && lineOf(hours)
  const slots = plan && row.lane.id > 0 ? freeSlots(taken(day)) : []
  const endOf = (id: number): number => day.pieces.find(({ appointment }) => appointment.id === id)?.end ?? 0
  return (
    <>
      {day.away.map((off) => (
        <Away key={`${off.start}-${off.end}`} off={off} line={line} isNarrow={isNarrow} />
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
            !line && (
              <Mend key={`mend ${piece.key}`} piece={piece} judged={judged.get(piece.appointment.id)} index={index} />
            ),
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

interface AwayProps {
  off: AwayPiece
  line: Line | null
  isNarrow: boolean
}

function Away({ off, line, isNarrow }: AwayProps): ReactNode {
  const { start, end, text } = off
  if (line)
    return (
      <span className="lane-off on-line" style={{ ...line(off, 0), insetBlockStart: 0 }}>
        {text}
      </span>
    )
  const isWhole = start <= WORKDAY.start && end >= WORKDAY.end
  const said = isWhole ? text : `${text} ${formatMinute(start)}–${formatMinute(end)}`
  return (
    <span className={isWhole ? 'lane-off is-whole' : 'lane-off'} title={isNarrow ? said : undefined}>
      {isNarrow ? <small className="sr-only">{said}</small> : said}
    </span>
  )
}
