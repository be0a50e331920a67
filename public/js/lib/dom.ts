/** Small helpers around the DOM. Listeners sit on the document: htmx swaps elements, and what is gone hears nothing. */

type Handler<E extends Event> = (event: E, element: HTMLElement) => void

/** Calls back for an event on, or inside, any element that matches, now or later. */
export function on<K extends keyof DocumentEventMap>(
  type: K,
  selector: string,
  handler: Handler<DocumentEventMap[K]>,
  options: AddEventListenerOptions = {},
): void {
  document.addEventListener(
    type,
    (event) => {
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
      if (element) handler(event, element)
    },
    options,
  )
}

/** All matches in the scope, the scope itself included. */
export function matching<E extends HTMLElement = HTMLElement>(scope: Element, selector: string): E[] {
  const found = [...scope.querySelectorAll<E>(selector)]
  return scope.matches(selector) ? [scope as E, ...found] : found
}

/** Whether the page has told of its first content. */
let hasContent = false

/** Calls back with every subtree that enters the page, the body first of all; code that comes later too. */
export function onContent(callback: (scope: HTMLElement) => void): void {
  document.addEventListener('htmx:after:process', (event) => {
    hasContent = true
    if (event.target instanceof HTMLElement) callback(event.target)
  })
  if (hasContent) callback(document.body)
}

type Attributes = Record<string, string | number | boolean | null | undefined>

/** An element; `true` writes an empty attribute, `false` and nothing leave it out. Children are text or nodes. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value))
  }
  element.append(...children.filter((child) => child !== null))
  return element
}

/** The elements of a piece of HTML from our own server; scripts in it never run. */
export function parse(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

/** 5 random alphanumeric characters (P-245). */
export function uid(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => alphabet[byte % 36]).join('')
}

/** Whether a key press belongs to what the user is typing. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox],[type=radio],[type=button]),textarea,select'))
  )
}

/** The id of the signed-in user, which separates what two users of one browser keep in it. */
export function viewerId(): string {
  return document.body.dataset.viewer ?? '0'
}

/** Whether an element is drawn; a popover or a collapsed block is not. */
export function isVisible(element: Element): boolean {
  return element.checkVisibility()
}
