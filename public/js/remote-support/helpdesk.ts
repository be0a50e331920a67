/** The side of the helpdesk: a list of who waits, and a connection with who is chosen from it. */
import {
  type Passed,
  REMEMBERED_DAYS,
  type State,
  isListed,
  nextState,
} from '../../../src/system/remote-support/remote-support.contract.ts'
import { cookies } from '../lib/browser-storage.ts'
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { Peer } from './peer.ts'
import { onSignal, signal } from './signals.ts'

const COOKIE = 'remote-support-helpdesk'
/** Who was not heard for so long does not wait any more. */
const GONE_MS = 16_000

interface Listed {
  name: string
  state: State
  heard: number
}
const listed = new Map<number, Listed>()
let chosen: number | null = null
let connection: Peer | null = null
let isOpen = false

const part = <E extends HTMLElement>(name: string) => document.querySelector<E>(`[data-remote-${name}]`)!
const WORDS: Record<State, string> = {
  waiting: 'wacht',
  asked: 'wacht op toestemming',
  accepted: 'verbonden',
  denied: 'geweigerd',
  closed: 'gestopt',
}

function draw(): void {
  const rows = [...listed].map(([id, { name, state }]) => {
    const isActive = state === 'accepted'
    const words = el('span', { class: 'grow' }, name, el('br'), el('span', { class: 'small muted' }, isActive ? el('span', { class: 'remote-tick' }, icon('success', 'ic-sm')) : null, WORDS[state])) // prettier-ignore
    return el('li', {}, words, state === 'waiting' ? el('button', { class: 'btn btn-sm', type: 'button', 'data-remote-ask': id }, 'Verbinden') : null) // prettier-ignore
  })
  part('peers').replaceChildren(...rows)
  part('none').hidden = rows.length > 0
  const peer = chosen === null ? undefined : listed.get(chosen)
  part('side').hidden = peer === undefined
  if (!peer) return
  for (const control of part('say').querySelectorAll<HTMLInputElement>('input, button')) control.disabled = !isOpen
  part('name').textContent = peer.name
  part('state').replaceChildren(...(peer.state === 'accepted' ? [el('span', { class: 'remote-tick' }, icon('success'))] : []), WORDS[peer.state]) // prettier-ignore
}

function drop(): void {
  connection?.close()
  connection = null
  isOpen = false
  part<HTMLVideoElement>('screen').hidden = true
}

function become(id: number, to: State): boolean {
  const peer = listed.get(id)
  const next = peer && nextState(peer.state, to)
  if (!peer || !next) return false
  peer.state = next
  if (id === chosen && (next === 'closed' || next === 'denied')) {
    drop()
    chosen = null
    cookies.set(COOKIE, '', 0)
  }
  draw()
  return true
}

function ask(id: number): void {
  if (chosen !== null || !become(id, 'asked')) return
  chosen = id
  cookies.set(COOKIE, String(id), REMEMBERED_DAYS)
  part('talk').replaceChildren()
  void signal('asked', '', id)
  draw()
}

function say(who: string, text: string): void {
  part('talk').append(el('li', {}, el('b', {}, `${who}: `), text))
}

async function connect(id: number): Promise<void> {
  drop()
  const screen = part<HTMLVideoElement>('screen')
  const ice = JSON.parse(document.querySelector<HTMLElement>('[data-remote-helpdesk]')?.dataset.remoteHelpdesk ?? '[]') as RTCIceServer[] // prettier-ignore
  connection = new Peer(ice, {
    opened: () => {
      isOpen = true
      draw()
    },
    lost: () => {
      isOpen = false
      screen.hidden = true
      draw()
    },
    said: ({ type, data }) => {
      if (type === 'text') say(listed.get(id)?.name ?? '', data)
      if (type === 'unshared') screen.hidden = true
    },
    screen: (stream) => {
      screen.srcObject = stream
      screen.hidden = false
    },
  })
  void signal('offer', await connection.offer(), id)
}

/** Who asks stands in the list from then on. Who was let in before, and comes back within a day, does too. */
function enter({ from, type }: Passed): void {
  const before = Number(cookies.get(COOKIE) ?? 0)
  if (type === 'waiting' || (type === 'accepted' && from.id === before && !listed.has(from.id))) {
    const state = type === 'accepted' ? 'asked' : 'waiting'
    const known = listed.get(from.id)
    listed.set(from.id, { name: from.name, state, heard: Date.now() })
    if (known && from.id === chosen) {
      drop()
      chosen = null
    }
    if (type === 'accepted') chosen = from.id
  }
}

function heard(said: Passed): void {
  enter(said)
  if (!isListed(listed, said)) return
  const { from, type, data } = said
  listed.get(from.id)!.heard = Date.now()
  if (type === 'answer') void (from.id === chosen ? connection?.accept(data) : undefined)
  else if (type === 'denied' || type === 'closed') become(from.id, type)
  else if (type === 'accepted' && from.id === chosen) {
    become(from.id, 'accepted')
    void connect(from.id)
  }
  draw()
}

function forgetGone(): void {
  for (const [id, { state, heard: at }] of listed)
    if ((state === 'waiting' || state === 'closed' || state === 'denied') && Date.now() - at > GONE_MS)
      listed.delete(id)
  draw()
}

export function start(): void {
  onSignal(heard)
  setInterval(forgetGone, 4000)
  on('click', '[data-remote-ask]', (_event, button) => ask(Number(button.dataset.remoteAsk)))
  on('click', '[data-remote-stop]', () => {
    if (chosen === null) return
    void signal('closed', '', chosen)
    become(chosen, 'closed')
  })
  on('submit', '[data-remote-say]', (event, form) => {
    event.preventDefault()
    const field = (form as HTMLFormElement).elements.namedItem('text') as HTMLInputElement
    connection?.say('text', field.value)
    say('Helpdesk', field.value)
    field.value = ''
  })
  // With whom it was connected before the page was opened again.
  const before = Number(cookies.get(COOKIE) ?? 0)
  if (before > 0) void signal('asked', '', before)
}
