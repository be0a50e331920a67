import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Kind,
  type Term,
  discountProblem,
  forced,
  marginOf,
  productLabel,
  samePrice,
  termText,
} from '../../src/administration/catalogue/products/products.rules.ts'
import {
  type Change,
  type Repricing,
  type Rounding,
  ROUNDINGS,
  repriced,
} from '../../src/administration/catalogue/products/repricing.rules.ts'
import { formatPercentage, formatPrice } from '../../src/platform/format/price.ts'

const kinds = fc.record<Kind>({
  is_device: fc.boolean(),
  has_lifecycle: fc.boolean(),
  is_consumable: fc.boolean(),
  has_to_be_delivered: fc.boolean(),
})
const nothing: Kind = { is_device: false, has_lifecycle: false, is_consumable: false, has_to_be_delivered: false }
/** A price as the database keeps it. */
const prices = fc.bigInt({ min: 0n, max: 999_999_999_999n }).map((value) => {
  const text = String(value).padStart(5, '0')
  return `${text.slice(0, -4)}.${text.slice(-4)}`
})

describe('what a product is', () => {
  it('follows: a device and what has a lifecycle are consumables, and those are delivered', () => {
    expect(forced({ ...nothing, is_consumable: true })).toMatchObject({ has_to_be_delivered: true })
    expect(forced({ ...nothing, has_lifecycle: true })).toMatchObject({ is_consumable: true, is_device: false })
    expect(forced({ ...nothing, is_device: true })).toMatchObject({ is_consumable: true, has_to_be_delivered: true })
    expect(forced(nothing)).toEqual(nothing)
  })

  it('takes nothing away that was chosen, and is settled at once', () => {
    fc.assert(
      fc.property(kinds, (kind) => {
        const then = forced(kind)
        for (const [name, holds] of Object.entries(kind)) if (holds) expect(then).toHaveProperty(name, true)
        expect(forced(then)).toEqual(then)
        expect(then.is_consumable).toBe(kind.is_consumable || kind.is_device || kind.has_lifecycle)
        expect(then.has_to_be_delivered).toBe(kind.has_to_be_delivered || then.is_consumable)
      }),
    )
  })

  it('is read as its name, with the code that differs behind it', () => {
    expect(productLabel({ name: 'Cursusboek', code: 'BK' })).toBe('Cursusboek (BK)')
    expect(productLabel({ name: 'Cursusboek', code: 'Cursusboek' })).toBe('Cursusboek')
  })
})

describe('the margin of a replacement', () => {
  it.each<[Term, string]>([
    [{ after: 5, unit: 'years', margin: 10 }, '5 jaar, 10% eerder of later (6 maanden)'],
    [{ after: 18, unit: 'months', margin: 0 }, '18 maanden'],
    [{ after: 1, unit: 'months', margin: 50 }, '1 maand, 50% eerder of later (15 dagen)'],
    [{ after: 2, unit: 'years', margin: 5 }, '2 jaar, 5% eerder of later (37 dagen)'],
    [{ after: 1, unit: 'years', margin: 100 }, '1 jaar, 100% eerder of later (12 maanden)'],
  ])('is a percentage of its term: %o', (term, text) => {
    expect(termText(term)).toBe(text)
  })

  it('grows with its percentage and is the whole term at most', () => {
    const days = (term: Term) => {
      const { count, unit } = marginOf(term)
      return unit === 'days' ? count : count * (365.25 / 12)
    }
    const terms = fc.record({ after: fc.integer({ min: 1, max: 600 }), unit: fc.constantFrom('years', 'months') })
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 99 }), (term, margin) => {
        const of = (percent: number) => days({ ...(term as Term), margin: percent })
        expect(of(margin)).toBeLessThanOrEqual(of(margin + 1) + 1)
        expect(of(margin)).toBeLessThanOrEqual(of(100) + 1)
      }),
    )
  })
})

describe('a discount', () => {
  it.each([
    [{ price: '10', discount: '100', discount_type: 'percentage' }, null],
    [{ price: '10', discount: '100.01', discount_type: 'percentage' }, 'De korting is hooguit 100%.'],
    [{ price: '10', discount: '10.0000', discount_type: 'money' }, null],
    [{ price: '10', discount: '10.0001', discount_type: 'money' }, 'De korting is hooguit de prijs.'],
  ] as const)('takes away all at most: %o', (form, problem) => {
    expect(discountProblem(form)).toBe(problem)
  })
})

describe('changing prices', () => {
  const change = (change: Change, value: string, rounding: Rounding = 'cent'): Repricing => ({
    change,
    value,
    rounding,
  })

  it.each<[string, Repricing, string | null]>([
    ['27.5000', change('raise_percentage', '4'), '28.6000'],
    ['24.9500', change('raise_percentage', '3.5'), '25.8200'],
    ['24.9500', change('raise_percentage', '3.5', 'five'), '25.8000'],
    ['24.9500', change('raise_percentage', '3.5', 'euro'), '26.0000'],
    ['24.9500', change('raise_percentage', '3.5', 'none'), '25.8233'],
    ['10.0000', change('lower_percentage', '100'), '0.0000'],
    ['10.0000', change('lower_percentage', '101'), null],
    ['10.0000', change('raise_amount', '0.255'), '10.2600'],
    ['10.0000', change('lower_amount', '10'), '0.0000'],
    ['10.0000', change('lower_amount', '10.01'), null],
    ['10.0000', change('price', '12.5'), '12.5000'],
    ['1.0050', change('raise_amount', '0'), '1.0100'],
  ])('%s by %o', (price, repricing, becomes) => {
    expect(repriced(price, repricing)).toBe(becomes)
  })

  it('rounds once: within half a step of what was asked', () => {
    const steps: Record<Rounding, number> = { cent: 0.01, five: 0.05, ten: 0.1, fifty: 0.5, euro: 1, none: 0.0001 }
    const roundings = fc.constantFrom(...(Object.keys(ROUNDINGS) as Rounding[]))
    const percents = fc.integer({ min: 0, max: 200 }).map(String)
    fc.assert(
      fc.property(prices, percents, roundings, (price, value, rounding) => {
        const then = Number(repriced(price, change('raise_percentage', value, rounding)))
        const exact = Number(price) * (1 + Number(value) / 100)
        expect(Math.abs(then - exact)).toBeLessThanOrEqual(steps[rounding] / 2 + 0.000_01)
      }),
    )
  })

  it('up and down by the same amount comes back', () => {
    fc.assert(
      fc.property(prices, prices, (price, value) => {
        const up = repriced(price, change('raise_amount', value, 'none'))!
        expect(samePrice(repriced(up, change('lower_amount', value, 'none'))!, price)).toBe(true)
      }),
    )
  })
})

describe('a price on the screen', () => {
  it.each([
    ['1234.5000', '1.234,50'],
    ['0', '0,00'],
    ['1234567.1234', '1.234.567,1234'],
    ['12.1250', '12,125'],
    ['-5.5', '-5,50'],
  ])('%s reads %s', (digits, text) => {
    expect(formatPrice(digits)).toBe(text)
  })

  it('has percentages without zeros at their end', () => {
    expect(['21.00', '12.50', '0', '9'].map(formatPercentage)).toEqual(['21', '12,5', '0', '9'])
  })
})
