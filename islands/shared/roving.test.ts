import { describe, expect, it } from 'vitest'
import { nextStop, type Stop } from './roving.ts'

const stop = (day: number, minute: number): Stop => ({ day, minute })
/** Monday with two appointments, Tuesday without any stop, Wednesday with two. */
const stops = [stop(1, -1), stop(1, 510), stop(1, 780), stop(3, -1), stop(3, 540), stop(3, 800)]

describe('arrow keys', () => {
  it('walk up and down within the day', () => {
    expect(nextStop(stops, 0, 'ArrowDown')).toBe(1)
    expect(nextStop(stops, 2, 'ArrowUp')).toBe(1)
    expect(nextStop(stops, 2, 'ArrowDown')).toBe(-1)
    expect(nextStop(stops, 3, 'ArrowUp')).toBe(-1)
  })

  it('go to the nearest day with a stop, and there to the closest in time', () => {
    expect(nextStop(stops, 2, 'ArrowRight')).toBe(5)
    expect(nextStop(stops, 1, 'ArrowRight')).toBe(4)
    expect(nextStop(stops, 0, 'ArrowRight')).toBe(3)
    expect(nextStop(stops, 4, 'ArrowLeft')).toBe(1)
  })

  it('lead nowhere at the edge, or from outside', () => {
    expect(nextStop(stops, 5, 'ArrowRight')).toBe(-1)
    expect(nextStop(stops, 0, 'ArrowLeft')).toBe(-1)
    expect(nextStop(stops, -1, 'ArrowLeft')).toBe(-1)
  })
})
