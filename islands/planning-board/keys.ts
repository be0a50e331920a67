/** The keys of the planning board, with the words that the sheet of shortcuts has for them. */

export type BoardCommand = { view: 'd' | 'w' } | { step: 1 | -1 } | 'today'

/** Keys by the name that the browser gives them, in small letters. */
export const BOARD_KEYS: readonly { key: string; label: string; command: BoardCommand }[] = [
  { key: 'w', label: 'Week', command: { view: 'w' } },
  { key: 'd', label: 'Dag', command: { view: 'd' } },
  { key: 't', label: 'Vandaag', command: 'today' },
  { key: 'arrowleft', label: 'Vorige', command: { step: -1 } },
  { key: 'arrowright', label: 'Volgende', command: { step: 1 } },
]

/** What is done with a visit, or an order that waits, that has the focus. */
export const TAKE_KEYS: readonly string[] = ['Enter', ' ']
export const OPEN_KEY = 'e'
export const SHEET_KEYS = [
  ...BOARD_KEYS,
  { label: 'Bezoek of order oppakken', keys: TAKE_KEYS },
  { key: OPEN_KEY, label: 'Bezoek kiezen' },
]

/** The keys of what was picked up, as the sheet tells them; `held.ts` reads the same lines. Of two the first goes back. */
export const HELD_KEYS = {
  across: {
    label: 'Dag of half uur eerder of later; met keurmeesters naast elkaar een andere keurmeester',
    keys: ['ArrowLeft', 'ArrowRight'],
  },
  down: {
    label: 'Andere keurmeester; met keurmeesters naast elkaar een dag of half uur',
    keys: ['ArrowUp', 'ArrowDown'],
  },
  pages: { label: 'Week eerder of later; in een dag een dag', keys: ['PageUp', 'PageDown'] },
  drop: { label: 'Neerzetten', keys: TAKE_KEYS },
  back: { label: 'Terugzetten', keys: ['Escape'] },
} as const
