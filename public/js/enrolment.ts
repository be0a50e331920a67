/** What the popups and the tab of `views/training/enrolment` do in the browser. */
import htmx from 'htmx.org'
import { onChanged } from './changes.ts'
import { startList } from './enrolment/list.ts'
import { startMoves } from './enrolment/move.ts'

export function startEnrolment(): void {
  startList()
  startMoves()
  // The bar above the students and the reservations below them are no tables, which hear of changes by themselves.
  onChanged(['appointment', 'enrolment', 'reservation'], () => {
    for (const place of document.querySelectorAll('[data-places]')) htmx.trigger(place, 'places:reload')
  })
}
