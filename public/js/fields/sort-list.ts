/** Lists whose order is chosen: by the grip with the mouse, by the buttons and their arrows with keys and fingers. */
import { FIELD_KEYS, stepBy } from '../key-lists.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { dragByGrip, startReordering, step } from '../lib/reorder.ts'

const ITEM = '[data-sort-item]'
const LIST = '[data-sort-list]'

const itemsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>(ITEM)]

/** Who cannot be chosen has no place either. */
const mayMove = (item: HTMLElement): boolean => item.dataset.sortItem !== 'fixed'

function draw(list: HTMLElement): void {
  const items = itemsIn(list).filter(mayMove)
  items.forEach((item, i) => {
    const button = (by: string) => item.querySelector<HTMLButtonElement>(`[data-sort-by="${by}"]`)
    const [up, down] = [button('-1'), button('1')]
    if (up) up.disabled = i === 0
    if (down) down.disabled = i === items.length - 1
  })
}

/** What a new order brings about elsewhere hears of it as of any field. */
function changed(list: HTMLElement): void {
  draw(list)
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Says where the item stands now to who does not see it. */
function tell(list: HTMLElement, item: HTMLElement): void {
  const told = list.parentElement?.querySelector('[data-sort-told]')
  const items = itemsIn(list).filter(mayMove)
  const name = item.dataset.name ?? ''
  if (told) told.textContent = `${name} staat op plaats ${items.indexOf(item) + 1} van ${items.length}`
}

function move(button: HTMLElement, by: -1 | 1): void {
  const [item, list] = [button.closest<HTMLElement>(ITEM), button.closest<HTMLElement>(LIST)]
  if (!item || !list || !step(item, by, mayMove)) return
  changed(list)
  tell(list, item)
  // At the end of the list the button that was used is no longer there to be used.
  const [wanted, other] = [by, -by].map((which) =>
    item.querySelector<HTMLButtonElement>(`[data-sort-by="${which}"]:not(:disabled)`),
  )
  ;(wanted ?? other)?.focus()
}

export function start(): void {
  on('click', '[data-sort-by]', (_event, button) => move(button, button.dataset.sortBy === '-1' ? -1 : 1))
  on('keydown', '[data-sort-by]', (event, button) => {
    const by = stepBy(FIELD_KEYS.order, event)
    if (by === null) return
    event.preventDefault()
    move(button, by)
  })
  startReordering({
    item: ITEM,
    list: LIST,
    mayMove,
    dropped: (item, list) => {
      item.draggable = false
      changed(list)
      tell(list, item)
    },
  })
  dragByGrip('[data-sort-grip]', `${ITEM}:not([data-sort-item="fixed"])`)
  onContent((scope) => matching(scope, LIST).forEach(draw))
}
