/** The frame of the page: sidebar, theme and density. What the user chooses is kept on the server. */
import { matching, on, onContent } from './lib/dom.ts'
import { keepPreference } from './lib/preference.ts'
import { request } from './lib/request.ts'
import { startSidebar } from './sidebar.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Tabler asks for a theme by name, so 'auto' becomes the one the device prefers. */
function applyTheme(): void {
  const { theme = 'auto' } = document.documentElement.dataset
  document.documentElement.dataset.bsTheme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme
  document.dispatchEvent(new CustomEvent('theme:changed'))
}

function drawChoices(scope: Element): void {
  const { theme, density } = document.documentElement.dataset
  const shortcuts = document.body.dataset.keys === 'off' ? '0' : '1'
  const chosen: Record<string, string | undefined> = { theme, density, shortcuts }
  for (const button of matching(scope, '[data-set]')) {
    const key = button.dataset.set ?? ''
    if (key in chosen) button.setAttribute('aria-pressed', String(chosen[key] === button.dataset.value))
  }
}

/** The picture stands in the style sheet of the own company, which is read again. */
function showBackground(value: string): void {
  for (const button of matching(document.body, '[data-set=show_background_to_me]'))
    button.setAttribute('aria-pressed', String(button.dataset.value === value))
  void keepPreference('show_background_to_me', value).then(() => {
    const sheet = document.querySelector<HTMLLinkElement>('link[href^="/company/style.css"]')
    if (sheet) sheet.href = `/company/style.css?background=${value}`
  })
}

function choose(key: string, value: string): void {
  if (key === 'show_background_to_me') return showBackground(value)
  if (key === 'shortcuts') document.body.dataset.keys = value === '0' ? 'off' : 'on'
  else document.documentElement.dataset[key] = value
  if (key === 'theme') applyTheme()
  drawChoices(document.body)
  void keepPreference(key, value)
}

function collapse(shell: HTMLElement, button: HTMLElement): void {
  const collapsed = shell.classList.toggle('is-collapsed')
  button.setAttribute('aria-pressed', String(collapsed))
  const label = collapsed ? 'Menu uitklappen' : 'Menu inklappen'
  button.setAttribute('aria-label', label)
  button.title = label
  const body = new URLSearchParams({ value: collapsed ? '1' : '0' })
  request('/save-collapse', { method: 'POST', body, source: button }).catch(() => undefined)
}

function startDrawer(): void {
  const side = document.querySelector<HTMLElement>('.side')
  if (!side) return
  const setOpen = (open: boolean) => {
    side.classList.toggle('is-open', open)
    document.querySelector('[data-drawer]')?.setAttribute('aria-expanded', String(open))
    if (open) side.querySelector<HTMLElement>('a')?.focus()
  }
  on('click', '[data-drawer]', () => setOpen(!side.classList.contains('is-open')))
  on('click', '.side-backdrop', () => setOpen(false))
  document.addEventListener('escape', (event) => {
    if (!side.classList.contains('is-open')) return
    setOpen(false)
    event.preventDefault()
  })
}

export function startShell(): void {
  applyTheme()
  dark.addEventListener('change', applyTheme)
  onContent(drawChoices)
  on('click', '[data-set]', (_event, button) => choose(button.dataset.set ?? '', button.dataset.value ?? ''))
  on('click', '[data-toggle-theme]', () => {
    choose('theme', document.documentElement.dataset.bsTheme === 'dark' ? 'light' : 'dark')
  })
  on('click', '[data-collapse]', (_event, button) => {
    const shell = button.closest<HTMLElement>('.shell')
    if (shell) collapse(shell, button)
  })
  startDrawer()
  startSidebar()
}
