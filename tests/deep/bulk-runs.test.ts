/** The random runs of all bulk actions, eight times as many as at each change. */
import { comeToWhatTheyShow } from '../support/foreseen/frame.ts'
import { INSPECTIONS } from '../support/foreseen/inspections.ts'
import { MESSAGES } from '../support/foreseen/messages.ts'
import { RELATIONS } from '../support/foreseen/relations.ts'
import { SALES } from '../support/foreseen/sales.ts'
import { SYSTEM } from '../support/foreseen/system.ts'
import { COURSES } from '../support/foreseen/training.ts'

comeToWhatTheyShow([...RELATIONS, ...SYSTEM, ...MESSAGES, ...COURSES, ...SALES, ...INSPECTIONS], 50)
