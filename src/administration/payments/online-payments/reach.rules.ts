/** Whether others on the internet can reach an address. */
import { isOwn } from '../../../platform/outside/own-network.ts'

/**
 * Where a provider tells that something changed; null where it cannot reach us, since it refuses a payment with such an
 * address: then the clock asks. A provider of the own machine, as in the demo, reaches all that we do.
 */
export function webhookOf(baseUrl: string, providerUrl: string): string | null {
  const base = new URL(baseUrl)
  const isReached = isOwn(new URL(providerUrl).hostname) || (base.protocol === 'https:' && !isOwn(base.hostname))
  return isReached ? `${baseUrl}/webhooks/mollie` : null
}
