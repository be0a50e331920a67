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

/** What is done with a part that has the focus, for the sheet of shortcuts; `use-hold-keys.ts` listens to it. */
const HAND_KEYS = [{ key: ' ', label: 'Onderdeel oppakken' }]
export const SHEET_KEYS: readonly { key: string; label: string }[] = [...CALENDAR_KEYS, ...HAND_KEYS]

export interface HeldLine {
  label: string
  /** Of two the first goes back and the second goes on. */
  keys: readonly string[]
  held?: 'Shift'
}

const heldLine = (label: string, keys: readonly string[], held?: HeldLine['held']): HeldLine => ({
  label,
  keys,
  ...(held ? { held } : {}),
})

const SIDEWAYS = ['ArrowLeft', 'ArrowRight']
const UPRIGHT = ['ArrowUp', 'ArrowDown']

/** The keys of a part that was picked up, as the sheet tells them; `hold-keys.ts` reads the same lines. */
export const HELD_KEYS = {
  sideways: heldLine('Dag eerder of later; in een dag van een rooster een kwartier', SIDEWAYS),
  upright: heldLine('Kwartier eerder of later; in een maand een week, in een rooster een rij', UPRIGHT),
  pullSideways: heldLine('Dag korter of langer; in een dag van een rooster een kwartier', SIDEWAYS, 'Shift'),
  pullUpright: heldLine('Kwartier korter of langer', UPRIGHT, 'Shift'),
  copy: heldLine('Kopiëren in plaats van verplaatsen, en terug', ['c']),
  drop: heldLine('Neerzetten', ['Enter', ' ']),
  back: heldLine('Terugzetten', ['Escape']),
}

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Keys with a modifier belong to the browser or to other parts of the page. */
export function commandOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): KeyCommand | undefined {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  return CALENDAR_KEYS.find((known) => known.key === key.toLowerCase())?.command
}
