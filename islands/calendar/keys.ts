/** The single keys of the calendar page. */
import { type ViewType } from '../../src/training/calendar/calendar.contract.ts'

export type KeyCommand = { view: ViewType } | { step: 1 | -1 } | 'today' | 'fullscreen'

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  m: { view: 'm' },
  w: { view: 'w' },
  d: { view: 'd' },
  l: { view: 'l' },
  arrowleft: { step: -1 },
  arrowright: { step: 1 },
  t: 'today',
  f: 'fullscreen',
}

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Keys with a modifier belong to the browser or to other parts of the page. */
export function commandOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): KeyCommand | undefined {
  return ctrlKey || altKey || metaKey || shiftKey ? undefined : COMMANDS[key.toLowerCase()]
}
