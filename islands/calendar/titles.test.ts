import { describe, expect, it } from 'vitest'
import { splitPerDay } from './split.ts'
import { appointment, day } from './test-support.ts'
import { dayTitle, weekTitle } from '../shared/day-titles.ts'
import { countItems, fullPlaceOf, listTitle, monthTitle, placeOf, placesText, rowTime, timeRange } from './titles.ts'

const on = (date: string) => appointment(`${date} 09:00`, `${date} 10:00`)

describe('titles', () => {
  it('name the month', () => {
    expect(monthTitle(day('2026-11-18'))).toBe('November 2026')
  })

  it('of the week give its Monday as d-m-yyyy and the week number [P-050][M-043]', () => {
    expect(weekTitle(day('2026-11-18'))).toBe('Week van 16-11-2026 (47)')
    expect(weekTitle(day('2026-03-04'))).toBe('Week van 2-3-2026 (10)')
    expect(weekTitle(day('2027-01-01'))).toBe('Week van 28-12-2026 (53)')
  })

  it('of the day give the Dutch weekday and the date [P-051][P-002]', () => {
    expect(dayTitle(day('2026-11-18'))).toBe('Woensdag 18-11-2026')
    expect(dayTitle(day('2026-03-01'))).toBe('Zondag 01-03-2026')
  })

  it('of the list give the range of months in Dutch abbreviations [P-056]', () => {
    expect(listTitle([on('2026-11-18'), on('2026-12-01')])).toBe('Nov – dec 2026')
    expect(listTitle([on('2026-11-18'), on('2026-11-30')])).toBe('Nov 2026')
    expect(listTitle([on('2027-01-04'), on('2026-03-04')])).toBe('Mrt 2026 – jan 2027')
  })

  it("of an empty list say 'Geen data' [P-057][M-045]", () => {
    expect(listTitle([])).toBe('Geen data')
  })

  it("of the day's column count its items [P-052][M-044]", () => {
    expect(countItems(5)).toBe('5 items:')
    expect([countItems(1), countItems(0)]).toEqual(['1 item:', 'Niets gepland'])
  })
})

describe('times', () => {
  it('show from when till when', () => {
    expect(timeRange(appointment('2026-11-18 08:30', '2026-11-18 16:30'))).toBe('08:30–16:30')
    expect(timeRange(appointment('2026-11-18 20:00', '2026-11-19 00:00'))).toBe('20:00–00:00')
    expect(timeRange(appointment('2026-11-18 20:00', '2026-11-19 01:00'))).toBe('20:00–01:00 (+1 dag)')
    expect(timeRange(appointment('2026-11-18 20:00', '2026-11-20 06:00'))).toBe('20:00–06:00 (+2 dagen)')
  })

  it('in a month row say how a longer appointment goes on', () => {
    const pieces = splitPerDay(appointment('2026-11-18 20:00', '2026-11-20 06:00'), {
      first: day('2026-11-01'),
      days: 30,
    })
    expect(pieces.map(rowTime)).toEqual(['20:00', 'hele dag', 'tot 06:00'])
  })
})

describe('places', () => {
  const incompany = { ...on('2026-11-18'), incompany: ['Metaalwerken Twente B.V.'], place: 'Hengelo' }

  it('are short in a column and complete in the list', () => {
    expect(placeOf(incompany)).toBe('Incompany, Hengelo')
    expect(fullPlaceOf(incompany)).toBe('Metaalwerken Twente B.V., Hengelo')
    expect(placeOf({ ...on('2026-11-18'), place: 'Zwolle', room: 'lokaal 1' })).toBe('Zwolle, lokaal 1')
    expect(placeOf({ ...on('2026-11-18'), incompany: [] })).toBe('')
  })

  it('count what is free', () => {
    expect(placesText(2, 10)).toBe('8 van 10 plaatsen bezet, 2 vrij')
    expect(placesText(1, 1)).toBe('0 van 1 plaats bezet, 1 vrij')
    expect(placesText(1, undefined)).toBe('1 plaats vrij')
  })
})
