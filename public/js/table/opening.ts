/** A click on a row opens it; the tick box selects, and links and buttons do what they say. */
import { on } from '../lib/dom.ts'
import { openPopup } from '../popup/open.ts'
import { focusRow } from './focus.ts'

const ROW = '[data-rows] tr[data-id], [data-other] tr[data-id]'
const OWN = 'a, button, input, select, textarea, label, .c-check, [popover]'
const MIDDLE = 1

export function openRow(row: HTMLElement): void {
  const url = row.dataset.open
  if (url) void openPopup(url, { opener: row })
}

const isOwn = (event: Event) => (event.target as Element).closest(OWN) !== null

/** A row is opened in a tab of its own as a link is: by the middle button, or with Ctrl or ⌘ held. */
function openInTab(row: HTMLElement): void {
  if (row.dataset.open) window.open(row.dataset.open, '_blank', 'noopener')
}

/** The end of marking a text is no click that opens. */
const isMarking = (row: HTMLElement) => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}

/** A cell that is changed by a double click waits for the second one before it opens its row. */
const SECOND_CLICK_MS = 300
let opening: ReturnType<typeof setTimeout> | undefined

function openSoon(event: Event, row: HTMLElement): void {
  const waits = (event.target as Element).closest('[data-edit]') !== null
  opening = setTimeout(() => row.querySelector('.is-editing') ?? openRow(row), waits ? SECOND_CLICK_MS : 0)
}

export function startOpening(): void {
  on('click', ROW, (event, row) => {
    if (isOwn(event)) return
    clearTimeout(opening)
    if (event.detail > 1) return
    focusRow(row)
    if (isMarking(row) || event.shiftKey || event.altKey) return
    if (event.ctrlKey || event.metaKey) openInTab(row)
    else openSoon(event, row)
  })
  on('auxclick', ROW, (event, row) => {
    if (event.button === MIDDLE && !isOwn(event)) openInTab(row)
  })
  // Otherwise the middle button scrolls.
  on('mousedown', ROW, (event, row) => {
    if (event.button === MIDDLE && !isOwn(event) && row.dataset.open) event.preventDefault()
  })
}
