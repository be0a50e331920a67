import type { Readable } from 'node:stream'
import { drawnPdf } from '../../platform/pdf/drawn.ts'
import type * as drawing from './person.drawing.ts'
import type { PersonSection } from './person.queries.ts'

const DRAWING = new URL('./person.drawing.ts', import.meta.url)

/** What is kept about a person as a document to read. */
export const personPdf = (name: string, sections: PersonSection[], createdAt: Date): Readable =>
  drawnPdf<typeof drawing>(DRAWING, { name, createdAt }, sections)
