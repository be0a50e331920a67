import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Case {
  basis: 'production' | 'installed' | 'last'
  base: string | null
  last_on: string | null
  covered_until: string | null
  first_after: number
  repeat_after: number | null
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** A day so many months on, counted month by month; where that month is too short its last day. */
function later(day: string, months: number): string {
  const [from, start, date] = day.split('-').map(Number) as [number, number, number]
  let [year, month] = [from, start]
  for (let i = 0; i < months; i++) {
    month++
    if (month === 13) [year, month] = [year + 1, 1]
  }
  const length = month === 2 && isLeap(year) ? 29 : DAYS[month - 1]!
  return [year, String(month).padStart(2, '0'), String(Math.min(date, length)).padStart(2, '0')].join('-')
}

/** When something is due, told the long way: every time that it is due, one after the other. */
function expectedDue({ basis, base, last_on, covered_until, first_after, repeat_after }: Case): string | null {
  if (basis === 'last' && last_on !== null) return repeat_after === null ? null : later(last_on, repeat_after)
  if (base === null) return null
  const first = later(base, first_after)
  if (basis === 'last' || covered_until === null || covered_until < first) return first
  if (repeat_after === null) return null
  for (let turn = 1; ; turn++) {
    const due = later(base, first_after + turn * repeat_after)
    if (due > covered_until) return due
  }
}

const day = fc
  .tuple(fc.integer({ min: 1990, max: 2060 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) => later(`${year}-01-${String(date).padStart(2, '0')}`, month - 1))
const oneCase: fc.Arbitrary<Case> = fc.record({
  basis: fc.constantFrom('production', 'installed', 'last'),
  base: fc.option(day, { freq: 12 }),
  last_on: fc.option(day),
  covered_until: fc.option(day, { freq: 4 }),
  first_after: fc.integer({ min: 1, max: 260 }),
  repeat_after: fc.option(fc.oneof(fc.constantFrom(1, 6, 12, 60, 120), fc.integer({ min: 1, max: 300 })), { freq: 6 }),
})

it('is due as a model says that counts every turn: 20,000 devices, with month ends, leap days and hard ends', async () => {
  const cases = fc.sample(oneCase, { numRuns: 20_000, seed: 20_261_127 })
  const { rows } = await sql<{ due: string | null }>`
    select device_next_due(basis, base, last_on, covered_until, first_after, repeat_after) as due
    from jsonb_to_recordset(${JSON.stringify(cases.map((one, i) => ({ ...one, i })))}::jsonb)
      as c(i integer, basis text, base date, last_on date, covered_until date, first_after integer, repeat_after integer)
    order by i`.execute(app.db)
  const wrong = cases.flatMap((one, i) => (rows[i]!.due === expectedDue(one) ? [] : [{ ...one, due: rows[i]!.due, expected: expectedDue(one) }])) // prettier-ignore
  expect(wrong.slice(0, 3)).toEqual([])
  expect(new Set(rows.map(({ due }) => due)).size).toBeGreaterThan(5000)
})

it('keeps the last day of a month by the day it counts from: 31-1, 28-2, 31-3', async () => {
  const { rows } = await sql<{ due: string }>`
    select device_next_due('installed', '2026-01-31', null, c::date, 1, 1) as due
    from unnest('{2026-02-01,2026-02-28,2026-03-31}'::text[]) c`.execute(app.db)
  expect(rows.map(({ due }) => due)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
})
