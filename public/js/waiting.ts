/**
 * How much waits at the entries of the main menu (`data-waits`): each number opens exactly the rows that it counts. They
 * come after the page stands, and again after every change; what cannot be had is not shown.
 */
import { onChanged } from './changes.ts'
import { matching } from './lib/dom.ts'
import { fetchJson, isFailure } from './lib/request.ts'

/** Notices that come together cause one request. */
const GATHER_MS = 500

interface Waiting {
  name: string
  count: number
  label: string
  tone: 'warning' | 'danger'
  url: string
}

function show(badge: HTMLElement, item: Waiting | undefined): void {
  badge.hidden = item === undefined
  if (!item) return
  const text = `${item.count} ${item.label}`
  badge.textContent = String(item.count)
  badge.setAttribute('href', item.url)
  badge.setAttribute('aria-label', text)
  badge.title = text
  badge.classList.toggle('is-danger', item.tone === 'danger')
}

/** A group shows that something waits below it, and opens the first of its pages that has work. */
function showGroups(): void {
  for (const group of matching(document.body, '[data-side-group]')) {
    const [lead, ...below] = matching(group, '.side-item')
    const waits = below.filter((item) => item.querySelector('[data-waits]:not([hidden])') !== null)
    lead?.querySelector('[data-side-dot]')?.toggleAttribute('hidden', waits.length === 0)
    const href = (waits[0] ?? below[0])?.querySelector('.side-link')?.getAttribute('href')
    // Settings have a page of their own.
    const link = lead?.querySelector('.side-link:not([data-command])')
    if (href && link) link.setAttribute('href', href)
  }
}

async function count(badges: HTMLElement[]): Promise<void> {
  try {
    const { waiting } = await fetchJson<{ waiting: Waiting[] }>('/attention/menu', { failText: '' })
    for (const badge of badges)
      show(
        badge,
        waiting.find(({ name }) => name === badge.dataset.waits),
      )
    showGroups()
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}

export function startWaiting(): void {
  const badges = matching(document.body, '[data-waits]')
  if (badges.length === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  onChanged([], () => {
    clearTimeout(timer)
    timer = setTimeout(() => void count(badges), GATHER_MS)
  })
  void count(badges)
}
