/** The paper of an order as it will be, drawn by the server from what stands in the form; nothing is saved for it. */
import { matching, on, onContent } from '../lib/dom.ts'
import { isAbort, isFailure, request } from '../lib/request.ts'

const TYPING_MS = 800
const FAILED = 'Het voorbeeld kan nu niet worden gemaakt. Wijzig iets, of ga verder zonder.'
const ELSEWHERE = 'Deze browser toont hier geen pdf. Open het voorbeeld groot.'

interface Shown {
  asked: AbortController
  address: string
}
const shown = new WeakMap<Element, Shown>()
let timer = 0

function tell(part: Element, text: string): void {
  const note = part.querySelector<HTMLElement>('[data-paper-note]')
  if (!note) return
  note.textContent = text
  note.hidden = text === ''
}

function put(part: HTMLElement, address: string): void {
  const frame = part.querySelector<HTMLIFrameElement>('[data-paper-frame]')
  const link = part.querySelector<HTMLAnchorElement>('[data-paper-open]')
  if (link) {
    link.href = address
    link.hidden = false
  }
  if (frame && navigator.pdfViewerEnabled) {
    frame.hidden = false
    frame.src = `${address}#toolbar=0&navpanes=0&view=FitH`
  }
  tell(part, navigator.pdfViewerEnabled ? '' : ELSEWHERE)
}

async function draw(part: HTMLElement): Promise<void> {
  const form = part.closest('form')
  if (!form) return
  const before = shown.get(part)
  before?.asked.abort()
  const asked = new AbortController()
  shown.set(part, { asked, address: before?.address ?? '' })
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, value as string]))
  part.setAttribute('aria-busy', 'true')
  try {
    const response = await request(part.dataset.orderPaper ?? '', { method: 'POST', body, signal: asked.signal, failText: '' }) // prettier-ignore
    const address = URL.createObjectURL(await response.blob())
    if (asked.signal.aborted) return URL.revokeObjectURL(address)
    if (before?.address) URL.revokeObjectURL(before.address)
    shown.set(part, { asked, address })
    put(part, address)
  } catch (error) {
    if (isAbort(error)) return
    if (!isFailure(error)) throw error
    tell(part, FAILED)
  } finally {
    if (shown.get(part)?.asked === asked) part.removeAttribute('aria-busy')
  }
}

export function start(): void {
  onContent((scope) => {
    for (const part of matching(scope, '[data-order-paper]')) if (!shown.has(part)) void draw(part)
  })
  for (const type of ['input', 'change'] as const)
    on(type, '.step:has([data-order-paper])', (_event, step) => {
      clearTimeout(timer)
      const part = step.querySelector<HTMLElement>('[data-order-paper]')
      if (part) timer = window.setTimeout(() => void draw(part), TYPING_MS)
    })
  document.addEventListener('popup:closing', ({ target }) => {
    for (const part of matching(target as Element, '[data-order-paper]')) {
      const { asked, address } = shown.get(part) ?? {}
      asked?.abort()
      if (address) URL.revokeObjectURL(address)
    }
  })
}
