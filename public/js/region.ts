/**
 * Parts of the page with a URL of their own (`data-region`): the body of a tab, the places above its students, a table
 * below its buttons. They are fetched here alone. The last answer wins, and what stands in a region stays until the new
 * content is there, whatever is drawn anew around it.
 */
import htmx from 'htmx.org'
import { onChanged } from './changes.ts'
import { el, matching, on, onContent, uid } from './lib/dom.ts'
import { icon } from './lib/icons.ts'
import { fetchHtml, isAbort, isFailure } from './lib/request.ts'

/** Notices that come together, such as one for each part of a planning, cause one request. */
const GATHER_MS = 200

const running = new WeakMap<HTMLElement, AbortController>()
/** The address of what stands in a region. */
const filledFrom = new WeakMap<HTMLElement, string>()
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

const REGION = '[data-region]'
const addressOf = (region: HTMLElement) => region.dataset.region ?? ''

/** The regions that stay, each with its twin in the fresh markup; what lies in one that stays, stays with it. */
function findTwins(target: ParentNode, fresh: ParentNode): [region: HTMLElement, twin: HTMLElement][] {
  const coming = [...fresh.querySelectorAll<HTMLElement>(REGION)]
  const kept: [HTMLElement, HTMLElement][] = []
  for (const region of target.querySelectorAll<HTMLElement>(REGION)) {
    if (kept.some(([around]) => around.contains(region))) continue
    const twin = coming.find((other) => addressOf(other) === addressOf(region))
    if (!twin) continue
    coming.splice(coming.indexOf(twin), 1)
    kept.push([region, twin])
  }
  return kept
}

/**
 * Brings the content of an element up to date with fresh markup from the server. Tables, islands and regions that are in
 * both stay as they are. A form is drawn anew, since a morph would keep what stands in its fields.
 */
export async function redraw(target: HTMLElement, html: string): Promise<void> {
  const template = document.createElement('template')
  template.innerHTML = html
  // Where a popup begins is of its first time: drawn again it takes the focus from nobody.
  for (const field of template.content.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
  const kept = findTwins(target, template.content)
  const hasForm = [...target.querySelectorAll('form[data-form]')].some(
    (form) => !kept.some(([region]) => region.contains(form)),
  )
  // By a shared id htmx knows what belongs together.
  for (const [region, twin] of kept) {
    twin.id = region.id ||= `region-${uid()}`
    if (hasForm) twin.setAttribute('hx-preserve', '')
    else region.setAttribute('hx-morph-skip', '')
  }
  try {
    const swap = hasForm ? 'innerHTML' : 'innerMorph'
    await htmx.swap({ text: template.innerHTML, target, sourceElement: target, swap })
  } finally {
    for (const [region] of kept) region.removeAttribute('hx-morph-skip')
  }
  for (const [region] of kept) reload(region)
}

/**
 * A table hears of changes by itself, and what is typed where `data-keeps` stands stays; all else in a region is fetched
 * again.
 */
function reload(region: HTMLElement): void {
  if (region.dataset.keeps !== undefined) return
  if (!region.querySelector(':scope > [data-table]:only-child')) void fillRegion(region)
}

function showFailure(region: HTMLElement): void {
  region.replaceChildren(
    el(
      'div',
      { class: 'note note--error m-3', role: 'alert' },
      icon('error'),
      el('span', { class: 'grow' }, 'Er ging iets mis met het laden van de data'),
      el('button', { class: 'linklike', type: 'button', 'data-region-retry': true }, 'Opnieuw'),
    ),
  )
}

/** Fetches what belongs in a region; an earlier request for it is given up. */
export async function fillRegion(region: HTMLElement): Promise<void> {
  clearTimeout(timers.get(region))
  running.get(region)?.abort()
  const controller = new AbortController()
  running.set(region, controller)
  const url = addressOf(region)
  const isFilled = filledFrom.get(region) === url
  region.setAttribute('aria-busy', 'true')
  try {
    const html = await fetchHtml(url, {
      source: region,
      signal: controller.signal,
      failText: '',
      ...(region.dataset.itemBody === undefined ? {} : { headers: { 'HX-Target': 'div#popup-item' } }),
    })
    filledFrom.set(region, url)
    if (isFilled) await redraw(region, html)
    else await htmx.swap({ text: html, target: region, sourceElement: region, swap: 'innerHTML' })
  } catch (error) {
    if (!isFailure(error)) throw error
    // What stands there is still the best there is; only an empty place has to say why it is empty.
    if (!isAbort(error) && !isFilled) showFailure(region)
  } finally {
    if (running.get(region) === controller) {
      running.delete(region)
      region.removeAttribute('aria-busy')
    }
  }
}

/** Shows the content of another address in a region. */
export async function pointRegion(region: HTMLElement, url: string): Promise<void> {
  region.dataset.region = url
  await fillRegion(region)
}

function fillSoon(region: HTMLElement): void {
  clearTimeout(timers.get(region))
  timers.set(
    region,
    setTimeout(() => region.isConnected && reload(region), GATHER_MS),
  )
}

export function startRegions(): void {
  onContent((scope) => {
    for (const region of matching(scope, REGION))
      if (filledFrom.get(region) !== addressOf(region) && !running.has(region)) void fillRegion(region)
  })
  on('click', '[data-region-retry]', (_event, button) => {
    const region = button.closest<HTMLElement>(REGION)
    if (region) void fillRegion(region)
  })
  // What a region shows beside its own record, in words of the change notices: `data-region-of="appointment enrolment"`.
  onChanged([], (items) => {
    for (const region of document.querySelectorAll<HTMLElement>('[data-region-of]')) {
      const types = (region.dataset.regionOf ?? '').split(' ')
      if (items.some(({ type }) => types.includes(type))) fillSoon(region)
    }
  })
}
