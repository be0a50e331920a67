/** What a product is follows from what else it is: a device or what has a lifecycle is used up, and that is delivered. */
import { force } from '../fields/force.ts'
import { on } from '../lib/dom.ts'

const box = (part: Element, name: string) => part.querySelector<HTMLInputElement>(`input[name="${name}"]`)

export function start(): void {
  on('change', '[data-product-kind] input', (_event, changed) => {
    const part = changed.closest('[data-product-kind]')
    if (!part) return
    const more = part.querySelector<HTMLDetailsElement>('[data-kind-more]')
    if (more && box(part, 'is_device')?.checked) more.open = true
    const consumable = box(part, 'is_consumable')
    force(consumable, Boolean(box(part, 'is_device')?.checked || box(part, 'has_lifecycle')?.checked))
    force(box(part, 'has_to_be_delivered'), consumable?.checked ?? false)
  })
}
