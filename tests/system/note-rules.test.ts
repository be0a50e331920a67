import { describe, expect, it } from 'vitest'
import type { KnownRecord } from '../../src/platform/manifest.ts'
import { mayDeleteNote, mayEditNote, notesOn } from '../../src/system/notes/notes.rules.ts'
import { companiesArea } from '../../src/relations/companies/rights.ts'
import { contactsArea } from '../../src/relations/contacts/rights.ts'
import { userArea } from '../../src/system/users/rights.ts'
import { appointmentsArea } from '../../src/training/planning/appointments/rights.ts'
import { coursesArea } from '../../src/training/catalogue/courses/rights.ts'
import { viewerWith } from '../support/viewer.ts'

const AREAS = new Map(
  [appointmentsArea, companiesArea, contactsArea, coursesArea, userArea].map((area) => [area.name, area]),
)
const record = (area: string, carries = ['notes']) => ({ area: AREAS.get(area)!, carries }) as unknown as KnownRecord

describe('notes on records of a type', () => {
  it.each([
    // The office notes on all that it sees.
    [1, 'contacts', true, true],
    [2, 'courses', true, true],
    [2, 'user', false, false],
    // A teacher on what is partly the own, not on what every teacher reads, nor on what none sees.
    [3, 'appointments', true, true],
    [3, 'courses', false, false],
    [3, 'companies', false, false],
    // The others on nothing.
    [4, 'companies', false, false],
    [5, 'contacts', false, false],
  ] as const)('role %i, %s: read %s, write %s', (role, area, reads, writes) => {
    expect(notesOn(record(area), viewerWith([role]))).toBe(reads)
    expect(notesOn(record(area), viewerWith([role]), 'change')).toBe(writes)
  })

  it('are not there when the type carries none', () => {
    expect(notesOn(record('contacts', ['documents']), viewerWith([1]))).toBe(false)
  })
})

describe('a note', () => {
  const own = { created_by: 7 }
  const other = { created_by: 8 }

  it('is changed by who wrote it', () => {
    expect([own, other, { created_by: null }].map((note) => mayEditNote(viewerWith([1, 2], 7), note))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is taken away by who wrote it and by an administrator', () => {
    expect([own, other].map((note) => mayDeleteNote(viewerWith([2, 3], 7), note))).toEqual([true, false])
    expect([own, other].map((note) => mayDeleteNote(viewerWith([1], 7), note))).toEqual([true, true])
  })
})
