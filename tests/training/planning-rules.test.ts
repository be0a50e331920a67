import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Occupation, busyText, occupationsDuring } from '../../public/js/planning/occupations.ts'
import { addDays, weekday } from '../../src/platform/format/zone.ts'
import { dutchHolidays } from '../../src/system/holidays/index.ts'
import { overlaps } from '../../src/system/occupations/index.ts'
import { RESPONSIBLE_ROLES } from '../../src/training/planning/appointments/index.ts'
import {
  type Timing,
  addedText,
  dateRemarks,
  defaultRole,
  nextWorkday,
  optionUntil,
  predictParts,
  proposedOption,
  sharedLocation,
  skilledFirst,
} from '../../src/training/planning/planning/planning.rules.ts'

const component = (more: Partial<Timing> = {}): Timing => ({
  default_start: '09:00',
  duration_minutes: 420,
  days_after_previous: 7,
  optional: false,
  ...more,
})
const at = (day: string, time: string | null = null) => ({ day, time })
const starts = (parts: ReturnType<typeof predictParts>) => parts.map(({ start }) => `${start.day} ${start.time}`)

describe('dutch holidays', () => {
  it('are those of the calendar of 2027', () => {
    expect(dutchHolidays(2027)).toEqual({
      '2027-01-01': 'Nieuwjaarsdag',
      '2027-03-28': 'Eerste paasdag',
      '2027-03-29': 'Tweede paasdag',
      '2027-04-27': 'Koningsdag',
      '2027-05-05': 'Bevrijdingsdag',
      '2027-05-06': 'Hemelvaartsdag',
      '2027-05-16': 'Eerste pinksterdag',
      '2027-05-17': 'Tweede pinksterdag',
      '2027-12-25': 'Eerste kerstdag',
      '2027-12-26': 'Tweede kerstdag',
    })
  })

  it.each([
    [2020, '2020-04-12'],
    [2024, '2024-03-31'],
    [2026, '2026-04-05'],
    [2035, '2035-03-25'],
    [2038, '2038-04-25'],
  ])('know when Easter of %i is', (year, easter) => {
    expect(dutchHolidays(year)[easter]).toBe('Eerste paasdag')
  })

  it('keep Koningsdag off a Sunday', () => {
    expect(dutchHolidays(2025)['2025-04-26']).toBe('Koningsdag')
    expect(dutchHolidays(2025)['2025-04-27']).toBeUndefined()
    expect(dutchHolidays(2031)['2031-04-26']).toBe('Koningsdag')
  })

  it('share a day under both names', () => {
    expect(dutchHolidays(2016)['2016-05-05']).toBe('Bevrijdingsdag en Hemelvaartsdag')
  })

  it('fall on the weekdays that define them, in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2014, max: 2199 }), (year) => {
        const dayOf = (name: string) =>
          Object.entries(dutchHolidays(year)).find(([, names]) => names.includes(name))![0]
        expect(weekday(dayOf('Eerste paasdag'))).toBe(7)
        expect(weekday(dayOf('Hemelvaartsdag'))).toBe(4)
        expect(weekday(dayOf('Tweede pinksterdag'))).toBe(1)
        expect(weekday(dayOf('Koningsdag'))).not.toBe(7)
        const days = Object.keys(dutchHolidays(year))
        expect(days).toEqual([...days].sort())
      }),
    )
  })
})

