/**
 * The live preview of a company's style: what the server let through, in a shadow tree of its own, so that it shows on
 * nothing else of this page.
 */
import { el, matching, on, onContent } from '../lib/dom.ts'
import { fetchJson } from '../lib/request.ts'

interface Checked {
  css: string
  problems: string[]
}

const TYPING_MS = 400
/** The tokens reach into a shadow tree, so the preview is light or dark with the page around it. */
const BASE = `:host { all: initial; color: var(--c-text); font: var(--t-base)/1.5 var(--font) }
.card { border: 1px solid var(--c-border); border-radius: var(--r-md); background: var(--c-surface); padding: 8px 12px }
.tag { background: var(--c-surface-3); border-radius: 999px; padding: 0 8px }
.btn { border: 1px solid var(--c-border-strong); border-radius: var(--r-md); background: var(--c-surface); padding: 5px 12px; color: inherit; font: inherit }
.btn-primary { background: var(--c-primary); border-color: var(--c-primary); color: var(--c-on-fill) }
a { color: var(--c-primary-ink) }
th, td { text-align: left; padding: 4px 12px 4px 0 }`

const sheets = new WeakMap<Element, CSSStyleSheet>()
let timer = 0

/** The stage gets its shadow tree once; its own look comes first, the company's after it. */
function sheetOf(stage: HTMLElement): CSSStyleSheet {
  const known = sheets.get(stage)
  if (known) return known
  const base = new CSSStyleSheet()
  const sheet = new CSSStyleSheet()
  base.replaceSync(BASE)
  const shadow = stage.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [base, sheet]
  const content = stage.querySelector('template')?.content.cloneNode(true) ?? new DocumentFragment()
  shadow.append(el('div', { class: 'own-style' }, content))
  sheets.set(stage, sheet)
  return sheet
}

async function show(editor: HTMLElement): Promise<void> {
  const stage = editor.querySelector<HTMLElement>('[data-style-stage]')
  const css = editor.querySelector('textarea')?.value ?? ''
  if (!stage) return
  const checked = await fetchJson<Checked>(editor.dataset.stylePreview ?? '', {
    method: 'POST',
    body: new URLSearchParams({ css }),
    failText: '',
  }).catch(() => null)
  if (!checked) return
  const items = checked.problems.map((problem) => el('li', {}, problem))
  editor.querySelector('[data-style-problems]')?.replaceChildren(...items)
  if (checked.problems.length === 0) sheetOf(stage).replaceSync(checked.css)
}

export function start(): void {
  onContent((scope) => {
    for (const editor of matching(scope, '[data-style-preview]')) {
      const stage = editor.querySelector<HTMLElement>('[data-style-stage]')
      if (stage) sheetOf(stage)
      void show(editor)
    }
  })
  on('input', '[data-style-preview]', (event, editor) => {
    if (!(event.target instanceof HTMLTextAreaElement)) return
    clearTimeout(timer)
    timer = window.setTimeout(() => void show(editor), TYPING_MS)
  })
}
