/** What the server passes on between the two browsers. */
import type { Passed } from '../../../src/system/remote-support/remote-support.contract.ts'
import { fetchJson } from '../lib/request.ts'

/** Says something to the other side; answers the servers by which browsers find one another. */
export async function signal(type: string, data = '', to?: number): Promise<RTCIceServer[]> {
  const body = new URLSearchParams({ type, data, timestamp: String(Date.now()), ...(to ? { to: String(to) } : {}) })
  const { ice } = await fetchJson<{ ice: RTCIceServer[] }>('/remote-support/signal', {
    method: 'POST',
    body,
    failText: '',
  })
  return ice
}

/** Calls back for what the other side says. */
export function onSignal(callback: (said: Passed) => void): void {
  document.addEventListener('direct', (event) => {
    const { event: name, said } = (event as CustomEvent<{ event: string; said: Passed }>).detail
    if (name === 'remote-support') callback(said)
  })
}
