/** What can be printed tells here what stands on it, so that paper is drawn once. */
import type { Area } from '../../../platform/access/rights.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { point } from '../../../platform/points.ts'
import type { Services } from '../../../platform/services.ts'
import type { PaperFacts, PaperKind } from './paper.rules.ts'

export interface PaperSource {
  /** The kind of layouts that it is printed with; one record can be printed in several ways. */
  kind: PaperKind
  /** Its record type, by whose right to view it is printed. */
  record: string
  area: Area
  /** @throws NotFound */
  facts(db: Db, id: number, services: Pick<Services, 'config'>): Promise<PaperFacts>
  /** Where the file of one lies that was drawn once and for all; null for what is still to be drawn. */
  kept?(services: Services, id: number): Promise<{ key: string } | null>
  /**
   * What it would say with what stands in a form, as its preview shows it; with `id` in the fields over what is kept.
   * @throws Invalid
   */
  draft?(ctx: { db: Db; viewer: Viewer; services: Services; fields: Record<string, unknown> }): Promise<PaperFacts>
}

export const paperSources = point<PaperSource>('paper sources')
