import { describe, expect, it } from 'vitest'
import { fewLeft, roomText } from '../../../public/js/lib/room.ts'

describe('the room that is left for what is not sent', () => {
  it.each([
    [0, "Geen plaats meer voor foto's op dit toestel."],
    [-5, "Geen plaats meer voor foto's op dit toestel."],
    [500_000, 'Nog plaats voor ongeveer 1 foto.'],
    [9_999_999, "Nog plaats voor ongeveer 19 foto's."],
    [10_000_000, 'Nog 10 MB vrij.'],
    [999_999_999, 'Nog 999 MB vrij.'],
    [1_900_000_000, 'Nog 1,9 GB vrij.'],
  ])('of %i bytes is said as %s', (bytes, text) => {
    expect(roomText(bytes)).toBe(text)
    expect(fewLeft(bytes)).toBe(bytes < 10_000_000 ? text : null)
  })
})
