/** What the popups and the tab of `views/training/enrolment` do in the browser. */
import { startList } from './enrolment/list.ts'
import { startMoves } from './enrolment/move.ts'

export function startEnrolment(): void {
  startList()
  startMoves()
}
