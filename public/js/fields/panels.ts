/** Tabs inside a form: all panels are part of it and are sent along, one is shown. */
import { TAB_KEYS, endBy, stepBy } from '../key-lists.ts'
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'

function tabsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="tab"]')]
}

function panelOf(tab: Element): HTMLElement | null {
  return document.getElementById(tab.getAttribute('aria-controls') ?? '')
}

function show(tab: HTMLElement): void {
  for (const other of tabsOf(tab.closest('[role="tablist"]')!)) {
    const active = other === tab
    other.setAttribute('aria-selected', String(active))
    other.tabIndex = active ? 0 : -1
    const panel = panelOf(other)
    if (panel) panel.hidden = !active
  }
}

/** A tab says that there is a mistake in its panel, which may be one that is not shown. */
export function markTabs(form: Element): void {
  for (const tab of form.querySelectorAll<HTMLElement>('[data-panels] [role="tab"]')) {
    const isWrong = (panelOf(tab)?.querySelector('.has-error') ?? null) !== null
    const sign = tab.querySelector('[data-tab-error]')
    tab.classList.toggle('is-invalid', isWrong)
    if (!isWrong) sign?.remove()
    else if (!sign) {
      const told = { class: 'row-flex', role: 'img', 'aria-label': 'Hier klopt iets niet', 'data-tab-error': true }
      tab.append(el('span', told, icon('error', 'ic-sm')))
    }
  }
}

export function startPanels(): void {
  on('click', '[data-panels] [role="tab"]', (_event, tab) => show(tab))
  on('keydown', '[data-panels] [role="tab"]', (event, tab) => {
    const tabs = tabsOf(tab.closest('[role="tablist"]')!)
    const at = tabs.indexOf(tab)
    const by = stepBy(TAB_KEYS.step, event)
    const to = by === null ? endBy(TAB_KEYS.ends, event) : (at + by) % tabs.length
    const next = to === null ? undefined : tabs.at(to)
    if (!next) return
    event.preventDefault()
    show(next)
    next.focus()
  })
  // A mistake in a panel that is not shown opens it.
  document.addEventListener('reveal', (event) => {
    const control = event.target as HTMLElement
    const panel = control.closest<HTMLElement>('[data-panels] > [role="tabpanel"]')
    if (!panel?.hidden) return
    const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
    if (tab) show(tab)
    control.focus()
  })
}
