/**
 * The button that sends a message says to how many it goes: `data-recipients` holds the number for each choice of kinds;
 * where contacts are chosen by hand it is empty, and the server counts who of them can be reached (`data-reached`).
 */
import { sendLabel } from '../../../src/system/messages/write.contract.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { isLater } from './writer.ts'

function count(field: HTMLElement): number {
  if (field.querySelector('select[data-selector]'))
    return Number(field.closest('form')?.querySelector<HTMLElement>('[data-reached]')?.dataset.reached ?? 0)
  const counts = JSON.parse(field.dataset.recipients ?? '{}') as Record<string, number>
  const kinds = [...field.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value)
  return counts[kinds.join()] ?? 0
}

function judge(field: HTMLElement): void {
  const button = field.closest('form')?.querySelector('.submits [type="submit"]')
  if (button) button.textContent = sendLabel(count(field), isLater(field.closest('form')))
}

export function start(): void {
  on('change', 'form:has([data-recipients])', (_event, form) => matching(form, '[data-recipients]').forEach(judge))
  onContent((scope) => {
    matching(scope, '[data-recipients]').forEach(judge)
    if (scope.matches('[data-reach], [data-reached]'))
      scope.closest('form')?.querySelectorAll<HTMLElement>('[data-recipients]').forEach(judge)
  })
}
