import { describe, expect, it } from 'vitest'
import {
  type ColumnContent,
  columnContent,
} from '../../../src/training/places/participant-lists/columns/column-content.rules.ts'
import type { ColumnRole } from '../../../src/training/places/participant-lists/index.ts'
import {
  assignNameColumns,
  guessNameColumns,
  hasNames,
  lastNamesComeFirst,
} from '../../../src/training/places/participant-lists/names/name-columns.rules.ts'

const EMPTY = columnContent([])
/** What ten cells of a column look like, as far as told. */
const column = (more: Partial<ColumnContent>): ColumnContent => ({ ...EMPTY, filled: 10, ...more })
const FIRST = column({ names: 1, firstNames: 0.8 })
const LAST = column({ names: 1, firstNames: -0.5 })
const FULL = column({ names: 1, fullNames: 1, firstNames: 0.8 })
const PARTICLES = column({ names: 1, particles: 1 })
const INITIALS = column({ names: 1, initials: 1 })
const CODES = column({})

/** What is guessed of columns of which nothing is known, unless told. */
function guess(contents: ColumnContent[], known: (ColumnRole | null)[] = [], body: string[][] = []) {
  const roles = contents.map((_, i) => known[i] ?? null)
  guessNameColumns(roles, contents, body)
  return roles
}

