import { line } from '../key-lists.ts'

/** On the screen of the bank, for the sheet of shortcuts; `work.ts` reads them. */
export const BANK_KEYS = {
  step: line('Vorige of volgende bankregel', ['ArrowUp', 'ArrowDown']),
}
