import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { listLayouts } from '../../../system/layouts/index.ts'
import { PAPER_KINDS, type PaperKind } from './paper.rules.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** The layouts that sales are printed with, by their kind. */
    layouts: Record<PaperKind, number>
  }
}

/** The layouts come with the database. */
export async function rememberLayouts(trx: Trx, story: Story): Promise<void> {
  const layouts = await listLayouts(trx, PAPER_KINDS)
  const idOf = (wanted: PaperKind) => layouts.find(({ kind }) => kind === wanted)!.id
  story.layouts = {
    quotation: idOf('quotation'),
    order: idOf('order'),
    work_order: idOf('work_order'),
    invoice: idOf('invoice'),
  }
}
