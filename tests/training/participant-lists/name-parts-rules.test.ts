import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type NameOrder,
  LONGEST_NAME,
  isInitials,
  nameWords,
  readGiven,
  splitFullName,
  splitLastName,
  takeAside,
  tidyInitials,
} from '../../../src/training/places/participant-lists/names/names.rules.ts'

/** 'J. / Anna / de / Vries' with '-' for what is not there, and behind it what stood aside and whether it is a guess. */
function shown(text: string, order?: NameOrder): string {
  const { initials, first_name, last_name_prefix, last_name, aside, guessed } = splitFullName(text, order)
  const parts = [initials, first_name, last_name_prefix, last_name].map((part) => part || '-').join(' / ')
  return parts + (aside === null ? '' : ` (${aside})`) + (guessed ? ' ?' : '')
}

describe('a name in one cell', () => {
  it.each([
    ['Anna Vries', '- / Anna / - / Vries'],
    ['Anna de Vries', '- / Anna / de / Vries'],
    ['Anna van der Vries', '- / Anna / van der / Vries'],
    ['  Anna   de  Vries ', '- / Anna / de / Vries'],
    ['Anna Van Der Vries', '- / Anna / van der / Vries'],
    ['Anna de Vries Bos', '- / Anna / de / Vries Bos'],
    ['Anna Maria de Vries', '- / Anna Maria / de / Vries'],
    ['Jan Willem Bos', '- / Jan Willem / - / Bos'],
    ['Jan Xyz Bos', '- / Jan / - / Xyz Bos ?'],
    ['Vries', '- / - / - / Vries'],
    ['', '- / - / - / -'],
    // A first name that is a particle as well.
    ['Ben Bos', '- / Ben / - / Bos'],
    ['Ben de Bos', '- / Ben / de / Bos'],
    ['Al Bos', '- / Al / - / Bos ?'],
    ['La Rose', '- / La / - / Rose ?'],
    ['Anna Ben', '- / Anna / - / Ben'],
    ["Roos d'Ancona", "- / Roos / d' / Ancona"],
    ["Piet 't Hart", "- / Piet / 't / Hart"],
  ])('is first name and last name: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it.each([
    ['Vries, Anna', '- / Anna / - / Vries'],
    ['Vries, Anna de', '- / Anna / de / Vries'],
    ['Vries, Anna van der', '- / Anna / van der / Vries'],
    ['de Vries, Anna', '- / Anna / de / Vries'],
    ['Vries, de, Anna', '- / Anna / de / Vries'],
    ['Vries, van, der, Anna', '- / Anna / van der / Vries'],
    ['Vries, Anna, de', '- / Anna / de / Vries'],
    ['Vries,Anna', '- / Anna / - / Vries'],
    ['Vries , Anna Maria', '- / Anna Maria / - / Vries'],
    ['Vries, A.B. de', 'A.B. / - / de / Vries'],
    ['Vries, van der', '- / - / van der / Vries'],
    ['Vries, DE, Anna', '- / Anna / de / Vries'],
    ['Vries,, Anna', '- / Anna / - / Vries'],
    ['Vries,', '- / - / - / Vries'],
    // Somebody called Ben, not a particle.
    ['Vries, Ben', '- / Ben / - / Vries'],
    ['Vries, Van', '- / - / van / Vries'],
    ['Vries, Ben Van', '- / Ben / van / Vries'],
    ['Torre, la, Anna', '- / Anna / la / Torre'],
    ['Vries, dhr. Jan', '- / Jan / - / Vries'],
    ['Vries, van den Jan', '- / Jan / van den / Vries'],
  ])('has the last name before the comma: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it.each([
    ['de Vries Anna', '- / Anna / de / Vries'],
    ['van der Vries Anna', '- / Anna / van der / Vries'],
    ['de Vries Anna Maria', '- / Anna Maria / de / Vries ?'],
    ['Vries Anna de', '- / Anna / de / Vries'],
    ['Vries Anna Maria van der', '- / Anna Maria / van der / Vries'],
    ['Anna de', '- / Anna / - / de'],
    ['JANSEN Piet', '- / Piet / - / JANSEN'],
    ['Piet JANSEN', '- / Piet / - / JANSEN'],
    ['DE VRIES Piet', '- / Piet / de / VRIES'],
    ['BOS MOL Piet', '- / Piet / - / BOS MOL'],
    ['BOS-MOL Piet', '- / Piet / - / BOS-MOL'],
    ['BOS Piet Jan', '- / Piet Jan / - / BOS ?'],
    ['PIET JANSEN', '- / PIET / - / JANSEN'],
    ['JAN-Piet Bos', '- / JAN-Piet / - / Bos'],
    // Two capitals may be two initials.
    ['BO Piet', '- / BO / - / Piet'],
    ['J.P. JANSEN', 'J.P. / - / - / JANSEN'],
  ])('has the last name in front where the writing says so: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it.each([
    ['Vries Anna', '- / Anna / - / Vries'],
    ['Vries Anna Maria', '- / Anna Maria / - / Vries ?'],
    ['Vries Anna de', '- / Anna / de / Vries'],
    ['de Vries Anna', '- / Anna / de / Vries'],
    ['JANSEN Piet', '- / Piet / - / JANSEN'],
    ['Piet JANSEN', '- / Piet / - / JANSEN'],
    ['J. Jansen', 'J. / - / - / Jansen'],
    ['Vries', '- / - / - / Vries'],
  ])('has the last name in front where the list has it so: %j gives %s', (text, parts) => {
    expect(shown(text, 'last-first')).toBe(parts)
  })

  it.each([
    ['A. de Vries', 'A. / - / de / Vries'],
    ['A.B. de Vries', 'A.B. / - / de / Vries'],
    ['A. B. Vries', 'A.B. / - / - / Vries'],
    ['A B Vries', 'A.B. / - / - / Vries'],
    ['J.P.Jansen', 'J.P. / - / - / Jansen'],
    ['J.P. Jan Jansen', 'J.P. / Jan / - / Jansen'],
    ['Th.J. Bos', 'Th.J. / - / - / Bos'],
    ['J.-P. Bos', 'J.-P. / - / - / Bos'],
    ['J. (Hans) Jansen', 'J. / Hans / - / Jansen'],
    ['J.P. “Hans” Jansen', 'J.P. / Hans / - / Jansen'],
    ['Johannes (Hans) Jansen', '- / Johannes / - / Jansen (Hans)'],
    ['J. Jan (Hans) Jansen', 'J. / Jan / - / Jansen (Hans)'],
    ['Jansen (Hans)', '- / - / - / Jansen (Hans)'],
    ['Johannes(Hans)Jansen', '- / Johannes / - / Jansen (Hans)'],
  ])('has initials and a call name: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it.each([
    ...['dhr. Jan Bos', 'Dhr Jan Bos', 'de heer Jan Bos', 'De heer drs. Jan Bos', 'mevr. Jan Bos', 'Mw.  Jan Bos'],
    ...['dr. ir. Jan Bos', 'Jan Bos MSc', 'Jan Bos, MBA', 'Jan Bos  RN', 'Jan Bos PhD.', '1. Jan Bos', '12) Jan Bos'],
    ...['1 . Jan Bos', '- Jan Bos', '•  Jan Bos', '* Jan Bos', '1234. Jan Bos'],
    ...['-Jan Bos', 'dhr.Jan Bos', 'DHR. Jan Bos', 'Jan Bos (mevr.)', 'Bos, Jan, dhr.', 'Bos, mw. Jan'],
  ])('is read without titles, degrees and numbers: %j', (text) => {
    expect(shown(text)).toBe('- / Jan / - / Bos')
  })

  it.each([
    ['Drs Bos', '- / - / - / Bos'],
    ['Jan Dhrbos', '- / Jan / - / Dhrbos'],
    ['Irma Bos', '- / Irma / - / Bos'],
    ['Jan Mr Bos', '- / Jan / - / Mr Bos ?'],
    ['Jan MBA Bos', '- / Jan / - / MBA Bos ?'],
    ['Bosrn Jan', '- / Bosrn / - / Jan'],
    ['1Jan Bos', '- / 1Jan / - / Bos'],
    ['1a. Jan Bos', '- / 1a. Jan / - / Bos'],
  ])('keeps what only looks like a title or a number: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it.each([
    ['Dhr. Van Dijk', '- / - / van / Dijk'],
    ['Van Dijk', '- / - / van / Dijk'],
    ['De Jong', '- / - / de / Jong'],
    ['DE JONG', '- / - / de / JONG'],
    ['Mevr. De Jong-Ten Brink', '- / - / de / Jong-Ten Brink'],
    ['VAN DEN BERG JAN', '- / JAN / van den / BERG'],
    ['Van den Berg J.P.', 'J.P. / - / van den / Berg'],
    ['v.d. Berg Jan', '- / Jan / v.d. / Berg'],
    ['Ten Have Karin', '- / Karin / ten / Have'],
    ["'T Hart Piet", "- / Piet / 't / Hart"],
    ["D'Ancona Roos", "- / Roos / D' / Ancona"],
    ['El Amrani Fatima', '- / Fatima / El / Amrani'],
    ['Di Maria', '- / - / Di / Maria'],
    ['Van den Berg Xyno', '- / Xyno / van den / Berg ?'],
    ['Al Bakali Youssef', '- / Al / - / Bakali Youssef ?'],
  ])('begins with a particle with a capital, which is no first name: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it.each([
    ['baron van Heeckeren', '- / - / van / Heeckeren (baron)'],
    ['Jan baron van Heeckeren', '- / Jan / van / Heeckeren (baron)'],
    ['mr. J.W. ridder van Rappard', 'J.W. / - / van / Rappard (ridder)'],
    ['Heeckeren, J. baron van', 'J. / - / van / Heeckeren (baron)'],
    ['Jhr. van Lennep', '- / - / van / Lennep'],
    ['Jan Ridder', '- / Jan / - / Ridder'],
    ['Jan de Graaf', '- / Jan / de / Graaf'],
    ['Anna Prins van Dijk', '- / Anna Prins / van / Dijk'],
  ])('has a title of nobility, or a family name like it: %j gives %s', (text, parts) => {
    expect(shown(text)).toBe(parts)
  })

  it('that is longer than a name is not taken apart', () => {
    const long = 'Anna '.repeat(24).trim()
    expect(long.length).toBeLessThan(LONGEST_NAME)
    const longest = `${long}b`
    expect(splitFullName(longest)).toMatchObject({ first_name: expect.stringContaining('Anna') as string })
    expect(splitFullName(` ${longest}cd, `)).toEqual({
      initials: null,
      first_name: '',
      last_name_prefix: '',
      last_name: `${longest}cd,`,
      aside: null,
      guessed: false,
    })
  })

  it('loses no letter of first name, particles and last name, however they are put together', () => {
    const first = fc.constantFrom('Anna', 'Jan', 'Zoë', 'Xyno')
    const prefix = fc.constantFrom('', 'de', 'van der', "van 't")
    const last = fc.constantFrom('Vries', 'Bos', 'Jansen-Mol', 'Özil')
    fc.assert(
      fc.property(first, prefix, last, (a, b, c) => {
        const expected = `- / ${a} / ${b || '-'} / ${c}`
        expect(shown(`${a} ${b} ${c}`)).toBe(expected)
        expect(shown(`${c}, ${a} ${b}`)).toBe(expected)
        expect(shown(`${b} ${c}, ${a}`)).toBe(expected)
        if (b !== '') expect(shown(`${c}, ${b}, ${a}`)).toBe(expected)
        expect(shown(`${b} ${c} ${a}`, 'last-first')).toBe(expected)
      }),
    )
  })
})

