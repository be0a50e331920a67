import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  answerText,
  failsOf,
  isMissing,
  isNotable,
  limitsText,
  readAnswer,
  readNumber,
  typedAnswer,
  verdictOf,
  writtenNumber,
} from '../../src/system/checklists/filling.contract.ts'

const block = (more: Partial<Block>): Block => ({
  kind: 'number',
  label: 'Druk',
  required: true,
  not_applicable: false,
  options: [],
  unit: 'bar',
  lowest: '2',
  highest: '7.5',
  ...more,
})

describe('a number in a checklist', () => {
  it.each([
    ['12', '12'],
    ['12,50', '12.5'],
    ['-0,5', '-0.5'],
    ['007.100', '7.1'],
    ['16.000', '16'],
    ['12.', null],
    ['1,2345', null],
    ['0,000', '0'],
    ['-0', '0'],
    ['1.234,5', null],
    ['twaalf', null],
    ['1e3', null],
    ['', null],
  ])('%s is read as %s', (typed, read) => expect(readNumber(typed)).toBe(read))

  it('is read again as it was written', () => {
    const thousandths = fc.integer({ min: -999_999_999, max: 999_999_999 })
    fc.assert(
      fc.property(thousandths, (value) => {
        const number = readNumber((value / 1000).toFixed(3))!
        expect(Number(number)).toBe(value / 1000)
        expect(readNumber(writtenNumber(number))).toBe(number)
      }),
    )
  })

  it('lies below, above or within its limits, and never two of these', () => {
    const decimal = fc.integer({ min: -5000, max: 5000 }).map((value) => String(value / 100))
    fc.assert(
      fc.property(decimal, decimal, decimal, (value, one, other) => {
        const [lowest, highest] = [one, other].sort((a, b) => Number(a) - Number(b)) as [string, string]
        const verdict = verdictOf(block({ lowest, highest }), value)
        expect(verdict).toBe(
          Number(value) < Number(lowest) ? 'low' : Number(value) > Number(highest) ? 'high' : 'within',
        )
      }),
    )
    expect(['1.999', '2', '7.5', '7.501'].map((value) => verdictOf(block({}), value))).toEqual(['low', 'within', 'within', 'high']) // prettier-ignore
    expect(verdictOf(block({ lowest: null, highest: null }), '3')).toBeNull()
    expect(verdictOf(block({}), '')).toBeNull()
  })

  /** A meter ends somewhere: '>200' says that it is more, not how much. */
  it.each<[typed: string, limits: Partial<Block>, kept: string | null, verdict: string | null]>([
    ['>200', { lowest: '200', highest: null }, '>200', 'within'],
    ['> 199,9', { lowest: '200', highest: null }, '>199.9', null],
    ['> 200', { lowest: null, highest: '200' }, '>200', 'high'],
    ['>200', { lowest: null, highest: '201' }, '>200', null],
    ['>5', { lowest: '2', highest: '7' }, '>5', null],
    ['>5', { lowest: '6', highest: '7' }, '>5', null],
    ['>8', { lowest: '2', highest: '7' }, '>8', 'high'],
    ['<0,1', { lowest: '0.1', highest: null }, '<0.1', 'low'],
    ['<0,2', { lowest: '0.1', highest: null }, '<0.2', null],
    ['< 0,10', { lowest: null, highest: '0.1' }, '<0.1', 'within'],
    ['<0,2', { lowest: null, highest: '0.1' }, '<0.2', null],
    ['<2', { lowest: '2', highest: '7' }, '<2', 'low'],
    ['-0,5', { lowest: '0', highest: null }, '-0.5', 'low'],
    ['>', {}, null, null],
    ['>>2', {}, null, null],
    ['=2', {}, null, null],
    ['2>', {}, null, null],
    ['n.v.t.', {}, null, null],
  ])('%s within %o is kept as %s and judged %s, as typed and as kept', (typed, limits, kept, verdict) => {
    const asked = block({ unit: '', ...limits })
    const read = readAnswer(asked, typed)
    expect('answer' in read ? read.answer : null).toBe(kept)
    expect(verdictOf(asked, typed)).toBe(verdict)
    expect(verdictOf(asked, kept ?? '')).toBe(verdict)
    expect(readAnswer(asked, answerText(asked, kept ?? ''))).toEqual({ answer: kept ?? '' })
  })

  it('says its limits in words', () => {
    expect(limitsText(block({}))).toBe('tussen 2 en 7,5 bar')
    expect(limitsText(block({ highest: null }))).toBe('minimaal 2 bar')
    expect(limitsText(block({ lowest: null, unit: '' }))).toBe('maximaal 7,5')
    expect(limitsText(block({ lowest: null, highest: null }))).toBe('')
  })
})

