/**
 * Presence and passed, on the results screen and in the finish wizard (training 4.2): the rules between the two choices,
 * the buttons that fill in many at once, and what is still open. On the results screen every change is saved at once.
 */
import {
  type Choice,
  type Result,
  type ResultField,
  type Shown,
  applyChange,
  applyToAll,
  choiceValue,
  countResults,
  countShown,
  filledText,
  isShown,
  openChoicesText,
  readChoice,
  rowsDenied,
  rowsMeant,
} from '../../../src/training/proof/results/results.contract.ts'
import { el, matching, on, onContent } from '../lib/dom.ts'
import { hold } from '../popup/holds.ts'
import { askOverDenied } from './denied.ts'
import { hasUnsaved, isOutdated, isUnsaved, keep, showUnsaved } from './save.ts'

/** After a change the next button waits so long (T-080). */
const CHECK_AFTER_MS = 100
const ALL_STORED = 'Alles ingevuld en opgeslagen'

export interface Row extends Result {
  element: HTMLElement
  contactId: number
  name: string
}

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()

function selectOf(row: Element, field: ResultField): HTMLSelectElement {
  return row.querySelector<HTMLSelectElement>(`select[data-choice="${field}"]`)!
}

function read(element: HTMLElement): Row {
  const choice = (field: ResultField): Choice => readChoice(selectOf(element, field).value)
  const { contact, name = '' } = element.dataset
  return { element, contactId: Number(contact), name, present: choice('present'), passed: choice('passed') }
}

function rowsOf(root: HTMLElement): Row[] {
  return [...root.querySelectorAll<HTMLElement>('[data-result]')].map(read)
}

/** Shows the values of a row: in its selects, and in the buttons that stand for them. */
function write({ element, present, passed }: Row): void {
  for (const [field, choice] of [
    ['present', present],
    ['passed', passed],
  ] as const) {
    const select = selectOf(element, field)
    const value = choiceValue(choice)
    if (select.value !== value) select.value = value
    for (const button of select.parentElement!.querySelectorAll<HTMLElement>('[data-choose]'))
      button.setAttribute('aria-pressed', String(button.dataset.choose === value))
  }
}

function isChecked({ element }: Row): boolean {
  return element.querySelector<HTMLInputElement>('[data-results-check]')?.checked ?? false
}

function check(root: HTMLElement): void {
  const rows = rowsOf(root)
  const open = openChoicesText(rows)
  const { present, passed, open: count } = countResults(rows)
  const bold = (number: number) => el('b', {}, String(number))
  root
    .querySelector('[data-results-counts]')
    ?.replaceChildren(bold(present), ' aanwezig, ', bold(passed), ' geslaagd, ', bold(count), ' open')
  const state = root.querySelector('[data-results-state]')
  const unsaved = hasUnsaved(root)
  if (state) state.textContent = open ?? (unsaved ? 'Alles ingevuld, nog niet alles opgeslagen' : ALL_STORED)
  state?.classList.toggle('is-complete', open === null && !unsaved)
  for (const [shown, number] of Object.entries(countShown(rows)))
    for (const count of root.querySelectorAll(`[data-results-shown="${shown}"]`)) count.textContent = String(number)
  const filled = root.querySelector('[data-results-filled]')
  if (filled) filled.textContent = filledText(rows)
  const next = root.querySelector<HTMLButtonElement>('[data-results-next]')
  if (next) next.disabled = open === null
  const step = root.closest<HTMLElement>('[data-step]')
  const form = root.closest('form')
  // A wizard goes no further, or is not sent, while a choice is open (T-079).
  if (form && step?.inert === false) hold(form, 'results', open)
}

function checkSoon(root: HTMLElement): void {
  clearTimeout(timers.get(root))
  timers.set(
    root,
    setTimeout(() => check(root), CHECK_AFTER_MS),
  )
}

/** With a selection the buttons act on it, and say so. */
function drawSelection(root: Element): void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>('[data-results-check]')]
  const checked = boxes.filter((box) => box.checked).length
  const all = root.querySelector<HTMLInputElement>('[data-results-check-all]')
  if (all) {
    all.checked = checked > 0 && checked === boxes.length
    all.indeterminate = checked > 0 && checked < boxes.length
  }
  for (const box of boxes) box.closest('[data-result]')?.classList.toggle('is-selected', box.checked)
  for (const label of root.querySelectorAll<HTMLElement>('[data-all][data-some]'))
    label.textContent = (checked > 0 ? label.dataset.some : label.dataset.all) ?? ''
}

interface Asked {
  shown: Shown
  /** The keys of those left out when it was asked: one that is filled in since stays where it is. */
  hidden: Set<string>
}
const asked = new WeakMap<HTMLElement, Asked>()
const keyOf = ({ element }: Row): string => element.dataset.result ?? ''

/** Shows the rows that were asked for, until something else is asked. */
function show(root: HTMLElement, shown: Shown): void {
  const hidden = rowsOf(root).filter((row) => !isShown(row, shown))
  asked.set(root, { shown, hidden: new Set(hidden.map(keyOf)) })
  drawShown(root)
}

