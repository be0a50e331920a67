import type { Expression } from 'kysely'
import type { Area } from '../../platform/access/rights.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'

interface Waiting {
  name: string
  icon: string
  tone: 'warning' | 'danger'
  /** What stands behind the number: 'zonder docent', or the noun where it has one of its own. */
  label: { one: string; many: string }
  /** Whose right shows it: that of the list it leads to. */
  area: Area
  /** What one has to be allowed there to do anything about it; 'view' where it says nothing. */
  right?: 'view' | 'change'
  /** Address of exactly these rows. */
  url: string
}
interface Counting {
  /** How many there are for this viewer, as a scalar SQL expression; all of them come in one round trip. */
  count(viewer: Viewer): Expression<number>
}
interface Counted {
  /** How many there are where that takes more than SQL can say; no entry of the menu waits for such. */
  counted(db: Db, registry: Registry, viewer: Viewer): Promise<number>
}

/** Records that wait for somebody, as a module counts them for who may see them. */
export type Attention = Waiting & (Counting | Counted)

export const attention = point<Attention>('attention')
