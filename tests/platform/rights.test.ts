import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { MATRIX, type Area, type Right, scopeOf } from '../../src/platform/access/rights.ts'
import type { RoleId } from '../../src/platform/access/roles.ts'

interface MatrixRow {
  area: string
  routes: string
  view: string
  change: string
}
const ROLE_LETTERS: Record<string, RoleId> = { A: 1, S: 2, T: 3, V: 4, C: 5, L: 6 }
const rows = parse<MatrixRow>(readFileSync('tests/fixtures/permissions.csv'), { columns: true })
const known = rows.filter((row) => row.area in MATRIX)

/** 'A S T(own) V(own, external only)' → role letter → scope. */
function scopes(text: string): Map<string, 'all' | 'own'> {
  return new Map(
    [...text.matchAll(/\b([ASTVCL])\b(\([^)]*\))?/g)].map(([, letter = '', own]) => [letter, own ? 'own' : 'all']),
  )
}

describe('the rights matrix', () => {
  it('covers the areas that are built', () => {
    expect(known.length).toBeGreaterThan(18)
  })

  it.each(
    known.flatMap((row) =>
      (['view', 'change'] as const).map((right): [string, Right, string] => [row.area, right, row[right]]),
    ),
  )('%s, %s: %s', (area, right, text) => {
    const wanted = scopes(text)
    for (const [letter, role] of Object.entries(ROLE_LETTERS))
      expect([letter, scopeOf([role], area as Area, right)]).toEqual([letter, wanted.get(letter) ?? 'none'])
  })

  it('adds up the rights of several roles', () => {
    expect(scopeOf([3], 'contacts', 'view')).toBe('none')
    expect(scopeOf([3, 4], 'contacts', 'view')).toBe('own')
    expect(scopeOf([4, 2], 'contacts', 'view')).toBe('all')
  })
})
