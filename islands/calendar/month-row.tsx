import { memo, type ReactNode } from 'react'
import { type Handlers } from './handlers.ts'
import { type Piece } from './split.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { plain, rowTime } from './titles.ts'
import { stopProps } from './use-roving.ts'

interface MonthRowProps {
  piece: Piece
  active: boolean
  on: Handlers
}

export const MonthRow = memo(function MonthRow({ piece, active, on }: MonthRowProps): ReactNode {
  const { appointment, count, day, start } = piece
  const { className, style } = appointmentHue(appointment)
  const names = ['cal-row', className]
  if (count > 1) names.push('cal-row--multi')
  if (active) names.push('is-active')
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
      <b>{plain(appointment.description)}</b>
      {status && <small className="sr-only">, {status.label}</small>}
    </a>
  )
})
