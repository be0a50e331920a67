/** The screens with their clock, and the language that who stands before them chose. */
import { useEffect, useReducer } from 'react'
import { type KioskTimes } from '../../src/training/day/kiosk/kiosk.contract.ts'
import {
  TICK_MS,
  firstState,
  step,
  type KioskEvent,
  type KioskScreen,
  type KioskState,
} from '../../src/training/day/kiosk/machine.contract.ts'
import { type Language } from '../../src/training/day/kiosk/texts.contract.ts'

interface Shown {
  state: KioskState
  language: Language
}
export type MachineEvent = KioskEvent | { type: 'language'; value: Language }

/** @param own the language of who comes next; null where nobody does, and it stays */
function shown(before: Shown, event: MachineEvent, times: KioskTimes, own: Language | null): Shown {
  if (event.type === 'language') return { ...before, language: event.value }
  const state = step(before.state, event, times)
  const begins = state.screen === 'initial' && before.state.screen !== 'initial' && event.type !== 'birthday'
  return { state, language: begins && own !== null ? own : before.language }
}

interface Around {
  first: KioskScreen
  language: Language
  /** Whether people come one after the other, each with a language of their own. */
  many: boolean
  times: KioskTimes
  /** Screens that do not close by themselves here. */
  stay?: readonly KioskScreen[]
}

export function useMachine({ first, language, many, times, stay = [] }: Around) {
  const [now, send] = useReducer(
    (before: Shown, event: MachineEvent) =>
      event.type === 'tick' && stay.includes(before.state.screen)
        ? before
        : shown(before, event, times, many ? language : null),
    { state: firstState(first), language },
  )
  useEffect(() => {
    const timer = setInterval(() => send({ type: 'tick' }), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return { ...now, send }
}
