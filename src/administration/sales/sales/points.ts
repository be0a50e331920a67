/** What quotations, orders and invoices tell of themselves, so that their lines are written once. */
import type { Expression, SqlBool } from 'kysely'
import type { Area } from '../../../platform/access/rights.ts'
import { point } from '../../../platform/points.ts'

/** A sale of any kind, by the name of its record type. */
export type SaleType = 'quotation' | 'order' | 'invoice'

export interface SaleKind {
  type: SaleType
  /** By whose right to change its lines are changed. */
  area: Area
  /** Whether its lines can still change, and the sentence for who tries where they cannot, both over a row of its table. */
  open?: { when: Expression<SqlBool>; refusal: string | Expression<string> }
}

export const saleKinds = point<SaleKind>('sale kinds')

/** Products of which what is ordered is delivered place by place, as another area knows. */
export interface PlacesOfLines {
  /** Whether a line with this product waits for that. */
  waits: (product: Expression<unknown>) => Expression<SqlBool>
  /** How many places of a line of an order are taken, by its id. */
  taken: (line: Expression<unknown>) => Expression<number>
  /** '2 van 3 ingeschreven'. */
  text: (of: { places: number; taken: number }) => string
}

export const placesOfLines = point<PlacesOfLines>('places of lines')
