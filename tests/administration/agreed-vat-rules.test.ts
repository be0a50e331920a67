import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgreedVat } from '../../src/administration/catalogue/customers/index.ts'
import { amountOf, problemOf } from '../../src/administration/catalogue/prices/lines.rules.ts'
import { digitsOf, exact } from '../../src/administration/catalogue/prices/money.rules.ts'
import type { Priced } from '../../src/administration/catalogue/prices/prices.rules.ts'
import { type ProductVat, inModeOf, withVat } from '../../src/administration/catalogue/prices/vat.rules.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

const HIGH: ProductVat = { taxes_included: false, tax_type_id: 1, tax_category: 'S', tax_id: 11, tax: '21.00', tax_label: 'Hoog (21%)' } // prettier-ignore
const LOW: ProductVat = { ...HIGH, tax_type_id: 2, tax_id: 12, tax: '9.00', tax_label: 'Laag (9%)' }
const EXEMPT: ProductVat = {
  ...HIGH,
  tax_type_id: 3,
  tax_category: 'E',
  tax_id: 13,
  tax: '0',
  tax_label: 'Vrijgesteld',
}
const agreed = ({ tax_type_id, tax_category, tax_id, tax, tax_label }: ProductVat): AgreedVat => ({ of: 'De Linde', tax_type_id, tax_category, tax_id, tax, tax_label }) // prettier-ignore
const SHIFTED = agreed({ ...EXEMPT, tax_type_id: 4, tax_category: 'AE', tax_id: 14, tax_label: 'Verlegd' })

const priced = (more: Partial<Priced> = {}): Priced => ({
  ...{ price: '121.0000', original_price: '242.0000', is_original_price: false, discount: '0', discount_type: 'money' },
  ...{ steps: [], why: 'Daarom.' },
  ...more,
})
const bears = (product: ProductVat, of: AgreedVat | null, more: Partial<Priced> = {}, count = '1') =>
  plainSpaces(withVat(priced(more), { product, agreed: of, count }))
const included = (product: ProductVat): ProductVat => ({ ...product, taxes_included: true })

describe('the VAT of a line', () => {
  it.each([
    ['nothing is agreed', HIGH, null],
    ['what is taxed is agreed to be taxed', LOW, agreed(HIGH)],
    ['what is exempt is agreed to be shifted', EXEMPT, SHIFTED],
  ])('is that of the product where %s', (_where, product, of) => {
    for (const one of [product, included(product)])
      expect(bears(one, of)).toEqual({ ...priced(), ...one, tax_why: null })
  })

  it('is what is agreed where that says otherwise whether VAT is charged', () => {
    expect(bears(HIGH, SHIFTED)).toEqual({
      ...priced(),
      ...{ taxes_included: false, tax_type_id: 4, tax_category: 'AE', tax_id: 14, tax: '0', tax_label: 'Verlegd' },
      tax_why: 'Afgesproken met De Linde: Verlegd, in plaats van Hoog (21%).',
    })
    expect(bears(EXEMPT, agreed(HIGH))).toMatchObject({ tax_type_id: 1, tax_category: 'S', tax_id: 11, tax: '21.00', price: '121.0000' }) // prettier-ignore
  })

  it('is taken out of a price with VAT in it, of which another is owed', () => {
    expect(bears(included(HIGH), SHIFTED)).toMatchObject({
      ...{ price: '100.0000', original_price: '200.0000', taxes_included: false },
      tax_why: 'Afgesproken met De Linde: Verlegd, in plaats van Hoog (21%). De prijs is daarom zonder btw: € 100,00.',
    })
    expect(bears(included({ ...EXEMPT, tax: null }), agreed(HIGH))).toMatchObject({ price: '121.0000', taxes_included: false }) // prettier-ignore
  })

  it('is taken out of a discount of money too, and never out of a percentage', () => {
    expect(bears(included(HIGH), SHIFTED, { discount: '12.1000' })).toMatchObject({ discount: '10.0000' })
    expect(bears(included(HIGH), SHIFTED, { discount: '12.1000', discount_type: 'percentage' })).toMatchObject({ discount: '12.1000' }) // prettier-ignore
    expect(bears(HIGH, SHIFTED, { discount: '12.1000' })).toMatchObject({ discount: '12.1000' })
  })

  it('leaves no discount that is more than the line, however both were rounded', () => {
    expect(bears(HIGH, SHIFTED, { price: '10', discount: '25' }, '2')).toMatchObject({ discount: '20.0000' })
    expect(bears(HIGH, SHIFTED, { price: '10', discount: '20' }, '2')).toMatchObject({ discount: '20' })
    expect(bears(HIGH, SHIFTED, { price: '10', discount: '25' }, '-2')).toMatchObject({ discount: '20.0000' })
    const money = fc.integer({ min: 1, max: 5_000_000 }).map((units) => digitsOf(BigInt(units)))
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 40 }), (price, count) => {
        const whole = digitsOf(exact(price) * BigInt(count))
        const line = {
          ...bears(included(LOW), SHIFTED, { price, discount: whole }, String(count)),
          count: String(count),
        }
        expect(problemOf(line)).toBeNull()
        expect(amountOf(line) < 2n).toBe(true)
      }),
    )
  })
})

describe('a price without VAT', () => {
  it('is told as the product tells its prices, with the VAT of that day or without', () => {
    expect(inModeOf(HIGH, '100')).toBe('100')
    expect(inModeOf(included(HIGH), '100')).toBe('121.0000')
    expect(inModeOf(included(LOW), '12.5')).toBe('13.6250')
    expect(inModeOf({ taxes_included: true, tax: null }, '100')).toBe('100.0000')
  })
})
