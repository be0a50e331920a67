/**
 * Fields that save themselves: `data-autosave="url"` posts the field so long after the last key. What could not be
 * stored is held on to, also when its popup closes, until it is. `data-autosave-seen` names the field that tells the
 * server which text the user saw, so that two who write do not overwrite each other unasked. A field with
 * `data-autosave-reverts` shows what is stored again where something else is refused, and says that.
 */
import { flash } from '../flash.ts'
import { el, matching, on, onContent } from '../lib/dom.ts'
import { forgetRefused, perform, pump } from '../lib/operations.ts'
import { RequestFailed } from '../lib/request.ts'
import type { Stale } from '../stale.ts'

const SAVE_AFTER_MS = 1000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type State = 'saving' | 'saved' | 'failed'

/** What was typed and is not stored yet. */
interface Draft {
  field: Field
  timer?: ReturnType<typeof setTimeout> | undefined
  /** How many operations of it are not answered yet. */
  sending: number
  failed: boolean
  /** It failed for want of an answer, and goes by itself as soon as there may be one. */
  offline: boolean
  /** The text that somebody else stored meanwhile; the user decides. */
  theirs: Stale | null
}

const TEXTS: Record<State, string> = { saving: 'Opslaan…', saved: 'Opgeslagen', failed: 'Niet opgeslagen' }
/** By address and name, so that a field that is drawn anew finds its own. */
const drafts = new Map<string, Draft>()
/** The text of a field as the server is known to have it. */
const seen = new WeakMap<Field, string>()

const keyOf = (field: Field) => `${field.dataset.autosave} ${field.name}`
const within = (scope: Element) => [...drafts.values()].filter(({ field }) => scope.contains(field))

/** Whether something typed in here could not be stored, or has not been yet. */
export function hasDrafts(scope: Element): boolean {
  return within(scope).length > 0
}

/** What could not be stored in here. */
export function failedDrafts(scope: Element): { offline: boolean }[] {
  return within(scope).filter(({ failed }) => failed)
}

function show(field: Field, state: State): void {
  const home = field.closest('.field')?.querySelector('.form-label') ?? field.parentElement
  let note = home?.querySelector<HTMLElement>('.autosave')
  if (!note) {
    note = el('span', { class: 'autosave', role: 'status' })
    home?.append(note)
  }
  note.dataset.state = state
  note.textContent = TEXTS[state]
}

/** Both texts, and the choice between them. */
function showTheirs({ field, theirs }: Draft): void {
  field.parentElement?.querySelector('[data-autosave-theirs]')?.remove()
  if (!theirs) return
  const button = (choice: string, text: string) =>
    el('button', { class: 'btn btn-sm', type: 'button', 'data-autosave-keep': choice }, text)
  const note = el(
    'div',
    { class: 'note note--warning mt-2 stale', role: 'alert', 'data-autosave-theirs': true },
    el('span', {}, `${theirs.by} heeft dit intussen gewijzigd in: “${textOf(theirs)}”`),
    el('span', { class: 'row-flex wrap' }, button('mine', 'Mijn tekst opslaan'), button('theirs', 'Die overnemen')),
  )
  field.after(note)
}

function textOf({ fields }: Stale): string {
  const [, text] = Object.values(fields)[0] ?? []
  return typeof text === 'string' ? text : ''
}

function valueOf(field: Field): string {
  return field instanceof HTMLInputElement && field.type === 'checkbox'
    ? field.checked
      ? field.value
      : '0'
    : field.value
}

function changed(field: Field): void {
  field.dispatchEvent(new CustomEvent('autosave', { bubbles: true }))
}

function done(draft: Draft): void {
  drafts.delete(keyOf(draft.field))
  show(draft.field, 'saved')
  changed(draft.field)
}

/** A popup that fades away is still drawn, but nobody reads it any more. */
function isShown(field: Field): boolean {
  return field.isConnected && field.closest('dialog')?.open !== false
}

function tellLeftBehind({ offline }: Draft): void {
  const when = offline ? ' Dat gebeurt zodra er weer verbinding is.' : ''
  flash(`Een opmerking is niet opgeslagen.${when}`, 'error')
}

/** @param error null while there is no network: it is kept, and goes by itself */
function failed(draft: Draft, error: RequestFailed | null): void {
  const isKnown = draft.failed && draft.offline && error === null
  draft.failed = true
  draft.offline = error === null
  const { field } = draft
  if (error?.status === 409) draft.theirs = (error.body as { stale?: Stale } | null)?.stale ?? null
  show(field, 'failed')
  showTheirs(draft)
  changed(field)
  if (!isShown(field) && !isKnown) tellLeftBehind(draft)
}

