/** The side of who asks for help: a question, a bar as long as it lasts, and a screen that is shared by a click alone. */
import {
  type Passed,
  REMEMBERED_DAYS,
  type State,
  isExpected,
  nextState,
} from '../../../src/system/remote-support/remote-support.contract.ts'
import { flash } from '../flash.ts'
import { cookies } from '../lib/browser-storage.ts'
import { el, on } from '../lib/dom.ts'
import { icon, sheetIcon } from '../lib/icons.ts'
import { isFailure } from '../lib/request.ts'
import { confirmPopup } from '../popup/dialogs.ts'
import { Peer } from './peer.ts'
import { onSignal, signal } from './signals.ts'

const COOKIE = 'remote-support'
/** The helpdesk hears again and again who waits, since nothing is kept in between. */
const AGAIN_MS = 5000
/** So much of what was said is in sight. */
const LINES = 2

interface Kept {
  state: State
  peer: { id: number; name: string } | null
}
let { state, peer }: Kept = { state: 'closed', peer: null }
let connection: Peer | null = null
let isOpen = false
let isSharing = false
/** By which servers the browsers find one another, as the server said last. */
let ice: RTCIceServer[] = []
let waiting: ReturnType<typeof setInterval> | undefined
const talk: string[] = []

/** The cookie says with whom; that it is this tab, the session of the tab. */
function keep(): void {
  const isOpen = state !== 'closed' && state !== 'denied'
  cookies.set(COOKIE, isOpen ? JSON.stringify({ state, peer }) : '', isOpen ? REMEMBERED_DAYS : 0)
  if (isOpen) sessionStorage.setItem(COOKIE, '1')
  else sessionStorage.removeItem(COOKIE)
}

