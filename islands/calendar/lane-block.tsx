import { type CSSProperties, type ReactNode } from 'react'
import car from '@tabler/icons/outline/car.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import users from '@tabler/icons/outline/users.svg?raw'
import { type Judged } from '../../src/system/calendar/calendar.contract.ts'
import { type BoardTravel } from '../../src/training/planning/board/board.contract.ts'
import { formatMinute, isWeekend } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { ToneMark } from './block-parts.tsx'
import { namesOf, subText } from './block-text.ts'
import { freeText, type Slot } from './free-slots.ts'
import { type LaneHandlers } from './lane-row.tsx'
import { type LaneDay, type LaneRow as Row } from './lanes-model.ts'
import { canStretch, type Piece } from './split.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { openPopup } from '../shared/platform.ts'
import { placeOf, plain } from './titles.ts'
import { stopProps } from '../shared/use-roving.ts'

/** Stops of the arrow keys: down the rows within a day, sideways over the days at the row that is nearest. */
const stopAt = (index: number, day: number, minute: number) => stopProps(day, index * 1440 + minute)

/** Names of classes. */
export const joined = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

interface FreeTimeProps {
  slot: Slot
  row: Row
  day: LaneDay
  index: number
  today: number
  plan: LaneHandlers['plan']
  style: CSSProperties | undefined
}

export function FreeTime({ slot, row, day, index, today, plan, style }: FreeTimeProps): ReactNode {
  const text = freeText(slot)
  const isQuiet = day.day < today || isWeekend(day.day)
  return (
    <button
      type="button"
      className={joined('lane-free', style && 'on-line', isQuiet && 'is-quiet')}
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

/** The way to what comes next, and how many minutes there are too few for it. */
export function Travel({ travel, style }: { travel: BoardTravel; style: CSSProperties | undefined }): ReactNode {
  const { minutes, short } = travel
  return (
    <span className={joined('lane-travel', style && 'on-line', short > 0 && 'is-short')} style={style}>
      <Icon svg={car} className="ic ic-sm" />
      <span>
        {minutes} min reistijd{short > 0 && `, ${short} te kort`}
      </span>
    </span>
  )
}

interface MendProps {
  piece: Piece
  judged: Judged | undefined
  index: number
}

/** Below a block what mends it at once. */
export function Mend({ piece: { appointment, day, start }, judged, index }: MendProps): ReactNode {
  const mend = judged?.mend
  if (!mend) return null
  return (
    <button
      type="button"
      className="lane-mend"
      aria-haspopup="dialog"
      aria-label={`${mend.label}: ${plain(appointment.description)}`}
      onClick={() => openPopup(mend.url)}
      {...stopAt(index, day, start + 1)}
    >
      <Icon svg={users} className="ic ic-sm" />
      {mend.label}
    </button>
  )
}

interface LaneBlockProps extends Pick<LaneHandlers, 'on' | 'ofPeople'> {
  piece: Piece
  judged: Judged | undefined
  index: number
  active: boolean
  style: CSSProperties | undefined
}

export function LaneBlock({ piece, judged, index, active, on, ofPeople, style }: LaneBlockProps): ReactNode {
  const { appointment, start, end, day } = piece
  const { className, style: hue } = appointmentHue(appointment)
  const status = shownStatus(appointment)
  const { course, part } = namesOf(appointment)
  const { filled, who, warning } = subText(appointment, false)
  // A row of people says who gives it already.
  const isForCompany = (appointment.incompany?.length ?? 0) > 0
  const said = ofPeople && !isForCompany ? placeOf({ ...appointment, incompany: [] }) : who
  return (
    <a
      className={joined('lane-ev', className, judged && `is-${judged.tone}`, active && 'is-active', style && 'on-line')}
      style={{ ...hue, ...style }}
      href={on.hrefOf(appointment)}
      onClick={(event) => on.open(event, appointment)}
      aria-current={active ? 'true' : undefined}
      data-appointment={appointment.id}
      aria-keyshortcuts={appointment.version === undefined ? undefined : 'Space'}
      {...stopAt(index, day, start)}
    >
      <b lang="nl">
        {course}
        {part !== '' && <i> {part}</i>}
      </b>
      <time>
        {formatMinute(start)}–{formatMinute(end)}
      </time>
      <span>
        {[filled, said].filter(Boolean).join(' · ')}
        {warning !== '' && !(ofPeople && warning === 'geen docent') && <em> · {warning}</em>}
      </span>
      {judged && <ToneMark judged={judged} />}
      {status && <small className="sr-only">{status.label}</small>}
      {canStretch(piece) && <i className="cal-grip cal-grip--line" data-grip aria-hidden="true" />}
    </a>
  )
}
