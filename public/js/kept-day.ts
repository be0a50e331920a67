/**
 * A screen of the day, which can be read without network: asks the worker to keep what it names (`data-kept-list`), says
 * which of it waits to be sent, and finds out when there is a network again.
 */
import { onChanged } from './changes.ts'
import { flash } from './flash.ts'
import { readStored, writeStored } from './lib/browser-storage.ts'
import { onConnection, tryAgainSoon } from './lib/connection.ts'
import { onContent } from './lib/dom.ts'
import { shownSince, showSince } from './lib/kept-pages.ts'
import { log } from './lib/log.ts'
import { listOwn } from './lib/operations.ts'
import { fetchJson, isFailure } from './lib/request.ts'

/** Notices that come together, such as of one device after the other, cause one look. */
const GATHER_MS = 5000
const WAITS_HERE =
  'Wat u hier eerder invulde, wacht op verbinding. Wat u nu opslaat wordt daarna verstuurd en daarmee vergeleken.'
const ASKED_KEY = 'storage-asked'

const listOf = () => document.querySelector<HTMLElement>('[data-kept-list]')?.dataset.keptList

async function keep(): Promise<void> {
  const list = listOf()
  if (list === undefined || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ list })
}

/** Browsers throw away what nobody asked them to keep. Asked once: some put it to the user. */
async function askToKeep(): Promise<void> {
  if (!('storage' in navigator) || readStored<boolean>(localStorage, ASKED_KEY)) return
  writeStored(localStorage, ASKED_KEY, true)
  await navigator.storage.persist()
}

/** Whether the server answers again; whatever is shown then tells itself. */
async function look(): Promise<void> {
  const list = listOf()
  if (shownSince() === null || list === undefined) return
  try {
    await fetchJson(list, { failText: '' })
  } catch (error) {
    if (!isFailure(error)) throw error
    tryAgainSoon()
  }
}

/** What was done here and is not sent is not in what was read before. */
const waiting = async () => new Set((await listOwn()).map(({ url }) => url))

async function markWaiting(): Promise<void> {
  const urls = await waiting()
  for (const link of document.querySelectorAll<HTMLElement>('a[data-popup]:not(.btn)'))
    link.toggleAttribute('data-not-sent', urls.has(link.getAttribute('href') ?? ''))
}

async function tellWaiting(url: string): Promise<void> {
  if (shownSince() !== null && (await waiting()).has(url)) flash(WAITS_HERE, 'warning')
}

export function start(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void keep(), GATHER_MS)
  }
  onChanged([], soon)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && soon())
  document.addEventListener('connection:changed', () => shownSince() === null && soon())
  document.addEventListener('operations:changed', () => void markWaiting())
  onContent(() => void markWaiting())
  document.addEventListener('popup:opened', (event) => {
    void tellWaiting((event as CustomEvent<{ url: string }>).detail.url)
  })
  onConnection(() => void look())
  window.addEventListener('offline', () => showSince(shownSince() ?? Number(document.body.dataset.asOf)))
  if (shownSince() !== null) tryAgainSoon()
  else void keep()
  askToKeep().catch((error: unknown) => log('The browser was not asked to keep what it stores', error))
}
