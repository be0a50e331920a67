import { expect, it } from 'vitest'
import { processedFlash, removedFlash } from '../../../public/js/registrations/outcome.ts'

it('says that something went wrong where a registration was not removed [T-237][M-074]', () => {
  expect(removedFlash(1)).toEqual({ str: 'Er ging iets mis', type: 'error' })
  expect(removedFlash(0)).toBeNull()
})

it('says that there were errors where some registrations were not processed [T-238][M-075]', () => {
  expect(processedFlash(2)).toEqual({ str: 'Er zijn fouten opgetreden', type: 'error' })
})

it('says that processing is done where none failed [T-239][M-076]', () => {
  expect(processedFlash(0)).toEqual({ str: 'Verwerken voltooid.', type: 'success' })
})
