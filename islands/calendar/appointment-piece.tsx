import { memo, type ReactNode } from 'react'
import { type Judged } from '../../src/system/calendar/calendar.contract.ts'
import { formatMinute } from '../../src/platform/format/days.ts'
import { softHyphens } from '../../src/platform/format/hyphens.ts'
import { vars } from './css-vars.ts'
import { type Handlers } from './handlers.ts'
import { halfHours, pieceSpan } from './positions.ts'
import { canStretch, type Piece } from './split.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { namesOf } from './block-text.ts'
import { BlockSub, ToneMark } from './block-parts.tsx'
import { placeOf } from './titles.ts'
import { stopProps } from '../shared/use-roving.ts'

interface AppointmentPieceProps {
  piece: Piece
  overlap: number
  offset: number
  judged: Judged | undefined
  history: boolean
  active: boolean
  on: Handlers
}

/** Up to so many half hours there is room for one line, and for a line of small print. */
const ONE_LINE = 1.5
const SMALL_PRINT = 0.5
/** From so many on a narrow one has room for a long name. */
const TALL = 6
/** Words of fewer letters fit whole: in a column alone, and in one that others share. */
const LONG = 16
const LONG_BESIDE_OTHERS = 8

export const AppointmentPiece = memo(function AppointmentPiece(props: AppointmentPieceProps): ReactNode {
  const { piece, overlap, offset, judged, history, active, on } = props
  const { appointment, day, start, end } = piece
  const { className, style } = appointmentHue(appointment)
  const span = pieceSpan(piece)
  const names = ['cal-ev', className]
  if (history) names.push('is-history')
  if (active) names.push('is-active')
  if (span <= ONE_LINE) names.push('is-short')
  if (span <= SMALL_PRINT) names.push('is-tiny')
  if (span >= TALL) names.push('is-tall')
  if (judged) names.push(`is-${judged.tone}`)
  const place = placeOf({ ...appointment, incompany: [] })
  const longest = overlap > 0 ? LONG_BESIDE_OTHERS : LONG
  const { course, part } = namesOf(appointment)
  const status = shownStatus(appointment)
  return (
    <a
      className={names.join(' ')}
      style={{
        ...vars({ '--from': halfHours(start), '--span': span, '--overlap': overlap, '--offset': offset }),
        ...style,
      }}
      href={on.hrefOf(appointment)}
      onClick={(event) => on.open(event, appointment)}
      aria-current={active ? 'true' : undefined}
      data-appointment={appointment.id}
      aria-keyshortcuts={appointment.version === undefined ? undefined : 'Space'}
      {...stopProps(day, start)}
    >
      <b lang="nl">
        {softHyphens(course, longest)}
        {part !== '' && <i> {softHyphens(part, longest)}</i>}
      </b>
      <time>
        {formatMinute(start)}
        <i>–{formatMinute(end)}</i>
      </time>
      <BlockSub appointment={appointment} history={history} />
      {place && <span>{place}</span>}
      {judged && <ToneMark judged={judged} />}
      {status && <small className="sr-only">{status.label}</small>}
      {canStretch(piece) && <i className="cal-grip" data-grip aria-hidden="true" />}
    </a>
  )
})
