/**
 * A form that the browser sends by itself goes out once: a second click would be a second request for the same thing.
 */
let sent = new WeakSet<EventTarget>()

export function startDoubleSubmitGuard(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (sent.has(form)) event.preventDefault()
    else sent.add(form)
  })
  // Who comes back to the page may send it again.
  addEventListener('pageshow', () => {
    sent = new WeakSet()
  })
}
