/** When somebody came: on the pad of today the clock fills it in, and who is too late reads so before signing. */
import { matching, on, onContent } from '../lib/dom.ts'

function fieldOf(box: HTMLElement): HTMLInputElement | null {
  return box.querySelector<HTMLInputElement>('input[name="arrived"]')
}

function judge(box: HTMLElement): void {
  const value = fieldOf(box)?.value ?? ''
  const note = box.querySelector<HTMLElement>('[data-arriving-late]')
  if (note) note.hidden = !/^\d\d:\d\d$/.test(value) || value <= (box.dataset.until ?? '')
}

/** Fills in the time that it is, as long as it is the day itself. */
export function arriveNow(box: HTMLElement): void {
  // The server says how far its clock is ahead of UTC on the day.
  const now = new Date(Date.now() + Number(box.dataset.offset)).toISOString()
  const field = fieldOf(box)
  if (field) field.value = now.slice(0, 10) === box.dataset.day ? now.slice(11, 16) : ''
  judge(box)
}

export function start(): void {
  onContent((scope) => {
    for (const box of matching<HTMLElement>(scope, '[data-arriving][data-now]'))
      if (fieldOf(box)?.value === '') arriveNow(box)
  })
  for (const type of ['input', 'change'] as const) on(type, '[data-arriving]', (_event, box) => judge(box))
}