function drawShown(root: HTMLElement): void {
  const { shown, hidden } = asked.get(root) ?? { shown: 'all', hidden: new Set() }
  for (const button of root.querySelectorAll<HTMLElement>('[data-results-show]'))
    button.setAttribute('aria-pressed', String(button.dataset.resultsShow === shown))
  for (const row of rowsOf(root)) row.element.hidden = hidden.has(keyOf(row))
}

/** Goes to the first choice that is open below where somebody was last, and from the top again. */
function goToOpen(root: HTMLElement): void {
  const rows = rowsOf(root)
  const at = rows.findIndex(({ element }) => element.contains(lastTouched.get(root) ?? null))
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
  const next = inOrder.find((row) => isShown(row, 'open'))
  if (!next) return
  show(root, 'all')
  const field = next.present === null ? 'present' : 'passed'
  lastTouched.set(root, next.element)
  next.element.scrollIntoView({ block: 'center' })
  const button = selectOf(next.element, field).parentElement!.querySelector<HTMLElement>('[data-choose]')
  button!.focus({ preventScroll: true })
}
const lastTouched = new WeakMap<HTMLElement, Element>()

function changed(root: HTMLElement, rows: Row[]): void {
  rows.forEach(write)
  checkSoon(root)
  if (root.dataset.save !== undefined)
    keep(
      root,
      rows.map(({ element }) => element),
    )
}

/** The server drew the rows anew: what others filled in is taken over, what is not saved yet stays. */
function takeOver(root: HTMLElement): void {
  for (const row of rowsOf(root)) {
    const { present = '', passed = '' } = row.element.dataset
    const keepsOwn = isUnsaved(row.element) || isOutdated(row.element)
    write(keepsOwn ? row : { ...row, present: readChoice(present), passed: readChoice(passed) })
  }
  drawShown(root)
  drawSelection(root)
  check(root)
  showUnsaved(root)
}

function takeIn(root: HTMLElement): void {
  drawSelection(root)
  check(root)
}

/** One button for many at once: what somebody said 'Nee' to is not turned around unasked (rulings 10.13). */
async function fillIn(root: HTMLElement, field: ResultField): Promise<void> {
  const denied = rowsDenied(rowsOf(root), field, isChecked)
  const meant = denied.length > 0 ? await askOverDenied(denied, rowsMeant(rowsOf(root), isChecked), field) : 'all'
  if (meant === null) return
  // Read again: others may have filled in something while the question stood there.
  const before = rowsOf(root)
  const after = applyToAll(before, field, isChecked, { onlyOpen: meant === 'open' })
  const differs = (row: Row, i: number) => row.present !== before[i]!.present || row.passed !== before[i]!.passed
  changed(root, after.filter(differs))
}

export function start(): void {
  const rootOf = (element: Element) => element.closest<HTMLElement>('[data-results]')!
  on('change', 'select[data-choice]', (_event, element) => {
    const select = element as HTMLSelectElement
    const row = read(select.closest<HTMLElement>('[data-result]')!)
    lastTouched.set(rootOf(select), row.element)
    changed(rootOf(select), [applyChange(row, select.dataset.choice as ResultField, readChoice(select.value))])
  })
  // A choice is two buttons; the pressed one takes it back.
  on('click', '[data-choose]', (_event, button) => {
    const select = button.closest('td')!.querySelector<HTMLSelectElement>('select')!
    select.value = button.getAttribute('aria-pressed') === 'true' ? '' : button.dataset.choose!
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  on(
    'click',
    '[data-results-all]',
    (_event, button) => void fillIn(rootOf(button), button.dataset.resultsAll as ResultField),
  )
  on('click', '[data-results-show]', (_event, button) => show(rootOf(button), button.dataset.resultsShow as Shown))
  on('click', '[data-results-next]', (_event, button) => goToOpen(rootOf(button)))
  for (const type of ['autosave', 'results:saved'])
    on(type as 'change', '[data-results]', (_event, root) => {
      check(root)
      if (type === 'autosave') showUnsaved(root)
    })
  on('change', '[data-results-check]', (_event, box) => drawSelection(rootOf(box)))
  on('change', '[data-results-check-all]', (_event, all) => {
    const root = rootOf(all)
    for (const box of root.querySelectorAll<HTMLInputElement>('[data-results-check]'))
      box.checked = (all as HTMLInputElement).checked
    drawSelection(root)
  })
  document.addEventListener('step:shown', (event) => {
    const form = event.target as HTMLFormElement
    const root = form.querySelector<HTMLElement>('[data-step]:not([inert]) [data-results]')
    if (root) check(root)
    else if (form.querySelector('[data-results]')) hold(form, 'results', null)
  })
  document.addEventListener('popup:reloaded', (event) =>
    matching(event.target as HTMLElement, '[data-results]').forEach(takeOver),
  )
  onContent((scope) => matching(scope, '[data-results]').forEach(takeIn))
}
