import type { Orientation } from '../../../platform/pdf/document.ts'

export const SIZES: Record<Orientation, { width: number; height: number }> = {
  portrait: { width: 595.28, height: 841.89 },
  landscape: { width: 841.89, height: 595.28 },
}
export const MARGIN = 42
export const TOP = 132
/** High enough to sign in. */
export const ROW = 30
export const HEAD_ROW = 22
/** Room below the rows for the teacher's signature and the page number. */
const BOTTOM = 96

export interface ListColumn {
  label: string
  /** Part of the width; those of all columns add up to 1. */
  share: number
}

/** A list on paper: what it is of, its columns and the text of each cell. */
export interface PrintedList {
  title: string
  subtitle: string
  /** Label and value, side by side below the title. */
  facts: [label: string, value: string][]
  columns: ListColumn[]
  rows: string[][]
  orientation: Orientation
  /** Written below the line at the foot of the last page; null: nobody signs it. */
  signer: string | null
  /** Stands where there are no rows. */
  empty: string
  createdAt: Date
  /** The code that it is drawn by; left out: in the way of the product. */
  layout?: string | null
}
/** What stands on every page of it. */
export type ListHead = Omit<PrintedList, 'rows' | 'layout'>

export interface ListPage {
  rows: string[][]
  number: number
  of: number
}

const rowsPerPage = (orientation: Orientation): number =>
  Math.floor((SIZES[orientation].height - TOP - HEAD_ROW - BOTTOM) / ROW)

/** The rows by page; a list without rows is a page too. */
export function pagesOf(list: Pick<PrintedList, 'rows' | 'orientation'>): ListPage[] {
  const size = rowsPerPage(list.orientation)
  const of = Math.max(1, Math.ceil(list.rows.length / size))
  return Array.from({ length: of }, (_, i) => ({ rows: list.rows.slice(i * size, (i + 1) * size), number: i + 1, of }))
}