/** What is refused goes; what is stored stands there again. */
function revert({ field }: Draft): void {
  field.value = seen.get(field) ?? ''
  drafts.delete(keyOf(field))
  show(field, 'saved')
  flash(field.dataset.autosaveReverts ?? '', 'error')
  changed(field)
}

async function save(draft: Draft): Promise<void> {
  if (draft.timer === undefined || draft.theirs) return
  clearTimeout(draft.timer)
  draft.timer = undefined
  const { field } = draft
  const value = valueOf(field)
  const { autosave: url = '', autosaveSeen } = field.dataset
  const fields: [string, string][] = [[field.name, value]]
  if (autosaveSeen) fields.push([autosaveSeen, seen.get(field) ?? ''])
  const base = autosaveSeen ? { [field.name]: autosaveSeen } : {}
  draft.sending++
  if (!draft.failed) show(field, 'saving')
  try {
    const label = field.getAttribute('aria-label') ?? 'Opmerking'
    await perform({ label, url, fields, base, slot: keyOf(field) }, () => failed(draft, null))
    if (draft.failed) flash('De opmerking is alsnog opgeslagen', 'success')
    draft.failed = false
    seen.set(draft.field, value)
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    if (error.status === 422 && field.dataset.autosaveReverts !== undefined) revert(draft)
    else failed(draft, error)
    // What is wrong with it stands beside the field.
    void forgetRefused(keyOf(field))
  } finally {
    draft.sending--
  }
  // What was typed while this was under way is an operation of its own, or is about to be.
  if (draft.failed || draft.timer !== undefined || draft.sending > 0) return
  if (valueOf(draft.field) === value) done(draft)
}

function typed(field: Field): void {
  if (!seen.has(field)) seen.set(field, 'defaultValue' in field ? field.defaultValue : '')
  const draft = drafts.get(keyOf(field)) ?? { field, sending: 0, failed: false, offline: false, theirs: null }
  draft.field = field
  drafts.set(keyOf(field), draft)
  clearTimeout(draft.timer)
  draft.timer = setTimeout(() => void save(draft), SAVE_AFTER_MS)
  changed(field)
}

/** Sends what waits in here, without waiting for the clock or the network. */
export function saveDrafts(scope: Element = document.documentElement): void {
  for (const draft of drafts.values())
    if (scope === document.documentElement || scope.contains(draft.field)) void save(draft)
  if (within(scope).some(({ offline }) => offline)) void pump()
}

function choose(button: HTMLElement): void {
  const draft = [...drafts.values()].find(({ field }) => field.parentElement?.contains(button))
  if (!draft?.theirs) return
  const { field } = draft
  const text = textOf(draft.theirs)
  seen.set(field, text)
  draft.theirs = null
  showTheirs(draft)
  field.focus()
  draft.failed = false
  if (button.dataset.autosaveKeep === 'mine') {
    draft.timer = setTimeout(() => undefined)
    return void save(draft)
  }
  field.value = text
  done(draft)
}

/** A field that is drawn anew shows what is not stored yet, or else what is stored by now. */
function takeIn(field: Field): void {
  const draft = drafts.get(keyOf(field))
  if (draft && draft.field !== field) {
    seen.set(field, seen.get(draft.field) ?? '')
    field.value = draft.field.value
    draft.field = field
    show(field, draft.failed ? 'failed' : 'saving')
    showTheirs(draft)
  } else if (!draft && field instanceof HTMLTextAreaElement) {
    if (field.value !== field.defaultValue) field.value = field.defaultValue
    seen.set(field, field.defaultValue)
  }
}

export function startAutosave(): void {
  on('input', '[data-autosave]', (_event, field) => typed(field as Field))
  // Whoever leaves the field, or closes the popup around it, does not wait for the clock.
  on('focusout', '[data-autosave]', (_event, field) => saveDrafts(field))
  on('click', '[data-autosave-keep]', (_event, button) => choose(button))
  document.addEventListener('popup:closing', ({ target }) => {
    saveDrafts(target as Element)
    // What failed while it could be read beside its field is told to who leaves that behind.
    for (const draft of within(target as Element)) if (draft.failed) tellLeftBehind(draft)
  })
  const takeInAll = (scope: HTMLElement) =>
    matching(scope, '[data-autosave]').forEach((field) => takeIn(field as Field))
  onContent(takeInAll)
  document.addEventListener('popup:reloaded', (event) => takeInAll(event.target as HTMLElement))
  // What was typed a moment ago is kept before the page goes.
  document.addEventListener('visibilitychange', () => saveDrafts())
  window.addEventListener('beforeunload', (event) => {
    saveDrafts()
    if ([...drafts.values()].some(({ theirs }) => theirs)) event.preventDefault()
  })
}
