import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, dayOf, isoDay } from '../../src/platform/format/days.ts'
import {
  type Choices,
  choiceOperator,
  readChoices,
  writeChoices,
} from '../../src/platform/screens/table/filter-choices.contract.ts'
import {
  type Bound,
  type Period,
  type PeriodChoice,
  daysOf,
  periodWords,
  readPeriodChoice,
  writePeriodChoice,
} from '../../src/platform/screens/table/filter-periods.contract.ts'

const words = fc.stringMatching(/^[a-z][a-z-]{0,8}$/).filter((word) => word !== 'all')
const values = fc.oneof(words, fc.integer({ min: 1, max: 2_147_483_647 }).map(String))
const choices: fc.Arbitrary<Choices> = fc.record({
  not: fc.boolean(),
  values: fc.uniqueArray(values, { maxLength: 6 }),
})

describe('a filter of choices', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        expect(readChoices(writeChoices(choice))).toEqual(choice)
      }),
    )
  })

  it('reads each way of asking, and asks nothing without a value [P-170][P-171][P-172]', () => {
    expect(readChoices('3')).toEqual({ not: false, values: ['3'] })
    expect(readChoices('3, 5,3')).toEqual({ not: false, values: ['3', '5'] })
    expect(readChoices('!3,5')).toEqual({ not: true, values: ['3', '5'] })
    expect(readChoices('-')).toEqual({ not: false, values: [] })
    expect(readChoices('!-')).toEqual({ not: true, values: [] })
    for (const nothing of ['', 'all', '0', '-1', '!', ',', '0,-5', '!0', '!all'])
      expect([nothing, readChoices(nothing)]).toEqual([nothing, null])
    expect(readChoices('0,3,all')).toEqual({ not: false, values: ['3'] })
  })

  it('is said in words', () => {
    const said = ['3', '3,5', '!3', '!3,5', '-', '!-'].map((text) => choiceOperator(readChoices(text)!))
    expect(said).toEqual(['is', 'is een van', 'is niet', 'is geen van', 'is leeg', 'is ingevuld'])
  })
})

const day = fc.integer({ min: dayOf(1900, 1, 1), max: dayOf(2199, 12, 31) })
const bound: fc.Arbitrary<Bound> = fc.oneof(day, fc.constantFrom('yesterday', 'today', 'tomorrow'))
const between = fc
  .record({ from: fc.option(bound), until: fc.option(bound) })
  .filter(({ from, until }) => from !== null || until !== null)
  .filter(({ from, until }) => typeof from !== 'number' || typeof until !== 'number' || from <= until)
const NAMES = ['last', 'this', 'next'].flatMap((side) => ['week', 'month', 'year'].map((unit) => `${side}-${unit}`))
const periods: fc.Arbitrary<Period> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  between.map((ends) => ({ kind: 'between', ...ends }) as const),
  fc.constantFrom(...NAMES).map((name) => ({ kind: 'named', name }) as Period),
  fc.record({
    kind: fc.constant('beside' as const),
    side: fc.constantFrom('next', 'last'),
    count: fc.integer({ min: 1, max: 999 }),
    unit: fc.constantFrom('day', 'month'),
  }),
)
const choicesOfPeriod: fc.Arbitrary<PeriodChoice> = fc.record({ not: fc.boolean(), period: periods })

