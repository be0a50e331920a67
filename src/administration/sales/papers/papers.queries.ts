import type { Db, Trx } from '../../../platform/database/types.ts'
import { layoutSource, listLayouts } from '../../../system/layouts/index.ts'
import type { PaperFacts } from './paper.rules.ts'

/**
 * A paper with the code of the layout that it is printed with: that which was chosen, that of the sale where it is of this
 * kind, or else the first of its kind. What was frozen keeps the code that it had then.
 */
export async function inLayout(
  db: Db | Trx,
  facts: PaperFacts,
  { chosen, at }: { chosen?: number | undefined; at?: Date } = {},
): Promise<PaperFacts> {
  if (facts.isFrozen) return facts
  const layouts = await listLayouts(db, [facts.kind])
  const known = (id: number | null | undefined) => layouts.find((one) => one.id === id)
  const { id } = known(chosen) ?? known(facts.sale.layoutId) ?? layouts[0] ?? {}
  const source = id === undefined ? null : await layoutSource(db, id, at === undefined ? { now: true } : { at })
  const { layout: _before, ...said } = facts
  return { ...said, ...(source === null ? {} : { layout: source }), ...(at === undefined ? {} : { isFrozen: true }) }
}
