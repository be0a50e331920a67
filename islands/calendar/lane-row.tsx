import { memo, type ReactNode } from 'react'
import plus from '@tabler/icons/outline/plus.svg?raw'
import { formatMinute, isWeekend } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { freeSlots, freeText, WORKDAY, type Slot } from './free-slots.ts'
import { type Handlers } from './handlers.ts'
import { laneDays, type LaneDay, type LaneRow as Row } from './lanes-model.ts'
import { canStretch, type Piece } from './split.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { placeOf, plain } from './titles.ts'
import { stopProps } from './use-roving.ts'

export interface LaneHandlers {
  on: Pick<Handlers, 'hrefOf' | 'open'>
  /** Starts planning in free time; null for who may not. */
  plan: ((lane: number, day: number, minute: number) => void) | null
  /** Whether its rows are people: then a block says where it is, else who gives it. */
  ofPeople: boolean
}

interface LaneRowProps extends LaneHandlers {
  row: Row
  index: number
  /** Its days: the first, and how many. */
  first: number
  days: number
  today: number
  activeId: number | null
  /** Of one day the blocks stand on a line of hours. */
  hours: Slot | null
}

/** Stops of the arrow keys: down the rows within a day, sideways over the days at the row that is nearest. */
const stopAt = (index: number, day: number, minute: number) => stopProps(day, index * 1440 + minute)

export const LaneRow = memo(function LaneRow(props: LaneRowProps): ReactNode {
  const { row, index, first, days, today, hours } = props
  const { lane } = row
  const shown = laneDays(row, { first, days })
  const count = shown.reduce((sum, { pieces }) => sum + pieces.length, 0)
  return (
    <div className="lane" role="row" data-lane={lane.id}>
      <div className={lane.id <= 0 ? 'lane-name is-open' : 'lane-name'} role="rowheader">
        <b>{lane.name}</b>
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
          style={hours ? { minBlockSize: `${Math.max(1, tracksOf(day).length) * 3.5 + 0.5}rem` } : undefined}
        >
          {hours ? (
            <DayLine {...props} day={day} hours={hours} index={index} />
          ) : (
            <WeekCell {...props} day={day} index={index} />
          )}
        </div>
      ))}
    </div>
  )
})

/** Pieces that overlap stand below each other. */
function tracksOf({ pieces }: LaneDay): Piece[][] {
  const tracks: Piece[][] = []
  for (const piece of pieces) {
    const track = tracks.find((one) => one.at(-1)!.end <= piece.start)
    if (track) track.push(piece)
    else tracks.push([piece])
  }
  return tracks
}

interface CellProps extends LaneHandlers {
  row: Row
  day: LaneDay
  index: number
  today: number
  activeId: number | null
}

const taken = ({ pieces, away }: LaneDay): Slot[] => [
  ...pieces.filter(({ appointment }) => !appointment.cancelled),
  ...away,
]

function WeekCell({ row, day, index, today, activeId, on, plan, ofPeople }: CellProps): ReactNode {
  const slots = plan && row.lane.id > 0 ? freeSlots(taken(day)) : []
  const longest = slots.reduce<Slot | null>(
    (best, slot) => (!best || slot.end - slot.start > best.end - best.start ? slot : best),
    null,
  )
  const wholeDay = day.away.some(({ start, end }) => start <= WORKDAY.start && end >= WORKDAY.end)
  return (
    <>
      {day.away.map(({ start, end, text }) => (
        <span key={`${start}-${end}`} className={wholeDay ? 'lane-off is-whole' : 'lane-off'}>
          {text}
          {!wholeDay && ` ${formatMinute(start)}–${formatMinute(end)}`}
        </span>
      ))}
      {day.pieces.map((piece) => (
        <LaneBlock
          key={piece.key}
          piece={piece}
          index={index}
          active={piece.appointment.id === activeId}
          on={on}
          ofPeople={ofPeople}
        />
      ))}
      {longest && <FreeTime slot={longest} row={row} day={day} index={index} today={today} plan={plan} />}
    </>
  )
}