describe('a filter of days', () => {
  // A Sunday, as weeks go.
  const today = dayOf(2026, 11, 22)
  const spanOf = (text: string) => {
    const { from, until } = daysOf(readPeriodChoice(text)!.period, today)!
    return [from, until].map((end) => (end === null ? null : isoDay(end)))
  }

  it('reads what it writes', () => {
    fc.assert(
      fc.property(choicesOfPeriod, (choice) => {
        expect(readPeriodChoice(writePeriodChoice(choice))).toEqual(choice)
      }),
    )
  })

  it('runs from its first to its last day, whatever the day on which it is asked', () => {
    fc.assert(
      fc.property(periods, day, (period, on) => {
        const days = daysOf(period, on)
        expect(days === null).toBe(period.kind === 'none')
        if (period.kind === 'named' || period.kind === 'beside') expect(days!.from).toBeLessThanOrEqual(days!.until!)
      }),
    )
  })

  it('knows periods beside the day on which it is asked', () => {
    expect(spanOf('today')).toEqual(['2026-11-22', '2026-11-22'])
    expect(spanOf('yesterday..tomorrow')).toEqual(['2026-11-21', '2026-11-23'])
    expect(spanOf('this-week')).toEqual(['2026-11-16', '2026-11-22'])
    expect(spanOf('next-week')).toEqual(['2026-11-23', '2026-11-29'])
    expect(spanOf('last-week')).toEqual(['2026-11-09', '2026-11-15'])
    expect(spanOf('this-month')).toEqual(['2026-11-01', '2026-11-30'])
    expect(spanOf('next-month')).toEqual(['2026-12-01', '2026-12-31'])
    expect(spanOf('last-month')).toEqual(['2026-10-01', '2026-10-31'])
    expect(spanOf('last-year')).toEqual(['2025-01-01', '2025-12-31'])
    expect(spanOf('this-year')).toEqual(['2026-01-01', '2026-12-31'])
    expect(spanOf('next-year')).toEqual(['2027-01-01', '2027-12-31'])
    expect(spanOf('next-30')).toEqual(['2026-11-22', '2026-12-22'])
    expect(spanOf('last-90')).toEqual(['2026-08-24', '2026-11-22'])
    expect(spanOf('next-3m')).toEqual(['2026-11-22', isoDay(addMonths(today, 3))])
    expect(spanOf('last-1m')).toEqual(['2026-10-22', '2026-11-22'])
  })

  it('takes days as the address holds them and as people write them, with either end open', () => {
    expect(spanOf('2026-11-01..2026-11-30')).toEqual(['2026-11-01', '2026-11-30'])
    expect(spanOf('01-11-2026..30-11-2026')).toEqual(['2026-11-01', '2026-11-30'])
    expect(spanOf('2026-02-03')).toEqual(['2026-02-03', '2026-02-03'])
    expect(spanOf('2026-11-01..')).toEqual(['2026-11-01', null])
    expect(spanOf('..yesterday')).toEqual([null, '2026-11-21'])
  })

  it('refuses what is no period', () => {
    const wrong = ['', '..', '2026-02-31', '2026-11-30..2026-11-01', '2026-1-1', 'next-0', 'next-1000', 'next-3w']
    for (const text of [...wrong, 'someday', 'a..b', '2026-01-01..2026-01-02..', '0001-01-01', '!', 'toString'])
      expect([text, readPeriodChoice(text)]).toEqual([text, null])
  })

  it('is said in words', () => {
    const said = (text: string) =>
      Object.values(periodWords(readPeriodChoice(text)!))
        .join(' ')
        .trim()
    expect(
      [
        '2026-11-01..2026-11-30',
        '2026-11-01',
        '..2026-11-30',
        '2026-11-01..',
        '..yesterday',
        'tomorrow..',
        'yesterday..',
        'today',
        '!today',
        'next-30',
        'last-1',
        'next-3m',
        '!this-month',
        '!2026-11-01',
        '-',
        '!-',
      ].map(said),
    ).toEqual([
      'in de periode 01-11-2026 – 30-11-2026',
      'op 01-11-2026',
      'vóór 01-12-2026',
      'na 31-10-2026',
      'vóór vandaag',
      'na vandaag',
      'na eergisteren',
      'is vandaag',
      'is niet vandaag',
      'in de periode komende 30 dagen',
      'in de periode afgelopen dag',
      'in de periode komende 3 maanden',
      'niet in de periode deze maand',
      'niet op 01-11-2026',
      'is leeg',
      'is ingevuld',
    ])
  })
})
