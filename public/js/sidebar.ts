/**
 * What a group of the main menu holds, beside it: while the pointer is on it, or after arrow-right. A group that stands
 * open shows it below itself already, unless the menu is collapsed.
 */
import { CLOSE_KEY, SIDEBAR_KEYS, isKey, stepBy } from './key-lists.ts'
import { matching } from './lib/dom.ts'

/** A pointer that only passes opens nothing, and one that goes to the entries slantwise loses nothing. */
const OPEN_MS = 120
const CLOSE_MS = 220

const belowOf = (group: HTMLElement) => group.querySelector<HTMLElement>('.side-below')!
const leadOf = (group: HTMLElement) => group.querySelector<HTMLElement>('.side-link')!
const linksOf = (group: HTMLElement) => matching(belowOf(group), '.side-link')

function fly(group: HTMLElement): void {
  const collapsed = group.closest('.shell')?.classList.contains('is-collapsed') ?? false
  if (group.dataset.here !== undefined && !collapsed) return
  for (const other of matching(document.body, '[data-side-group]')) if (other !== group) land(other)
  const below = belowOf(group)
  below.classList.add('is-flown')
  const lead = leadOf(group).getBoundingClientRect()
  below.style.left = `${lead.right + 2}px`
  below.style.top = `${Math.max(8, Math.min(lead.top, innerHeight - below.offsetHeight - 8))}px`
}

function land(group: HTMLElement): void {
  belowOf(group).classList.remove('is-flown')
}

function followPointer(group: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  group.addEventListener('pointerover', ({ pointerType }) => {
    if (pointerType === 'mouse') after(OPEN_MS, () => fly(group))
  })
  group.addEventListener('pointerout', () => after(CLOSE_MS, () => land(group)))
  group.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && group.contains(relatedTarget))) land(group)
  })
}

/** Opens, closes or walks the entries of a group; answers whether the key was one of these. */
function walk(group: HTMLElement, event: KeyboardEvent): boolean {
  const links = linksOf(group)
  const at = links.indexOf(document.activeElement as HTMLElement)
  const goes = stepBy(SIDEBAR_KEYS.fly, event)
  if (at < 0) {
    if (goes !== 1) return false
    fly(group)
    links[0]?.focus()
    return true
  }
  const step = stepBy(SIDEBAR_KEYS.step, event)
  if (step !== null) {
    links[(at + step + links.length) % links.length]!.focus()
    return true
  }
  if (!belowOf(group).classList.contains('is-flown') || !(goes === -1 || isKey(CLOSE_KEY, event))) return false
  leadOf(group).focus()
  land(group)
  return true
}

export function startSidebar(): void {
  for (const group of matching(document.body, '[data-side-group]')) {
    followPointer(group)
    group.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !walk(group, event)) return
      event.preventDefault()
      event.stopPropagation()
    })
  }
}
