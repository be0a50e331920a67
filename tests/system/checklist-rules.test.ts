import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  answerText,
  isMissing,
  isNotable,
  limitsText,
  readAnswer,
  readNumber,
  verdictOf,
  writtenNumber,
} from '../../src/system/checklists/filling.contract.ts'

const block = (more: Partial<Block>): Block => ({
  kind: 'number',
  label: 'Druk',
  required: true,
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
    const kinds = fc.constantFrom<Block['kind']>('yes-no', 'choice', 'number', 'text', 'photo', 'signature', 'heading')
    fc.assert(
      fc.property(kinds, fc.string(), (kind, typed) => {
        const asked = block({ kind, options: ['a', 'b'] })
        expect(readAnswer(asked, '  ')).toEqual({ answer: '' })
        const read = readAnswer(asked, typed)
        if ('answer' in read) expect(readAnswer(asked, read.answer)).toEqual(read)
      }),
    )
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
