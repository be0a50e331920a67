/** The working day: another day or somebody else without a new page, ticks of devices, and finding one in a list. */
import { onChanged } from '../changes.ts'
import { post } from '../actions.ts'
import { cookies } from '../lib/browser-storage.ts'
import { on } from '../lib/dom.ts'
import { shownSince } from '../lib/kept-pages.ts'
import { latest } from '../lib/latest.ts'
import { fetchHtml, isAbort, isFailure } from '../lib/request.ts'
import { confirmPopup } from '../popup/dialogs.ts'
import { openPopup } from '../popup/open.ts'
import { redraw } from '../region.ts'

const COOKIE = 'visits-filter'
/** Whoever types is not asked after with every letter. */
const REST_MS = 500
const GATHER_MS = 300
const asksReset = (device = '') =>
  `Weet u zeker dat u de keuring van ${device} wilt terugzetten? Wat u invulde gaat verloren.`

const asking = latest<Element>()
let timer: ReturnType<typeof setTimeout> | undefined

const filtersOf = (page: HTMLElement) => page.querySelector<HTMLFormElement>('[data-workday-filters]')!

async function load(page: HTMLElement): Promise<void> {
  const query = new URLSearchParams(new FormData(filtersOf(page)) as unknown as Record<string, string>)
  cookies.set(COOKIE, query.toString())
  try {
    const html = await fetchHtml(`${page.dataset.workday}?${query}`, { signal: asking.next(page), failText: '' })
    await redraw(page.querySelector<HTMLElement>('[data-workday-day]')!, html)
  } catch (error) {
    // What stands there is still the best there is.
    if (!isAbort(error) && !isFailure(error)) throw error
  }
}

function loadSoon(wait: number): void {
  const page = document.querySelector<HTMLElement>('[data-workday]')
  clearTimeout(timer)
  if (page) timer = setTimeout(() => void load(page), wait)
}

/** What somebody looked for an hour ago stands there again; the day is today's. */
function begin(page: HTMLElement): void {
  const kept = new URLSearchParams(cookies.get(COOKIE) ?? '')
  const form = filtersOf(page)
  let differs = false
  for (const name of ['employee_id', 'search']) {
    const field = form.elements.namedItem(name)
    const value = kept.get(name)
    if (value === null || location.search !== '') continue
    const known = field instanceof HTMLInputElement || (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value)) // prettier-ignore
    if (!known || field.value === value) continue
    field.value = value
    differs = true
  }
  if (differs) void load(page)
}

/** A tick opens the form and stands once that is saved; without one it is asked whether it goes. */
async function tick(box: HTMLInputElement): Promise<void> {
  const { workdayTick: url = '', workdayReset = '' } = box.dataset
  if (box.checked) {
    box.checked = false
    await openPopup(url)
    return
  }
  box.checked = true
  if (box.dataset.workdayBefore !== undefined) return void (await openPopup(url))
  if (await confirmPopup(asksReset(box.dataset.workdayDevice), { danger: true })) await post(workdayReset, {}, box)
}

function find(input: HTMLInputElement): void {
  const wanted = input.value.trim().toLowerCase()
  const rows = input.closest('form, [data-workday-visit]')?.querySelectorAll<HTMLElement>('[data-find]') ?? []
  for (const row of rows) row.hidden = !(row.dataset.find ?? '').includes(wanted)
}

/** What is chosen from the list is of a category too: without network that tells which form comes next. */
function tellCategory(device: HTMLInputElement): void {
  const select = device.form?.elements.namedItem('device_category_id')
  if (select instanceof HTMLSelectElement) select.value = device.dataset.category ?? ''
}

export function start(): void {
  const page = document.querySelector<HTMLElement>('[data-workday]')
  if (page) begin(page)
  on('input', '[data-workday-filters] [name="search"]', () => loadSoon(REST_MS))
  on('change', '[data-workday-filters] select', () => loadSoon(0))
  on('submit', '[data-workday-filters]', (event) => {
    event.preventDefault()
    loadSoon(0)
  })
  on('click', '[data-workday-date]', (_event, button) => {
    const within = button.closest<HTMLElement>('[data-workday]')
    if (!within) return
    filtersOf(within).querySelector<HTMLInputElement>('[name="date"]')!.value = button.dataset.workdayDate ?? ''
    loadSoon(0)
  })
  on('change', 'input[data-workday-tick]', (_event, box) => void tick(box as HTMLInputElement))
  on('change', '[data-found] [name="device_id"]', (_event, device) => tellCategory(device as HTMLInputElement))
  on('input', '[data-workday-find]', (_event, input) => find(input as HTMLInputElement))
  onChanged(['visit', 'order', 'device'], () => loadSoon(GATHER_MS))
  document.addEventListener('connection:changed', () => shownSince() === null && loadSoon(GATHER_MS))
}
