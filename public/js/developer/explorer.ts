/** The API explorer: finds a call in the list and tries a GET, whose answer is shown as text. */
import { matching, onContent } from '../lib/dom.ts'

/** More of an answer than this is of no use in a window. */
const MOST_CHARACTERS = 200_000
const SHOWN_HEADERS = ['content-type', 'cache-control', 'location', 'hx-trigger', 'hx-redirect', 'vary']

function pretty(text: string, type: string): string {
  if (!type.includes('json')) return text.slice(0, MOST_CHARACTERS)
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MOST_CHARACTERS)
  } catch {
    return text.slice(0, MOST_CHARACTERS)
  }
}

/** Only paths of our own: the answer must not come from elsewhere. */
function ownPath(text: string): string | null {
  const url = URL.canParse(text, location.href) ? new URL(text, location.href) : null
  return url?.origin === location.origin ? url.pathname + url.search : null
}

async function tryCall(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector<HTMLElement>('[data-explorer-status]')!
  const answer = form.querySelector<HTMLElement>('[data-explorer-answer]')!
  const data = new FormData(form)
  const asked = data.get('path')
  const path = typeof asked === 'string' ? ownPath(asked) : null
  answer.textContent = ''
  if (path === null) {
    status.textContent = 'Vul een pad van deze toepassing in.'
    return
  }
  const started = performance.now()
  try {
    const headers = data.has('fragment') ? { 'HX-Request': 'true' } : { Accept: 'text/html' }
    const response = await fetch(path, { headers, redirect: 'manual' })
    const text = await response.text()
    const ms = Math.round(performance.now() - started)
    const shown = SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    })
    const code = response.type === 'opaqueredirect' ? 'doorverwijzing' : String(response.status)
    status.textContent = `${code} in ${ms} ms, ${text.length.toLocaleString('nl-NL')} tekens`
    answer.textContent = `${shown.join('\n')}\n\n${pretty(text, response.headers.get('content-type') ?? '')}`
  } catch {
    status.textContent = 'De aanroep is mislukt.'
  }
}

function explore(explorer: HTMLElement): void {
  const search = explorer.querySelector<HTMLInputElement>('[data-explorer-search]')!
  const area = explorer.querySelector<HTMLSelectElement>('[data-explorer-area]')!
  const form = explorer.querySelector<HTMLFormElement>('[data-explorer-form]')!
  const none = explorer.querySelector<HTMLElement>('[data-explorer-none]')!
  const rows = [...explorer.querySelectorAll<HTMLElement>('[data-call]')]
  const filter = () => {
    const wanted = search.value.trim().toLowerCase()
    for (const row of rows)
      row.hidden = !(row.dataset.call ?? '').includes(wanted) || !['', row.dataset.area].includes(area.value)
    none.hidden = rows.some((row) => !row.hidden)
  }
  search.addEventListener('input', filter)
  area.addEventListener('change', filter)
  explorer.addEventListener('click', (event) => {
    const call = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-explorer-try]') : null
    const path = form.elements.namedItem('path')
    if (!call || !(path instanceof HTMLInputElement)) return
    path.value = call.dataset.explorerTry ?? ''
    path.focus()
    // The first parameter is selected, to be typed over.
    const parameter = /:[A-Za-z_]+(\([^)]*\))?/.exec(path.value)
    if (parameter) path.setSelectionRange(parameter.index, parameter.index + parameter[0].length)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void tryCall(form)
  })
}

const seen = new WeakSet<Element>()

export function start(): void {
  onContent((scope) => {
    for (const explorer of matching(scope, '[data-explorer]')) {
      if (seen.has(explorer)) continue
      seen.add(explorer)
      explore(explorer)
    }
  })
}
