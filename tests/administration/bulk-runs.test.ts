import { comeToWhatTheyShow } from '../support/foreseen/frame.ts'
import { SALES } from '../support/foreseen/sales.ts'

comeToWhatTheyShow(SALES)
