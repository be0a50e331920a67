/**
 * In a proposal: ticking a company, or not, does so for all its people; some of them leave it half ticked. How many are
 * ticked is said of each planning and of all. The last button says what it does.
 */
import { on } from '../lib/dom.ts'

export function start(): void {
  on('change', '[data-proposal]', ({ target }, proposal) => follow(target, proposal))
  document.addEventListener('step:shown', (event) => {
    const { step } = (event as CustomEvent<{ step: HTMLElement }>).detail
    const label = step.querySelector<HTMLElement>('[data-accept-label]')?.dataset.acceptLabel
    const button = step.closest('form')?.querySelector<HTMLButtonElement>('[data-step-submit]')
    if (label && button) button.textContent = label
  })
}

function follow(target: EventTarget | null, proposal: HTMLElement): void {
  if (!(target instanceof HTMLInputElement)) return
  const boxes = [...proposal.querySelectorAll<HTMLInputElement>('[data-company]')]
  const { ofCompany } = target.dataset
  if (ofCompany !== undefined)
    for (const box of boxes) if (box.dataset.company === ofCompany) box.checked = target.checked
  for (const all of proposal.querySelectorAll<HTMLInputElement>('[data-of-company]')) {
    const own = boxes.filter(({ dataset }) => dataset.company === all.dataset.ofCompany)
    all.checked = own.some(({ checked }) => checked)
    all.indeterminate = all.checked && own.some(({ checked }) => !checked)
  }
  for (const told of proposal.querySelectorAll<HTMLElement>('[data-ticked]')) {
    const around = told.closest('[data-planning-key]') ?? proposal
    told.textContent = String(around.querySelectorAll('[data-company]:checked').length)
  }
}