describe('columns with names', () => {
  it('are those of whole names, first names or last names', () => {
    for (const role of ['full_name', 'full_name_last_first', 'first_name', 'last_name'] as const)
      expect(hasNames([null, role])).toBe(true)
    expect(hasNames([null, 'initials', 'last_name_prefix', 'email'])).toBe(false)
    expect(hasNames([])).toBe(false)
  })

  it.each<[string, (ColumnRole | null)[], ColumnContent[]]>([
    ['whole names', ['full_name'], [FULL]],
    ['whole names beside codes', [null, 'full_name', null], [CODES, FULL, CODES]],
    ['whole names, half of them of one word', ['full_name'], [column({ names: 1, fullNames: 0.5 })]],
    ['names of which too few are whole', ['full_name'], [column({ names: 1, fullNames: 0.4 })]],
    ['six names of ten', ['full_name'], [column({ names: 0.6, fullNames: 0.6 })]],
    ['not five of ten', [null], [column({ names: 0.5, fullNames: 0.5 })]],
    ['nothing at all', [null], [column({ filled: 0, names: 1, fullNames: 1, particles: 1, initials: 1 })]],
    ['first and last names', ['first_name', 'last_name'], [FIRST, LAST]],
    ['last and first names', ['last_name', 'first_name'], [LAST, FIRST]],
    ['the first of two that say nothing', ['first_name', 'last_name'], [column({ names: 1 }), column({ names: 1 })]],
    ['particles between them', ['first_name', 'last_name_prefix', 'last_name'], [FIRST, PARTICLES, LAST]],
    ['particles in nine of ten', ['last_name_prefix', 'first_name', 'last_name'], [column({ particles: 0.9 }), FIRST, LAST]], // prettier-ignore
    ['particles in fewer', [null, 'first_name', 'last_name'], [column({ particles: 0.8 }), FIRST, LAST]],
    ['initials and one column of names', ['initials', 'last_name'], [INITIALS, LAST]],
    ['initials and two of them: the first is the last name', ['initials', 'last_name', null], [INITIALS, LAST, FIRST]],
    ['initials and whole names', ['initials', 'full_name'], [INITIALS, FULL]],
    ['initials in eight of ten', ['initials', 'last_name'], [column({ initials: 0.8 }), LAST]],
    ['initials in fewer', [null, 'full_name'], [column({ initials: 0.7 }), LAST]],
    ['initials, particles and last names', ['initials', 'last_name_prefix', 'last_name'], [INITIALS, PARTICLES, LAST]],
    ['particles and whole last names', ['last_name_prefix', 'last_name'], [PARTICLES, FULL]],
    ['particles and last names', ['last_name_prefix', 'last_name'], [PARTICLES, LAST]],
    ['the first of two columns with particles', ['last_name_prefix', null, 'last_name'], [PARTICLES, column({ particles: 1 }), LAST]], // prettier-ignore
    ['names that come again and again', [null, 'full_name'], [column({ names: 1, firstNames: 0.4, repeated: true }), column({ names: 1 })]], // prettier-ignore
    ['first names that do', ['first_name', 'last_name'], [column({ names: 1, firstNames: 0.5, repeated: true }), column({ names: 1 })]], // prettier-ignore
  ])('hold %s', (_what, roles, contents) => {
    expect(guess(contents)).toEqual(roles)
  })

  it('are left as they are known', () => {
    expect(guess([FULL, FULL], ['full_name'])).toEqual(['full_name', null])
    expect(guess([FIRST, LAST], [null, 'last_name'])).toEqual([null, 'last_name'])
    expect(guess([FULL, FULL], ['email'])).toEqual(['email', 'full_name'])
    expect(guess([PARTICLES, LAST], ['note'])).toEqual(['note', 'full_name'])
    expect(guess([LAST, PARTICLES, column({ particles: 1 })], [null, 'last_name_prefix'])).toEqual(['last_name', 'last_name_prefix', null]) // prettier-ignore
    // What stands beside names that are known is found all the same.
    expect(guess([FIRST, PARTICLES, LAST, INITIALS], ['first_name'])).toEqual(['first_name', 'last_name_prefix', null, 'initials']) // prettier-ignore
  })

  it('hold whole names where most begin with a first name, else the column in front', () => {
    const less = column({ names: 1, fullNames: 1, firstNames: 0.1 })
    expect(guess([less, FULL])).toEqual([null, 'full_name'])
    expect(guess([FULL, less])).toEqual(['full_name', null])
    expect(guess([FULL, FULL])).toEqual(['full_name', null])
    // A little more does not weigh up against columns in between.
    const bit = (firstNames: number) => column({ names: 1, fullNames: 1, firstNames })
    expect(guess([bit(0.5), CODES, bit(0.58)])).toEqual(['full_name', null, null])
    expect(guess([bit(0.5), CODES, bit(0.65)])).toEqual([null, null, 'full_name'])
    expect(guess([bit(0.5), bit(0.55)])).toEqual(['full_name', null])
  })

  it('hold first and last names rather than whole ones where these are much more so', () => {
    // A last name of two words is no whole name.
    const double = column({ names: 1, fullNames: 1, firstNames: -0.5 })
    expect(guess([FIRST, double])).toEqual(['first_name', 'last_name'])
    expect(guess([double, FIRST])).toEqual(['last_name', 'first_name'])
    // Whole names, with a department beside them.
    expect(guess([FULL, column({ names: 1 })])).toEqual(['full_name', null])
    expect(guess([column({ names: 1 }), FULL])).toEqual([null, 'full_name'])
    const some = column({ names: 1, fullNames: 1, firstNames: 0 })
    expect(guess([column({ names: 1, firstNames: 0.5 }), some])).toEqual(['first_name', 'last_name'])
    expect(guess([column({ names: 1, firstNames: 0.35 }), some])).toEqual([null, 'full_name'])
  })

  it('are told apart by particles, which stand before last names', () => {
    const bare = column({ names: 1 })
    const some = column({ names: 1, withParticle: 0.2 })
    expect(guess([bare, some])).toEqual(['first_name', 'last_name'])
    expect(guess([some, bare])).toEqual(['last_name', 'first_name'])
    // Both have some: the one with most.
    expect(guess([column({ names: 1, withParticle: 0.4 }), some])).toEqual(['last_name', 'first_name'])
    // They weigh as much as first names do.
    expect(guess([column({ names: 1, firstNames: 0.2, withParticle: 0.4 }), column({ names: 1 })])).toEqual(['last_name', 'first_name']) // prettier-ignore
  })

  it('are told apart by addresses that are built from them', () => {
    const bare = column({ names: 1 })
    const rows = [['Vries', 'Jan', 'j.vries@x.nl'], ['Bos', 'Eva', ''], ['Mol', 'Tom']] // prettier-ignore
    expect(guess([bare, bare, CODES], [null, null, 'email'], rows)).toEqual(['last_name', 'first_name', 'email'])
    expect(guess([bare, bare, CODES], [null, null, null], rows)).toEqual(['first_name', 'last_name', null])
    // One of so many proves little.
    const many = [...rows, ...Array.from({ length: 60 }, () => ['Pol', 'Ina', ''])]
    expect(guess([bare, bare, CODES], [null, null, 'email'], many)).toEqual(['first_name', 'last_name', 'email'])
  })

  it('stand beside each other rather than apart, and the first name in front', () => {
    const bare = column({ names: 1 })
    const first = column({ names: 1, firstNames: 0.5 })
    expect(guess([bare, CODES, first, bare])).toEqual([null, null, 'first_name', 'last_name'])
    expect(guess([bare, first, CODES, CODES, bare])).toEqual(['last_name', 'first_name', null, null, null])
    expect(guess([bare, CODES, CODES, CODES, first, bare, bare])).toEqual([null, null, null, null, 'first_name', 'last_name', null]) // prettier-ignore
  })

  it('are sought among the first eight', () => {
    const bare = column({ names: 1 })
    const eight = Array.from({ length: 8 }, () => bare)
    expect(guess([...eight, FIRST]).indexOf('first_name')).toBe(0)
    expect(guess([...eight, LAST]).indexOf('last_name')).toBe(1)
    expect(guess([...eight.slice(1), FIRST]).indexOf('first_name')).toBe(7)
    expect(guess([...eight.slice(1), LAST]).indexOf('last_name')).toBe(7)
  })
})

