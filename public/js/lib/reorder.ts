/** Items of a list that are put in another order: dragged with the mouse, or moved one place by a key or a button. */
import { on } from './dom.ts'

export interface Order {
  /** Selectors of what is moved, and of the list that it stays in. */
  item: string
  list: string
  /** Whether this one has a place to choose, and whether others may go before and after it. */
  mayMove: (item: HTMLElement) => boolean
  picked?: (item: HTMLElement) => void
  dropped: (item: HTMLElement, list: HTMLElement) => void
}

/** Moves an item one place; not past one that keeps its place. @returns whether it moved */
export function step(item: HTMLElement, by: -1 | 1, mayMove: (item: HTMLElement) => boolean): boolean {
  const other = by < 0 ? item.previousElementSibling : item.nextElementSibling
  if (!(other instanceof HTMLElement) || !mayMove(item) || !mayMove(other)) return false
  if (by < 0) other.before(item)
  else other.after(item)
  return true
}

/** Lets the items be dragged by what makes them draggable. */
export function startReordering({ item, list, mayMove, picked, dropped }: Order): void {
  let dragged: HTMLElement | null = null
  const listOf = (one: Element) => one.closest<HTMLElement>(list)
  on('dragstart', item, (event, one) => {
    if (!mayMove(one)) return
    dragged = one
    picked?.(one)
    one.classList.add('is-dragging')
    event.dataTransfer?.setData('text/plain', '')
  })
  on('dragover', item, (event, one) => {
    if (!dragged || one === dragged || one.parentElement !== dragged.parentElement || !mayMove(one)) return
    event.preventDefault()
    const { top, height } = one.getBoundingClientRect()
    if (event.clientY < top + height / 2) one.before(dragged)
    else one.after(dragged)
  })
  on('drop', list, (event) => {
    if (dragged) event.preventDefault()
  })
  on('dragend', item, (_event, one) => {
    one.classList.remove('is-dragging')
    const within = dragged && listOf(dragged)
    if (dragged && within) dropped(dragged, within)
    dragged = null
  })
}

/** Only the grip starts a drag, or text in the fields could not be selected. */
export function dragByGrip(grip: string, item: string): void {
  on('pointerdown', grip, (_event, pressed) => {
    const one = pressed.closest<HTMLElement>(item)
    if (one) one.draggable = true
  })
}
