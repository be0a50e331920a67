/** Says what is not sent yet, with a count, a list and a way to send it now; signing out asks first. */
import { flash } from './flash.ts'
import { sendNow } from './lib/connection.ts'
import { el } from './lib/dom.ts'
import { FINISH } from './lib/hand-over.ts'
import { forgetRead, shownSince } from './lib/kept-pages.ts'
import { blockedBy, tokenOf } from './lib/dependence.ts'
import {
  type Operation,
  aboutMade,
  forget,
  handOverRefused,
  insist,
  listOwn,
  pump,
  startOperations,
} from './lib/operations.ts'
import { listKept } from './lib/operation-store.ts'
import type { RequestFailed } from './lib/request.ts'
import { fewLeft, roomLeft, roomText } from './lib/room.ts'
import { askPopup } from './popup/dialogs.ts'
import { topPopup } from './popup/layers.ts'

/** What is answered sooner was never waiting. */
const SHOW_AFTER_MS = 1500

const changes = (count: number) => `${count} ${count === 1 ? 'wijziging' : 'wijzigingen'}`
const toSend = (count: number) => `Nog te versturen: ${count}`
const time = new Intl.DateTimeFormat('nl-NL', { hour: '2-digit', minute: '2-digit' })
const clock = new Intl.DateTimeFormat('nl-NL', { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' })

let bar: HTMLElement | null = null

function place(): void {
  if (!bar) return
  const home = topPopup() ?? document.body
  // Its own list says the same.
  if (home.querySelector('.unsent-list')) return bar.remove()
  if (bar.parentElement !== home) home.append(bar)
  if (bar.matches(':popover-open')) bar.hidePopover()
  bar.showPopover()
}

/** What there is to say of the room that is left. */
let few: string | null = null

function draw(operations: Operation[]): void {
  const since = shownSince()
  if (operations.length === 0 && since === null) {
    bar?.remove()
    bar = null
    return
  }
  bar ??= el('div', { class: 'unsent', popover: 'manual', role: 'status', 'data-unsent': true })
  const refused = operations.some((operation) => operation.refused)
  const button = (act: string, text: string) =>
    el('button', { class: 'btn btn-sm', type: 'button', 'data-unsent-act': act }, text)
  const waiting = toSend(operations.length)
  bar.replaceChildren(
    since === null
      ? el('span', { class: 'grow' }, waiting)
      : el(
          'span',
          { class: 'grow' },
          el('b', {}, 'Geen verbinding. U kunt gewoon doorwerken.'),
          ' ',
          el('small', {}, `${waiting} · bijgewerkt ${time.format(since)}`),
        ),
    few === null ? '' : el('small', {}, few),
    ...(operations.length === 0 ? [] : [button('list', refused ? 'Nakijken' : 'Bekijken')]),
    button('send', since === null ? 'Nu versturen' : 'Nu proberen'),
  )
  place()
}

let timer: ReturnType<typeof setTimeout> | undefined
async function look(): Promise<void> {
  const operations = await listOwn()
  const left = operations.length === 0 && shownSince() === null ? null : await roomLeft()
  few = left === null ? null : fewLeft(left)
  clearTimeout(timer)
  if (operations.length === 0 || bar || shownSince() !== null) return draw(operations)
  timer = setTimeout(() => void listOwn().then(draw), SHOW_AFTER_MS)
}

/** What a line waits for: a network, or something before it that was not taken. */
function waitsFor(operation: Operation, all: Operation[]): string {
  const refused = new Set(all.filter((other) => other.refused).map(tokenOf))
  const [first] = blockedBy(operation, refused)
  const before = all.find((other) => tokenOf(other) === first)
  return before ? `Wacht op: ${before.label}` : 'Wacht op verbinding'
}

/** What goes when this goes. */
function dropText(operation: Operation, all: Operation[]): string {
  const count = aboutMade(operation, all).length
  return count === 0 ? 'Verwijderen' : `Verwijderen, met ${count} die erbij ${count === 1 ? 'hoort' : 'horen'}`
}

function line(operation: Operation, all: Operation[]): HTMLElement {
  const { key, label, at, refused, files = [] } = operation
  const head = el('b', {}, label)
  const photos = files.length === 0 ? '' : ` · ${files.length} ${files.length === 1 ? 'foto' : "foto's"}`
  const about = el('small', { class: 'muted' }, clock.format(new Date(at)) + photos)
  const act = (answer: string, text: string) =>
    el('button', { class: 'btn btn-sm', type: 'button', 'data-answer': `${answer}:${key}` }, text)
  if (!refused) return el('li', { class: 'unsent-line' }, head, about, el('span', {}, waitsFor(operation, all)))
  // By the name of the field that was sent, or by what the user calls it.
  const sent = new Set(operation.fields.map(([name]) => name))
  const differs = Object.entries(refused.stale?.fields ?? {}).map(([name, [mine, theirs]]) =>
    el(
      'span',
      {},
      ...(sent.has(name) ? [] : [el('span', { class: 'muted' }, `${name}: `)]),
      `Er staat: ${String(theirs) || '(leeg)'}. U vulde in: ${String(mine) || '(leeg)'}.`,
    ),
  )
  const buttons = refused.stale
    ? [act('mine', 'Mijn invoer versturen'), act('drop', 'Laten staan')]
    : [
        ...(operation.fields.some(([name]) => name === FINISH) ? [act('later', 'Opslaan, later verder')] : []),
        act('drop', dropText(operation, all)),
      ]
  const row = el('span', { class: 'row-flex wrap' }, ...buttons)
  return el('li', { class: 'unsent-line is-refused' }, head, about, el('span', {}, refused.message), ...differs, row)
}

async function showList(): Promise<void> {
  const [operations, kept, room] = await Promise.all([listOwn(), listKept(), roomLeft()])
  const others = kept.length - operations.length
  const answer = await askPopup(
    toSend(operations.length),
    [
      el('p', { class: 'muted' }, 'Gaat vanzelf, op volgorde, zodra er verbinding is.'),
      el('ul', { class: 'unsent-list' }, ...operations.map((operation) => line(operation, operations))),
      el(
        'p',
        { class: 'muted' },
        `Staat veilig op dit toestel, ook als u het uitzet.${room === null ? '' : ` ${roomText(room)}`}`,
      ),
      ...(others === 0
        ? []
        : [
            el(
              'p',
              { class: 'muted' },
              `Van iemand anders op dit toestel: ${others}. Dat gaat als diegene hier inlogt.`,
            ),
          ]),
    ],
    [
      { label: 'Terug', value: '', focus: true },
      { label: 'Nu versturen', value: 'send', css: 'btn-primary' },
    ],
    'small',
  )
  if (answer === 'send') return sendAll()
  const [what, key = ''] = answer?.split(':') ?? []
  const chosen = operations.find((operation) => operation.key === key)
  if (!chosen) return
  if (what === 'mine') await insist(chosen)
  else if (what === 'later') await insist({ ...chosen, fields: chosen.fields.filter(([name]) => name !== FINISH) })
  else await forget(chosen)
  document.dispatchEvent(new CustomEvent('operations:decided'))
  if ((await listOwn()).length > 0) await showList()
}

async function sendAll(): Promise<void> {
  sendNow()
  await pump()
  if ((await listOwn()).length > 0)
    flash('Er is nog geen verbinding met de server. Uw invoer staat nog op dit toestel.', 'warning')
}

/**
 * What is not sent stays here until a person sends or removes it, whoever signs out. Only where nothing waits, of nobody,
 * the browser is asked to wipe all that it stores of us.
 */
async function signOut(form: HTMLFormElement): Promise<void> {
  await pump()
  await handOverRefused(true)
  const left = (await listOwn()).length
  if (left > 0) {
    const answer = await askPopup(
      'Uitloggen zonder te versturen?',
      [
        el(
          'p',
          {},
          `${changes(left)} op dit toestel ${left === 1 ? 'is' : 'zijn'} nog niet verstuurd. ${left === 1 ? 'Die blijft' : 'Die blijven'} op dit toestel staan, en ${left === 1 ? 'gaat' : 'gaan'} zodra u hier weer inlogt.`,
        ),
      ],
      [
        { label: 'Terug', value: '', focus: true },
        { label: 'Uitloggen', value: 'go', css: 'btn-danger' },
      ],
      'small',
    )
    if (answer !== 'go') return
  }
  if ((await listKept()).length === 0) form.append(el('input', { type: 'hidden', name: 'empty', value: '1' }))
  // Also where the server does not hear of it.
  await forgetRead()
  form.submit()
}

export function startUnsent(): void {
  if (document.body.dataset.viewer === undefined) return
  for (const event of ['operations:changed', 'connection:changed']) document.addEventListener(event, () => void look())
  // Another tab may have sent something.
  document.addEventListener('visibilitychange', () => void look())
  document.addEventListener('operations:handed', (event) => {
    const { label } = (event as CustomEvent<{ label: string }>).detail
    flash(`${label}: dit kon niet worden opgeslagen. Kantoor heeft uw invoer en beslist erover.`, 'warning')
  })
  document.addEventListener('operations:full', (event) => {
    const { body } = (event as CustomEvent<RequestFailed>).detail
    flash((body as { message: string }).message, 'error')
  })
  document.addEventListener('popup:layers', place)
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-unsent-act]') : null
    if (button) void (button.dataset.unsentAct === 'list' ? showList() : sendAll())
  })
  // Before anybody else hears of it.
  window.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLFormElement) || event.target.dataset.logout === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void signOut(event.target)
    },
    { capture: true },
  )
  startOperations()
}
