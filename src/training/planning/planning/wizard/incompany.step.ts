import type { Db } from '../../../../platform/database/types.ts'
import type { Draft } from './draft.rules.ts'
import { findCompanies, listWithChildren } from '../planning.queries.ts'

/**
 * The step 'incompany': the companies looked up offer themselves and those below them. All start checked (T-096); one
 * that was offered before and is not picked was unchecked by hand and stays so.
 */
export async function incompanyStep(db: Db, draft: Draft) {
  const [lookedUp, offered] = await Promise.all([
    findCompanies(db, draft.companies),
    listWithChildren(db, draft.companies),
  ])
  return {
    incompany: draft.incompany,
    companies: lookedUp.map(({ id, name }) => ({ id, label: name })),
    offered: offered.map(({ id, name }) => ({
      id,
      name,
      checked: draft.selected_company_ids.includes(id) || !draft.offered_company_ids.includes(id),
    })),
  }
}
