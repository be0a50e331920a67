import { describe, expect, it } from 'vitest'
import { filesIn, read } from './tree.ts'

/** Where it is told who and what is busy. */
const HOME = 'src/system/occupations/'
/** What asks for a period of time and not for who or what is busy in it. */
const OTHERS = new Set([
  // What a view of the calendar shows.
  'src/training/planning/calendar/calendar.queries.ts',
  // What the board and the calendar of the visits show.
  'src/inspections/planning/visits/visits.queries.ts',
  // What is given today and tomorrow.
  'src/training/day/today/office.queries.ts',
  // Whom to tell of what begins or ended then.
  'src/training/messages/moments/planning-moments.ts',
  // Whether somebody who waits is enrolled elsewhere then: students keep nobody busy, of whom many are asked at once.
  'src/training/places/waiting-list/waiting-list.queries.ts',
])

// "Begins before the other ends, and ends after it begins", as ranges of PostgreSQL, against parameters in SQL or in
// Kysely's words, and of two values against each other.
const RANGES = /\b(?:tstzrange|tsrange)\s*\([\s\S]*&&|\)\s*overlaps\s*\(/i
const BEGINS = /\bstarts_at\b['"]?\s*,?\s*['"]?<|\}\s*>=?\s*[\w.]*\bstarts_at\b/
const ENDS = /\bends_at\b['"]?\s*,?\s*['"]?>|\}\s*<=?\s*[\w.]*\bends_at\b/
const EACH_OTHER = /(?:starts_at\s*<=?\s*[\w.]*ends_at[\s\S]{0,80}){2}/

/** Whether a file holds two periods against each other. */
const comparesPeriods = (source: string): boolean =>
  RANGES.test(source) || (BEGINS.test(source) && ENDS.test(source)) || EACH_OTHER.test(source)

const files = filesIn('src', '.ts')

describe('who and what is busy', () => {
  it('is told by one query, which others give their rows to and ask', () => {
    const asking = files.filter((file) => !file.startsWith(HOME) && !OTHERS.has(file) && comparesPeriods(read(file)))
    expect(asking).toEqual([])
    const reading = files.filter((file) => /\ball\(\s*occupations\b/.test(read(file)))
    expect(reading).toEqual([`${HOME}occupations.queries.ts`])
  })

  it('is found in the source at all, in whatever words', () => {
    expect(comparesPeriods(read(`${HOME}occupations.queries.ts`))).toBe(true)
    for (const file of OTHERS) expect([file, comparesPeriods(read(file))]).toEqual([file, true])
    for (const second of [
      'where tstzrange(a.starts_at, a.ends_at) && tstzrange(${from}, ${to})',
      'where (a.starts_at, a.ends_at) overlaps (${from}, ${to})',
      'where a.starts_at < ${to} and a.ends_at > ${from}',
      'where ${to} > a.starts_at and ${from} < a.ends_at',
      "query.where('v.starts_at', '<', to).where('v.ends_at', '>', from)",
      'bookings.filter((b) => b.starts_at < part.ends_at && part.starts_at < b.ends_at)',
    ])
      expect([second, comparesPeriods(second)]).toEqual([second, true])
    for (const other of [
      'order by starts_at limit 1',
      'where a.ends_at > now()',
      'parts.filter(({ starts_at }) => starts_at > new Date())',
      '.refine(({ starts_at, ends_at }) => starts_at < ends_at)',
      'select tstzrange(a.starts_at, a.ends_at) as during',
    ])
      expect([other, comparesPeriods(other)]).toEqual([other, false])
  })
})
