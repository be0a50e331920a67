import type { Pdf } from '../document.ts'
import { LayoutRefused, placeOf } from './refused.ts'
import type { TextStyle } from './style.ts'
import type { Node } from './tree.ts'

/** A part of what is drawn that stays together. */
export interface Fragment {
  height: number
  draw(x: number, y: number): void
  /** White between two others: none at the top of a page. */
  isSpace?: boolean
  /** Stays on the page of what follows. */
  isHeading?: boolean
  /** What stands above it again where it begins a page. */
  head?: Fragment[]
  /** Ends the page. */
  endsPage?: boolean
}

export const space = (height: number): Fragment[] => (height > 0 ? [{ height, draw: () => undefined, isSpace: true }] : []) // prettier-ignore

export const heightOf = (fragments: readonly Fragment[]): number => fragments.reduce((sum, { height }) => sum + height, 0) // prettier-ignore

export function drawAll(fragments: readonly Fragment[], x: number, y: number): void {
  for (const fragment of fragments) {
    fragment.draw(x, y)
    y += fragment.height
  }
}

/** A picture as PDFKit keeps it, so that a document of hundreds holds it once. */
export interface Picture {
  width: number
  height: number
}

/** What one record is drawn with. */
export interface Pen {
  doc: Pdf
  page: { width: number; height: number }
  /** The height that a page has for what flows. */
  room: number
  pictures: ReadonlyMap<string, Picture | null>
  /** The page that is being drawn, in what stands on every one of them. */
  at: { page: number; pages: number } | null
  budget: Budget
  /** What stands below each other, for what holds it. */
  flow(pen: Pen, nodes: readonly Node[], style: TextStyle, width: number): Fragment[]
}

/** Work that one record may take: pieces, and ms on the clock. */
const MOST_PIECES = 60_000
const MOST_MS = 5000

/** Keeps a layout from drawing for ever. */
export class Budget {
  private pieces = 0
  private readonly until: number
  private readonly source: string
  constructor(source: string, until = performance.now() + MOST_MS) {
    this.source = source
    this.until = until
  }
  /** @throws LayoutRefused when there is too much of it */
  spend(at?: number): void {
    this.pieces++
    if (this.pieces > MOST_PIECES) this.refuse('Deze layout wordt te groot.', at)
    if (this.pieces % 20 === 0 && performance.now() > this.until) this.refuse('Het tekenen duurt te lang.', at)
  }
  refuse(problem: string, at?: number): never {
    throw new LayoutRefused(problem, at === undefined ? undefined : placeOf(this.source, at))
  }
}

export const FIRST_STYLE: TextStyle = {
  size: 10,
  minSize: 0,
  weight: 'regular',
  italic: false,
  underline: false,
  color: '#161b25',
  align: 'left',
  leading: 1.4,
}
