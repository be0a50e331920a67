/**
 * Code that only some screens need. It loads when the attribute that asks for it appears, in the page or in what is
 * swapped into it. What is done there meanwhile waits for it, and is done then.
 */
import { flash } from './flash.ts'
import { matching, onContent } from './lib/dom.ts'
import { log } from './lib/log.ts'

/** Nothing waits longer than this for code. */
const PATIENCE_MS = 10_000
const FAILED = 'Een deel van deze pagina kon niet worden geladen. Probeer het opnieuw of vernieuw de pagina.'

export interface LazyCode {
  /** Sets up the listeners; `onContent` tells it of what is on the page already. */
  start: () => void
}

interface Part {
  selector: string
  load: () => Promise<LazyCode>
  isThere: boolean
  coming: Promise<void> | null
}

const parts: Part[] = []

/** Loads code that is asked for by what the user does; null when it cannot be had, which the user is told. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not come in time')), PATIENCE_MS)
  })
  try {
    return await Promise.race([load(), patience])
  } catch (error) {
    log('Code could not be loaded', error)
    flash(FAILED, 'error')
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** One that failed is asked for again at its next use. */
async function bring(part: Part): Promise<void> {
  const code = await fetchCode(part.load)
  part.coming = null
  // One that came too late the first time may come twice.
  if (!code || part.isThere) return
  part.isThere = true
  code.start()
}

/** Whether an element is inside what a part is about, or in the form around that. */
function isWithin(element: Element, { selector }: Part): boolean {
  return element.closest(selector) !== null || (element.closest('form')?.querySelector(selector) ?? null) !== null
}

/** Loads this code with the first element that matches. */
export function lazy(selector: string, load: () => Promise<LazyCode>): void {
  const part: Part = { selector, load, isThere: false, coming: null }
  parts.push(part)
  onContent((scope) => {
    if (!part.isThere && matching(scope, selector).length > 0) part.coming ??= bring(part)
  })
}

/** A form is sent by Enter through its first button, as browsers do. */
function sendByEnter(input: HTMLInputElement): void {
  const button = [...(input.form?.elements ?? [])].find((control) => 'type' in control && control.type === 'submit')
  if (button instanceof HTMLElement) button.click()
  else input.form?.requestSubmit()
}

/** Does again what was held: the same event on the same element, which now finds the code that it is for. */
function redo(event: Event, target: Element): void {
  if (!target.isConnected) return
  if (event instanceof SubmitEvent) (target as HTMLFormElement).requestSubmit(event.submitter)
  else if (event instanceof KeyboardEvent) {
    if (target.dispatchEvent(new KeyboardEvent(event.type, event))) sendByEnter(target as HTMLInputElement)
  } else
    target.dispatchEvent(event instanceof MouseEvent ? new MouseEvent(event.type, event) : new Event(event.type, event))
}

const isEnter = (event: Event) =>
  event instanceof KeyboardEvent && event.key === 'Enter' && event.target instanceof HTMLInputElement

let isRedoing = false

/** Tells the code, once it is there, of a field that was typed in meanwhile; typing itself waits for nothing. */
function tellLater(field: Element, missing: Part[]): void {
  if (typedIn.has(field)) return
  typedIn.add(field)
  void Promise.all(missing.map((part) => (part.coming ??= bring(part)))).then(() => {
    typedIn.delete(field)
    isRedoing = true
    if (field.isConnected) field.dispatchEvent(new Event('input', { bubbles: true }))
    isRedoing = false
  })
}
const typedIn = new WeakSet<Element>()

function hold(event: Event): void {
  const { target } = event
  if (isRedoing || !(target instanceof Element) || (event.type === 'keydown' && !isEnter(event))) return
  const missing = parts.filter((part) => !part.isThere && isWithin(target, part))
  if (missing.length === 0) return
  if (event.type === 'input') return tellLater(target, missing)
  event.preventDefault()
  event.stopImmediatePropagation()
  const button = target.closest('button')
  button?.setAttribute('aria-busy', 'true')
  void Promise.all(missing.map((part) => (part.coming ??= bring(part)))).then(() => {
    button?.removeAttribute('aria-busy')
    isRedoing = true
    redo(event, target)
    isRedoing = false
  })
}

export function startLazy(): void {
  // On the window, before anybody else hears of it. A click is also what a key on a button or a box comes to.
  for (const type of ['click', 'input', 'change', 'submit', 'keydown'])
    window.addEventListener(type, hold, { capture: true })
}
