/** Presence and passed: what it takes loads with the first table of results on the page. */
import { matching, onContent } from './lib/dom.ts'

export function startResults(): void {
  onContent((scope) => {
    if (matching(scope, '[data-results]').length > 0)
      void import('./results-table.ts').then(({ watchResults }) => watchResults())
  })
}
