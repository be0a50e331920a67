import { useSyncExternalStore } from 'react'

const PHONE = '(max-width: 40rem)'

export function isPhone(): boolean {
  return window.matchMedia(PHONE).matches
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Too narrow for a month of readable rows. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
