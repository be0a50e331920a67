import type { Expression } from 'kysely'
import type { Area } from '../access/rights.ts'
import type { Viewer } from '../access/viewer.ts'
import type { KnownRecord, Records } from '../manifest.ts'
import { point } from '../points.ts'
import type { Registry } from '../registry.ts'

/** A tab or menu item that one area adds to the popup of another: a string, not an import. */
export interface PopupTab {
  /** The record type whose popup gets it, or which types do for this viewer. */
  record: string | ((type: KnownRecord, viewer: Viewer, registry: Registry) => boolean)
  key: string
  label: string
  icon: string
  area: Area
  order: number
  url(id: number, type: string): string
  /** Number behind the label, as a scalar SQL expression; all counts of a popup come in one round trip. */
  count?(viewer: Viewer, id: number, type: string, records: Records): Expression<number>
  /** Something wrong that stands above everything else in the popup, as SQL beside the counts; null when all is well. */
  warning?(type: KnownRecord, id: number): Expression<string | null>
}

export const popupTabs = point<PopupTab>('popup tabs')
