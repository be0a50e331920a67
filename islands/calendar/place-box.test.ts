import { describe, expect, it } from 'vitest'
import { placeBox } from './place-box.ts'

describe('the info box', () => {
  const sizes = { width: 300, height: 200, viewWidth: 1000, viewHeight: 800 }
  const rect = (left: number, right: number, top: number, bottom: number) => ({ left, right, top, bottom })

  it('stands beside its appointment, on the side with room', () => {
    expect(placeBox(rect(100, 200, 50, 150), null, sizes)).toEqual({ left: 208, top: 50 })
    expect(placeBox(rect(800, 900, 50, 150), null, sizes)).toEqual({ left: 492, top: 50 })
  })

  it('stands under or above one that is as wide as the window', () => {
    expect(placeBox(rect(0, 1000, 50, 150), 400, sizes)).toEqual({ left: 400, top: 158 })
    expect(placeBox(rect(0, 1000, 500, 700), 950, sizes)).toEqual({ left: 692, top: 292 })
  })

  it('never leaves the window', () => {
    expect(placeBox(rect(100, 200, 750, 790), null, sizes).top).toBe(592)
    expect(placeBox(rect(0, 1000, 100, 700), null, { ...sizes, height: 900 }).top).toBe(8)
  })
})