function DayLine({
  row,
  day,
  index,
  today,
  activeId,
  on,
  plan,
  ofPeople,
  hours,
}: CellProps & { hours: Slot }): ReactNode {
  const width = hours.end - hours.start
  const place = ({ start, end }: Slot, track: number) => ({
    insetInlineStart: `${((Math.max(start, hours.start) - hours.start) / width) * 100}%`,
    inlineSize: `${((Math.min(end, hours.end) - Math.max(start, hours.start)) / width) * 100}%`,
    insetBlockStart: `${track * 3.5 + 0.25}rem`,
  })
  const slots = plan && row.lane.id > 0 ? freeSlots(taken(day)) : []
  return (
    <>
      {day.away.map((off) => (
        <span
          key={`${off.start}-${off.end}`}
          className="lane-off on-line"
          style={{ ...place(off, 0), insetBlockStart: 0 }}
        >
          {off.text}
        </span>
      ))}
      {slots.map((slot) => (
        <FreeTime
          key={slot.start}
          slot={slot}
          row={row}
          day={day}
          index={index}
          today={today}
          plan={plan}
          style={place(slot, 0)}
        />
      ))}
      {tracksOf(day).flatMap((track, i) =>
        track.map((piece) => (
          <LaneBlock
            key={piece.key}
            piece={piece}
            index={index}
            active={piece.appointment.id === activeId}
            on={on}
            ofPeople={ofPeople}
            style={place(piece, i)}
          />
        )),
      )}
    </>
  )
}

interface FreeTimeProps {
  slot: Slot
  row: Row
  day: LaneDay
  index: number
  today: number
  plan: LaneHandlers['plan']
  style?: React.CSSProperties
}

function FreeTime({ slot, row, day, index, today, plan, style }: FreeTimeProps): ReactNode {
  const text = freeText(slot)
  const isQuiet = day.day < today || isWeekend(day.day)
  return (
    <button
      type="button"
      className={['lane-free', style && 'on-line', isQuiet && 'is-quiet'].filter(Boolean).join(' ')}
      style={style}
      aria-haspopup="dialog"
      aria-label={`${text}, ${row.lane.name}: planning toevoegen`}
      onClick={() => plan?.(row.lane.id, day.day, slot.start)}
      {...stopAt(index, day.day, slot.start)}
    >
      <Icon svg={plus} className="ic ic-sm" />
      {text}
    </button>
  )
}

interface LaneBlockProps extends Pick<LaneHandlers, 'on' | 'ofPeople'> {
  piece: Piece
  index: number
  active: boolean
  style?: React.CSSProperties
}

function LaneBlock({ piece, index, active, on, ofPeople, style }: LaneBlockProps): ReactNode {
  const { appointment, start, end, day } = piece
  const { className, style: hue } = appointmentHue(appointment)
  const { free, max_count, incompany } = appointment
  const filled = free !== undefined && max_count !== undefined ? `${max_count - free}/${max_count}` : ''
  const where = ofPeople ? placeOf({ ...appointment, incompany: [] }) : (appointment.teachers ?? []).join(', ')
  const who = incompany?.length ? incompany.join(', ') : where
  const status = shownStatus(appointment)
  return (
    <a
      className={`lane-ev ${className}${active ? ' is-active' : ''}${style ? ' on-line' : ''}`}
      style={{ ...hue, ...style }}
      href={on.hrefOf(appointment)}
      onClick={(event) => on.open(event, appointment)}
      aria-current={active ? 'true' : undefined}
      data-appointment={appointment.id}
      aria-keyshortcuts={appointment.version === undefined ? undefined : 'Space'}
      {...stopAt(index, day, start)}
    >
      <b lang="nl">{plain(appointment.description)}</b>
      <time>
        {formatMinute(start)}–{formatMinute(end)}
      </time>
      <span className="trunc">{[filled, who].filter(Boolean).join(' · ')}</span>
      {status && <small className="sr-only">{status.label}</small>}
      {style && canStretch(piece) && <i className="cal-grip cal-grip--line" data-grip aria-hidden="true" />}
    </a>
  )
}
