import { useEffect, useState } from 'react'
import { log } from '../shared/log.ts'
import { mergeAsks } from '../shared/merge-asks.ts'
import { fetchJson, onChanged } from '../shared/platform.ts'

/** A wait shorter than this shows nothing. */
const SLOW_MS = 200

export interface Loaded<T> {
  /** The latest answer; it stays while the next one is on its way. */
  answer: readonly T[] | null
  busy: boolean
  /** Busy for so long that it should show. */
  slow: boolean
  failed: boolean
  reload: () => void
}

/**
 * The list at `url`: loaded when that changes, which aborts an earlier request, and when one of these `records` changed
 * somewhere. Without an address there is nothing to load.
 */
export function useLoaded<T>(url: string | null, records: string): Loaded<T> {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ key: string; answer: readonly T[] } | null>(null)
  const [failedKey, setFailedKey] = useState('')
  const [slowKey, setSlowKey] = useState('')
  const [notices] = useState(() => mergeAsks(() => setAttempt((count) => count + 1)))
  const key = `${attempt} ${url ?? ''}`

  useEffect(() => {
    if (url === null) return
    const request = new AbortController()
    const timer = setTimeout(() => setSlowKey(key), SLOW_MS)
    notices.started()
    fetchJson(url, { signal: request.signal, failText: '' }).then(
      (answer) => {
        if (request.signal.aborted) return
        if (Array.isArray(answer)) setLoaded({ key, answer: answer as T[] })
        else setFailedKey(key)
        notices.settled()
      },
      (error: unknown) => {
        if (request.signal.aborted) return
        log('The planning board could not be loaded', error)
        setFailedKey(key)
        notices.settled()
      },
    )
    return () => {
      request.abort()
      clearTimeout(timer)
    }
  }, [key, url, notices])

  useEffect(() => onChanged(records.split(' '), () => notices.ask()), [notices, records])

  const failed = failedKey === key
  const busy = url !== null && loaded?.key !== key && !failed
  return {
    answer: loaded?.answer ?? null,
    busy,
    slow: busy && slowKey === key,
    failed,
    reload: () => setAttempt((count) => count + 1),
  }
}
