import type { RawBuilder } from 'kysely'
import type { Area } from '../../../platform/access/rights.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { point } from '../../../platform/points.ts'

/** Whether something is done about it already. */
export type ExpiringState = 'open' | 'invited' | 'ordered' | 'booked'

/** Something of customers that expires and is sold anew: what people hold, devices, contracts. */
export interface ExpiringSource {
  /** Of the module, and the number of its rows among those of others: 0 to 7, never given again. */
  key: string
  number: number
  /** Dutch, one of them: 'Herhaling'. */
  label: string
  /** Under which heading it is offered: 'Opleidingen'. */
  heading: string
  /** Whose right shows it. */
  area: Area
  /** Popup of one of them, with `{id}`. */
  open: string
  /**
   * Its rows for this viewer: record_id, company_id, contact_id (of who buys alone), who, what, expires_on, state, state_on
   * (the day of it), product_id (what is offered) and price (of one, where it is not that of the product).
   */
  rows(viewer: Viewer): RawBuilder<unknown>
}

export const expiringSources = point<ExpiringSource>('expiring sources')
