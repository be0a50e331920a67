/** The saved views above the calendar: opening one, what differs from it, and keeping it. */
import { type Seen, seenIn } from '../../../src/system/calendar/seen.contract.ts'
import { PLAIN, addressOf, difference } from '../../../src/platform/saved-views/address.contract.ts'
import { post } from '../actions.ts'
import { onChanged } from '../changes.ts'
import { on } from '../lib/dom.ts'
import { fetchHtml, isFailure, withParams } from '../lib/request.ts'
import { replaceAddress } from '../popup/history.ts'
import { topPopup } from '../popup/layers.ts'
import { openPopup } from '../popup/open.ts'
import { redraw } from '../region.ts'

const BAR = '[data-calendar-views]'

const barHere = () => document.querySelector<HTMLElement>(BAR)
/** How the calendar is looked at now, as it says itself. */
const seenNow = () => new URLSearchParams(document.querySelector<HTMLElement>('[data-seen]')?.dataset.seen)
const openIn = (bar: HTMLElement): string => bar.dataset.calendarViews ?? PLAIN
const tabOf = (bar: HTMLElement, key: string) =>
  [...bar.querySelectorAll<HTMLElement>('[data-view-tab]')].find((tab) => tab.dataset.viewTab === key)

/** The address of what is shown: the view, and what differs from it. */
function drawAddress(bar: HTMLElement): void {
  if (topPopup()) return
  const [key, tab] = [openIn(bar), tabOf(bar, openIn(bar))]
  const query =
    key === PLAIN
      ? new URLSearchParams(new URL((tab as HTMLAnchorElement).href).search)
      : addressOf(key, new URLSearchParams(tab?.dataset.viewQuery), seenNow())
  const module = new URLSearchParams(location.search).get('module')
  if (module !== null) query.set('module', module)
  const text = query.toString()
  replaceAddress(text === '' ? location.pathname : `${location.pathname}?${text}`)
}

function draw(bar: HTMLElement): void {
  const open = openIn(bar)
  const tab = tabOf(bar, open)
  for (const each of bar.querySelectorAll('[data-view-tab]')) {
    if (each === tab) each.setAttribute('aria-current', 'true')
    else each.removeAttribute('aria-current')
  }
  const changed = bar.querySelector<HTMLElement>('[data-view-changed]')!
  changed.hidden = open === PLAIN || difference(new URLSearchParams(tab?.dataset.viewQuery), seenNow()).size === 0
  bar.querySelector<HTMLElement>('[data-calendar-view-save]')!.hidden = tab?.dataset.viewOwn !== 'true'
  bar.hidden = bar.querySelectorAll('[data-view-tab]').length === 1
  drawAddress(bar)
}

/** Shows the calendar through another view: the plain one has no filters, and leaves the kind of view as it is. */
function open(bar: HTMLElement, tab: HTMLElement): void {
  const text = new URLSearchParams(tab.dataset.viewQuery)
  bar.dataset.calendarViews = tab.dataset.viewTab ?? PLAIN
  const detail: Seen = seenIn(text)
  document.dispatchEvent(new CustomEvent('calendar-view', { detail }))
  draw(bar)
}

/** The tabs as they are now; one that is no more leads back to the plain calendar. */
async function drawTabs(bar: HTMLElement): Promise<void> {
  const tabs = bar.querySelector<HTMLElement>('[data-view-tabs]')!
  try {
    await redraw(
      tabs,
      await fetchHtml(withParams(bar.dataset.url ?? '', { open: openIn(bar) }), { source: bar, failText: '' }),
    )
  } catch (error) {
    if (!isFailure(error)) throw error
    return
  }
  if (!tabOf(bar, openIn(bar))) open(bar, tabOf(bar, PLAIN)!)
  else draw(bar)
}

async function add(bar: HTMLElement, button: HTMLElement): Promise<void> {
  const query = seenNow().toString()
  const popup = await openPopup(withParams('/views/add', { page: '/calendar', query }), { opener: button })
  popup?.addEventListener('changed', (event) => {
    const { items } = (event as CustomEvent<{ items: { type: string; id: number }[] }>).detail
    const made = items.find(({ type }) => type === 'saved_view')
    if (made) bar.dataset.calendarViews = String(made.id)
  })
}

async function keep(bar: HTMLElement, button: HTMLElement): Promise<void> {
  const query = seenNow().toString()
  if (!(await post('/views/save', { id: openIn(bar), query }, button))) return
  const tab = tabOf(bar, openIn(bar))
  if (tab) tab.dataset.viewQuery = query
  draw(bar)
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

export function start(): void {
  on('click', `${BAR} [data-view-tab]`, (event, tab) => {
    const bar = barHere()
    if (!bar || !isPlain(event)) return
    event.preventDefault()
    open(bar, tab)
  })
  on('click', '[data-calendar-view-add]', (_event, button) => {
    const bar = barHere()
    if (bar) void add(bar, button)
  })
  on('click', '[data-calendar-view-save]', (_event, button) => {
    const bar = barHere()
    if (bar) void keep(bar, button)
  })
  // The calendar says that it is looked at in another way.
  document.addEventListener('calendar-seen', () => {
    const bar = barHere()
    if (bar) draw(bar)
  })
  onChanged(['saved_view'], () => {
    const bar = barHere()
    if (bar) void drawTabs(bar)
  })
}
