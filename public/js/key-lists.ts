/** Keys by what they are for: what listens to them and the sheet of shortcuts read the same lists. */

export interface KeyLine {
  label: string
  /** By the names that the browser gives them; of two the first goes back and the second goes on. */
  keys: readonly string[]
  /** What is held with them. */
  held?: 'Ctrl' | 'Shift'
}

export const line = (label: string, keys: readonly string[], held?: KeyLine['held']): KeyLine => ({
  label,
  keys,
  ...(held ? { held } : {}),
})

/** Whether this is one of the keys of a line; what is held with it is left to who asks. */
export const isKey = ({ keys }: KeyLine, { key }: { key: string }): boolean => keys.includes(key)

/** -1 for the first of its keys and 1 for the second. */
export const directionOf = ({ keys }: KeyLine, { key }: { key: string }): 1 | -1 => (key === keys[0] ? -1 : 1)

/** The same, or null where it is neither of the two. */
export const stepBy = (line: KeyLine, event: { key: string }): 1 | -1 | null =>
  isKey(line, event) ? directionOf(line, event) : null

/** Where its keys go in a list: 0 is its first and -1 its last; null where it is neither of the two. */
export const endBy = (line: KeyLine, event: { key: string }): 0 | -1 | null =>
  isKey(line, event) ? (directionOf(line, event) === -1 ? 0 : -1) : null

/** Everywhere, with Ctrl or ⌘. */
export const CONTROL_KEYS = {
  palette: line('Zoeken en opdrachten', ['k'], 'Ctrl'),
  save: line('Opslaan of volgende stap', ['Enter'], 'Ctrl'),
  undo: line('Laatste actie ongedaan maken', ['z'], 'Ctrl'),
}

export const CLOSE_KEY = line('Sluiten', ['Escape'])

export const LIST_KEYS = {
  step: line('Vorige of volgende rij', ['ArrowUp', 'ArrowDown']),
  ends: line('Eerste of laatste rij', ['Home', 'End']),
  open: line('Openen', ['Enter']),
  edit: line('Cel wijzigen', ['F2']),
  choose: line('Selecteren', [' ']),
  extend: line('Reeks selecteren', ['ArrowUp', 'ArrowDown'], 'Shift'),
  unchoose: line('Selectie opheffen', CLOSE_KEY.keys),
  unfilter: line('Filter met de focus weghalen', ['Delete', 'Backspace']),
}

/** The tabs or the menu of a popup. */
export const TAB_KEYS = {
  step: line('Vorig of volgend tabblad', ['ArrowLeft', 'ArrowRight']),
  stepDown: line('Vorige of volgende regel van een menu', ['ArrowUp', 'ArrowDown']),
  ends: line('Eerste of laatste tabblad', ['Home', 'End']),
  open: line('Tabblad openen', [' ']),
}

/** The groups of the main menu. */
export const SIDEBAR_KEYS = {
  step: line('Vorige of volgende pagina van een groep', ['ArrowUp', 'ArrowDown']),
  fly: line('Groep van het menu sluiten of openen', ['ArrowLeft', 'ArrowRight']),
}

/** Menus, the panels of a list, and what a search found. */
export const MENU_KEYS = {
  step: line('Vorige of volgende regel', ['ArrowUp', 'ArrowDown']),
  ends: line('Eerste of laatste regel', ['Home', 'End']),
  levels: line('Onderliggende regels dicht of open', ['ArrowLeft', 'ArrowRight']),
}

/** What opens beside a field, and what is put in order. */
export const FIELD_KEYS = {
  open: line('Keuzelijst of tijden openen', ['ArrowUp', 'ArrowDown']),
  order: line('Regel omhoog of omlaag, op de knop ervan', ['ArrowUp', 'ArrowDown']),
}

/** The calendar beside a date field. */
export const DATE_KEYS = {
  day: line('Vorige of volgende dag', ['ArrowLeft', 'ArrowRight']),
  week: line('Week terug of verder', ['ArrowUp', 'ArrowDown']),
  ends: line('Eerste of laatste dag van de week', ['Home', 'End']),
  month: line('Maand terug of verder', ['PageUp', 'PageDown']),
  year: line('Jaar terug of verder', ['PageUp', 'PageDown'], 'Shift'),
}

export const PALETTE_KEYS = {
  step: line('Vorige of volgende regel', ['ArrowUp', 'ArrowDown']),
  page: line('Acht regels terug of verder', ['PageUp', 'PageDown']),
  open: line('Openen', ['Enter']),
  apart: line('Openen in een nieuw tabblad', ['Enter'], 'Ctrl'),
}
