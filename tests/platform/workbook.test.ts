import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { packWorkbook } from '../../src/platform/export/workbook.ts'

async function* each(rows: (string | number)[][]) {
  yield* rows
}
const readBack = async (rows: (string | number)[][], columns = ['Naam', 'Aantal']) => {
  const [sheet] = await readXlsxFile(await packWorkbook(columns, each(rows)))
  return sheet!.data
}

describe('an Excel workbook', () => {
  it('holds the head and every row as it was, texts and numbers', async () => {
    const rows = [
      ['Łukasz & <Zoë> "de" O\'Brien', 3],
      ['met  ruimte', -1.5],
      ['=1+1', 0],
      ['twee\nregels', 1e12],
    ]
    expect(await readBack(rows)).toEqual([['Naam', 'Aantal'], ...rows])
  })

  it('keeps the place of an empty cell, and can be without rows', async () => {
    expect(await readBack([['', 1]])).toEqual([
      ['Naam', 'Aantal'],
      [null, 1],
    ])
    expect(await readBack([])).toEqual([['Naam', 'Aantal']])
    const wide = Array.from({ length: 60 }, (_, n) => `Kolom ${n}`)
    expect(await readBack([wide.map(() => 7)], wide)).toEqual([wide, wide.map(() => 7)])
  })

  it('opens whatever a text holds', async () => {
    const rows = [[`\0\u0001a\u000bb\ufffe\ud800`], ['x'.repeat(40_000)]]
    const [, bad, long] = await readBack(rows, ['Tekst'])
    expect(bad).toEqual(['ab\ufffd'])
    expect((long![0] as string).length).toBe(32_767)
  })

  it('is packed while it is read, and others get their turn meanwhile', async () => {
    let turns = 0
    let read = 0
    const between: number[] = []
    async function* rows() {
      for (let n = 0; n < 5_000; n++) {
        if (n % 1_000 === 0) between.push(turns)
        read++
        yield [`Regel ${n}`, n]
      }
    }
    const tick = () => {
      turns++
      if (read < 5_000) setImmediate(tick)
    }
    setImmediate(tick)
    const [sheet] = await readXlsxFile(await packWorkbook(['Naam', 'Aantal'], rows()))
    expect(sheet!.data).toHaveLength(5_001)
    expect(between.every((at, i) => i === 0 || at > between[i - 1]!)).toBe(true)
  })
})
