import { expect, it } from 'vitest'
import { countText, headerOf, listRows, startsNewDay } from './list-cells.ts'
import { appointment, words } from './test-support.ts'

const reduced = appointment('2026-11-18 09:00', '2026-11-18 10:00', { place: 'Zwolle' })
const full = appointment('2026-11-19 09:00', '2026-11-19 10:00', {
  appointment_group_id: 20418,
  description: 'Reani\u00ADmatie',
  teachers: ['Ruud Jansen', 'Jeroen van Dijk'],
  free: 0,
  status: { key: 'planned', label: 'Gepland', css: 'st-planned' },
})

const titles = (rows: ReturnType<typeof listRows>): string[] => headerOf(rows).map(({ title }) => title)

it('the header is built from the titles of the cells', () => {
  const rows = listRows(words, [full, reduced])
  expect(titles(rows)).toEqual([
    'Datum',
    'Tijd',
    'Opleiding',
    'Planning',
    'Plaats',
    'Docent',
    'Vrije plaatsen',
    'Status',
  ])
  expect(rows.map((cells) => cells.map(({ title }) => title))).toEqual([titles(rows), titles(rows)])
  expect(rows[0]!.map(({ text }) => text)).toEqual([
    'Do 19-11-2026',
    '09:00–10:00',
    'Reanimatie',
    '20418',
    '',
    'Ruud Jansen, Jeroen van Dijk',
    '0',
    'Gepland',
  ])
})

it('what nobody in the list may see has no column', () => {
  expect(titles(listRows(words, [reduced]))).toEqual(['Datum', 'Tijd', 'Opleiding', 'Plaats'])
})

it('a calendar has names of its own', () => {
  expect(titles(listRows({ ...words, what: 'Keuring' }, [full]))).toContain('Keuring')
})

it('a new day is one that the row above does not have', () => {
  expect([0, 1, 2].map((index) => startsNewDay([reduced, reduced, full], index))).toEqual([false, false, true])
})

it('the count is as exact as it is known', () => {
  expect(countText(1, 30, 30, 118)).toBe('31–60 van 118')
  expect(countText(0, 30, 30, 10_001)).toBe('1–30 van meer dan 10.000')
})
