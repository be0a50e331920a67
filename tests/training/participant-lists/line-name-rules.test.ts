import { describe, expect, it } from 'vitest'
import { type LineName, readName } from '../../../src/training/places/participant-lists/names/line-name.rules.ts'
import type { ColumnRole } from '../../../src/training/places/participant-lists/index.ts'

type Cells = Partial<Record<ColumnRole, string | string[]>>

/** The name on a line of which these cells are known, as a reader of lists asks for them. */
const read = (cells: Cells): LineName | null =>
  readName((...roles) =>
    Object.entries(cells).flatMap(([role, cell]) =>
      roles.includes(role as ColumnRole) ? [cell].flat().filter((one) => one !== '') : [],
    ),
  )
/** 'J. / Anna / de / Vries', with '-' for what is not there. */
function parts(cells: Cells): string | null {
  const name = read(cells)
  if (name === null) return null
  const { initials, first_name, last_name_prefix, last_name } = name.fields
  return [initials, first_name, last_name_prefix, last_name].map((part) => part || '-').join(' / ')
}
const columns = (first_name: string, last_name_prefix: string, last_name: string, initials = '') =>
  parts({ initials, first_name, last_name_prefix, last_name })
const remarks = (cells: Cells) => read(cells)!.remarks.map(({ field, text }) => `${field}: ${text}`)

describe('a name in one column', () => {
  it('is taken apart, in the order of the list', () => {
    expect(parts({ full_name: 'Anna de Vries' })).toBe('- / Anna / de / Vries')
    expect(parts({ full_name: 'Vries Anna' })).toBe('- / Vries / - / Anna')
    expect(parts({ full_name_last_first: 'Vries Anna' })).toBe('- / Anna / - / Vries')
    expect(parts({ full_name: 'Anna Vries', full_name_last_first: 'Bos Eva' })).toBe('- / Anna / - / Vries')
    expect(parts({ full_name: 'Anna \n  Vries' })).toBe('- / Anna / - / Vries')
  })

  it('has its initials from a column beside it, unless it has its own', () => {
    expect(parts({ full_name: 'Anna Vries', initials: 'ab' })).toBe('A.B. / Anna / - / Vries')
    expect(parts({ full_name: 'C. Vries', initials: 'ab' })).toBe('C. / - / - / Vries')
    expect(parts({ full_name: 'Vries', initials: 'A.B. (Anna)' })).toBe('A.B. / - / - / Vries')
    expect(parts({ full_name: 'Anna Vries', initials: '-' })).toBe('- / Anna / - / Vries')
  })

  it('comes with the address that stands in it', () => {
    const name = read({ full_name: 'Jan Bos <jan@bos.nl>' })!
    expect(name).toMatchObject({ fields: { first_name: 'Jan', last_name: 'Bos' }, addresses: ['jan@bos.nl'] })
    expect(read({ full_name_last_first: 'Bos Jan <jan@bos.nl>' })).toMatchObject({
      fields: { first_name: 'Jan', last_name: 'Bos' },
      addresses: ['jan@bos.nl'],
    })
    expect(read({ full_name: 'Jan Bos' })!.addresses).toEqual([])
  })

  it('is none where it is a mark for none, a story, or no letters', () => {
    for (const mark of ['', '-', '---', '–', '—', '.', '/', './.', '?', '12', '!!'])
      expect(read({ full_name: mark })).toBeNull()
    expect(read({ full_name: 'a'.repeat(121) })).toBeNull()
    expect(parts({ full_name: 'a'.repeat(120) })).not.toBeNull()
    expect(read({})).toBeNull()
    // A mark for none among letters is part of a name, and so are letters that were lost.
    expect(parts({ full_name: '- Bos' })).not.toBeNull()
    expect(parts({ full_name: '.-Bos' })).toBe('- / - / - / .-Bos')
    expect(parts({ full_name: '??' })).toBe('- / - / - / ??')
    expect(parts({ full_name: 'Bos?' })).toBe('- / - / - / Bos?')
    expect(parts({ full_name: '\uFFFD' })).toBe('- / - / - / \uFFFD')
    expect(parts({ initials: 'J' })).toBe('J. / - / - / -')
  })
})

