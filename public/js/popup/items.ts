/** Tabs and the left menu of a popup: which part is shown, its search box and its arrow keys. */
import { TAB_KEYS, directionOf, endBy, isKey } from '../key-lists.ts'
import { runScript } from '../actions.ts'
import { el, matching, on, onContent } from '../lib/dom.ts'
import { withParams } from '../lib/request.ts'
import { fillRegion, pointRegion } from '../region.ts'
import { confirmDiscard, isDirty } from './dirty.ts'
import { replaceAddress } from './history.ts'
import { popupOf, topPopup } from './layers.ts'

/** Tabs are set up so long after their content arrived (P-254). */
const INIT_AFTER_MS = 500

function itemsOf(popup: Element): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>('[data-item]')]
}

/** The row of a group of tabs stands below while one of them is open, and more than the group itself is in it. */
function showGroups(popup: Element, active: HTMLElement): void {
  for (const row of popup.querySelectorAll<HTMLElement>('[data-group-row]')) {
    const isOpen = row.contains(active)
    const shown = [...row.querySelectorAll<HTMLElement>('[data-item]')].filter((item) => !item.hidden)
    row.hidden = !isOpen || (row.dataset.whole !== undefined && shown.length < 2)
    const head = popup.querySelector<HTMLElement>(`[data-group="${row.dataset.groupRow}"]`)
    if (!head) continue
    head.setAttribute('aria-selected', String(isOpen))
    head.tabIndex = isOpen ? 0 : -1
    if (isOpen) head.hidden = false
    if (isOpen) head.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

/** A menu that folds shows what stands below the item that is open, but for what is led to from elsewhere. */
function foldOthers(menu: HTMLElement, active: HTMLElement): void {
  for (const sub of menu.querySelectorAll<HTMLElement>('.popup-menu-sub')) {
    const group = sub.closest('[data-menu-group]')!
    const shown = sub === active || (group.contains(active) && sub.dataset.told === undefined)
    sub.toggleAttribute('data-empty', !shown)
  }
  const search = menu.querySelector<HTMLInputElement>('.popup-menu-search input')!
  search.value = ''
  filterMenu(menu, '')
}

/** What stood behind '+' has a place from the moment that it is asked for. */
function bringForward(popup: Element, item: HTMLElement): void {
  item.hidden = false
  delete item.dataset.empty
  popup.querySelector(`[data-behind="${item.dataset.item}"]`)?.remove()
  const more = popup.querySelector<HTMLElement>('.tabs-more')
  if (more) more.hidden = popup.querySelector('[data-behind]') === null
}

function markActive(popup: Element, active: HTMLElement): void {
  bringForward(popup, active)
  showGroups(popup, active)
  for (const item of itemsOf(popup)) {
    const on = item === active
    if (item.role === 'tab') item.setAttribute('aria-selected', String(on))
    else if (on) item.setAttribute('aria-current', 'true')
    else item.removeAttribute('aria-current')
    item.tabIndex = on ? 0 : -1
  }
  active.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const menu = active.closest<HTMLElement>('.popup-menu')
  if (menu?.dataset.folds !== undefined) foldOthers(menu, active)
  const current = menu?.querySelector('[data-menu-current]')
  if (current) current.textContent = active.querySelector('[data-label]')?.textContent ?? ''
}

/** On a phone the items of a left menu stand behind a button. */
function unfold(menu: Element, open: boolean): void {
  menu.classList.toggle('is-open', open)
  menu.querySelector('[data-menu-toggle]')?.setAttribute('aria-expanded', String(open))
}

async function openItem(item: HTMLElement): Promise<void> {
  const popup = popupOf(item) ?? item.closest<HTMLElement>('[data-items]')
  const body = popup?.querySelector<HTMLElement>('[data-item-body]')
  const url = item.dataset.url
  if (!popup || !body || !url) return
  if (url.startsWith('script:')) return runScript(url, item)
  if (isDirty(body) && !(await confirmDiscard())) return
  const { found } = item.dataset
  if (found === undefined) delete body.dataset.find
  else body.dataset.find = found
  markActive(popup, item)
  const menu = item.closest('.popup-menu.is-open')
  if (menu) {
    unfold(menu, false)
    menu.querySelector<HTMLElement>('[data-menu-toggle]')?.focus()
  }
  if (popup === topPopup() && popup.dataset.push !== undefined && popup.dataset.url)
    replaceAddress(withParams(popup.dataset.url, { item: item.dataset.item ?? '' }))
  else if (popup.dataset.items !== undefined) replaceAddress(item.getAttribute('href') ?? '')
  await pointRegion(body, url)
}

/** Which text of an item holds all words that were typed: '' its label, null none. */
function textFor(item: HTMLElement, words: string[]): string | null {
  const holds = (text: string) => words.every((word) => text.toLocaleLowerCase('nl').includes(word))
  const label = item.querySelector('[data-label]')?.textContent ?? ''
  if (holds(label)) return ''
  return item.dataset.words?.split('\n').find((text) => holds(`${label} ${text}`)) ?? null
}

/** Tells beside an item which of its texts was found. */
function tellFound(item: HTMLElement, text: string | null): void {
  item.querySelector('[data-found-text]')?.remove()
  if (text) {
    item.dataset.found = text
    item.append(el('small', { class: 'popup-menu-found', 'data-found-text': true }, text))
  } else delete item.dataset.found
}

/** Items whose label, or a text in them, holds what is typed, and the groups they are in (P-024, P-025). */
function filterMenu(menu: HTMLElement, text: string): void {
  const words = text.toLocaleLowerCase('nl').split(/\s+/).filter(Boolean)
  const wanted = words.join(' ')
  const fits = (item: HTMLElement) => {
    const found = textFor(item, words)
    tellFound(item, found)
    return found !== null
  }
  let found = 0
  for (const group of menu.querySelectorAll<HTMLElement>('[data-menu-group]')) {
    const [head, ...subs] = group.querySelectorAll<HTMLElement>('.popup-menu-item')
    const whole = head !== undefined && fits(head)
    const isOut = (item: HTMLElement) => item.dataset.empty !== undefined && wanted === ''
    if (head) head.hidden = isOut(head)
    for (const sub of subs) sub.hidden = (!fits(sub) && !whole) || isOut(sub)
    group.hidden = (!whole || head.hidden || !head.matches('[data-item]')) && subs.every((sub) => sub.hidden)
    if (!group.hidden) found += 1
  }
  const empty = menu.querySelector<HTMLElement>('.popup-menu-empty')
  if (empty) empty.hidden = found > 0
}

/** Leads to the text that somebody looked for, in what came: its field gets the focus. */
function showFound(scope: ParentNode): void {
  const body = scope instanceof Element ? scope.closest<HTMLElement>('[data-find]') : null
  const wanted = body?.dataset.find
  if (!body || wanted === undefined) return
  const texts = [...body.querySelectorAll<HTMLElement>('label, legend, .section-title, .field-hint, p, li, b')]
  const found = texts.find((one) => one.textContent.replace(/\s+/g, ' ').trim().startsWith(wanted))
  if (!found) return
  delete body.dataset.find
  const field = found.closest('.field') ?? found
  field.scrollIntoView({ block: 'center' })
  field
    .querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea, button')
    ?.focus({ preventScroll: true })
}

function moveFocus(list: HTMLElement, event: KeyboardEvent): boolean {
  const items = [...list.querySelectorAll<HTMLElement>('[data-item], [data-group]')].filter((item) =>
    item.checkVisibility(),
  )
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return false
  const stepped = [TAB_KEYS.step, TAB_KEYS.stepDown].find((keys) => isKey(keys, event))
  const to = stepped ? (at + directionOf(stepped, event)) % items.length : endBy(TAB_KEYS.ends, event)
  if (to !== null) items.at(to)?.focus()
  return to !== null
}

export function startItems(): void {
  on('click', '[data-item]', (event, item) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void openItem(item)
  })
  on('click', '[data-group]', (event, head) => {
    const row = popupOf(head)?.querySelector(`[data-group-row="${head.dataset.group}"]`)
    const first = row?.querySelector<HTMLElement>('[data-item]:not([hidden])')
    if (!first || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void openItem(first)
  })
  on('click', '[data-behind]', (_event, entry) => {
    const item = popupOf(entry)?.querySelector<HTMLElement>(`[data-item="${entry.dataset.behind}"]`)
    entry.closest<HTMLElement>('[popover]')?.hidePopover()
    if (item) void openItem(item).then(() => item.focus())
  })
  on('click', '[data-menu-more]', (_event, button) => {
    const menu = button.closest<HTMLElement>('.popup-menu')!
    for (const item of menu.querySelectorAll<HTMLElement>('[data-empty]')) delete item.dataset.empty
    filterMenu(menu, '')
    button.remove()
  })
  on('click', '[data-menu-toggle]', (_event, button) => {
    const menu = button.closest('.popup-menu')!
    unfold(menu, !menu.classList.contains('is-open'))
  })
  document.addEventListener('escape', (event) => {
    const menu = document.querySelector('.popup-menu.is-open')
    if (!menu?.querySelector('[data-menu-toggle]')?.checkVisibility()) return
    unfold(menu, false)
    event.preventDefault()
  })
  on('keydown', '[role="tablist"], .popup-menu', (event, list) => {
    if (moveFocus(list, event)) event.preventDefault()
    else if (
      isKey(TAB_KEYS.open, event) &&
      event.target instanceof HTMLElement &&
      event.target.matches('[data-item], [data-group]')
    ) {
      event.preventDefault()
      event.target.click()
    }
  })
  on('input', '.popup-menu-search input', (event, input) => {
    const menu = input.closest<HTMLElement>('.popup-menu')
    if (!menu) return
    filterMenu(menu, (event.target as HTMLInputElement).value)
    unfold(menu, true)
  })
  onContent(showFound)
  onContent((scope) => {
    setTimeout(() => {
      for (const popup of matching(scope, '.popup')) {
        const active = popup.querySelector<HTMLElement>('[data-item]:is([aria-current], [aria-selected="true"])')
        if (active) markActive(popup, active)
      }
    }, INIT_AFTER_MS)
  })
  document.addEventListener('item:reload', (event) => {
    const body =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item-body][data-region]') : null
    if (body) void fillRegion(body)
  })
}
