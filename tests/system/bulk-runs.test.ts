import { comeToWhatTheyShow } from '../support/foreseen/frame.ts'
import { MESSAGES } from '../support/foreseen/messages.ts'
import { SYSTEM } from '../support/foreseen/system.ts'

comeToWhatTheyShow([...SYSTEM, ...MESSAGES])