describe('a name in columns of its own', () => {
  it.each([
    ['Anna', 'de', 'Vries', '- / Anna / de / Vries'],
    ['Anna', 'VAN DER', 'Vries', '- / Anna / van der / Vries'],
    ['Anna', '', 'de Vries', '- / Anna / de / Vries'],
    ['Anna', '', 'Vries, de', '- / Anna / de / Vries'],
    ['Anna', 'de', 'de Vries', '- / Anna / de / Vries'],
    ['Anna', 'van', 'de Vries', '- / Anna / van de / Vries'],
    ['Anna', 'van de', 'de Vries', '- / Anna / van de / Vries'],
    ['Anna', 'de', 'van Vries', '- / Anna / de van / Vries'],
    // The particle came along with the first name.
    ['Anna de', '', 'Vries', '- / Anna / de / Vries'],
    ['Anna van der', '', 'Vries', '- / Anna / van der / Vries'],
    ['Anna de', 'van', 'Vries', '- / Anna de / van / Vries'],
    ['Anna De', '', 'Vries', '- / Anna De / - / Vries'],
    ['Anna el', '', 'Amrani', '- / Anna / el / Amrani'],
    ['J.P. Anna', '', 'Vries', 'J.P. / Anna / - / Vries'],
    ['J.P.', '', 'Vries', 'J.P. / - / - / Vries'],
    ['Anna  Maria', '', 'Vries', '- / Anna Maria / - / Vries'],
    ['Johannes (Hans)', '', 'Vries', '- / Johannes / - / Vries'],
    ['J. (Hans)', '', 'Vries', 'J. / Hans / - / Vries'],
    ['(Hans)', '', 'Vries', '- / Hans / - / Vries'],
    ['D’Anna', '', 'Vries', "- / D'Anna / - / Vries"],
    // The whole name in one of them.
    ['Anna de Vries', '', '', '- / Anna / de / Vries'],
    ['Anna', '', '', '- / Anna / - / -'],
    ['', '', 'Vries, Anna', '- / Anna / - / Vries'],
    ['', '', 'Vries, Anna de', '- / Anna / de / Vries'],
    ['', '', 'Vries, de', '- / - / de / Vries'],
    ['', '', 'Vries,  van der ', '- / - / van der / Vries'],
    ['', 'de', 'Vries, Anna', '- / - / de / Vries Anna'],
    ['', '', 'Anna Vries', '- / - / - / Anna Vries'],
    ['Anna Maria', 'de', '', '- / Anna Maria / de / -'],
    // The last name repeats the first one.
    ['Anna', '', 'Anna de Vries', '- / Anna / de / Vries'],
    ['anna', '', 'Anna Vries', '- / Anna / - / Vries'],
    ['Anna', '', 'Eva Vries', '- / Anna / - / Eva Vries'],
    ['Anna', 'de', 'Anna Vries', '- / Anna / de / Vries'],
    ['', '', 'Vries', '- / - / - / Vries'],
    ['-', '-', 'Vries', '- / - / - / Vries'],
  ])('%j %j %j is %s', (first, prefix, last, expected) => {
    expect(columns(first, prefix, last)).toBe(expected)
  })

  it('has its initials from a column beside it', () => {
    expect(columns('Anna', 'de', 'Vries', 'AB')).toBe('A.B. / Anna / de / Vries')
    expect(columns('', '', 'Vries', 'A')).toBe('A. / - / - / Vries')
    // With them, what stands in the first names is no whole name, nor is a last name with a comma.
    expect(columns('Anna de Vries', '', '', 'A')).toBe('A. / Anna de Vries / - / -')
    expect(columns('', '', 'Vries, Anna', 'A')).toBe('A. / - / - / Vries Anna')
  })

  it('is shown though it is too long to store, and no name when it is a story', () => {
    expect(columns('Anna', '', 'V'.repeat(1000))).toContain('V'.repeat(1000))
    expect(columns('Anna', '', 'V'.repeat(1001))).toBe('- / Anna / - / -')
  })
})

