import { useEffect, useState } from 'react'

const NOW_REFRESH_MS = 60_000

/**
 * The current moment in epoch seconds, anew every minute. It counts on from the server's clock, because that of the
 * browser may be wrong; coming back to a tab that slept refreshes it at once.
 */
export function useNow(serverNow: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const skew = serverNow * 1000 - Date.now()
    const refresh = (): void => setNow(Math.floor((Date.now() + skew) / 1000))
    const timer = setInterval(refresh, NOW_REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [serverNow])
  return now
}
