import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './results.screens.ts'

export const results: ModulePart = { screens: Object.values(screens) }
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
export { IMPOSSIBLE, resultsModel } from './results.rules.ts'
