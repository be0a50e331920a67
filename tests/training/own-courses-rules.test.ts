import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import { isComplete, standText } from '../../src/training/proof/drivers/drivers.rules.ts'
import type { OwnPart } from '../../src/training/desk/own-courses/own-courses.queries.ts'
import { driverModel, eventOf, ownCoursesModel } from '../../src/training/desk/own-courses/own-courses.rules.ts'

const NOW = instantOf('2026-11-23', '10:00')!
const part = (id: number, day: string, more: Partial<OwnPart> = {}): OwnPart => ({
  id,
  group_id: 5,
  description: `Deel ${id}`,
  starts_at: instantOf(day, '09:00')!,
  ends_at: instantOf(day, '12:00')!,
  join_url: null,
  course: 'BHV basis',
  bring: null,
  address: 'Dorpsstraat 4, Zwolle',
  room: 'Zwolle, lokaal 1',
  cancelled: false,
  ...more,
})
const cards = (...parts: OwnPart[]) => ownCoursesModel(parts, NOW)

describe('what somebody is enrolled in', () => {
  it('is a card per planning, what comes first on top', () => {
    const own = cards(
      part(1, '2026-12-10', { group_id: 7, course: 'VCA' }),
      part(2, '2026-11-20'),
      part(3, '2026-11-24'),
      part(4, '2026-11-24', { group_id: 9, course: 'EHBO' }),
    )
    expect(own.map(({ id, title, when }) => [id, title, when])).toEqual([
      [2, 'BHV basis', 'Morgen'],
      [4, 'EHBO', 'Morgen'],
      [1, 'VCA', 'Over 17 dagen'],
    ])
  })

  it('tells each day, what is over and what was cancelled', () => {
    const [{ days }] = cards(
      part(1, '2026-11-20'),
      part(2, '2026-11-24', { cancelled: true }),
      part(3, '2026-11-25'),
    ) as [ReturnType<typeof cards>[number]]
    expect(days[0]).toEqual({
      weekday: 'vr',
      date: '20-11',
      title: 'Deel 1',
      text: '20-11-2026, 09:00–12:00',
      cancelled: false,
      over: true,
    })
    expect(days.map(({ cancelled, over }) => [cancelled, over])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ])
    expect(cards(part(1, '2026-11-23', { ends_at: NOW }))[0]!.days[0]!.over).toBe(true)
    expect(cards(part(1, '2026-11-23'))[0]!.days[0]!.over).toBe(false)
  })

  it('is where it stands: the next part that is held, over, or cancelled', () => {
    const when = (...parts: OwnPart[]) => cards(...parts).map((card) => [card.when, card.isCancelled])
    expect(when(part(1, '2026-11-20'), part(2, '2026-11-24', { cancelled: true }), part(3, '2026-11-30'))).toEqual([
      ['Over 7 dagen', false],
    ])
    expect(when(part(1, '2026-11-23'))).toEqual([['Vandaag', false]])
    expect(when(part(1, '2026-11-20'))).toEqual([['Afgelopen', false]])
    expect(when(part(1, '2026-11-23', { ends_at: NOW }))).toEqual([['Afgelopen', false]])
    expect(when(part(1, '2026-11-20'), part(2, '2026-11-24', { cancelled: true }))).toEqual([['Geannuleerd', true]])
  })

  it('needs nothing to be brought to what is cancelled, and leads nowhere', () => {
    const bring = { bring: 'Werkschoenen' }
    expect(cards(part(1, '2026-11-24', bring))[0]).toMatchObject({ bring: 'Werkschoenen', places: [{ id: 1 }] })
    expect(cards(part(1, '2026-11-24'))[0]!.bring).toBe('')
    expect(cards(part(1, '2026-11-24', { ...bring, cancelled: true }))[0]).toMatchObject({ bring: '', places: [] })
  })
})

describe('where it is', () => {
  it('is told once where all is held in one place, with the way to it', () => {
    expect(cards(part(1, '2026-11-24'), part(2, '2026-11-25', { join_url: 'https://example.org' }))[0]!.places).toEqual(
      [
        {
          id: 1,
          address: 'Dorpsstraat 4, Zwolle',
          room: 'Zwolle, lokaal 1',
          route: 'https://www.openstreetmap.org/search?query=Dorpsstraat%204%2C%20Zwolle',
          joinUrl: null,
          what: '',
        },
      ],
    )
  })

  it('is said for which parts where there are several places, without what was cancelled', () => {
    const places = cards(
      part(1, '2026-11-24'),
      part(2, '2026-11-25', { room: 'Zwolle, lokaal 2' }),
      part(3, '2026-11-26'),
      part(4, '2026-11-27', { address: '', room: '', join_url: 'https://example.org' }),
      part(5, '2026-11-28', { address: 'Elders', cancelled: true }),
    )[0]!.places
    expect(places.map(({ id, what, route, joinUrl }) => [id, what, route === null, joinUrl])).toEqual([
      [1, 'Deel 1, Deel 3', false, null],
      [2, 'Deel 2', false, null],
      [4, 'Deel 4', true, 'https://example.org'],
    ])
    expect(cards(part(1, '2026-11-24'), part(2, '2026-11-25', { cancelled: true }))[0]!.places[0]!.what).toBe('')
  })
})

