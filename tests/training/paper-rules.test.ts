import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEAD_ROW, ROW, SIZES, TOP, pagesOf } from '../../src/training/catalogue/printed-lists/paper.rules.ts'

const list = (count: number, orientation: 'portrait' | 'landscape') => ({
  rows: Array.from({ length: count }, (_, i) => [`Cursist ${i}`]),
  orientation,
})

describe('the pages of a list', () => {
  it('are at least one', () => {
    expect(pagesOf(list(0, 'portrait'))).toEqual([{ rows: [], number: 1, of: 1 }])
  })

  it.each([
    ['portrait', 19],
    ['landscape', 11],
  ] as const)('hold as many rows as fit above the foot, %s %i', (orientation, most) => {
    expect(pagesOf(list(most, orientation))).toHaveLength(1)
    expect(pagesOf(list(most + 1, orientation)).map(({ rows, number, of }) => [rows.length, number, of])).toEqual([
      [most, 1, 2],
      [1, 2, 2],
    ])
  })

  it('hold every row once, in its order, on the paper', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.constantFrom('portrait', 'landscape'), (count, orientation) => {
        const of = list(count, orientation)
        const pages = pagesOf(of)
        expect(pages.flatMap(({ rows }) => rows)).toEqual(of.rows)
        expect(pages.map(({ number }) => number)).toEqual(pages.map((_, i) => i + 1))
        for (const { rows } of pages)
          expect(TOP + HEAD_ROW + rows.length * ROW).toBeLessThan(SIZES[orientation].height - 60)
      }),
    )
  })
})

it('paper is A4, either way up', () => {
  expect(SIZES.portrait).toEqual({ width: 595.28, height: 841.89 })
  expect(SIZES.landscape).toEqual({ width: 841.89, height: 595.28 })
})
