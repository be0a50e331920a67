import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Right, rights, scopeOf } from '../../src/platform/access/rights.ts'
import { PLANNERS, ROLE, type RoleId } from '../../src/platform/access/roles.ts'
import { type Viewer, viewerScope, withoutAccount } from '../../src/platform/access/viewer.ts'
import type { Manifest } from '../../src/platform/manifest.ts'
import { Registry } from '../../src/platform/registry.ts'
import { page } from '../../src/platform/screens/page.ts'
import { contactsArea } from '../../src/relations/contacts/rights.ts'

interface MatrixRow {
  area: string
  routes: string
  view: string
  change: string
}
const ROLE_LETTERS: Record<string, RoleId> = { A: 1, S: 2, T: 3, V: 4, C: 5, L: 6 }
const { areas } = new Registry(manifests)
/** The matrix of the contract, and the rows of areas that it leaves to the product. */
const rows = ['permissions.csv', 'rights/own-areas.csv'].flatMap((file) =>
  parse<MatrixRow>(readFileSync(`tests/fixtures/${file}`), { columns: true }),
)
const known = rows.filter((row) => areas.has(row.area))

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
      expect([letter, scopeOf([role], areas.get(area)!, right)]).toEqual([letter, wanted.get(letter) ?? 'none'])
  })

  it('says one thing of an area', () => {
    const screen = (path: string) =>
      page({
        path,
        area: rights('twice', { view: PLANNERS, change: [] }),
        right: 'view',
        title: '',
        view: '',
        load: () => ({}),
      })
    const twice: Manifest = { name: 'twice', screens: [screen('/one'), screen('/two')] }
    expect(() => new Registry([twice])).toThrow("two areas are called 'twice'")
  })

  it('lets no screen of an area with own records compile that names no record type', () => {
    const screen = { path: '/x', right: 'view', title: '', view: '', load: () => ({}) } as const
    const own = rights('own', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })
    const changedByOwners = rights('changed', { view: PLANNERS, change: PLANNERS, changeOwn: [ROLE.teacher] })
    const all = rights('all', { view: PLANNERS, change: PLANNERS })
    expect(own.own).toEqual({ view: true, change: false })
    expect(changedByOwners.own).toEqual({ view: false, change: true })
    expect(all.own).toEqual({ view: false, change: false })
    const example = () => ({ foreign: { id: 1 } })
    page({ ...screen, area: all })
    page({ ...screen, area: own, record: 'contact', example })
    // @ts-expect-error a role sees its own records alone here: of which type?
    page({ ...screen, area: own, example })
    // @ts-expect-error likewise of what it changes
    page({ ...screen, area: changedByOwners })
  })

  it('lets none compile either that shows no record outside the scope of those who have their own', () => {
    const screen = { path: '/x', title: '', view: '', load: () => ({}), record: 'contact' } as const
    const own = rights('own', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })
    expect(
      page({ ...screen, area: own, right: 'view', example: () => ({ foreign: { id: 1 } }) }).example,
    ).not.toBeNull()
    // Nobody changes the own ones alone here.
    page({ ...screen, area: own, right: 'change', example: () => ({}) })
    // A list whose rows carry the scope takes none, and says so; what is the viewer's own has none either.
    page({ ...screen, area: own, right: 'view', example: () => ({ foreign: null }) })
    page({ ...screen, area: own, right: 'view', record: null })
    // @ts-expect-error no record outside the scope
    page({ ...screen, area: own, right: 'view', example: () => ({ params: { id: 1 } }) })
    // @ts-expect-error no example at all
    page({ ...screen, area: own, right: 'view' })
  })

  it('shows all rows of a type to everybody who has its area, unless the type says that some are personal', () => {
    const registry = new Registry(manifests)
    const person = (id: number, role: RoleId): Viewer => ({
      ...withoutAccount(),
      id,
      contactId: id + 1000,
      roles: [role],
    })
    const personal = registry.recordTypes().filter((record) =>
      PLANNERS.some((role) => {
        const [one, other] = [41, 42].map((id) => JSON.stringify(record.visibleTo(person(id, role)).toOperationNode()))
        return viewerScope(person(41, role), record.area) === 'all' && one !== other
      }),
    )
    expect(personal.map(({ type }) => type)).toEqual(['saved_view'])
    expect(personal.every((record) => record.personal)).toBe(true)
  })

  it('adds up the rights of several roles', () => {
    expect(scopeOf([3], contactsArea, 'view')).toBe('none')
    expect(scopeOf([3, 4], contactsArea, 'view')).toBe('own')
    expect(scopeOf([4, 2], contactsArea, 'view')).toBe('all')
  })
})