describe('the way to it', () => {
  const over = (id: number, more: Partial<OwnPart> = {}) => part(id, '2026-11-20', more)
  const first = (...parts: OwnPart[]) => cards(...parts)[0]!.places[0]!

  it('is that of the next part, once another is over', () => {
    const elsewhere = { address: 'Kade 2, Kampen', room: '' }
    const next = first(over(1), part(2, '2026-11-24', elsewhere))
    expect([next.id, next.route]).toEqual([2, 'https://www.openstreetmap.org/search?query=Kade%202%2C%20Kampen'])
    // Until it ends, the one that is going on.
    expect(first(part(1, '2026-11-23'), part(2, '2026-11-24', elsewhere)).id).toBe(1)
    const places = cards(over(1), part(2, '2026-11-24', elsewhere), part(3, '2026-11-25'))[0]!.places
    expect(places.map(({ id, what }) => [id, what])).toEqual([
      [2, 'Deel 2'],
      [3, 'Deel 1, Deel 3'],
    ])
  })

  it('is the link of the next part where it is online, and not that of one that is over', () => {
    const online = (link: string) => ({ address: '', room: '', join_url: `https://example.org/${link}` })
    expect(first(over(1, online('was')), part(2, '2026-11-24', online('next'))).joinUrl).toBe(
      'https://example.org/next',
    )
    expect(first(over(1), part(2, '2026-11-24', online('next')))).toMatchObject({
      route: null,
      joinUrl: 'https://example.org/next',
    })
    expect(first(over(1, online('was')), part(2, '2026-11-24'))).toMatchObject({ id: 2, joinUrl: null })
  })
})

describe('a part in the calendar of somebody', () => {
  it('is named by its course, and by itself where that says more', () => {
    expect(eventOf(part(1, '2026-11-24'))).toEqual({
      record: 'appointment',
      appointment: {
        id: 1,
        start_datetime: Date.parse('2026-11-24T08:00:00Z') / 1000,
        end_datetime: Date.parse('2026-11-24T11:00:00Z') / 1000,
        description: 'BHV basis: Deel 1',
        place: 'Dorpsstraat 4, Zwolle',
        room: 'Zwolle, lokaal 1',
        cancelled: false,
      },
    })
    expect(eventOf(part(1, '2026-11-24', { description: 'BHV basis' })).appointment.description).toBe('BHV basis')
  })

  it('is at its link where it has no address', () => {
    const place = (more: Partial<OwnPart>) => eventOf(part(1, '2026-11-24', more)).appointment.place
    expect(place({ address: '', join_url: 'https://example.org' })).toBe('https://example.org')
    expect(place({ address: '' })).toBe('')
    expect(place({ join_url: 'https://example.org' })).toBe('Dorpsstraat 4, Zwolle')
  })
})

describe('what a driver has for code 95', () => {
  it.each([
    [35 * 60, 7 * 60, true, '35 van 35 uur'],
    [35 * 60 - 1, 7 * 60, false, '34:59 van 35 uur'],
    [40 * 60, 7 * 60 - 1, false, '40 van 35 uur, 6:59 van 7 uur praktijk'],
    [21 * 60 + 5, 0, false, '21:05 van 35 uur, 0 van 7 uur praktijk'],
  ])('of %i minutes and %i of practice is complete: %s', (minutes, practice, complete, text) => {
    expect([isComplete({ minutes, practice }), standText({ minutes, practice })]).toEqual([complete, text])
  })

  const stand = (minutes: number) => ({ minutes, practice: 7 * 60 })
  const model = (valid_until: string, minutes: number) =>
    driverModel({ valid_until, stand: stand(minutes) }, [], '2026-11-23')

  it('is alarming once the code has ended without them, and until then a warning', () => {
    expect(model('2026-11-23', 60)).toMatchObject({
      light: 'light--soon',
      state: 'Uren tekort',
      stand: '1 van 35 uur',
      until: 'Geldig tot en met 23-11-2026',
    })
    expect(model('2026-11-22', 60)).toMatchObject({ light: 'light--late', until: 'Verlopen op 22-11-2026' })
    expect(model('2026-11-22', 35 * 60)).toMatchObject({
      light: '',
      state: 'Compleet',
      until: 'Verlopen op 22-11-2026',
    })
  })

  it('is told course by course', () => {
    const credits = [{ description: 'BHV basis', minutes: 420, counted_on: '2026-10-01' }]
    const of = driverModel({ valid_until: '2027-01-01', stand: stand(420) }, credits, '2026-11-23')
    expect(of.credits).toEqual([{ description: 'BHV basis', text: '01-10-2026 · 7 uur' }])
  })
})
