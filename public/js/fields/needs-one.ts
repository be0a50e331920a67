/**
 * A form of which at least one of several boxes has to be ticked: until then it cannot be sent, and says why (P-194).
 */
import { matching, on, onContent } from '../lib/dom.ts'

function check(group: Element): void {
  const name = group.getAttribute('data-needs-one') ?? ''
  const chosen = group.querySelector(`input[name="${name}"]:checked`) !== null
  const form = group.closest('form')
  for (const button of form?.querySelectorAll<HTMLButtonElement>('[type="submit"]') ?? []) button.disabled = !chosen
  const label = group.querySelector('legend')?.firstChild?.textContent?.trim() ?? ''
  const note = form?.querySelector('[data-form-note]')
  if (note) note.textContent = chosen ? '' : label === '' ? 'Maak een keuze' : `Maak een keuze bij ${label}`
}

export function startNeedsOne(): void {
  on('change', '[data-needs-one]', (_event, group) => check(group))
  onContent((scope) => matching(scope, '[data-needs-one]').forEach(check))
}
