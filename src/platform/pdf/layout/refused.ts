/** Where in the code of a layout something stands, counted from 1. */
export interface Place {
  line: number
  column: number
}

export function placeOf(source: string, offset: number): Place {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** What is wrong with a layout, in Dutch: for who wrote it. */
export class LayoutRefused extends Error {
  constructor(text: string, at?: Place) {
    super(at ? `Regel ${at.line}, kolom ${at.column}: ${text}` : text)
  }
}
