import { comeToWhatTheyShow } from '../support/foreseen/frame.ts'
import { COURSES } from '../support/foreseen/training.ts'

comeToWhatTheyShow(COURSES)