describe('what headings say of columns with names', () => {
  function assign(roles: ColumnRole[], contents: ColumnContent[] = [], headings: string[] = []) {
    const all = [...roles]
    assignNameColumns(all, roles.map((_, i) => headings[i] ?? ''), roles.map((_, i) => contents[i] ?? FULL)) // prettier-ignore
    return all
  }

  it('is that the name in front of the family is the first name, or else the one by which somebody is called', () => {
    const two: ColumnRole[] = ['first_name', 'first_name', 'last_name']
    expect(assign(two, [], ['Roepnaam', 'Voornaam'])).toEqual(['ignored', 'first_name', 'last_name'])
    expect(assign(two, [], ['Voornaam', 'Roepnaam'])).toEqual(['first_name', 'ignored', 'last_name'])
    expect(assign(two, [], ['First name', 'ROEPNAAM'])).toEqual(['ignored', 'first_name', 'last_name'])
    expect(assign(two, [], ['First name', 'Tweede voornaam'])).toEqual(['first_name', 'ignored', 'last_name'])
    expect(assign(two, [], ['First name', 'Mijn roepnaam'])).toEqual(['first_name', 'ignored', 'last_name'])
    expect(assign(['note', 'first_name', 'last_name'], [], ['Voornaam'])).toEqual(['note', 'first_name', 'last_name'])
  })

  it('is no particle where the column holds titles', () => {
    const roles: ColumnRole[] = ['last_name_prefix', 'last_name']
    expect(assign(roles, [column({ particles: 0.4 })])).toEqual(['ignored', 'last_name'])
    expect(assign(roles, [column({ particles: 0.5 })])).toEqual(roles)
    expect(assign(roles, [column({ filled: 0, particles: 0 })])).toEqual(roles)
  })

  const SHORT = column({ fullNames: 0.4 })
  it.each<[string, ColumnRole[], ColumnContent, ColumnRole]>([
    ['the whole name, alone', ['note'], SHORT, 'full_name'],
    ['too much beside first and last name', ['first_name', 'last_name'], FULL, 'ignored'],
    ['the last name beside the first', ['first_name'], FULL, 'last_name'],
    ['the last name beside particles', ['last_name_prefix'], FULL, 'last_name'],
    ['the first name beside the last, if short', ['last_name'], SHORT, 'first_name'],
    ['too much beside the last name, if long', ['last_name'], column({ fullNames: 0.5 }), 'ignored'],
    ['the last name beside initials, if short', ['initials'], SHORT, 'last_name'],
    ['the whole name beside initials, if long', ['initials'], FULL, 'full_name'],
  ])('is that "Naam" is %s', (_what, others, content, role) => {
    const contents = [content, ...others.map(() => PARTICLES)]
    expect(assign(['full_name', ...others], contents)).toEqual([role, ...others])
  })

  it('is the same of a name with the last name in front', () => {
    expect(assign(['first_name', 'full_name_last_first'])).toEqual(['first_name', 'last_name'])
    expect(assign(['full_name_last_first'])).toEqual(['full_name_last_first'])
  })

  it('counts once, in front', () => {
    for (const role of ['last_name_prefix', 'last_name', 'initials', 'full_name', 'full_name_last_first', 'birth_date', 'first_name'] as const) // prettier-ignore
      expect(assign(['note', role, role, role], [FULL, PARTICLES, PARTICLES, PARTICLES])).toEqual(['note', role, 'ignored', 'ignored']) // prettier-ignore
    for (const role of ['email', 'phone', 'company', 'note'] as const)
      expect(assign([role, role])).toEqual([role, role])
  })
})

describe('last names in front', () => {
  const rows = (...of: string[]) => of.map((row) => row.split(';'))

  it('show from two addresses that say so, and from no fewer that say the opposite', () => {
    const jan = 'Vries Jan;j.vries@x.nl'
    const eva = 'Mol Eva;eva.mol@x.nl'
    const [tom, ina] = ['Tom Vos;t.vos@x.nl', 'Ina Pol;ina.pol@x.nl']
    expect(lastNamesComeFirst(rows(jan, eva), 0, 1)).toBe(true)
    expect(lastNamesComeFirst(rows(jan), 0, 1)).toBe(false)
    expect(lastNamesComeFirst(rows(jan, eva, tom), 0, 1)).toBe(true)
    expect(lastNamesComeFirst(rows(jan, eva, tom, ina), 0, 1)).toBe(false)
    expect(lastNamesComeFirst(rows(tom, ina), 0, 1)).toBe(false)
    expect(lastNamesComeFirst(rows(jan, 'Bos Jan', ';x@x.nl'), 0, 1)).toBe(false)
    expect(lastNamesComeFirst([], 0, 1)).toBe(false)
  })

  it('show from initials too', () => {
    // With the initials behind it.
    expect(lastNamesComeFirst(rows('Vries J.;j.vries@x.nl', 'Mol E.;e.mol@x.nl'), 0, 1)).toBe(true)
  })
})
