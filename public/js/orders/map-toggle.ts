/** Opens and hides the map above a list; what draws it loads when it is opened first. */
import { fetchCode } from '../lazy.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { keepPreference } from '../lib/preference.ts'

const MAP = '[data-map]'
const mapOf = (within: Element) => within.closest('[data-table]')?.querySelector<HTMLElement>(MAP) ?? null

async function draw(place: HTMLElement): Promise<void> {
  const code = await fetchCode(() => import('./map.ts'))
  if (code && !place.hidden && place.isConnected) await code.showMap(place)
}

export function start(): void {
  on('click', '[data-map-toggle]', (_event, button) => {
    const place = mapOf(button)
    if (!place) return
    place.hidden = !place.hidden
    button.setAttribute('aria-expanded', String(!place.hidden))
    void keepPreference(button.dataset.mapToggle!, place.hidden ? '0' : '1')
    if (!place.hidden) void draw(place)
  })
  // With other filters, and after every change, the list loads anew: so does the map.
  on('htmx:after:swap', '[data-table] form[data-filters]', (_event, form) => {
    const place = mapOf(form)
    if (place && !place.hidden) void draw(place)
  })
  onContent((scope) => {
    for (const place of matching<HTMLElement>(scope, MAP)) if (!place.hidden && !place.hasChildNodes()) void draw(place)
  })
}
