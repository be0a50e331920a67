import { type PdfOptions, createPdf } from '../document.ts'
import type { Drawing } from '../drawing.ts'
import { type LaidOut, drewByLayout, layoutPen } from './layout.ts'

/** `usual`: the code for where that of the record cannot draw it. */
export interface LaidOutPage extends LaidOut {
  usual?: string
}

/** Records by layouts alone: what a layout is tried with, and what has no drawing of its own. */
export function begin(options: PdfOptions): Drawing<LaidOutPage> {
  const pen = layoutPen()
  return {
    document: createPdf(options),
    draw: (doc, { usual, ...item }) => {
      if (usual === undefined) pen(doc, item)
      else if (!drewByLayout(() => pen(doc, item))) pen(doc, { ...item, source: usual })
    },
  }
}
