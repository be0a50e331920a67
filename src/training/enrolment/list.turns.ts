import type { Response } from 'express'

const running = new Map<number, AbortController>()

/**
 * The end of a preview: a user has one at a time, and a new one ends the one before it; it also ends when nobody waits for
 * its answer any more. Per process, since it only spares this process its work.
 */
export function previewOf(userId: number, res: Response): AbortSignal {
  running.get(userId)?.abort()
  const preview = new AbortController()
  running.set(userId, preview)
  res.once('close', () => {
    preview.abort()
    if (running.get(userId) === preview) running.delete(userId)
  })
  return preview.signal
}
