/** The thread in which documents are drawn, several in turns; `thread.ts` starts it. */
import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Drawing, FromThread, Order, ToThread } from './drawing.ts'
import { WEIGHTS, interFont } from './fonts.ts'
import { LayoutRefused } from './layout/refused.ts'
import { streamPdf } from './stream.ts'

const send = (port: MessagePort, message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

/**
 * Asks for the next item before the one at hand is drawn, so that the two threads work side by side.
 * @throws Error when nobody reads the document any more
 */
async function* itemsFrom(port: MessagePort): AsyncGenerator<unknown> {
  const messages = on(port, 'message', { close: ['close'] }) as AsyncIterator<[ToThread]>
  send(port, { kind: 'next' })
  for (;;) {
    const answer = await messages.next()
    if (answer.done === true) throw new Error('the reader is gone')
    const [message] = answer.value
    if (message.kind === 'end') return
    send(port, { kind: 'next' })
    yield message.item
  }
}

async function drawFor({ file, head, port }: Order): Promise<void> {
  try {
    const { begin } = (await import(file)) as { begin: (head: unknown) => Drawing<unknown> }
    const { document, draw } = begin(head)
    for await (const chunk of streamPdf(document, itemsFrom(port), draw)) {
      // What PDFKit gives may share its memory with what comes next: a copy can be handed over.
      const bytes = new Uint8Array(chunk as Buffer)
      send(port, { kind: 'bytes', bytes }, [bytes.buffer])
    }
    send(port, { kind: 'done' })
  } catch (error) {
    // Of an error that goes to the other thread no more is left than its text.
    send(port, { kind: 'failed', error: error as Error, ...(error instanceof LayoutRefused ? { refused: true } : {}) })
  } finally {
    port.close()
  }
}

parentPort?.on('message', (order: Order) => void drawFor(order))
// Decoded once, before the first document asks for them.
for (const weight of WEIGHTS) interFont(weight)
