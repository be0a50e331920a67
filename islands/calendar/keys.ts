/** The single keys of the calendar page, with the words that the sheet of shortcuts has for them. */
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'

export type KeyCommand = { view: ViewType } | { step: 1 | -1 } | 'today' | 'fullscreen'

/** Keys by the name that the browser gives them, in small letters. */
export const CALENDAR_KEYS: readonly { key: string; label: string; command: KeyCommand }[] = [
  { key: 'm', label: 'Maand', command: { view: 'm' } },
  { key: 'w', label: 'Week', command: { view: 'w' } },
  { key: 'd', label: 'Dag', command: { view: 'd' } },
  { key: 'l', label: 'Lijst', command: { view: 'l' } },
  { key: 't', label: 'Vandaag', command: 'today' },
  { key: 'arrowleft', label: 'Vorige', command: { step: -1 } },
  { key: 'arrowright', label: 'Volgende', command: { step: 1 } },
  { key: 'f', label: 'Volledig scherm', command: 'fullscreen' },
]

/** What is done with a planning that has the focus, for the sheet of shortcuts; `hold-keys.ts` reads them. */
const HAND_KEYS = [
  { key: ' ', label: 'Onderdeel oppakken en neerzetten' },
  { key: 'c', label: 'Kopiëren in plaats van verplaatsen' },
]
export const SHEET_KEYS: readonly { key: string; label: string }[] = [...CALENDAR_KEYS, ...HAND_KEYS]

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Keys with a modifier belong to the browser or to other parts of the page. */
export function commandOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): KeyCommand | undefined {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  return CALENDAR_KEYS.find((known) => known.key === key.toLowerCase())?.command
}