describe('what stands aside of a name', () => {
  it.each([
    ['Johannes (Hans)', 'Johannes', 'Hans'],
    ['Johannes  ( Hans)', 'Johannes  ( Hans)', null],
    ['Johannes "Hans" Bos', 'Johannes Bos', 'Hans'],
    ['“Hans” Bos', 'Bos', 'Hans'],
    ['Anna (de Vries )', 'Anna', 'de Vries'],
    ['Anna (2)', 'Anna (2)', null],
    ['Anna', 'Anna', null],
    [' Anna ', 'Anna', null],
  ])('of %j is taken out: %j and %j', (text, name, aside) => {
    expect(takeAside(text)).toEqual({ name, aside })
  })
})

describe('the words of a name', () => {
  it.each([
    ['Jan de Vries', ['Jan', 'de', 'Vries']],
    ['Jan Bakker-de Vries', ['Jan', 'Bakker-de Vries']],
    ['Jan Bakker-van den Berg', ['Jan', 'Bakker-van den Berg']],
    ['Jan Jansen - van den Berg', ['Jan', 'Jansen-van den Berg']],
    ['Jan Jansen- Bos', ['Jan', 'Jansen-Bos']],
    ['Jan Jansen -Bos', ['Jan', 'Jansen', '-Bos']],
    ['J.P.Jansen', ['J.P.', 'Jansen']],
    ['J.P.J', ['J.P.J']],
    ['Jan J.Bos', ['Jan', 'J.Bos']],
    ['Jan van Bos', ['Jan', 'van', 'Bos']],
    ['', []],
  ])('%j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words)
  })
})

