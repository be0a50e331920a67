import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Pdf } from './document.ts'
import { forgetWords } from './fonts.ts'

/** Words that every page repeats are shaped anew once in so many items; that costs nothing one could measure. */
const FORGET_EVERY = 250

/**
 * Draws a document while it is being read: the next item is drawn when the reader has taken what the last one gave, so
 * that memory holds a few pages however many there are. An item adds its own pages.
 *
 * The stream fails with what `items` or `draw` throws; a reader that stops early ends the drawing.
 */
export function streamPdf<T>(
  document: Pdf,
  items: Iterable<T> | AsyncIterable<T>,
  draw: (document: Pdf, item: T) => void | Promise<void>,
): Readable {
  return Readable.from(chunksOf(document, items, draw), { objectMode: false })
}

async function* chunksOf<T>(
  document: Pdf,
  items: Iterable<T> | AsyncIterable<T>,
  draw: (document: Pdf, item: T) => void | Promise<void>,
): AsyncGenerator<Buffer> {
  let drawn = 0
  for await (const item of items) {
    if (++drawn % FORGET_EVERY === 0) forgetWords(document)
    await draw(document, item)
    const chunk = document.read() as Buffer | null
    if (chunk) yield chunk
    // Drawing is all computation: other documents of the thread get their turn between two items.
    await setImmediate()
  }
  document.end()
  yield* document as AsyncIterable<Buffer>
}