function kept(): Kept | null {
  if (sessionStorage.getItem(COOKIE) === null) return null
  try {
    return JSON.parse(cookies.get(COOKIE) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

const WORDS: Partial<Record<State, () => string>> = {
  waiting: () => 'Wacht op de helpdesk',
  asked: () => `${peer?.name ?? ''} vraagt verbinding`,
  accepted: () => `${peer?.name ?? ''} helpt mee`,
}

const barOf = () => document.querySelector<HTMLElement>('[data-remote-bar]')
const button = (name: string, label: string, css = '') =>
  el('button', { class: `btn btn-sm ${css}`, type: 'button', [`data-remote-${name}`]: true }, label)

/** What can be done and said while it is active. */
function activeParts(): HTMLElement[] {
  const field = el('input', {
    class: 'form-control',
    name: 'text',
    maxlength: 1000,
    placeholder: 'Bericht',
    'aria-label': 'Bericht aan de helpdesk',
    autocomplete: 'off',
    required: true,
  })
  const send = el('button', { class: 'btn btn-sm', type: 'submit' }, 'Versturen')
  return [
    el('ol', { class: 'remote-talk grow', 'aria-live': 'polite' }),
    el('form', { class: 'row-flex', 'data-remote-answer': true }, field, send),
    button('share', 'Scherm delen'),
  ]
}

/** The bar of this state; what it can do waits until the other side is there. */
function draw(): void {
  barOf()?.remove()
  const words = WORDS[state]
  if (!words) return
  const isActive = state === 'accepted'
  const mark = isActive ? el('span', { class: 'remote-tick' }, icon('success')) : sheetIcon('headset')
  const bar = el(
    'aside',
    { class: 'remote-bar', 'data-remote-bar': state, 'aria-label': 'Hulp op afstand' },
    el('span', { class: 'remote-bar-state', role: 'status' }, mark, el('b', {}, words())),
    ...(isActive ? activeParts() : [el('span', { class: 'grow' })]),
    button('quit', 'Stoppen', 'btn-danger'),
  )
  document.body.append(bar)
  update()
}

function update(): void {
  const bar = barOf()
  bar?.querySelector('ol')?.replaceChildren(...talk.slice(-LINES).map((text) => el('li', {}, text)))
  for (const control of bar?.querySelectorAll<HTMLInputElement>('form > *') ?? []) control.disabled = !isOpen
  const share = bar?.querySelector<HTMLButtonElement>('[data-remote-share]')
  if (share) share.disabled = !isOpen || isSharing
}

function say(text: string): void {
  talk.push(text)
  update()
}

function drop(): void {
  connection?.close()
  connection = null
  isOpen = false
  isSharing = false
}

/** Comes to another state where that is possible. */
function become(to: State): boolean {
  const next = nextState(state, to)
  if (next === null) return false
  state = next
  clearInterval(waiting)
  if (state === 'waiting') waiting = setInterval(() => void tell('waiting'), AGAIN_MS)
  if (state === 'closed' || state === 'denied') drop()
  keep()
  draw()
  if (state === 'closed' || state === 'denied') peer = null
  return true
}

/** Says it to the helpdesk; answers whether that could be. */
async function tell(type: string, data = ''): Promise<boolean> {
  try {
    ice = await signal(type, data, peer?.id)
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    return false
  }
}

async function begin(): Promise<void> {
  if (state !== 'closed' && state !== 'denied') return
  const sure = await confirmPopup('Wilt u een live verbinding met de helpdesk openen?', {
    title: 'Hulp op afstand',
    detail: 'De helpdesk ziet uw scherm alleen als u het deelt, en klikt nooit zelf. Stoppen kan altijd.',
    yes: 'Verbinden',
    no: 'Annuleren',
  })
  if (!sure) return
  peer = null
  if (!(await tell('waiting'))) return flash('De helpdesk is nu niet bereikbaar.', 'error')
  talk.length = 0
  become('waiting')
}

async function asked(from: Passed['from']): Promise<void> {
  // The helpdesk opened its page again: it was let in before.
  if (state === 'accepted') return void tell('accepted')
  peer = from
  if (!become('asked')) return
  const allowed = await confirmPopup(`${from.name} vraagt verbinding. Toestaan?`, {
    title: 'Hulp op afstand',
    detail: 'U deelt uw scherm pas als u daar zelf op klikt.',
    yes: 'Toestaan',
    no: 'Weigeren',
  })
  const to = allowed ? 'accepted' : 'denied'
  // It may have been closed in the meantime.
  if (nextState(state, to) === null) return
  void tell(to)
  become(to)
}

async function answer(offer: string): Promise<void> {
  if (state !== 'accepted') return
  drop()
  connection = new Peer(ice, {
    opened: () => {
      isOpen = true
      update()
    },
    lost: () => {
      isOpen = false
      update()
    },
    said: ({ type, data }) => {
      if (type === 'text') say(`${peer?.name ?? ''}: ${data}`)
    },
  })
  void tell('answer', await connection.answer(offer))
}

async function share(): Promise<void> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false }).catch(() => null)
  const [track] = stream?.getVideoTracks() ?? []
  if (!stream || !track || !connection) return track?.stop()
  isSharing = true
  track.addEventListener('ended', () => {
    isSharing = false
    connection?.say('unshared', '')
    update()
  })
  update()
  await connection.share(track, stream)
}

export function start(): void {
  on('click', '[data-remote-support]', () => void begin())
  on('click', '[data-remote-quit]', () => {
    void tell('closed')
    become('closed')
  })
  on('click', '[data-remote-share]', () => void share())
  on('submit', '[data-remote-answer]', (event, form) => {
    event.preventDefault()
    const field = (form as HTMLFormElement).elements.namedItem('text') as HTMLInputElement
    connection?.say('text', field.value)
    say(`U: ${field.value}`)
    field.value = ''
  })
  onSignal((said) => {
    if (!isExpected(peer?.id ?? null, said) || state === 'closed' || state === 'denied') return
    if (said.type === 'asked') void asked(said.from)
    else if (said.type === 'offer') void answer(said.data)
    else if (said.type === 'closed' && become('closed')) flash('De helpdesk heeft de verbinding gesloten.')
  })
  const before = kept()
  if (!before || (before.state !== 'waiting' && before.state !== 'accepted')) return
  ;({ state, peer } = before)
  draw()
  if (state === 'waiting') waiting = setInterval(() => void tell('waiting'), AGAIN_MS)
  void tell(state)
}
