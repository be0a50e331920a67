/** The records this user opened last, offered before anything is typed into the search. */
import { readStored, writeStored } from './lib/browser-storage.ts'
import { ownKey } from './lib/own-storage.ts'

const MOST = 8

export interface Recent {
  url: string
  title: string
  subtitle: string
}

const key = () => ownKey('recent')

export function recentRecords(): Recent[] {
  return readStored<Recent[]>(localStorage, key()) ?? []
}

function remember(popup: HTMLDialogElement, url: string): void {
  if (!popup.dataset.record) return
  const text = (part: string) => popup.querySelector(part)?.textContent.trim() ?? ''
  const entry = { url, title: text('.popup-title'), subtitle: text('.popup-sub') }
  const others = recentRecords().filter((recent) => recent.url !== url)
  writeStored(localStorage, key(), [entry, ...others].slice(0, MOST))
}

export function startRecent(): void {
  document.addEventListener('popup:opened', (event) => {
    const { popup, url } = (event as CustomEvent<{ popup: HTMLDialogElement; url: string }>).detail
    // Forms to add or change something are not records to come back to.
    if (!popup.querySelector('form[data-form]')) remember(popup, url)
  })
}
