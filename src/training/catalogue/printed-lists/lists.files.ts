import type { Readable } from 'node:stream'
import { drawnPdf } from '../../../platform/pdf/drawn.ts'
import { listData } from './layout.rules.ts'
import type * as drawing from './lists.drawing.ts'
import { type PrintedList, pagesOf } from './paper.rules.ts'

const DRAWING = new URL('./lists.drawing.ts', import.meta.url)

/** The list as a document, drawn page by page while it is read. */
export function listPdf({ rows, layout, ...head }: PrintedList): Readable {
  const pages = pagesOf({ rows, orientation: head.orientation })
  const laidOut = layout ? { source: layout, data: listData({ rows, ...head }), pictures: {} } : null
  return drawnPdf<typeof drawing>(DRAWING, head, laidOut ? [{ laidOut, pages }] : pages)
}
