import type { MessagePort } from 'node:worker_threads'
import type { Pdf } from './document.ts'

/** A document that was begun, and how each of its items is drawn; an item adds its own pages. */
export interface Drawing<Item> {
  document: Pdf
  draw: (document: Pdf, item: Item) => void | Promise<void>
}

/** What a file `*.drawing.ts` exports for the thread that draws. It reads no database and imports no screens. */
export interface DrawingFile {
  begin: (head: never) => Drawing<never>
}
export type HeadOf<F extends DrawingFile> = Parameters<F['begin']>[0]
export type ItemOf<F extends DrawingFile> = Parameters<ReturnType<F['begin']>['draw']>[1]

/** One document for the thread; the rest is said over its own port. */
export interface Order {
  file: string
  head: unknown
  port: MessagePort
}
/** The thread asks for each item when it begins with the one before. */
export type FromThread =
  | { kind: 'next' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'done' }
  | { kind: 'failed'; error: Error; refused?: true }
export type ToThread = { kind: 'item'; item: unknown } | { kind: 'end' }
