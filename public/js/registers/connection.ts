/** The connection with NIBHV in the settings: it connects when it comes into view, and fills what can be chosen there. */
import { matching, on, onContent } from '../lib/dom.ts'
import { fetchJson } from '../lib/request.ts'
import { type Credentials, canConnect } from './connection-rules.ts'

interface SettingsData {
  trainers: { uuid: string; name: string }[]
  contactUsers: { uuid: string; full_name: string }[]
}

const field = (part: HTMLElement, name: string) => part.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const credentialsOf = (part: HTMLElement): Credentials => ({
  url: field(part, 'url').value.trim(),
  username: field(part, 'username').value.trim(),
  password: field(part, 'password').value,
  isKept: part.dataset.kept === '1',
})

function say(part: HTMLElement, text: string, css: string): void {
  const place = part.querySelector<HTMLElement>('[data-nibhv-status]')!
  place.textContent = text
  place.className = `status ${css}`
}

const runButton = (part: HTMLElement) => part.querySelector<HTMLButtonElement>('[data-post="/nibhv/run"]')!

async function connect(part: HTMLElement): Promise<void> {
  const { isKept: _kept, ...typed } = credentialsOf(part)
  runButton(part).disabled = true
  if (!canConnect(credentialsOf(part))) return say(part, 'Niet verbonden', 'st-concept')
  say(part, 'Bezig met verbinden…', 'st-option')
  const body = new URLSearchParams(typed)
  const answer = await fetchJson<{ connected: boolean }>('/nibhv/checkCredentials', { method: 'POST', body, failText: '' }).catch(() => null) // prettier-ignore
  if (!answer?.connected) return say(part, 'Niet verbonden', 'st-cancelled')
  say(part, 'Verbonden', 'st-confirmed')
  runButton(part).disabled = false
  // The lists are those of the connection that is kept.
  if (part.dataset.kept === '1') await fill(part)
}

async function fill(part: HTMLElement): Promise<void> {
  const data = await fetchJson<SettingsData>('/nibhv/getSettingsData', { failText: '' }).catch(() => null)
  if (!data) return
  const lists = {
    trainers: data.trainers.map(({ uuid, name }) => new Option(name, uuid)),
    contactUsers: data.contactUsers.map(({ uuid, full_name }) => new Option(full_name, uuid)),
  }
  for (const hidden of part.querySelectorAll<HTMLInputElement>('[data-nibhv-name]')) {
    const select = part.querySelector<HTMLSelectElement>(`select[name="${hidden.dataset.nibhvName!}"]`)!
    const chosen = select.value
    const options = lists[hidden.dataset.nibhvList as keyof typeof lists]
    select.replaceChildren(select.options[0]!, ...options)
    select.value = options.some(({ value }) => value === chosen) ? chosen : ''
  }
}

/** Forms that connected by themselves: the tab is fetched when it is shown, and drawn anew when it was saved. */
const begun = new WeakSet<HTMLElement>()

export function start(): void {
  onContent((scope) => {
    for (const part of matching(scope, '[data-nibhv]').filter((one) => !begun.has(one) && one.checkVisibility())) {
      begun.add(part)
      void connect(part)
    }
  })
  on('click', '[data-nibhv-check]', (_event, button) => void connect(button.closest<HTMLElement>('[data-nibhv]')!))
  on('change', '[data-nibhv] select', (event) => {
    const select = event.target as HTMLSelectElement
    const hidden = select.closest('[data-nibhv]')!.querySelector<HTMLInputElement>(`[data-nibhv-name="${select.name}"]`)
    if (hidden) hidden.value = select.value === '' ? '' : (select.selectedOptions[0]?.label ?? '')
  })
}
