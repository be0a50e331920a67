/** Chooses for all rows at once: what is chosen then stands there as if by hand, and can be changed. */
import { on } from '../lib/dom.ts'

export function start(): void {
  on('click', '[data-choices] [data-choose]', (_event, button) => {
    const form = button.closest('form')
    if (!form) return
    const wanted = JSON.parse(button.dataset.choose ?? '{}') as Record<string, string>
    for (const radio of form.querySelectorAll<HTMLInputElement>('input[type="radio"]'))
      if (wanted[radio.name] === radio.value) radio.checked = true
    form.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
