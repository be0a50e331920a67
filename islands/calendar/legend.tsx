import { type ReactNode } from 'react'
import { type CalendarStatus } from '../../src/system/calendar/calendar.contract.ts'
import { FULL, hueOf } from './status.ts'

/** What the colours mean, also that of 'Vol', which no planning has as its status. */
export function Legend({ legend }: { legend: readonly CalendarStatus[] }): ReactNode {
  return (
    <ul className="legend cal-legend" aria-label="Kleuren">
      {[...legend, FULL].map((status) => {
        const { className, style } = hueOf(status)
        return (
          <li key={status.key} className={`status status--plain ${className}`} style={style}>
            {status.label}
          </li>
        )
      })}
    </ul>
  )
}
