import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { openResults, resultsStep } from './planning.todo.ts'
import * as screens from './results.screens.ts'

export const results: ModulePart = {
  screens: Object.values(screens),
  gifts: [give(popupActions, [resultsStep]), give(openPoints, [openResults])],
}
export {
  type Choice,
  type Result,
  applyChange,
  choiceKey,
  isPossible,
  openChoicesText,
  passedCourse,
} from './results.contract.ts'
export { type Choices, choices } from './results.forms.ts'
export { listResults } from './results.queries.ts'
export { IMPOSSIBLE, NO_COMPANY, resultsModel } from './results.rules.ts'