describe('capitals', () => {
  it('are put right in a name that has one case only', () => {
    const name = read({ first_name: 'ANNA', last_name_prefix: 'VAN DER', last_name: 'VRIES-BOS' })!
    expect(name.recased).toBe(true)
    expect(name.fields).toMatchObject({ first_name: 'Anna', last_name_prefix: 'van der', last_name: 'Vries-Bos' })
    expect(read({ full_name: 'amrani, el, anna' })).toMatchObject({ recased: true, fields: { first_name: 'Anna', last_name_prefix: 'el' } }) // prettier-ignore
    expect(read({ first_name: 'ANNA', last_name_prefix: 'EL', last_name: 'AMRANI' })!.fields.last_name_prefix).toBe('el') // prettier-ignore
  })

  it('stay as they are in any other', () => {
    const name = read({ first_name: 'Anna', last_name_prefix: 'El', last_name: 'AMRANI' })!
    expect(name.recased).toBe(false)
    expect(name.fields).toEqual({ initials: null, first_name: 'Anna', last_name_prefix: 'El', last_name: 'AMRANI' })
  })
})

describe('what is said of a name', () => {
  it('is nothing where it is whole', () => {
    expect(remarks({ full_name: 'Anna de Vries' })).toEqual([])
    expect(remarks({ full_name: 'A. de Vries' })).toEqual([])
    expect(remarks({ first_name: 'Anna', last_name_prefix: 'de', last_name: 'Vries' })).toEqual([])
  })

  it('is which part of it is missing', () => {
    expect(remarks({ full_name: 'Vries' })).toEqual(['first_name: Geen voornaam opgegeven.'])
    expect(remarks({ first_name: 'Anna' })).toEqual(['last_name: Geen achternaam opgegeven.'])
    expect(remarks({ initials: 'J' })).toEqual(['last_name: Geen achternaam opgegeven.'])
  })

  it('is which part cannot be read, or holds figures', () => {
    const unreadable = (field: string, name: string) =>
      `${field}: Onleesbaar teken in de naam (“${name}”); het is zo overgenomen. Verbeter het als u de juiste letter kent.`
    expect(remarks({ first_name: 'Zo\uFFFD', last_name_prefix: 'de', last_name: 'Vri?s' })).toEqual([
      unreadable('first_name', 'Zo\uFFFD'),
      unreadable('last_name', 'Vri?s'),
    ])
    const figures = (field: string, name: string) =>
      `${field}: Er staan cijfers in de naam (“${name}”); controleer deze.`
    expect(remarks({ first_name: 'Ann4', last_name_prefix: 'd3', last_name: 'Vries2' })).toEqual([
      figures('first_name', 'Ann4'),
      figures('last_name_prefix', 'd3'),
      figures('last_name', 'Vries2'),
    ])
  })

  it('is that it was divided by a guess, or that something was left out', () => {
    expect(remarks({ full_name: 'Jan Xyz Bos' })).toEqual([
      'line: De naam is gesplitst in “Jan” en “Xyz Bos”; controleer dit.',
    ])
    const hans = ['first_name: Bij de naam staat ook “Hans”; dat is niet overgenomen.']
    expect(remarks({ full_name: 'Johannes (Hans) Bos' })).toEqual(hans)
    expect(remarks({ first_name: 'Johannes (Hans)', last_name: 'Bos' })).toEqual(hans)
    expect(remarks({ first_name: 'J. (Hans)', last_name: 'Bos' })).toEqual([])
  })

  it('is that it begins as a formula does, in whichever column', () => {
    const formula = (sign: string) => `line: De naam begint met “${sign}”; hij is als gewone tekst overgenomen.`
    expect(remarks({ full_name: '=Jan Bos' })).toContain(formula('='))
    expect(remarks({ full_name_last_first: '+Bos Jan' })).toContain(formula('+'))
    expect(remarks({ first_name: '@Jan', last_name: 'Bos' })).toContain(formula('@'))
    expect(remarks({ first_name: 'Jan', last_name: '=Bos' })).toContain(formula('='))
    expect(remarks({ first_name: 'Jan', last_name: 'Bos+Mol' })).toEqual([])
  })
})
