import { type PdfOptions, createPdf } from '../document.ts'
import type { Drawing } from '../drawing.ts'
import { type LaidOut, layoutPen } from './layout.ts'

/** Records by layouts alone: what a layout is tried with, and what has no drawing of its own. */
export const begin = (options: PdfOptions): Drawing<LaidOut> => ({ document: createPdf(options), draw: layoutPen() })
