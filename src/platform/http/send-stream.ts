import type { Response } from 'express'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What a pipeline says when the connection closed while it sent, or before it began. */
const READER_GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'])

/**
 * Waits for the first bytes, so that a failure before them can still become an error answer; stops when the reader goes
 * away.
 */
async function begun(res: Response, source: Readable): Promise<void> {
  if (source.errored) throw source.errored
  const stop = () => source.destroy()
  if (res.closed) stop()
  res.once('close', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      source.once('readable', resolve).once('close', resolve).once('error', reject)
    })
  } finally {
    res.off('close', stop)
  }
}

/**
 * Sends a stream as the body of an answer, through `steps` that transform it. A cancelled download is no error: the
 * source is stopped, and nothing is logged.
 * @throws what the source or a step fails with; before the first bytes are sent that still becomes an error answer
 */
export async function sendStream(res: Response, source: Readable, ...steps: Duplex[]): Promise<void> {
  await begun(res, source)
  try {
    await pipeline([source, ...steps, res])
  } catch (error) {
    if (!READER_GONE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
