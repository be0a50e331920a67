import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessColumns, readPeople, readTable } from '../../../src/training/participant-lists/index.ts'
import { type FileEncoding, encode, expected, layouts, received, rowsOf, somebodies, toCsv } from './list-writer.ts'

const TODAY = '2026-11-21'
const files = fc.record({
  encoding: fc.constantFrom<FileEncoding>('utf-8', 'utf-8 with mark', 'utf-16le', 'windows-1252'),
  separator: fc.constantFrom(';', ',', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n'),
  quoteAll: fc.boolean(),
})

describe('any list of people in any layout', () => {
  it('gives back exactly the people who were written, from a file', async () => {
    await fc.assert(
      fc.asyncProperty(somebodies({ minLength: 4, maxLength: 12 }), layouts, files, async (people, layout, file) => {
        const text = toCsv(rowsOf(people, layout), file.separator, file.lineEnd, file.quoteAll)
        const table = await readTable({ bytes: encode(text, file.encoding) })
        const list = readPeople(table.rows, guessColumns(table.rows), TODAY)
        expect(list.people.map(({ fields }) => received(fields))).toEqual(
          people.map((person) => expected(person, layout)),
        )
      }),
      { numRuns: Number(process.env['RUNS'] ?? 300) },
    )
  })
})
