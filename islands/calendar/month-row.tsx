import { memo, type ReactNode } from 'react'
import { type Judged } from '../../src/system/calendar/calendar.contract.ts'
import { BlockSub, ToneMark } from './block-parts.tsx'
import { namesOf } from './block-text.ts'
import { type Handlers } from './handlers.ts'
import { canStretch, type Piece } from './split.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { rowTime } from './titles.ts'
import { stopProps } from '../shared/use-roving.ts'

/** With a second line it says how full it is and who gives it, with a third the whole title. */
export type Lines = 1 | 2 | 3

interface MonthRowProps {
  piece: Piece
  judged: Judged | undefined
  lines: Lines
  active: boolean
  on: Handlers
}

export const MonthRow = memo(function MonthRow({ piece, judged, lines, active, on }: MonthRowProps): ReactNode {
  const { appointment, count, day, start } = piece
  const { className, style } = appointmentHue(appointment)
  const names = ['cal-row', className]
  if (count > 1) names.push('cal-row--multi')
  if (active) names.push('is-active')
  if (lines > 1) names.push('cal-row--tall')
  if (lines > 2) names.push('cal-row--roomy')
  if (judged) names.push(`is-${judged.tone}`)
  const { course, part } = namesOf(appointment)
  const status = shownStatus(appointment)
  const what = (
    <>
      <time>{rowTime(piece)}</time>{' '}
      <b>
        {course}
        {part !== '' && <i> {part}</i>}
      </b>
    </>
  )
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
      {lines > 2 ? <span className="cal-what">{what}</span> : what}
      {lines > 1 && <BlockSub appointment={appointment} history={false} />}
      {judged && <ToneMark judged={judged} />}
      {status && <small className="sr-only">, {status.label}</small>}
      {canStretch(piece) && <i className="cal-grip cal-grip--line" data-grip aria-hidden="true" />}
    </a>
  )
})
