import { heldFiles } from '../../../platform/files/held-files.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { layoutKinds } from '../../../system/layouts/points.ts'
import { PAPER_NAMES, type PaperKind } from './paper.rules.ts'
import { paperFiles } from './papers.files.ts'
import { paperLayouts } from './layout-kinds.ts'
import * as screens from './papers.screens.ts'
import { papersArea } from './rights.ts'
import { rememberLayouts } from './story.ts'

export { epcText } from './epc.rules.ts'
export { type SaleHead, saleFacts, unstoredFacts } from './facts.queries.ts'
export { type PaperFacts, type PaperKind, type SaleFacts, dayFact, houseOf } from './paper.rules.ts'
export { type LetterFacts } from './letter.rules.ts'
export { type Frozen, type KeptPaper, keptForMachines, keptPaper, letterPdf, paperPdf } from './papers.files.ts'
export { inLayout } from './papers.queries.ts'
export { type PaperSource, paperSources } from './points.ts'

/** What has an entry in the popup of its record; an invoice is downloaded as it was kept. */
const PRINTED = [
  { kind: 'quotation', record: 'quotation' },
  { kind: 'order', record: 'order' },
  { kind: 'work_order', record: 'order' },
] as const satisfies { kind: PaperKind; record: string }[]

/** Quotations, orders, work orders and invoices on paper: drawn off the event loop, what is frozen once. */
export const papers: ModulePart = {
  screens: Object.values(screens),
  gifts: [
    give(heldFiles, [paperFiles]),
    give(layoutKinds, paperLayouts),
    give(
      popupActions,
      PRINTED.map(({ kind, record }) => ({
        record,
        place: 'menu' as const,
        order: 40,
        area: papersArea,
        right: 'view' as const,
        action: ({ id }) => ({
          label: `${PAPER_NAMES[kind].one} (pdf)`,
          icon: 'download',
          kind: 'download' as const,
          url: `/print/kind/${kind}?ids=${id}`,
        }),
      })),
    ),
    // Only what has a number has one, and that is never merged.
    give(mergeStrategies, [{ record: 'invoice', table: 'kept_papers', column: 'invoice_id', merges: 'stays' }]),
  ],
  story: rememberLayouts,
}
