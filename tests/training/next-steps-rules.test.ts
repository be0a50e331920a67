import { describe, expect, it } from 'vitest'
import { agreementSteps } from '../../src/training/money/agreements/next.rules.ts'
import { waysToDecide } from '../../src/training/desk/decisions/next.rules.ts'
import { requestSteps } from '../../src/training/proof/registers/next.rules.ts'

/** Each step, the one that comes next marked. */
const told = (steps: { label: string; next?: boolean }[]) =>
  steps.map(({ label, next }) => (next ? `> ${label}` : label))

describe('somebody who is passed on to a register', () => {
  it.each([
    ['queued', true, ['> Nu versturen']],
    ['failed', true, ['> Nu versturen']],
    ['rejected', true, ['> Gegevens herstellen', 'Vraag de cursist', 'Opnieuw versturen']],
    ['rejected', false, ['> Gegevens herstellen', 'Opnieuw versturen']],
    ['accepted', true, []],
  ] as const)('%s, can be asked: %s', (state, canAsk, steps) => {
    expect(told(requestSteps({ id: 1, contact_id: 2, part_id: 3, state, canAsk }))).toEqual(steps)
  })
})

describe('an agreement', () => {
  it.each([
    ['without a link', { ends_on: '2027-01-01', token_hash: null }, [{ left: 3 }], ['> Link maken']],
    ['with a link', { ends_on: '2027-01-01', token_hash: 'x' }, [{ left: 3 }, { left: 0 }], []],
    ['with no places left', { ends_on: '2027-01-01', token_hash: 'x' }, [{ left: 0 }], ['> Plaatsen toevoegen']],
    ['that is over', { ends_on: '2026-01-01', token_hash: 'x' }, [{ left: 3 }], ['> Verlengen']],
  ])('%s', (_name, agreement, lines, steps) => {
    expect(told(agreementSteps({ id: 1, ...agreement }, lines, '2026-11-26'))).toEqual(steps)
  })
})

describe('whether a planning goes on', () => {
  const numbers = (enrolled: number, movable = enrolled) =>
    told(waysToDecide({ id: 1, min_count: 4, enrolled, movable, is_option: false }))

  it('follows the minimum: enough people, too few, none', () => {
    expect(numbers(4)).toEqual(['> Bevestigen', 'Cursisten verplaatsen', 'Annuleren'])
    expect(numbers(3)).toEqual(['Bevestigen', '> Cursisten verplaatsen', 'Annuleren'])
    expect(numbers(0)).toEqual(['Bevestigen', '> Annuleren'])
  })

  it('of an option asks for confirming as soon as somebody comes, and else for more time', () => {
    const option = (enrolled: number, min_count: number | null = null) =>
      told(waysToDecide({ id: 1, min_count, enrolled, movable: enrolled, is_option: true }))
    expect(option(1)).toEqual(['> Bevestigen', 'Optie verlengen', 'Cursisten verplaatsen', 'Annuleren'])
    expect(option(0)).toEqual(['Bevestigen', '> Optie verlengen', 'Annuleren'])
    expect(option(1, 4)).toEqual(['Bevestigen', 'Optie verlengen', '> Cursisten verplaatsen', 'Annuleren'])
  })
})
