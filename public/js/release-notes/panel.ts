/** What is new in this version: how much of it is unread, the panel, and what was opened. */
import { el, matching, on, onContent } from '../lib/dom.ts'
import { readStored, writeStored } from '../lib/browser-storage.ts'
import { ownKey } from '../lib/own-storage.ts'
import { fetchJson, isFailure, request } from '../lib/request.ts'
import { nextSync } from './sync.ts'

interface Note {
  id: number
  date: string
  title: string
  excerpt: string
  seen: boolean
}

interface Kept {
  count: number
  /** Epoch milliseconds. */
  until: number
}

const PATH = '/release-notes'
const kept = () => ownKey('news')
let page = 0

function show(count: number): void {
  for (const dot of document.querySelectorAll<HTMLElement>('[data-release-dot]')) dot.hidden = count === 0
  for (const badge of document.querySelectorAll<HTMLElement>('[data-release-count]')) {
    badge.hidden = count === 0
    badge.textContent = `${count} ongelezen`
  }
}

function keep(count: number): void {
  writeStored(localStorage, kept(), { count, until: nextSync(new Date()).getTime() } satisfies Kept)
  show(count)
}

/** What cannot be had is asked for with the next page. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}

const askCount = () =>
  quietly(async () => keep((await fetchJson<{ count: number }>(`${PATH}/getUnreadReleaseNotesCount`, { failText: '' })).count)) // prettier-ignore

function count(): void {
  const known = readStored<Kept>(localStorage, kept())
  if (known && known.until > Date.now()) show(known.count)
  else void askCount()
}

const line = ({ id, date, title, excerpt, seen }: Note) =>
  el(
    'li',
    { class: seen ? null : 'is-unread', 'data-release': id },
    el('time', { datetime: date }, date.split('-').reverse().join('-')),
    el('a', { href: `${PATH}/view/${id}`, 'data-popup': true }, el('b', {}, title), el('small', {}, excerpt)),
  )

async function more(): Promise<void> {
  page += 1
  const { data, last_page: last } = await fetchJson<{ data: Note[]; last_page: number }>(`${PATH}?page=${page}`)
  document.querySelector('[data-release-list]')?.append(...data.map(line))
  for (const button of document.querySelectorAll<HTMLElement>('[data-release-more]')) button.hidden = page >= last
}

/** An unseen one becomes seen when it is opened. */
async function seen(id: string): Promise<void> {
  await request(`${PATH}/seen/${id}`, { method: 'POST', token: true, failText: '' })
  document.querySelector(`[data-release="${id}"]`)?.classList.remove('is-unread')
  await askCount()
}

async function allSeen(): Promise<void> {
  await request(`${PATH}/allSeen`, { method: 'POST', token: true })
  for (const one of document.querySelectorAll('[data-release]')) one.classList.remove('is-unread')
  keep(0)
}

export function start(): void {
  onContent((scope) => {
    for (const note of matching(scope, '[data-release-note]')) void quietly(() => seen(note.dataset.releaseNote ?? ''))
  })
  count()
  on('click', '[data-release-notes]', () => page === 0 && void quietly(more))
  on('click', '[data-release-more]', () => void quietly(more))
  on('click', '[data-release-all]', () => void quietly(allSeen))
}
