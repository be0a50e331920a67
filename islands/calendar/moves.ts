import { type AppointmentsAnswer } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { type Moves } from '../shared/bar.tsx'
import { type KeyCommand } from './keys.ts'
import { hasNextPage, type CalendarAction, type CalendarState } from './state.ts'

/** How the bar and the keys move through the calendar: time has no end, the pages of the list have. */
export function movesOf(
  state: CalendarState,
  listed: AppointmentsAnswer | null,
  today: Day,
  dispatch: (action: CalendarAction) => void,
): Moves {
  const isList = state.view === 'l'
  const canStepBack = !isList || state.page > 0
  const canStepOn = !isList || hasNextPage(state, listed)
  const jump = (day: Day): void => dispatch({ type: 'jump', day })
  return {
    canStepBack,
    canStepOn,
    step: (direction) => {
      if (direction === 1 ? canStepOn : canStepBack) dispatch({ type: 'step', direction })
    },
    goToday: () => jump(today),
    jump,
    show: (view) => dispatch({ type: 'view', view }),
  }
}

/** Does what a key asks for. */
export function obey(command: KeyCommand, moves: Moves, toggleFullscreen: () => void): void {
  if (command === 'today') moves.goToday()
  else if (command === 'fullscreen') toggleFullscreen()
  else if ('view' in command) moves.show(command.view)
  else moves.step(command.step)
}