describe('a last name', () => {
  it.each([
    ['Berg', '', 'Berg'],
    ['van den Berg', 'van den', 'Berg'],
    ['Van Den Berg', 'van den', 'Berg'],
    ['Berg, van den', 'van den', 'Berg'],
    ['Berg (van den)', 'van den', 'Berg'],
    ['Berg van den', 'van den', 'Berg'],
    ['Berg Bos van den', 'van den', 'Berg Bos'],
    ['van den Berg Bos', 'van den', 'Berg Bos'],
    ['Berg Van', '', 'Berg Van'],
    ['Berg el', 'el', 'Berg'],
    ['El Amrani', '', 'El Amrani'],
    ['el Amrani', 'el', 'Amrani'],
    ['de', '', 'de'],
    ['van de', 'van', 'de'],
    ["'tHart", "'t", 'Hart'],
    ['van den Berg - de Vries', 'van den', 'Berg - de Vries'],
    ['', '', ''],
  ])('%j is %j and %j', (cell, last_name_prefix, last_name) => {
    expect(splitLastName(cell)).toEqual({ last_name_prefix, last_name })
  })
})

describe('initials', () => {
  it.each(['J.', 'J.P.', 'J.-P.', 'Th.', 'Th.J.', 'J.P', 'J.-', 'J', 'É.'])('are %j', (word) => {
    expect(isInitials(word)).toBe(true)
  })

  it.each(['Jan', 'JP', 'j.', 'Th', 'Jan.', 'xJ.', 'J.x', 'J.Px', 'J..', '', '-', '1.'])('are not %j', (word) => {
    expect(isInitials(word)).toBe(false)
  })

  it.each([
    ['JP', 'J.P.'],
    ['jp', 'J.P.'],
    ['j.p', 'J.P.'],
    ['J. P.', 'J.P.'],
    ['j.-p.', 'J.-P.'],
    ['Th.J.', 'Th.J.'],
    ['th.j', 'Th.J.'],
    ['ABCDEF', 'A.B.C.D.E.F.'],
    ['ABCDEFG', 'ABCDEFG.'],
    ['é', 'É.'],
    ['A-b', 'A-B.'],
    ['1AB', '1AB.'],
  ])('%j are written %j', (text, written) => {
    expect(tidyInitials(text)).toBe(written)
  })

  it.each([
    [[], null, ''],
    [['Jan'], null, 'Jan'],
    [['J.', 'P.'], 'J.P.', ''],
    [['J', 'P', 'Jan', 'Willem'], 'J.P.', 'Jan Willem'],
    [['Jan', 'P.'], null, 'Jan P.'],
    [['j.', 'p.'], 'J.P.', ''],
    [['v.', 'Jan'], null, 'v. Jan'],
  ])('are taken off first names: %j', (words, initials, first_name) => {
    expect(readGiven(words)).toEqual({ initials, first_name })
  })
})
