/** A request finds that the session has ended: above an open popup one signs in again, and the request goes on. */
import { fetchCode } from './lazy.ts'
import { onSignedOut } from './lib/request.ts'
import { popups } from './popup/layers.ts'

async function ask(): Promise<boolean> {
  const code = await fetchCode(() => import('./sign-in.ts'))
  return code ? code.askSignIn() : false
}

let asking: Promise<boolean> | null = null

export function startSignedOut(): void {
  // Requests that fail together share one question. Without an open popup the page goes to /login instead.
  onSignedOut(() => {
    if (popups().length === 0 || !document.body.dataset.viewer) return Promise.resolve(false)
    asking ??= ask().finally(() => (asking = null))
    return asking
  })
}
