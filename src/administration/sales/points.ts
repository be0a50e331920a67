/** What quotations, orders and invoices tell of themselves, so that their lines are written once. */
import type { Expression, SqlBool } from 'kysely'
import type { Area } from '../../platform/access/rights.ts'
import { point } from '../../platform/points.ts'

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
