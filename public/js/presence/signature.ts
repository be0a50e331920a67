/** The pad that a student signs on: what is drawn goes into the form as a cropped webp image (T-246). */
import { matching, on, onContent } from '../lib/dom.ts'
import { arriveNow } from './arrival.ts'
import { LINE_WIDTH, type Stroke, boundsOf } from './strokes.ts'

/** Dark on white, whatever the theme: it is printed. */
const INK = '#161b25'
/** Pixels of the image per CSS pixel of the pad. */
const SCALE = 2

const drawings = new WeakMap<HTMLCanvasElement, Stroke[]>()

function draw(context: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  context.lineWidth = LINE_WIDTH
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = INK
  for (const stroke of strokes) {
    context.beginPath()
    stroke.forEach(({ x, y }, i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
    // A tap is a dot: a line of no length is drawn as its round cap.
    if (stroke.length === 1) context.lineTo(stroke[0]!.x, stroke[0]!.y)
    context.stroke()
  }
}

function contextOf(canvas: HTMLCanvasElement, width: number, height: number, scale: number): CanvasRenderingContext2D {
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')!
  context.scale(scale, scale)
  return context
}

function redraw(pad: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = pad
  draw(contextOf(pad, clientWidth, clientHeight, devicePixelRatio), drawings.get(pad) ?? [])
}

/** What a pad belongs to: its form, or one of the things that a form asks. */
const SCOPE = '[data-signature-scope], form'

/** What was drawn and nothing around it; a browser that cannot write webp makes it a png. */
function imageOf(strokes: readonly Stroke[], type: string): string {
  const box = boundsOf(strokes)
  if (!box) return ''
  const image = document.createElement('canvas')
  const context = contextOf(image, box.width, box.height, SCALE)
  context.translate(-box.x, -box.y)
  draw(context, strokes)
  return image.toDataURL(type)
}

/** The form holds what is drawn, and cannot be sent while that is nothing (T-168). */
function storeDrawing(pad: HTMLCanvasElement): void {
  const scope = pad.closest(SCOPE)
  const strokes = drawings.get(pad) ?? []
  const value = scope?.querySelector<HTMLInputElement>('[data-signature-value]')
  if (value) value.value = imageOf(strokes, pad.dataset.signature || 'image/webp')
  for (const button of scope?.querySelectorAll<HTMLButtonElement>('[data-signature-save], [data-signature-clear]') ??
    [])
    button.disabled = strokes.length === 0
}

function watch(pad: HTMLCanvasElement): void {
  drawings.set(pad, [])
  let stroke: Stroke | null = null
  const add = (event: PointerEvent) => {
    const { left, top } = pad.getBoundingClientRect()
    stroke?.push({ x: event.clientX - left, y: event.clientY - top })
    redraw(pad)
  }
  pad.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    pad.setPointerCapture(event.pointerId)
    drawings.get(pad)?.push((stroke = []))
    add(event)
  })
  pad.addEventListener('pointermove', (event) => stroke && add(event))
  for (const type of ['pointerup', 'pointercancel'] as const)
    pad.addEventListener(type, () => {
      if (!stroke) return
      stroke = null
      storeDrawing(pad)
      pad.dispatchEvent(new Event('change', { bubbles: true }))
    })
  new ResizeObserver(() => redraw(pad)).observe(pad)
  // Until now it could not be drawn on, and looked like it.
  pad.removeAttribute('aria-busy')
}

interface Signer {
  name: string
  action: string
  about: string
}

/** Kept without network, and asked for the next: the pad is theirs, without asking the server who that is. */
function passOn(form: HTMLFormElement): boolean {
  const [next, ...line] = JSON.parse(form.dataset.line ?? '[]') as Signer[]
  const pad = form.querySelector<HTMLCanvasElement>('canvas[data-signature]')
  if (!next || !pad) return false
  form.setAttribute('hx-post', next.action)
  form.dataset.line = JSON.stringify(line)
  form.dataset.kept = `Handtekening van ${next.name}`
  const title = form.closest('dialog')?.querySelector('.popup-title')
  if (title) title.textContent = `Handtekening van ${next.name}`
  form.querySelector('[data-signature-about]')!.textContent = next.about
  const arriving = form.querySelector<HTMLElement>('[data-arriving]')
  if (arriving) arriveNow(arriving)
  const after = form.querySelector('[data-signature-next]')
  if (after) after.textContent = line[0] ? `Hierna tekent ${line[0].name}.` : ''
  if (line.length === 0) form.querySelector('[name="next"]')?.remove()
  clear(pad)
  return true
}

function clear(pad: HTMLCanvasElement): void {
  drawings.set(pad, [])
  redraw(pad)
  storeDrawing(pad)
}

export function start(): void {
  document.addEventListener('form:kept', (event) => {
    const { target, detail } = event as CustomEvent<Map<string, string>>
    const form = target as HTMLFormElement
    if (form.matches('[data-signature-form]') && detail.has('next') && passOn(form)) event.preventDefault()
  })
  onContent((scope) => {
    for (const pad of matching<HTMLCanvasElement>(scope, 'canvas[data-signature]')) if (!drawings.has(pad)) watch(pad)
  })
  on('click', '[data-signature-clear]', (_event, button) => {
    const pad = button.closest(SCOPE)?.querySelector<HTMLCanvasElement>('canvas[data-signature]')
    if (pad) clear(pad)
  })
}
