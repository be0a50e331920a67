/** What contracts that end in a span of days need: fetched once both days are there, kept for a week, sorted here. */
import {
  type UsageSort,
  type UsedContract,
  sortUsage,
  totalUsage,
} from '../../../src/inspections/contracts/contracts/usage.contract.ts'
import { formatDay, dayFromIso, isoDay, readDay } from '../../../src/platform/format/days.ts'
import { cookies } from '../lib/browser-storage.ts'
import { el, matching, on, onContent } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { latest } from '../lib/latest.ts'
import { fetchJson, isAbort, isFailure } from '../lib/request.ts'

const COOKIE = 'contract-usage'
const KEPT_DAYS = 7

interface Shown {
  rows: UsedContract[]
  sort: UsageSort
  isDescending: boolean
  /** So many contracts are drawn; the totals are of all. */
  most: number
}
/** More than these make a page slow, and are asked for. */
const AT_ONCE = 500
const shown = new WeakMap<Element, Shown>()

const dayIn = (page: Element, name: string): string | null => {
  const day = readDay(page.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '')
  return day === null ? null : isoDay(day)
}

const link = (url: string, text: string) => el('a', { href: url, 'data-popup': true }, text)

/** A row for each product, the contract beside the first of them. */
function rowsOf(contract: UsedContract): Node[] {
  const { id, name, customer, expires_at, planned, products } = contract
  const span = { rowspan: Math.max(products.length, 1) }
  const mark = el('td', span, icon(planned ? 'check' : 'close'), el('span', { class: 'sr-only' }, planned ? 'Gepland' : 'Niet gepland')) // prettier-ignore
  mark.className = planned ? 'usage-planned' : 'usage-unplanned'
  const head = [
    el('td', span, link(`/inspections/contracts/view/${id}`, name)),
    el('td', span, customer),
    el('td', span, formatDay(dayFromIso(expires_at))),
    mark,
  ]
  const lines = products.length > 0 ? products : [null]
  return lines.map((line, i) =>
    el(
      'tr',
      {},
      ...(i === 0 ? head : []),
      el('td', {}, line === null ? '–' : line.name),
      el('td', { class: 'num' }, line === null ? '' : line.amount.toLocaleString('nl-NL')),
    ),
  )
}

const footOf = (rows: readonly UsedContract[]): string => {
  if (rows.length === 0) return 'In deze periode loopt geen contract af.'
  const open = rows.filter(({ planned }) => !planned).length
  return `${rows.length === 1 ? '1 contract' : `${rows.length.toLocaleString('nl-NL')} contracten`}${open > 0 ? `, ${open.toLocaleString('nl-NL')} nog niet gepland` : ''}`
}

function draw(page: Element): void {
  const { rows, sort, isDescending, most } = shown.get(page)!
  page
    .querySelector('[data-usage-contracts]')!
    .replaceChildren(...sortUsage(rows, sort, isDescending).slice(0, most).flatMap(rowsOf))
  page.querySelector('[data-usage-products]')!.replaceChildren(
    ...totalUsage(rows).map(
      ({ id, name, amount }) =>
        el('tr', {}, el('td', {}, link(`/products/view/${id}`, name)), el('td', { class: 'num' }, amount.toLocaleString('nl-NL'))), // prettier-ignore
    ),
  )
  page.querySelector('[data-usage-foot]')!.textContent = footOf(rows)
  page.querySelector<HTMLElement>('[data-usage-more]')!.hidden = rows.length <= most
  for (const head of page.querySelectorAll<HTMLElement>('[data-usage-sort]'))
    head
      .closest('th')!
      .setAttribute('aria-sort', head.dataset.usageSort !== sort ? 'none' : isDescending ? 'descending' : 'ascending')
}

const asking = latest<Element>()

/** Asks for the contracts of a span; while a day is missing or wrong nothing is asked (A-131). */
async function load(page: HTMLElement): Promise<void> {
  const [from, to] = [dayIn(page, 'from'), dayIn(page, 'to')]
  if (from === null || to === null) return
  cookies.set(COOKIE, `${from}.${to}`, KEPT_DAYS)
  const url = `${page.dataset.contractUsage}?from=${from}&to=${to}`
  try {
    const rows = await fetchJson<UsedContract[]>(url, { signal: asking.next(page) })
    shown.set(page, { sort: 'expires_at', isDescending: false, ...shown.get(page), rows, most: AT_ONCE })
    draw(page)
  } catch (error) {
    // The failure is told by the request itself; what stood there stays.
    if (!isAbort(error) && !isFailure(error)) throw error
  }
}

function begin(page: HTMLElement): void {
  const now = new Date()
  const first = isoDay(Date.UTC(now.getFullYear(), now.getMonth(), 1) / 86_400_000)
  const last = isoDay(Date.UTC(now.getFullYear(), now.getMonth() + 3, 0) / 86_400_000)
  const [, from = first, to = last] = /^(\d{4}-\d{2}-\d{2})\.(\d{4}-\d{2}-\d{2})$/.exec(cookies.get(COOKIE) ?? '') ?? []
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    // prettier-ignore
    page.querySelector<HTMLInputElement>(`input[name="${name}"]`)!.value = formatDay(dayFromIso(day))
  void load(page)
}

export function start(): void {
  onContent((scope) => {
    for (const page of matching(scope, '[data-contract-usage]')) begin(page)
  })
  on('change', '[data-usage-span] input', (_event, input) => {
    const page = input.closest<HTMLElement>('[data-contract-usage]')
    if (page) void load(page)
  })
  on('submit', '[data-usage-span]', (event) => event.preventDefault())
  on('click', '[data-usage-more]', (_event, button) => {
    const page = button.closest('[data-contract-usage]')
    const state = page && shown.get(page)
    if (!state) return
    shown.set(page, { ...state, most: state.most + AT_ONCE })
    draw(page)
  })
  on('click', '[data-usage-sort]', (_event, head) => {
    const page = head.closest('[data-contract-usage]')
    const state = page && shown.get(page)
    if (!state) return
    const sort = head.dataset.usageSort as UsageSort
    shown.set(page, { ...state, sort, isDescending: state.sort === sort && !state.isDescending })
    draw(page)
  })
}
