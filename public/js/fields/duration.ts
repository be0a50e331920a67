/** A duration is written out as it was understood, and told in words below its field: '180' becomes '3:00', 3 uur. */
import { durationInput, formatDuration, parseDuration } from '../../../src/platform/format/duration.contract.ts'
import { on } from '../lib/dom.ts'

const FIELD = '[data-duration]'

function tell(field: HTMLElement, input: HTMLInputElement): void {
  const hint = field.querySelector<HTMLElement>('.field-hint')
  if (!hint) return
  hint.dataset.hint ??= hint.textContent
  const minutes = parseDuration(input.value)
  if (minutes !== null) input.value = durationInput(minutes)
  hint.textContent = minutes === null ? hint.dataset.hint : formatDuration(minutes)
}

export function startDurations(): void {
  on('change', FIELD, (event, field) => tell(field, event.target as HTMLInputElement))
}