describe('predicted dates', () => {
  it('start at the moment that was clicked, later parts at their default start', () => {
    const parts = predictParts(at('2026-12-03', '13:15'), [component(), component({ default_start: '08:30' })])
    expect(parts).toEqual([
      { start: { day: '2026-12-03', time: '13:15' }, end: { day: '2026-12-03', time: '20:15' } },
      { start: { day: '2026-12-10', time: '08:30' }, end: { day: '2026-12-10', time: '15:30' } },
    ])
  })

  it('start at the default start where only a day was clicked', () => {
    expect(starts(predictParts(at('2026-12-03'), [component({ default_start: '18:30' })]))).toEqual([
      '2026-12-03 18:30',
    ])
  })

  it('skip a weekend, and count on from the Monday', () => {
    const days = [component(), component({ days_after_previous: 1 }), component({ days_after_previous: 1 })]
    expect(starts(predictParts(at('2026-12-04'), days))).toEqual([
      '2026-12-04 09:00',
      '2026-12-07 09:00',
      '2026-12-08 09:00',
    ])
  })

  it('do not skip weekends when the first part falls in one', () => {
    expect(starts(predictParts(at('2026-12-05'), [component(), component({ days_after_previous: 1 })]))).toEqual([
      '2026-12-05 09:00',
      '2026-12-06 09:00',
    ])
  })

  it('move a part off a public holiday and keep the weekday of the ones after it', () => {
    const weekly = [component(), component(), component()]
    // Thursday 6 May 2027 is Ascension Day.
    expect(starts(predictParts(at('2027-04-29'), weekly))).toEqual([
      '2027-04-29 09:00',
      '2027-05-07 09:00',
      '2027-05-13 09:00',
    ])
  })

  it('skip the exceptions given', () => {
    const parts = predictParts(at('2026-12-03'), [component(), component()], {
      exceptions: ['2026-12-10', '2026-12-11'],
    })
    expect(starts(parts)).toEqual(['2026-12-03 09:00', '2026-12-14 09:00'])
  })

  it('leave the first part where it was put, whatever day that is', () => {
    expect(starts(predictParts(at('2026-12-25', '10:00'), [component()], { exceptions: ['2026-12-25'] }))).toEqual([
      '2026-12-25 10:00',
    ])
  })

  it('put a part on the same day after the one before it', () => {
    const parts = predictParts(at('2026-12-03', '14:00'), [
      component({ duration_minutes: 240 }),
      component({ days_after_previous: 0, default_start: '12:45', duration_minutes: 60 }),
    ])
    expect(starts(parts)).toEqual(['2026-12-03 14:00', '2026-12-03 18:00'])
  })

  it('do not let the parts after an optional one wait for it', () => {
    const parts = predictParts(at('2026-12-01'), [
      component(),
      component({ days_after_previous: 2, optional: true }),
      component({ days_after_previous: 1 }),
    ])
    expect(starts(parts)).toEqual(['2026-12-01 09:00', '2026-12-03 09:00', '2026-12-02 09:00'])
  })

  const day = fc.integer({ min: 0, max: 3650 }).map((offset) => addDays('2026-01-01', offset))
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const timing = fc.record({
    default_start: clock,
    duration_minutes: fc.integer({ min: 5, max: 14_400 }),
    days_after_previous: fc.integer({ min: 0, max: 40 }),
    optional: fc.constant(false),
  })

  it('hold for every course: no forbidden day, no overlap, never sooner than asked for by the pattern', () => {
    fc.assert(
      fc.property(
        fc.record({ day, time: fc.option(clock) }),
        fc.array(timing, { minLength: 1, maxLength: 8 }),
        fc.array(day, { maxLength: 10 }),
        (first, components, exceptions) => {
          const parts = predictParts(first, components, { exceptions })
          const weekends = weekday(first.day) > 5
          expect(parts[0]!.start).toEqual({ day: first.day, time: first.time ?? components[0]!.default_start })
          parts.slice(1).forEach(({ start }, i) => {
            const before = parts[i]!
            const { days_after_previous } = components[i + 1]!
            expect(`${start.day}T${start.time}` >= `${before.end.day}T${before.end.time}`).toBe(true)
            if (days_after_previous > 0) expect(start.day > before.start.day).toBe(true)
            if (start.day === before.start.day) return
            expect(weekends || weekday(start.day) <= 5).toBe(true)
            expect(exceptions).not.toContain(start.day)
            expect(dutchHolidays(Number(start.day.slice(0, 4)))[start.day]).toBeUndefined()
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('keep the weekday of a weekly course wherever that day is free', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 2, max: 12 }), (first, count) => {
        const parts = predictParts(
          at(first),
          Array.from({ length: count }, () => component()),
        )
        parts.forEach(({ start }, i) => {
          const wanted = addDays(first, 7 * i)
          const isHoliday = dutchHolidays(Number(wanted.slice(0, 4)))[wanted] !== undefined
          if (i === 0 || !isHoliday) expect(start.day).toBe(wanted)
        })
      }),
    )
  })

  it('propose a working day when nothing was clicked', () => {
    expect(nextWorkday('2026-12-25')).toBe('2026-12-28')
    expect(nextWorkday('2026-12-28')).toBe('2026-12-28')
  })
})

describe('what is told of a planning', () => {
  const at = (day: string, time = '09:00') => ({ day, time })
  const part = (description: string, start: ReturnType<typeof at> | null) => ({ description, start })
  const never = () => undefined

  it('compares a part with the last one before it that it passes, and with nothing that cannot be read', () => {
    const rows = [part('A', at('2031-12-03')), part('B', at('2031-12-05')), part('C', at('2031-12-04', '08:59'))]
    expect(dateRemarks(rows, never)).toEqual(['C begint vóór B.'])
    expect(dateRemarks([part('A', at('2031-12-03')), part('B', at('2031-12-03'))], never)).toEqual([])
    expect(dateRemarks([part('A', null), part('B', at('2031-12-03')), part('C', null)], never)).toEqual([])
  })

  it('names a closed day rather than its Sunday, and leaves a Saturday alone', () => {
    const rows = [part('A', at('2031-12-06')), part('B', at('2031-12-07'))]
    expect(dateRemarks(rows, never)).toEqual(['B begint op een zondag: 07-12-2031.'])
    expect(dateRemarks(rows, (day) => (day === '2031-12-07' ? 'Verbouwing' : undefined))).toEqual([
      'B begint op een dag waarop u gesloten bent: 07-12-2031, Verbouwing.',
    ])
  })

  it.each([
    [[1], 'Planning 7 toegevoegd'],
    [[0], 'Planning 7 toegevoegd, nog zonder docent'],
    [[1, 0, 0], 'Planning 7 toegevoegd, 2 onderdelen nog zonder docent'],
    [[1, 0], 'Planning 7 toegevoegd, 1 onderdeel nog zonder docent'],
  ])('counts the parts without anybody responsible: %j', (people, text) => {
    const appointments = people.map((count) => ({ responsibles: Array.from({ length: count }, () => ({})) }))
    expect(addedText(7, { appointments })).toBe(text)
  })
})

describe('until when a planning is an option', () => {
  const on = '2026-11-26'
  const option = (begins: string, option_until?: string | null) =>
    optionUntil({ status: 'option', option_until }, begins, on)

  it('is two weeks, and at last the day before it begins, where nobody says otherwise', () => {
    expect(option('2027-03-01')).toBe('2026-12-10')
    expect(option('2026-12-10')).toBe('2026-12-09')
    expect(option('2026-11-27')).toBe(on)
    expect(option(on)).toBeNull()
    expect(proposedOption('2026-11-20', on)).toBeNull()
  })

  it('is as somebody says, and nothing for what is no option', () => {
    expect(option('2027-03-01', '2027-01-01')).toBe('2027-01-01')
    expect(option('2026-12-10', null)).toBeNull()
    expect(optionUntil({ status: 'planned', option_until: '2027-01-01' }, '2027-03-01', on)).toBeNull()
  })

  it('ends before it begins', () => {
    expect(option('2027-01-15', '2027-01-15')).toBe('2027-01-14')
    expect(option('2027-01-16', '2027-01-15')).toBe('2027-01-15')
    expect(option(on, '2027-01-15')).toBeNull()
  })
})

describe('one location for all parts', () => {
  const rooms = (...ids: (number | null)[]) => ids.map((room_id) => ({ room_id }))

  it('is forced with one part [T-092]', () => {
    expect(sharedLocation(rooms(1), { online: false, wanted: false })).toEqual({ same: true, forced: true })
    expect(sharedLocation(rooms(null), { online: true, wanted: false })).toEqual({ same: true, forced: true })
  })

  it('is ruled out by different rooms, in a classroom [T-093]', () => {
    expect(sharedLocation(rooms(1, 2), { online: false, wanted: true })).toEqual({ same: false, forced: true })
    expect(sharedLocation(rooms(1, null), { online: false, wanted: true })).toEqual({ same: false, forced: true })
    expect(sharedLocation(rooms(1, 2), { online: true, wanted: true })).toEqual({ same: true, forced: false })
  })

  it('is otherwise the choice of the user', () => {
    for (const wanted of [true, false])
      expect(sharedLocation(rooms(3, 3), { online: false, wanted })).toEqual({ same: wanted, forced: false })
  })
})

describe('responsibles', () => {
  it('have roles with an id and a name [T-192]', () => {
    expect(RESPONSIBLE_ROLES.map(({ id, name }) => [id, name])).toEqual([
      [3, 'Docent'],
      [6, 'Lotus'],
    ])
  })

  it('are teachers before they are lotus, and nothing else', () => {
    expect([defaultRole([6, 3]), defaultRole([6]), defaultRole([5, 4])]).toEqual([3, 6, null])
  })

  it('come first when they have all skills asked for, in their order otherwise', () => {
    const people = [
      { name: 'A', skills: [1] },
      { name: 'B', skills: [1, 2] },
      { name: 'C', skills: [] },
      { name: 'D', skills: [2, 1, 3] },
    ]
    expect(skilledFirst(people, [1, 2]).map(({ name }) => name)).toEqual(['B', 'D', 'A', 'C'])
    expect(skilledFirst(people, []).map(({ name, skilled }) => [name, skilled])).toEqual([
      ['A', false],
      ['B', false],
      ['C', false],
      ['D', false],
    ])
  })
})

describe('bookings', () => {
  const span = (from: number, to: number) => ({ starts_at: new Date(from * 1000), ends_at: new Date(to * 1000) })

  it('overlap when they share time, not when one begins as the other ends', () => {
    expect(overlaps(span(0, 10), span(9, 20))).toBe(true)
    expect(overlaps(span(0, 30), span(10, 20))).toBe(true)
    expect(overlaps(span(0, 10), span(10, 20))).toBe(false)
    expect(overlaps(span(10, 20), span(0, 10))).toBe(false)
  })
})

describe('occupations in the browser', () => {
  const occupation = (contact_id: number, description: string): Occupation => ({
    contact_id,
    id: 1,
    description,
    period: 'do 03-12-2026, 09:00–16:00',
  })

  it('are fetched in chunks of 5, and answered in order [T-206]', async () => {
    const spans = Array.from({ length: 12 }, (_, i) => ({ from: String(i), to: String(i + 1) }))
    const chunks: string[][] = []
    let open = 0
    const found = await occupationsDuring(spans, async (url) => {
      if (open++ === 0) chunks.push([])
      chunks.at(-1)!.push(url)
      await Promise.resolve()
      open--
      return [occupation(Number(/from=(\d+)/.exec(url)![1]), 'Theorie')]
    })
    expect(chunks.map((chunk) => chunk.length)).toEqual([5, 5, 2])
    expect(chunks[0]![0]).toBe('/calendar/getOccupations?from=0&to=1')
    expect(found.map(([first]) => first!.contact_id)).toEqual(spans.map((_, i) => i))
  })

  it('say with what and when one person is busy', () => {
    const all = [occupation(3, 'Theorie'), occupation(4, 'Praktijk'), occupation(3, 'Examen')]
    expect(busyText(all, '3')).toBe('Theorie, do 03-12-2026, 09:00–16:00; Examen, do 03-12-2026, 09:00–16:00')
    expect(busyText(all, '5')).toBe('')
  })
})
