import { describe, expect, it } from 'vitest'
import { failureText } from './move-answers.ts'

describe('a move that did not work', () => {
  it.each([
    [{ status: 409, body: { stale: { by: 'Sanne Willems' } } }, 'gewijzigd door Sanne Willems', true],
    [{ status: 404, body: null }, 'bestaat niet meer', true],
    [{ status: 403, body: null }, 'U mag dit onderdeel niet verplaatsen', false],
    [{ status: 422, body: { start_datetime: ['Dit tijdstip bestaat niet.'] } }, 'Dit tijdstip bestaat niet.', false],
    [{ status: 500, body: null }, 'Het onderdeel is niet verplaatst', false],
    [new TypeError('Failed to fetch'), 'geen verbinding', false],
  ])('says why, and whether the calendar is behind: %j', (error, text, isStale) => {
    const told = failureText(error)
    expect(told.text).toContain(text)
    expect(told.isStale).toBe(isStale)
  })
})
