import { rights } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'

/** Accepting or declining online what was offered to the own company. */
export const answerArea = rights('quotation-answer', {
  view: [],
  change: [],
  viewOwn: [ROLE.supervisor],
  changeOwn: [ROLE.supervisor],
})
