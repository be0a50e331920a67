/** What the licences cost that are new, as students are ticked. */
import { on } from '../lib/dom.ts'

const FORM = 'form[data-e-learning-attach][data-price]'

export function start(): void {
  on('change', `${FORM} input[name="students[]"]`, (_event, box) => {
    const form = box.closest<HTMLFormElement>(FORM)!
    const added = form.querySelectorAll('[data-new-license]:checked').length
    const total = (Number(form.dataset.price) * added) / 100
    form.querySelector('[data-e-learning-total]')!.textContent = total.toFixed(2).replace('.', ',')
  })
}
