/** What waits on the tablet, and goes by itself. */
import { useCallback, useEffect, useState } from 'react'
import { type Arrival } from '../../src/training/day/kiosk/sealed.contract.ts'
import { CallError, type Calls } from './calls.ts'
import { makeOutbox } from './outbox.ts'

/** How often it is tried again. */
const AGAIN_MS = 15_000

/** @param heard told whether somebody answered */
export function useOutbox(calls: Calls, heard: (isThere: boolean) => void) {
  const [outbox] = useState(() => makeOutbox({ storage: localStorage, now: () => Date.now() }))
  const [counts, setCounts] = useState(() => ({ waiting: outbox.waiting(), lost: outbox.lost() }))
  const count = useCallback(() => setCounts({ waiting: outbox.waiting(), lost: outbox.lost() }), [outbox])

  useEffect(() => {
    const goOn = async () => {
      outbox.wipe()
      count()
      if (!calls.hasCredentials() || outbox.waiting() + outbox.lost() === 0) return
      try {
        await outbox.send(calls.post)
        heard(true)
        count()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        calls.keepError(error)
        heard(error.status !== null)
      }
    }
    const again = () => void goOn()
    const timer = setInterval(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [calls, outbox, count, heard])

  const keep = async (serverKey: string, typed: Omit<Arrival, 'at'>) => {
    await outbox.keep(serverKey, typed)
    count()
  }
  return { ...counts, keep }
}
