/** Colours chosen in the settings: they travel as data, since the CSP allows no style attribute. */
import { matching, onContent } from '../lib/dom.ts'

export function startHues(): void {
  onContent((scope) => {
    for (const element of matching(scope, '[data-hue]')) element.style.setProperty('--hue', element.dataset.hue ?? '')
  })
}