describe('an answer', () => {
  it('is one of what can be chosen', () => {
    const choice = block({ kind: 'choice', options: ['Goed', 'Defect'] })
    expect(readAnswer(choice, ' Goed ')).toEqual({ answer: 'Goed' })
    expect(readAnswer(choice, 'Best')).toEqual({ error: 'Maak een keuze' })
    expect(readAnswer(block({ kind: 'yes-no' }), '2')).toEqual({ error: 'Kies Ja of Nee.' })
  })

  it('is read the same a second time, whatever was typed, and an empty one is never wrong', () => {
    const kinds = fc.constantFrom<Block['kind']>(
      'yes-no',
      'choice',
      'number',
      'date',
      'text',
      'photo',
      'signature',
      'heading',
    )
    fc.assert(
      fc.property(kinds, fc.string(), (kind, typed) => {
        const asked = block({ kind, options: ['a', 'b'] })
        expect(readAnswer(asked, '  ')).toEqual({ answer: '' })
        const read = readAnswer(asked, typed)
        if ('answer' in read) expect(readAnswer(asked, typedAnswer(asked, read.answer))).toEqual(read)
      }),
    )
  })

  it.each([
    ['30-06-2027', { answer: '2027-06-30' }],
    ['29-02-2028', { answer: '2028-02-29' }],
    ['29-02-2027', { error: 'Vul een datum in (dd-mm-jjjj).' }],
    ['06-2027', { error: 'Vul een datum in (dd-mm-jjjj).' }],
    ['01-01-0200', { error: 'Vul een datum in (dd-mm-jjjj).' }],
    ['01-01-3000', { error: 'Vul een datum in (dd-mm-jjjj).' }],
    ['', { answer: '' }],
  ])('to a day, %s is read as %o and told as it was typed', (typed, read) => {
    const day = block({ kind: 'date' })
    expect(readAnswer(day, typed)).toEqual(read)
    if ('answer' in read) expect(answerText(day, read.answer)).toBe(typed)
  })

  it.each<[Block['kind'], boolean]>([
    ['yes-no', true],
    ['choice', true],
    ['number', true],
    ['date', true],
    ['text', true],
    ['photo', false],
    ['signature', false],
    ['heading', false],
  ])('of the kind %s may be n.v.t. where its block says so: %s', (kind, may) => {
    const asked = block({ kind, options: ['a', 'b'], not_applicable: true })
    expect(readAnswer(asked, 'n.v.t.')).toEqual({ answer: may ? 'n.v.t.' : '' })
    if (!may) return
    expect(isMissing(asked, { answer: 'n.v.t.', remark: '', files: 0 })).toBe(false)
    expect(isNotable(asked, 'n.v.t.')).toBe(false)
    expect(verdictOf(asked, 'n.v.t.')).toBeNull()
    expect(answerText(asked, 'n.v.t.')).toBe('n.v.t.')
    if (kind !== 'text') expect(readAnswer({ ...asked, not_applicable: false }, 'n.v.t.')).toHaveProperty('error')
  })

  it('that fails is told with how', () => {
    const answered = (more: Partial<Block>, answer: string) => ({ ...block(more), answer })
    const fails = failsOf([
      answered({ kind: 'heading', label: 'Metingen' }, ''),
      answered({ kind: 'yes-no', label: 'Snoer heel' }, '0'),
      answered({ kind: 'yes-no', label: 'Behuizing heel' }, '1'),
      answered({ label: 'Isolatie', unit: 'MΩ', lowest: '1', highest: null }, '0.42'),
      answered({ label: 'Aardverbinding', unit: 'Ω', lowest: null, highest: '0.5' }, '>20'),
      answered({ label: 'Lek', lowest: null, highest: '0.5' }, '0.5'),
      answered({ label: 'Lek 2', lowest: null, highest: '0.5', not_applicable: true }, 'n.v.t.'),
      answered({ label: 'Druk' }, ''),
    ])
    expect(fails).toEqual([
      { label: 'Snoer heel', text: 'Nee' },
      { label: 'Isolatie', text: '0,42 MΩ, te laag (minimaal 1 MΩ)' },
      { label: 'Aardverbinding', text: '>20 Ω, te hoog (maximaal 0,5 Ω)' },
    ])
  })

  it('is missing while it is asked for and not there', () => {
    const none = { answer: '', remark: '', files: 0 }
    expect(isMissing(block({}), none)).toBe(true)
    expect(isMissing(block({ required: false }), none)).toBe(false)
    expect(isMissing(block({ kind: 'heading' }), none)).toBe(false)
    expect(isMissing(block({ kind: 'photo' }), { ...none, answer: 'x' })).toBe(true)
    expect(isMissing(block({ kind: 'signature' }), { ...none, files: 1 })).toBe(false)
  })

  it('deserves attention when it is a no, or lies outside its limits', () => {
    const notable = (more: Partial<Block>, answers: string[]) => answers.map((answer) => isNotable(block(more), answer))
    expect(notable({ kind: 'yes-no' }, ['0', '1', ''])).toEqual([true, false, false])
    expect(notable({}, ['1', '2', '7.5', '8', ''])).toEqual([true, false, false, true, false])
    expect(notable({ kind: 'text' }, ['0', '1'])).toEqual([false, false])
  })

  it('is told in words', () => {
    expect(answerText(block({ kind: 'yes-no' }), '0')).toBe('Nee')
    expect(answerText(block({}), '2.50')).toBe('2,5 bar')
    expect(answerText(block({ kind: 'text' }), '')).toBe('')
  })
})
