import type { Expression } from 'kysely'
import type { Area } from '../../platform/access/rights.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { point } from '../../platform/points.ts'

/** Records that wait for somebody, as a module counts them for who may see them. */
export interface Attention {
  name: string
  icon: string
  tone: 'warning' | 'danger'
  /** What stands behind the number: 'zonder docent', or the noun where it has one of its own. */
  label: { one: string; many: string }
  /** Whose right shows it: that of the list it leads to. */
  area: Area
  /** Address of exactly these rows. */
  url: string
  /** How many there are for this viewer, as a scalar SQL expression; all of them come in one round trip. */
  count(viewer: Viewer): Expression<number>
}

export const attention = point<Attention>('attention')
