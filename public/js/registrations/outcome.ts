/** What is told when sign-ups were processed or removed: the words of the specification, to the letter. */
import type { Flash } from '../flash.ts'

export const WRONG = 'Er ging iets mis'
const FAILED = 'Er zijn fouten opgetreden'
const DONE = 'Verwerken voltooid.'

export const processedFlash = (failed: number): Flash =>
  failed > 0 ? { str: FAILED, type: 'error' } : { str: DONE, type: 'success' }

/** Nothing where all went well: the rows say so. */
export const removedFlash = (failed: number): Flash | null => (failed > 0 ? { str: WRONG, type: 'error' } : null)
