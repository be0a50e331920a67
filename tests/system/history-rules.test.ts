import { describe, expect, it } from 'vitest'
import type { KnownLabels } from '../../src/system/history/points.ts'
import {
  ACTIONS,
  actionLabel,
  changeLines,
  mentioned,
  readable,
  summary,
} from '../../src/system/history/history.rules.ts'

const labels = {
  fields: {
    company_id: { label: 'Bedrijf', record: 'company' },
    members: { label: 'Leden', record: 'contact' },
    gender: { label: 'Geslacht', values: { m: 'Man' } },
    direct: { label: 'Factuur naar', values: { 1: 'De relatie', 0: 'De klant zelf' } },
    note: 'Opmerking',
  },
} as unknown as KnownLabels
const names = new Map([['company:2', 'De Linde']])
const told = (value: unknown, column = 'note') => changeLines(labels, 'export', { [column]: value }, names)[0]!.to

describe('what happened', () => {
  it('is told in words, each action in its own', () => {
    const words = Object.keys(ACTIONS).map(actionLabel)
    expect(words).not.toContain('')
    expect(new Set(words).size).toBe(words.length)
    expect(actionLabel('merge_undone')).toBe('Samenvoeging ongedaan gemaakt')
    expect(actionLabel('iets-nieuws')).toBe('iets-nieuws')
  })
})

describe('a value', () => {
  it.each([
    [null, '–'],
    [undefined, '–'],
    ['', '–'],
    [[], '–'],
    [0, '0'],
    [false, 'Nee'],
    [true, 'Ja'],
    [['a', 'b', null], 'a, b, –'],
    [{ a: 1 }, '{"a":1}'],
    ['1985-05-01', '01-05-1985'],
    ['x1985-05-01', 'x1985-05-01'],
    ['1985-05-01x', '1985-05-01x'],
    ['2026-11-19T07:30:00Z', '19-11-2026 08:30'],
    ['x2026-11-19T07:30', 'x2026-11-19T07:30'],
    ['2026-11-19 07:30', '2026-11-19 07:30'],
    // What somebody typed may look like a moment and be none.
    ['2026-11-19T07:30 sleutel halen', '2026-11-19T07:30 sleutel halen'],
    ['2026-99-99T99:99', '2026-99-99T99:99'],
  ])('%j is told as %s', (value, words) => {
    expect(told(value)).toBe(words)
  })

  it('that names a record or an option is told by its name', () => {
    expect(told(2, 'company_id')).toBe('De Linde')
    expect(told('2', 'company_id')).toBe('De Linde')
    expect(told(9, 'company_id')).toBe('9')
    expect(told('m', 'gender')).toBe('Man')
    expect(told('q', 'gender')).toBe('q')
    expect([told(true, 'direct'), told(false, 'direct')]).toEqual(['De relatie', 'De klant zelf'])
  })
})

describe('the changed fields', () => {
  it.each(['insert', 'update', 'delete'])('of a row (%s) say from what to what', (action) => {
    expect(changeLines(labels, action, { note: ['a', 'b'] }, names)).toEqual([
      { label: 'Opmerking', from: 'a', to: 'b' },
    ])
  })

  it('of an event have no value before, nor has what is no pair', () => {
    expect(changeLines(labels, 'export', { note: ['a', 'b'] }, names)).toEqual([
      { label: 'Opmerking', from: null, to: 'a, b' },
    ])
    expect(changeLines(labels, 'update', { note: ['a', 'b', 'c'] }, names)[0]).toMatchObject({ from: null })
    expect(changeLines(labels, 'update', { note: 'ab' }, names)[0]).toMatchObject({ from: null, to: 'ab' })
  })

  it('stand in the order of the labels, what has no label last', () => {
    const changes = { nieuw: [1, 2], note: [1, 2], anders: [1, 2], company_id: [2, 9] }
    expect(changeLines(labels, 'update', changes, names).map(({ label }) => label)).toEqual([
      'Bedrijf',
      'Opmerking',
      'nieuw',
      'anders',
    ])
    expect(changeLines(undefined, 'update', changes, names).map(({ label }) => label)).toEqual(Object.keys(changes))
  })
})

describe('a column that holds several fields', () => {
  it('is told by those that changed, as far as they have a name', () => {
    const was = { note: 'Oud', gender: 'm', members: [1], other: 1 }
    expect(readable(labels, { value: [was, { ...was, note: 'Nieuw', other: 2 }] })).toEqual({ note: ['Oud', 'Nieuw'] })
    // What was not there before, or was empty, is new.
    expect(readable(labels, { value: [null, { note: 'Nieuw', gender: '' }] })).toEqual({ note: [undefined, 'Nieuw'] })
    expect(readable(labels, { value: [{}, { members: [1, 2] }] })).toEqual({ members: [undefined, [1, 2]] })
    const unnamed = { value: [{ other: 1 }, { other: 2 }], rows: [[1], [2]] }
    expect(readable(labels, unnamed)).toEqual(unnamed)
  })
})

describe('the records that changes name', () => {
  it('are those of fields that hold records, before and after, as far as they are numbers', () => {
    expect(mentioned(labels, { company_id: [2, null], members: [[3, 4], [5]], note: [8, 9] })).toEqual([
      { type: 'company', id: 2 },
      { type: 'contact', id: 3 },
      { type: 'contact', id: 4 },
      { type: 'contact', id: 5 },
    ])
    expect(mentioned(labels, { company_id: 6 })).toEqual([{ type: 'company', id: 6 }])
    expect(mentioned(undefined, { company_id: [1, 2] })).toEqual([])
  })
})

describe('the summary of an entry', () => {
  const line = (label: string) => ({ label, from: 'a', to: 'b' })

  it('names two changes and counts the others', () => {
    expect(summary('update', [])).toBe('')
    expect(summary('update', [line('Een')])).toBe('Een: a → b')
    expect(summary('update', [line('Een'), line('Twee')])).toBe('Een: a → b · Twee: a → b')
    expect(summary('update', [line('Een'), line('Twee'), line('Drie')])).toBe('Een: a → b · Twee: a → b · en 1 meer')
  })

  it('tells only what there is: the new value of what was added, the old one of what was deleted', () => {
    expect(summary('insert', [line('Een')])).toBe('Een: b')
    expect(summary('delete', [line('Een')])).toBe('Een: a')
    expect(summary('update', [{ label: 'Een', from: null, to: 'b' }])).toBe('Een: b')
    expect(summary('delete', [{ label: 'Een', from: null, to: 'b' }])).toBe('Een: b')
  })
})
