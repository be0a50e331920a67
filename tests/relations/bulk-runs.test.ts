import { comeToWhatTheyShow } from '../support/foreseen/frame.ts'
import { RELATIONS } from '../support/foreseen/relations.ts'

comeToWhatTheyShow(RELATIONS)
