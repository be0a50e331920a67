import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './results.screens.ts'

export const results: ModulePart = { screens: Object.values(screens) }
export {
  type Choice,
  type Result,
  choiceKey,
  choiceValue,
  isPossible,
  openChoicesText,
  passedCourse,
  readChoice,
} from './results.contract.ts'
export { type Choices, choices } from './results.forms.ts'
export { type ResultRow, listResults } from './results.queries.ts'
export { IMPOSSIBLE, type ResultsModel, resultsModel } from './results.rules.ts'
