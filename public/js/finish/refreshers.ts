/** The step of refreshers in the finish wizard: a row that gets none has no course and no day. */
import { on } from '../lib/dom.ts'

/** Values of the choice with which nothing is made: nothing chosen, and none. */
const NOTHING = ['', '-1']

export function start(): void {
  on('change', '[data-refresher-choice]', (_event, choice) => {
    const off = NOTHING.includes((choice as HTMLSelectElement).value)
    const row = choice.closest('[data-refresher]')
    for (const detail of row?.querySelectorAll<HTMLElement>('[data-refresher-detail]') ?? []) detail.hidden = off
  })
}
