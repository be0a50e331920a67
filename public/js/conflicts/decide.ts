/** Decides about what a phone could not store: what is taken of it is saved by its own form, and then settled. */
import { matching, on, onContent } from '../lib/dom.ts'
import { ONCE_FIELD } from '../lib/once-token.ts'
import { RequestFailed, isFailure, request } from '../lib/request.ts'
import { confirmPopup } from '../popup/dialogs.ts'

interface Sent {
  id: number
  url: string
  key: string
  fields: [name: string, value: string][]
}
const PANEL = '[data-conflict]'
const sentBy = (panel: HTMLElement) => JSON.parse(panel.dataset.conflict!) as Sent
const radios = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLInputElement>('input[data-conflict-field]')]
const chosen = (panel: HTMLElement) => radios(panel).filter(({ checked }) => checked)
const openOnes = (panel: HTMLElement) => radios(panel).length / 2 - chosen(panel).length

/** What is still to be chosen stands beside the button, which waits for it. */
function tellLeft(panel: HTMLElement): void {
  const button = panel.querySelector<HTMLButtonElement>('[data-conflict-act=chosen]')
  if (!button) return
  const left = openOnes(panel)
  button.disabled = left > 0
  panel.querySelector('[data-conflict-left]')!.textContent =
    left === 0 ? '' : `Nog ${left} ${left === 1 ? 'keuze' : 'keuzes'}`
}

const post = (url: string, fields: [string, string][], source: Element, failText?: string) =>
  request(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
    source,
    events: ['changed', 'flash'],
    ...(failText === undefined ? {} : { failText }),
  })

function messageOf({ status, body }: RequestFailed): string {
  if (status === 422) return Object.values((body ?? {}) as Record<string, string[]>)[0]?.[0] ?? ''
  return (body as { message?: string } | null)?.message ?? ''
}

/** Saves by the form that the phone filled in, over what stands there; answers what that made. */
async function saveAgain({ key, url }: Sent, fields: Sent['fields'], source: Element): Promise<number | null> {
  const answer = await post(url, [...fields, [ONCE_FIELD, `weer-${key}`]], source, '')
  if (!answer.headers.get('Content-Type')?.includes('json')) return null
  const { id } = ((await answer.json()) ?? {}) as { id?: unknown }
  return typeof id === 'number' ? id : null
}

const settle = (id: number, outcome: 'taken' | 'kept', made: number | null, source: Element) => {
  const said: [string, string][] = [['id', String(id)], ['outcome', outcome]] // prettier-ignore
  return post('/outbox/conflicts/settle', made === null ? said : [...said, ['made', String(made)]], source)
}

/** Saves what was chosen by the form that the phone filled in, over what stands there; answers what that made. */
async function saveChosen(panel: HTMLElement): Promise<number | null> {
  const { fields } = sentBy(panel)
  const theirs = new Map(
    chosen(panel)
      .filter(({ value }) => value === 'theirs')
      .map((radio) => [radio.dataset.conflictField!, radio.dataset.conflictValue ?? '']),
  )
  const sent = fields.map(([name, value]): [string, string] => [name, theirs.get(name) ?? value])
  return saveAgain(sentBy(panel), sent, panel)
}

/** What was made since this was shown is known in the lines that come after, by the word that the phone had for it. */
function tellMade(lines: HTMLElement[], token: string | null, id: number | null): void {
  if (token === null || id === null) return
  for (const { dataset } of lines)
    dataset.conflictTake = dataset.conflictTake!.replaceAll(JSON.stringify(token), JSON.stringify(String(id)))
}

/** Takes all that are shown, in their order; what cannot be saved says why, and waits. */
async function takeAll(scope: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const lines = matching<HTMLElement>(scope, '[data-conflict-take]')
  for (const line of lines) {
    const state = line.querySelector<HTMLElement>('[data-conflict-state]')!
    if (state.textContent !== '' && !line.classList.contains('is-error')) continue
    const sent = JSON.parse(line.dataset.conflictTake!) as Sent & { token: string | null }
    try {
      const id = await saveAgain(sent, sent.fields, line)
      tellMade(lines, sent.token, id)
      await settle(sent.id, 'taken', id, line)
      line.classList.remove('is-error')
      state.textContent = 'Opgeslagen'
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      line.classList.add('is-error')
      state.textContent = `Niet opgeslagen. ${failure instanceof RequestFailed ? messageOf(failure) : ''}`
    }
  }
  button.disabled = matching(scope, '.is-error').length === 0
}

async function decide(panel: HTMLElement, act: string): Promise<void> {
  const { id } = sentBy(panel)
  const isKept = act === 'kept' || (act === 'chosen' && chosen(panel).every(({ value }) => value === 'theirs'))
  const error = panel.querySelector<HTMLElement>('[data-conflict-error]')!
  error.hidden = true
  try {
    const made = isKept ? null : await saveChosen(panel)
    const outcome = isKept ? 'kept' : 'taken'
    await settle(id, outcome, made, panel)
    panel.dispatchEvent(new CustomEvent('popup-close', { bubbles: true }))
  } catch (failure) {
    if (!isFailure(failure)) throw failure
    const said = failure instanceof RequestFailed ? messageOf(failure) : ''
    error.textContent = `Niet opgeslagen. ${said} Open het en wijzig het daar, en kies dan hier ‘Laten zoals het is’.`
    error.hidden = false
  }
}

export function start(): void {
  on('change', `${PANEL} input[data-conflict-field]`, (_event, input) => tellLeft(input.closest<HTMLElement>(PANEL)!))
  on('click', `${PANEL} [data-conflict-act]`, (_event, button) => {
    const panel = button.closest<HTMLElement>(PANEL)!
    const act = button.dataset.conflictAct!
    void (async () => {
      // What was done in a cellar goes by nobody's accident.
      const ask = 'Wat op de telefoon is ingevuld, wordt dan niet opgeslagen. Het blijft hier te lezen.'
      if (act === 'kept' && !(await confirmPopup(ask))) return
      await decide(panel, act)
    })()
  })
  on('click', '[data-conflicts] [data-conflict-act=all]', (_event, button) => {
    void takeAll(button.closest<HTMLElement>('[data-conflicts]')!, button as HTMLButtonElement)
  })
  onContent((scope) => matching<HTMLElement>(scope, PANEL).forEach(tellLeft))
}
