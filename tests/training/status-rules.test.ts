import { describe, expect, it } from 'vitest'
import { LEAST_CONTRAST } from '../../src/platform/format/contrast.ts'
import { readability } from '../../src/training/catalogue/statuses/statuses.rules.ts'

describe('text in the colour of a status', () => {
  it.each(['#b86a00', '#2563d8', '#128054', '#0e7490', '#3d6a6f', '#c62a33', '#7a3fc4'])(
    'of %s, a hue of the house style, can be read in both themes',
    (hue) => expect(readability(hue).contrast).toBeGreaterThanOrEqual(LEAST_CONTRAST),
  )

  it('needs the contrast of WCAG 2.2, 1.4.3', () => {
    expect(LEAST_CONTRAST).toBe(4.5)
  })

  // Worked out apart from this code, by a browser that mixed the colours with color-mix(in oklab).
  it.each([
    ['#ffffff', 1.3416, 'light'],
    ['#000000', 1.3693, 'dark'],
    ['#808080', 4.8654, 'light'],
    ['#ff0000', 4.9127, 'light'],
    ['#00ff00', 1.8135, 'light'],
    ['#0000ff', 4.1196, 'dark'],
    ['#ffff00', 1.4351, 'light'],
    ['#ff00ff', 3.9415, 'light'],
    ['#00ffff', 1.6661, 'light'],
    ['#0b0b0b', 1.972, 'dark'],
    ['#c62a33', 5.0417, 'dark'],
  ])('of %s has a contrast of %d at least, in the %s theme', (hue, contrast, theme) => {
    expect(readability(hue)).toEqual({ contrast: expect.closeTo(contrast, 3) as number, theme })
  })
})
