import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import {
  COLUMN_ROLES,
  type KnownPerson,
  ParticipantListError,
  guessColumns,
  matchPeople,
  readPeople,
  readTable,
} from '../../../src/training/places/participant-lists/index.ts'
import {
  type FileEncoding,
  type Layout,
  type Somebody,
  encode,
  expected,
  layouts,
  received,
  rowsOf,
  somebodies,
  toCsv,
} from './list-writer.ts'
import { TODAY, enrolled, readList } from './reading.ts'

const files = fc.record({
  encoding: fc.constantFrom<FileEncoding>('utf-8', 'utf-8 with mark', 'utf-16le', 'windows-1252'),
  separator: fc.constantFrom(';', ',', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n'),
  quoteAll: fc.boolean(),
})
/** Without headings, a list shows what its columns are only from a handful of people on. */
const groups = somebodies({ minLength: 4, maxLength: 12 })

function written(people: Somebody[], layout: Layout): string[] {
  return people.map((person) => expected(person, layout))
}

describe('any list of people in any layout', () => {
  it('gives back exactly the people who were written, from a file', async () => {
    await fc.assert(
      fc.asyncProperty(groups, layouts, files, async (people, layout, file) => {
        const text = toCsv(rowsOf(people, layout), file.separator, file.lineEnd, file.quoteAll)
        const list = await readList({ bytes: encode(text, file.encoding) })
        expect(list.people.map(({ fields }) => received(fields))).toEqual(written(people, layout))
      }),
      { numRuns: 500 },
    )
  })

  it('gives back one to three people, when there are headings', async () => {
    const headed = layouts.filter(({ headings }) => headings !== null)
    await fc.assert(
      fc.asyncProperty(somebodies({ minLength: 1, maxLength: 3 }), headed, files, async (people, layout, file) => {
        const text = toCsv(rowsOf(people, layout), file.separator, file.lineEnd, file.quoteAll)
        const list = await readList({ bytes: encode(text, file.encoding) })
        expect(list.people.map(({ fields }) => received(fields))).toEqual(written(people, layout))
      }),
      { numRuns: 300 },
    )
  })

  it('gives back exactly the people who were written, from pasted cells', async () => {
    await fc.assert(
      fc.asyncProperty(groups, layouts, async (people, layout) => {
        const list = await readList({ text: toCsv(rowsOf(people, layout), '\t', '\n', false) })
        expect(list.people.map(({ fields }) => received(fields))).toEqual(written(people, layout))
      }),
      { numRuns: 200 },
    )
  })

  it('gives back exactly the people who were written, from a workbook with real dates and numbers', async () => {
    await fc.assert(
      fc.asyncProperty(groups, layouts, async (people, layout) => {
        const rows = rowsOf(people, { ...layout, dates: 'yyyy-mm-dd', phones: 'lost zero' })
        const bytes = await writeXlsxFile(rows.map((row) => row.map(asExcelWould)) as SheetData).toBuffer()
        const list = await readList({ bytes })
        expect(list.people.map(({ fields }) => received(fields))).toEqual(written(people, layout))
      }),
      { numRuns: 60 },
    )
  })

  it('adds nobody the second time', async () => {
    await fc.assert(
      fc.asyncProperty(groups, layouts, fc.boolean(), async (people, layout, forward) => {
        const text = toCsv(rowsOf(people, layout), ';', '\n', false)
        const first = await readList({ text })
        const known = forward ? enrolled(first.people) : enrolled(first.people).reverse()
        const chosen = matchPeople((await readList({ text })).people, known).map((match) =>
          match.kind === 'matched' ? match.contactId : match.kind === 'doubtful' ? match.proposal : null,
        )
        expect(chosen).toEqual(first.people.map((_, i) => i + 1))
      }),
      { numRuns: 200 },
    )
  })

  it('knows half a list when half of it was enrolled before, and nobody twice', async () => {
    await fc.assert(
      fc.asyncProperty(somebodies({ minLength: 2, maxLength: 12 }), layouts, async (people, layout) => {
        const list = await readList({ text: toCsv(rowsOf(people, layout), ';', '\n', false) })
        const matches = matchPeople(
          list.people,
          enrolled(list.people).filter(({ id }) => id % 2 === 0),
        )
        const chosen = matches.map((match) =>
          match.kind === 'matched' ? match.contactId : match.kind === 'doubtful' ? match.proposal : null,
        )
        expect(chosen).toEqual(list.people.map((_, i) => (i % 2 === 1 ? i + 1 : null)))
      }),
      { numRuns: 200 },
    )
  })
})

/** As a spreadsheet keeps it: dates as dates, digits as numbers, nothing as an empty cell. */
function asExcelWould(cell: string) {
  if (/^\d{4}-\d{2}-\d{2}$/.test(cell))
    return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: 'dd-mm-yyyy' }
  if (/^[1-9]\d+$/.test(cell)) return Number(cell)
  return cell === '' ? null : cell
}

