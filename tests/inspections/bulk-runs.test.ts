import { comeToWhatTheyShow } from '../support/foreseen/frame.ts'
import { INSPECTIONS } from '../support/foreseen/inspections.ts'

comeToWhatTheyShow(INSPECTIONS)
