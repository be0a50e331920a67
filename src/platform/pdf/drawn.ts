import { on } from 'node:events'
import { Readable } from 'node:stream'
import { MessageChannel } from 'node:worker_threads'
import { HttpError } from '../errors.ts'
import { places } from '../jobs/semaphore.ts'
import type { DrawingFile, FromThread, HeadOf, ItemOf, ToThread } from './drawing.ts'
import { LayoutRefused } from './layout/refused.ts'
import { pdfThread } from './thread.ts'

/** Documents under way in one process; each keeps its fonts and a page or two. Every further one waits. */
const open = places(16)
/** So long one item may be drawn, in ms; one that takes longer never ends. */
const MOST_MS = 30_000
/** So long a reader may take nothing, in ms: others wait for its place. */
const STALLED_MS = 60_000

/** The thread ended while it drew, by an item that took too much memory or time. */
class NotDrawn extends HttpError {
  constructor(cause: unknown) {
    super(500, 'Het document kon niet worden gemaakt. Probeer het zo opnieuw.')
    this.cause = cause
  }
}

/**
 * Draws a document in a thread while it is being read, so that no page waits for it: drawing is an item ahead of the
 * reader. Head and items go to the thread as copies and hold no functions.
 *
 * The stream fails with what `items` or the drawing throws, and with NotDrawn when the thread ended; a reader that
 * stops early ends the drawing.
 * @param file the drawing, whose `begin` the thread calls; `F` is what the file exports
 */
export function drawnPdf<F extends DrawingFile>(
  file: URL,
  head: HeadOf<F>,
  items: Iterable<ItemOf<F>> | AsyncIterable<ItemOf<F>>,
): Readable {
  const stream: Readable = Readable.from(
    chunksOf(file, head, items, () => stream.destroy()),
    { objectMode: false },
  )
  return stream
}

async function* chunksOf(
  file: URL,
  head: unknown,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  giveUp: () => void,
): AsyncGenerator<Uint8Array> {
  await open.take()
  const thread = pdfThread()
  const { port1: port, port2 } = new MessageChannel()
  const source = pulled(items)
  try {
    const messages = on(port, 'message', { close: ['close'] }) as AsyncIterator<[FromThread]>
    thread.worker.postMessage({ file: file.href, head, port: port2 }, [port2])
    for (;;) {
      const tooLong = setTimeout(() => {
        port.close()
        void thread.worker.terminate()
      }, MOST_MS)
      const answer = await messages.next().finally(() => clearTimeout(tooLong))
      if (answer.done === true) throw new NotDrawn(await thread.lost())
      const [message] = answer.value
      if (message.kind === 'failed') throw message.refused ? new LayoutRefused(message.error.message) : message.error
      if (message.kind === 'done') return
      if (message.kind === 'next') {
        const next = await source.next()
        port.postMessage((next.done === true ? { kind: 'end' } : { kind: 'item', item: next.value }) satisfies ToThread)
        continue
      }
      const stalled = setTimeout(giveUp, STALLED_MS)
      yield message.bytes
      clearTimeout(stalled)
    }
  } finally {
    port.close()
    open.free()
    await source.return()
  }
}

async function* pulled(items: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<unknown, void, void> {
  yield* items
}
