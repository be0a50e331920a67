import { memo, type ReactNode } from 'react'
import { type Judged } from '../../src/system/calendar/calendar.contract.ts'
import { BlockSub, ToneMark } from './block-parts.tsx'
import { namesOf } from './block-text.ts'
import { type Handlers } from './handlers.ts'
import { canStretch, type Piece } from './split.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { rowTime } from './titles.ts'
import { stopProps } from '../shared/use-roving.ts'

interface MonthRowProps {
  piece: Piece
  judged: Judged | undefined
  /** With a second line: how full it is, and who gives it. */
  tall: boolean
  active: boolean
  on: Handlers
}

export const MonthRow = memo(function MonthRow({ piece, judged, tall, active, on }: MonthRowProps): ReactNode {
  const { appointment, count, day, start } = piece
  const { className, style } = appointmentHue(appointment)
  const names = ['cal-row', className]
  if (count > 1) names.push('cal-row--multi')
  if (active) names.push('is-active')
  if (tall) names.push('cal-row--tall')
  if (judged) names.push(`is-${judged.tone}`)
  const { course, part } = namesOf(appointment)
  const status = shownStatus(appointment)
  return (
    <a
      className={names.join(' ')}
      style={style}
      href={on.hrefOf(appointment)}
      onClick={(event) => on.open(event, appointment)}
      aria-current={active ? 'true' : undefined}
      data-appointment={appointment.id}
      aria-keyshortcuts={appointment.version === undefined ? undefined : 'Space'}
      {...stopProps(day, start)}
    >
      <time>{rowTime(piece)}</time>
      <b>
        {course}
        {part !== '' && <i> {part}</i>}
      </b>
      {tall && <BlockSub appointment={appointment} history={false} />}
      {judged && <ToneMark judged={judged} />}
      {status && <small className="sr-only">, {status.label}</small>}
      {canStretch(piece) && <i className="cal-grip cal-grip--line" data-grip aria-hidden="true" />}
    </a>
  )
})
