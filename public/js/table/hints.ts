/** What its column cuts off is told whole to who points at it; screen readers read it whole anyway. */
import { on } from '../lib/dom.ts'

export function startHints(): void {
  on('pointerover', '[data-table] td', (_event, cell) => {
    const isCut = [cell, ...cell.querySelectorAll('a')].some((part) => part.scrollWidth > part.clientWidth)
    if (isCut) cell.title = cell.innerText
    else cell.removeAttribute('title')
  })
}
