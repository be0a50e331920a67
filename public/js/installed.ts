/**
 * The worker that keeps the built files and the own day, so that the product can be installed and worked with without
 * network. With signing out it goes, like all that a browser stores of us: the server asks for that.
 */
import { log } from './lib/log.ts'

export function startInstalled(): void {
  if (!('serviceWorker' in navigator) || document.body.dataset.viewer === undefined) return
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch((error: unknown) => log('The service worker could not be set up', error))
}
