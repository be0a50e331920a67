/** The rail of a record: its checklist, and the blocks that other modules show there. */
import { type Viewer, viewerFor } from '../../access/viewer.ts'
import type { Services } from '../../services.ts'
import type { RailModel, RecordRef } from '../models.ts'
import { type OpenLine, todoModel } from './open-points.ts'
import type { Extensions, TabCounts } from './popup-extensions.ts'

/**
 * The rail for this viewer, from what the database answered.
 * @param own the lines of the checklist that the popup itself tells
 */
export function railModel(
  services: Services,
  viewer: Viewer,
  { points, blocks }: Extensions,
  record: RecordRef,
  answered: TabCounts | null,
  own: OpenLine[],
): RailModel {
  const added = points.flatMap((point, i) => {
    const answer = answered?.points?.[i] ?? null
    const told = answer === null ? null : point.line(answer, record, viewerFor(viewer, point.area), services)
    return told === null ? [] : [{ ...told, order: point.order }]
  })
  return {
    todo: todoModel(viewer, own, added),
    blocks: blocks.map(({ label, area, rail }, i) => ({
      title: label,
      view: rail!.view,
      data: { ...rail!.model(answered?.blocks?.[i] ?? null, record, viewerFor(viewer, area), services.registry) },
    })),
  }
}