describe('one address or number', () => {
  it('never makes a match of two different people', async () => {
    await fc.assert(
      fc.asyncProperty(somebodies({ minLength: 2, maxLength: 8 }), layouts, async (people, layout) => {
        const { people: listed } = await readList({ text: toCsv(rowsOf(people, layout), ';', '\n', false) })
        // Everybody's address and number, with the name and birth date of somebody who is not on the list.
        const strangers: KnownPerson[] = enrolled(listed).map((known) => ({
          ...known,
          first_name: 'Wilhelmus',
          last_name: 'Onbekendhof',
          birth_date: '1931-10-09',
        }))
        for (const [i, match] of matchPeople(listed, strangers).entries()) {
          const { email, mobile_phone } = listed[i]!.fields
          expect(match).toMatchObject(email || mobile_phone ? { kind: 'doubtful', proposal: null } : { kind: 'new' })
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('an unreadable character', () => {
  it('is never a match for the letter that was there, and is found by it', async () => {
    await fc.assert(
      fc.asyncProperty(somebodies({ minLength: 1, maxLength: 8 }), fc.nat(), async (people, at) => {
        const born = people.map((person) => ({ ...person, born: person.born ?? '1970-01-01' }))
        const lines = born.map(({ first, prefix, last, born }) => `${first};${prefix};${last};${born}`)
        const damaged = born.map(({ first, prefix, last, born }) => {
          const place = at % first.replace('-', '').length
          return `${first.replace('-', '').slice(0, place)}?${first.replace('-', '').slice(place + 1)};${prefix};${last};${born}`
        })
        const text = (rows: string[]) => ['Voornaam;Tussenvoegsel;Achternaam;Geboortedatum', ...rows].join('\n')
        const known = enrolled((await readList({ text: text(lines) })).people)
        for (const [i, match] of matchPeople((await readList({ text: text(damaged) })).people, known).entries())
          expect(match).toMatchObject({ kind: 'doubtful', proposal: i + 1 })
      }),
      { numRuns: 100 },
    )
  })
})

describe('anything at all', () => {
  const roles = COLUMN_ROLES
  const cells = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '',
      'Naam',
      'Totaal',
      '01-02-1980',
      'de',
      '?',
      '-',
      'jan@klant.example',
      '"',
      ',',
      "'t",
      'Jan',
      '=1+1',
    ),
  )

  it('is read or refused with a Dutch reason, never answered with another error', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.uint8Array({ maxLength: 300 }).map((tail) => Uint8Array.from([0x50, 0x4b, 3, 4, ...tail])),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc
        .array(fc.array(cells, { maxLength: 5 }), { maxLength: 8 })
        .map((rows) => Buffer.from(rows.map((row) => row.join(';')).join('\n'))),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (input) => {
        const list = await readList({ bytes: input }).catch((error: unknown) => error)
        if (list instanceof Error) expect(list).toBeInstanceOf(ParticipantListError)
        else expect(list).toMatchObject({ people: expect.any(Array) as unknown })
      }),
      { numRuns: 500 },
    )
  })

  it('has each of its lines in one person or among the skipped ones, under any column map', () => {
    const maps = fc.record({
      header: fc.option(fc.nat(4)),
      columns: fc.array(fc.constantFrom(...roles), { maxLength: 6 }),
    })
    fc.assert(
      fc.property(fc.array(fc.array(cells, { maxLength: 6 }), { maxLength: 8 }), fc.option(maps), (rows, map) => {
        const list = readPeople(rows, map ?? guessColumns(rows), TODAY)
        const lines = [
          ...list.people.flatMap(({ lineNumbers }) => lineNumbers),
          ...list.skipped.map(({ line }) => line),
        ]
        expect(lines.sort((a, b) => a - b)).toEqual(rows.map((_, i) => i + 1))
        expect(matchPeople(list.people, enrolled(list.people))).toHaveLength(list.people.length)
      }),
      { numRuns: 500 },
    )
  })

  it('reads a table the same way twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        const read = () => readTable({ text }).catch((error: unknown) => String(error))
        expect(await read()).toEqual(await read())
      }),
      { numRuns: 200 },
    )
  })
})
