import { type LayoutKind } from '../../../system/layouts/points.ts'
import { NotFound } from '../../../platform/errors.ts'
import { PAPER_PICTURES, PAPER_VARIABLES, paperData, requiredOn } from './layout.rules.ts'
import { PAPER_TEMPLATE } from './layout-template.ts'
import { PAPER_KINDS, PAPER_NAMES, type PaperKind, paperOf } from './paper.rules.ts'
import { pictured } from './papers.files.ts'
import { paperSources } from './points.ts'

const RECORDS: Readonly<Record<PaperKind, string>> = {
  quotation: 'quotation',
  order: 'order',
  work_order: 'order',
  invoice: 'invoice',
}

/** Sales can be printed in ways of one's own, from the texts of their paper. */
export const paperLayouts = PAPER_KINDS.map((kind): LayoutKind => ({
  kind,
  label: PAPER_NAMES[kind].one,
  record: RECORDS[kind],
  variables: PAPER_VARIABLES,
  pictures: PAPER_PICTURES,
  required: requiredOn(kind),
  template: PAPER_TEMPLATE,
  data: async ({ db, services }, id) => {
    const source = services.registry.all(paperSources).find((one) => one.kind === kind)
    if (!source) throw new NotFound('Layout')
    const facts = await source.facts(db, id, services)
    const { house, agreed } = await pictured(services.files, facts)
    return { data: paperData(facts, paperOf(facts)), pictures: { logo: house.logo?.bytes ?? null, handtekening: agreed?.signature ?? null } } // prettier-ignore
  },
}))
