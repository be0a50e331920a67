/** What waits for the network tries again when the browser says that it is back, and now and then where it says nothing. */
const AGAIN_MS = 10_000

const waiting: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** `send` sends whatever it holds on to, which may be nothing. */
export function onConnection(send: () => void): void {
  waiting.push(send)
  window.addEventListener('online', send)
}

/** Without waiting for the browser or the clock. */
export function sendNow(): void {
  for (const send of waiting) send()
}

/** After a request that got no answer: a phone in a cellar has a network that leads nowhere. */
export function tryAgainSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    for (const send of waiting) send()
  }, AGAIN_MS)
}
