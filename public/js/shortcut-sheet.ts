/** The sheet of all shortcuts, made from the lists that the keys themselves are read from. */
import { commandsOf } from './commands.ts'
import {
  CLOSE_KEY,
  CONTROL_KEYS,
  DATE_KEYS,
  FIELD_KEYS,
  type KeyLine,
  LIST_KEYS,
  MENU_KEYS,
  PALETTE_KEYS,
  SIDEBAR_KEYS,
  TAB_KEYS,
} from './key-lists.ts'
import { el } from './lib/dom.ts'
import { icon, sheetIcon } from './lib/icons.ts'
import { layerId, showLayer } from './popup/layers.ts'
import { SINGLE_KEYS } from './shortcuts.ts'

interface Line {
  label: string
  /** Pressed together; more than one of these does the same or its opposite. */
  keys: string[][]
}

const FACES: Record<string, string> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  delete: 'Del',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  ' ': 'Spatie',
}
const faceOf = (key: string) => FACES[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)

const asLine = ({ label, key }: { label: string; key: string }): Line => ({ label, keys: [[key]] })

const pressedInTurn = ({ label, keys }: { label: string; keys: string[] }): Line => ({ label, keys: [keys] })

const fromList = ({ label, keys, held }: KeyLine): Line => ({
  label,
  keys: keys.map((key) => [...(held ? [held] : []), key]),
})

const groupOf = (title: string, keys: Record<string, KeyLine>) => ({ title, lines: Object.values(keys).map(fromList) })

const GROUPS: { title: string; lines: Line[] }[] = [
  {
    title: 'Overal',
    lines: [...Object.values(CONTROL_KEYS).map(fromList), ...SINGLE_KEYS.map(asLine), fromList(CLOSE_KEY)],
  },
  groupOf('Lijst', LIST_KEYS),
  groupOf('Venster', TAB_KEYS),
  groupOf('Hoofdmenu', SIDEBAR_KEYS),
  groupOf('Menu', MENU_KEYS),
  groupOf('Veld', FIELD_KEYS),
  groupOf('Kalender bij een datum', DATE_KEYS),
  groupOf('Zoeken en opdrachten', PALETTE_KEYS),
]

/** What saves time every day stands in view, all else is folded. */
const DAILY_IN_LISTS = {
  title: 'In een lijst',
  lines: [LIST_KEYS.open, LIST_KEYS.edit, LIST_KEYS.choose, LIST_KEYS.extend].map(fromList),
}
/** Pages to go to and things to make, of each. */
const FEW = 4

function keysOf({ keys }: Line): HTMLElement {
  const faces = keys.map((together) => together.map((key) => el('kbd', {}, faceOf(key))))
  return el('dd', {}, ...faces.flatMap((face, i) => (i === 0 ? face : ['of', ...face])))
}

function group({ title, lines }: (typeof GROUPS)[number]): HTMLElement {
  const rows = lines.map((line) => el('div', {}, el('dt', {}, line.label), keysOf(line)))
  return el('section', {}, el('h3', { class: 'section-title' }, title), el('dl', {}, ...rows))
}

/** @param areas single keys of the screens of each area */
export function openSheet(
  areas: readonly { title: string; keys: readonly (KeyLine | { key: string; label: string })[] }[],
): void {
  const id = layerId()
  const [general, ...others] = GROUPS
  const inTurn = [
    { title: 'Ga naar', lines: commandsOf('g').map(pressedInTurn) },
    { title: 'Nieuw', lines: commandsOf('c').map(pressedInTurn) },
  ].filter(({ lines }) => lines.length > 0)
  const daily = [general!, DAILY_IN_LISTS, ...inTurn.map(({ title, lines }) => ({ title, lines: lines.slice(0, FEW) }))]
  const groups = [
    ...inTurn.filter(({ lines }) => lines.length > FEW),
    ...others,
    ...areas.map(({ title, keys }) => ({
      title,
      lines: keys.map((key) => ('keys' in key ? fromList(key) : asLine(key))),
    })),
  ]
  const close = el(
    'button',
    { class: 'icon-btn', type: 'button', 'data-popup-close': true, 'aria-label': 'Sluiten (Esc)', autofocus: true },
    icon('close'),
  )
  const title = el('h2', { class: 'popup-title', id: `${id}-title` }, 'Sneltoetsen')
  // Of what is open now, which stands in the address.
  const href = `/manual/open?at=${encodeURIComponent(location.pathname)}`
  const manual = el('a', { class: 'btn', href }, sheetIcon('book'), 'Handleiding van dit scherm')
  const sub = el(
    'div',
    { class: 'popup-sub' },
    el('span', {}, 'Ze werken zolang u niet in een veld typt. Uitzetten kan in uw profiel.'),
  )
  showLayer(
    el(
      'dialog',
      { class: 'popup popup--large', 'aria-labelledby': `${id}-title`, 'data-shortcuts': true },
      el('header', { class: 'popup-head' }, el('div', { class: 'grow' }, title, sub), manual, close),
      el(
        'div',
        { class: 'popup-body', tabindex: 0 },
        el('div', { class: 'shortcuts' }, ...daily.map(group)),
        el(
          'details',
          { class: 'form-more' },
          el('summary', { class: 'btn btn-sm' }, 'Alle toetsen'),
          el('div', { class: 'shortcuts' }, ...groups.map(group)),
        ),
      ),
    ),
  )
}
