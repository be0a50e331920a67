import { describe, expect, it } from 'vitest'
import { fitsAll, stepped } from '../../../public/js/messages/writer-choices.ts'

describe('stepping through the recipients', () => {
  it('goes on at the other end', () => {
    expect([stepped(0, 1, 3), stepped(2, 1, 3), stepped(0, -1, 3), stepped(0, 1, 1)]).toEqual([1, 0, 2, 0])
  })
})

describe('a default message', () => {
  it('fits when it can go to every kind that was chosen', () => {
    expect(fitsAll('students supervisors', [])).toBe(true)
    expect(fitsAll('students supervisors', ['supervisors'])).toBe(true)
    expect(fitsAll('supervisors', ['students', 'supervisors'])).toBe(false)
    expect(fitsAll('', ['students'])).toBe(false)
  })
})
