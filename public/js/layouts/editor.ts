/** The editor of a layout: its code goes out as base64, to be saved and to the frame that shows what comes of it. */
import { csrfToken } from '../lib/csrf.ts'
import { matching, on, onContent } from '../lib/dom.ts'

const WAIT_MS = 900
let timer = 0

const editorOf = (part: Element) => part.closest('.page, body')?.querySelector<HTMLElement>('[data-layout-editor]')
const codeOf = (editor: Element) => editor.querySelector<HTMLTextAreaElement>('#layout-code')!

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters)
}

function send(editor: HTMLElement, download: boolean): void {
  const form = editor.querySelector<HTMLFormElement>('#layout-preview')!
  const fill = (name: string, value: string) => ((form.elements.namedItem(name) as HTMLInputElement).value = value)
  fill('_token', csrfToken())
  fill('source', base64(codeOf(editor).value))
  fill('download', download ? '1' : '')
  fill('record_id', editor.querySelector<HTMLSelectElement>('[data-layout-record]')?.value ?? '')
  form.submit()
}

/** A frame holds the paper, or why there is none; that is told in words below the choice of a record. */
function told(editor: HTMLElement, frame: HTMLIFrameElement): void {
  say(editor, '', false)
  const text = frame.contentDocument?.body?.textContent ?? ''
  if (!text.startsWith('{')) return
  try {
    const [first] = Object.values(JSON.parse(text) as Record<string, string | string[]>)
    say(editor, String(first), true)
    frame.hidden = true
  } catch {
    say(editor, text, false)
  }
}

/** Says whether the code can be drawn, without the frame: a paper that comes in it would take the cursor along. */
async function judge(editor: HTMLElement): Promise<void> {
  const form = editor.querySelector<HTMLFormElement>('#layout-preview')!
  const code = codeOf(editor).value
  const body = new URLSearchParams({ _token: csrfToken(), source: base64(code), download: '' })
  body.set('record_id', editor.querySelector<HTMLSelectElement>('[data-layout-record]')?.value ?? '')
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => null)
  if (!answer || codeOf(editor).value !== code) return
  const wrong = answer.status === 422
  const said = wrong ? Object.values((await answer.json()) as Record<string, string | string[]>)[0] : undefined
  say(editor, answer.ok ? 'Klopt.' : String(said ?? ''), wrong)
}

function say(editor: HTMLElement, text: string, wrong: boolean): void {
  const said = editor.querySelector<HTMLElement>('[data-layout-said]')!
  said.textContent = text
  said.classList.toggle('is-wrong', wrong)
  said.classList.toggle('is-right', !wrong && text !== '')
  const save = document.querySelector<HTMLButtonElement>('button[form=layout-form]')
  if (save) save.disabled = wrong
}

/** Puts code where the cursor is: in the editor that stands over the field, or in the field itself. */
function insert(editor: HTMLElement, code: string): void {
  const area = codeOf(editor)
  const shown = editor.querySelector<HTMLElement>('.cm-content')
  if (shown) {
    shown.focus()
    document.execCommand('insertText', false, code)
    return
  }
  area.setRangeText(code, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
  area.focus()
}

export function start(): void {
  const started = new WeakSet<HTMLElement>()
  onContent((scope) => {
    for (const editor of matching<HTMLElement>(scope, '[data-layout-editor]')) {
      if (started.has(editor)) continue
      started.add(editor)
      const frame = editor.querySelector<HTMLIFrameElement>('[data-layout-frame]')!
      frame.addEventListener('load', () => told(editor, frame))
      // A browser that shows no PDF would save one each time that the page is opened.
      if (navigator.pdfViewerEnabled) send(editor, false)
    }
  })
  on('input', '#layout-code', (_event, area) => {
    const editor = editorOf(area)
    if (!editor) return
    editor.querySelector<HTMLInputElement>('[name=contents]')!.value = base64(codeOf(editor).value)
    say(editor, '', false)
    clearTimeout(timer)
    timer = window.setTimeout(() => void judge(editor), WAIT_MS)
  })
  on('click', '[data-layout-preview]', (_event, button) => {
    const editor = editorOf(button)
    if (!editor) return
    editor.querySelector<HTMLElement>('[data-layout-frame]')!.hidden = false
    send(editor, false)
  })
  on('click', '[data-layout-download]', (_event, button) => {
    const editor = editorOf(button)
    if (editor) send(editor, true)
  })
  on('change', '[data-layout-record]', (_event, select) => {
    const editor = editorOf(select)
    clearTimeout(timer)
    if (editor) timer = window.setTimeout(() => send(editor, false), WAIT_MS)
  })
  on('click', '[data-layout-insert]', (_event, button) => {
    const editor = editorOf(button)
    if (editor) insert(editor, button.dataset.layoutInsert ?? '')
  })
  on('input', '[data-layout-search]', (_event, field) => {
    const words = (field as HTMLInputElement).value.trim().toLowerCase()
    for (const line of field.closest('.field')!.querySelectorAll<HTMLElement>('[data-words]'))
      line.hidden = !line.dataset.words!.includes(words)
  })
}
