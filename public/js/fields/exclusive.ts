/** Checkboxes in an element with `data-exclusive`: at most one of them is ticked (P-196). */
import { on } from '../lib/dom.ts'

export function startExclusives(): void {
  on('change', '[data-exclusive]', (event, group) => {
    const ticked = event.target
    if (!(ticked instanceof HTMLInputElement) || !ticked.checked) return
    for (const box of group.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'))
      if (box !== ticked) box.checked = false
  })
}
