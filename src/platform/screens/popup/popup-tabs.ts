import type { Expression } from 'kysely'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { KnownRecord, Records } from '../../manifest.ts'
import { point } from '../../points.ts'
import type { Registry } from '../../registry.ts'
import type { RecordRef } from '../models.ts'

/** A tab or menu item that one area adds to the popup of another: a string, not an import. */
export interface PopupTab {
  /** The record type whose popup gets it, or which types do for this viewer. */
  record: string | ((type: KnownRecord, viewer: Viewer, registry: Registry) => boolean)
  key: string
  label: string
  icon: string
  area: Area
  order: number
  /** The key of a tab above whose content it stands, where the viewer has that one; it is a tab itself elsewhere. */
  above?: string
  /** The key of a group of the popup that it belongs to, where the popup has one; it stands by itself elsewhere. */
  under?: string
  url(id: number, type: string): string
  /** Number behind the label, as a scalar SQL expression; all counts of a popup come in one round trip. */
  count?(viewer: Viewer, id: number, type: string, records: Records): Expression<number>
  /** Whether there is something in it, as SQL beside the counts; without one that is told by its count, if it has one. */
  filled?(viewer: Viewer, id: number, type: string): Expression<unknown>
  /** Whether this record has it, as SQL beside the counts; without one each does. */
  when?(viewer: Viewer, id: number, records: Records): Expression<unknown>
  /** Something wrong that stands above everything else in the popup, as SQL beside the counts; null when all is well. */
  warning?(type: KnownRecord, id: number): Expression<string | null>
  /** How it stands in the rail of a popup that has one, which has no such tab then. */
  rail?: RailBlock
  /** Whether it is what people come for: beside the rail of a popup that has one it stands in view, and is no tab. */
  main?: true
}

/** A block of a rail that another module fills. */
export interface RailBlock {
  /** What it shows of this record, as JSON beside the counts. */
  ask(viewer: Viewer, id: number, type: string, records: Records): Expression<unknown>
  view: string
  /** What its view gets, of what the database answered. */
  model(answer: unknown, record: RecordRef, viewer: Viewer, registry: Registry): object
}

export const popupTabs = point<PopupTab>('popup tabs')
