import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  PriceQuestion,
  PriceRule,
  PricedProduct,
} from '../../src/administration/catalogue/prices/candidates.rules.ts'
import { type Priced, priceOf as pricedBy } from '../../src/administration/catalogue/prices/prices.rules.ts'
import { togetherParts } from '../../src/administration/catalogue/prices/together.rules.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { formatDate } from '../../src/platform/format/format.ts'

/** With plain spaces, as they are typed here. */
const priceOf = (...asked: Parameters<typeof pricedBy>): Priced =>
  JSON.parse(JSON.stringify(pricedBy(...asked)).replaceAll('\u00a0', ' ')) as Priced

const DAY = today()
const CONTACT = { id: 1, name: 'Jan Jansen' }
const OWN = { id: 1, name: 'De Linde Thuiszorg' }
const PARENT = { id: 2, name: 'Zorggroep De Linde' }
const TOP = { id: 3, name: 'Holding De Linde' }

const product = (more: Partial<PricedProduct> = {}): PricedProduct => ({
  id: 7,
  name: 'BHV basis',
  price: '245.0000',
  discount: '0',
  discount_type: 'percentage',
  category_name: null,
  category_discount: null,
  ...more,
})

let ids = 0
const rule = (more: Partial<PriceRule> = {}): PriceRule => ({
  id: ++ids,
  product_id: 7,
  company_id: null,
  contact_id: null,
  from_count: 1,
  type: 'percentage',
  price: null,
  percentage: '10.00',
  valid_from: null,
  valid_until: null,
  ...more,
})
const fixed = (price: string, more: Partial<PriceRule> = {}) =>
  rule({ type: 'price', price, percentage: null, ...more })

const asked = (more: Partial<PriceQuestion> = {}): PriceQuestion => ({
  customer: { contact: CONTACT, companies: [OWN, PARENT, TOP] },
  day: DAY,
  count: '1',
  ...more,
})

describe('the price of a product', () => {
  it('is its own price where nothing else holds', () => {
    expect(priceOf(product(), asked())).toEqual({
      price: '245.0000',
      original_price: '245.0000',
      is_original_price: true,
      discount: '0',
      discount_type: 'percentage',
      why: '€ 245,00 per stuk. Er geldt geen afspraak, staffel of korting.',
      steps: [
        {
          state: 'wins',
          title: 'Prijs van het product',
          text: 'BHV basis',
          amount: '€ 245,00',
          href: '/products/view/7',
        },
      ],
    })
  })

  const all = [
    ['the contact', fixed('10', { contact_id: 1 })],
    ['the own company', fixed('20', { company_id: 1 })],
    ['the company above it', fixed('30', { company_id: 2 })],
    ['the company above that', fixed('40', { company_id: 3 })],
    ['the quantity step', fixed('50', { from_count: 2 })],
  ] as const
  it.each(all.map(([who], at) => [who, at] as const))('is that of %s before all that come after it', (_who, at) => {
    const everything = product({ category_name: 'BHV', category_discount: '5', discount: '3' })
    const rules = all.slice(at).map(([, one]) => one)
    const told = priceOf(everything, asked({ count: '2' }), { rules })
    expect([told.price, told.is_original_price, told.original_price]).toEqual([
      `${(at + 1) * 10}.0000`,
      false,
      '245.0000',
    ])
    expect(told.steps.map(({ state }) => state)).toEqual(['start', 'wins', ...rules.slice(1).map(() => 'overruled'), 'overruled', 'overruled']) // prettier-ignore
  })

  it('is lowered by the category before the product itself', () => {
    const told = priceOf(product({ category_name: 'BHV', category_discount: '5.00', discount: '3' }), asked())
    expect([told.price, told.discount, told.is_original_price]).toEqual(['245.0000', '5.00', true])
    expect(told.why).toBe(
      '€ 232,75 per stuk. De categorie BHV geeft 5% korting op de prijs van het product en gaat vóór de korting op het product.',
    )
  })

  it('stays the original one where only the product has a discount, which stands beside it', () => {
    const told = priceOf(product({ discount: '12.5000' }), asked())
    expect([told.price, told.is_original_price, told.discount, told.discount_type]).toEqual(['245.0000', true, '12.5000', 'percentage']) // prettier-ignore
    expect(told.steps[1]).toMatchObject({ state: 'wins', text: '12,5% korting', amount: '€ 214,375' })
    const money = priceOf(product({ discount: '20', discount_type: 'money' }), asked())
    expect(money).toMatchObject({ discount: '20', discount_type: 'money', price: '245.0000' })
    expect(money.steps[1]!.text).toBe('€ 20,00 korting op de regel')
  })

  it('takes no more off a line than it comes to', () => {
    const told = priceOf(product({ price: '5', discount: '20', discount_type: 'money' }), asked({ count: '3' }))
    expect(told.discount).toBe('15.0000')
  })

  it('of who is no customer of an agreement is not that of the agreement', () => {
    const rules = [
      fixed('1', { contact_id: 9 }),
      fixed('2', { company_id: 9 }),
      fixed('3', { company_id: 1, product_id: 8 }),
    ]
    expect(priceOf(product(), asked(), { rules })).toMatchObject({ price: '245.0000', is_original_price: true })
    const nobody = { contact: null, companies: [] }
    expect(priceOf(product(), asked({ customer: nobody }), { rules: all.map(([, one]) => one) }).price).toBe('245.0000')
  })

  it.each([
    ['before its first day', { valid_from: addDays(DAY, 1) }, false],
    ['on its first day', { valid_from: DAY }, true],
    ['on its last day', { valid_until: DAY }, true],
    ['after its last day', { valid_until: addDays(DAY, -1) }, false],
  ])('%s: an agreement holds %s', (_when, period, holds) => {
    const told = priceOf(product(), asked(), { rules: [fixed('99', { company_id: 1, ...period })] })
    expect([told.price, told.steps[1]!.state]).toEqual(holds ? ['99.0000', 'wins'] : ['245.0000', 'idle'])
    expect(told.steps[1]!.text.endsWith('geldt niet op deze datum')).toBe(!holds)
  })

  it('follows the highest count that is reached, also within an agreement', () => {
    const steps = [10, 5, 25].map((from_count) => rule({ from_count, percentage: String(from_count) }))
    const priceFor = (count: string) => priceOf(product({ price: '100' }), asked({ count }), { rules: steps })
    const told = ['4', '4.9999', '5', '9', '10', '25', '300'].map(priceFor)
    expect(told.map(({ discount }) => discount)).toEqual(['0', '0', '5', '5', '10', '25', '25'])
    expect(new Set(told.map(({ price }) => price))).toEqual(new Set(['100.0000']))
    const agreed = [fixed('80', { company_id: 1 }), fixed('70', { company_id: 1, from_count: 10 }), ...steps]
    expect(['9', '10'].map((count) => priceOf(product(), asked({ count }), { rules: agreed }).price)).toEqual(['80.0000', '70.0000']) // prettier-ignore
  })

  it('names the step that comes nearest where too few are bought', () => {
    const rules = [rule({ from_count: 10 }), rule({ from_count: 6 })]
    const told = priceOf(product(), asked({ unit: { one: 'persoon', many: 'personen' } }), { rules })
    expect(told.steps[1]).toMatchObject({
      state: 'idle',
      title: 'Staffel vanaf 6 personen',
      text: '10% korting, zo veel zijn het er niet',
      amount: null,
    })
    expect(told.why).toContain('€ 245,00 per persoon.')
  })

  it('says why: what won, what fell away by it, and from which record each came', () => {
    const year = { valid_from: `${DAY.slice(0, 4)}-01-01`, valid_until: `${DAY.slice(0, 4)}-12-31` }
    const agreement = rule({ company_id: 2, ...year })
    const step = rule({ from_count: 6, percentage: '5' })
    const told = priceOf(product({ category_name: 'Veiligheid', category_discount: '0.00' }), asked({ count: '6', unit: { one: 'persoon', many: 'personen' } }), { rules: [step, agreement] }) // prettier-ignore
    expect(told.why).toBe(
      '€ 220,50 per persoon. De afspraak met Zorggroep De Linde geeft 10% korting op de prijs van het product en gaat vóór de staffel.',
    )
    expect(told.steps).toEqual([
      {
        state: 'start',
        title: 'Prijs van het product',
        text: 'BHV basis',
        amount: '€ 245,00',
        href: '/products/view/7',
      },
      {
        state: 'wins',
        title: 'Afspraak met Zorggroep De Linde',
        text: `10% korting, ${formatDate(year.valid_from)} tot en met ${formatDate(year.valid_until)}`,
        amount: '€ 220,50',
        href: `/price-rules/${agreement.id}`,
      },
      {
        state: 'overruled',
        title: 'Staffel vanaf 6 personen',
        text: '5% korting, vervalt door de afspraak met Zorggroep De Linde',
        amount: '€ 232,75',
        href: `/price-rules/${step.id}`,
      },
      { state: 'idle', title: 'Categorie Veiligheid', text: 'Geen korting', amount: null, href: null },
    ])
  })

  it('names all that fell away by it, and each by what it gives', () => {
    const everything = product({ category_name: 'BHV', category_discount: '5', discount: '3' })
    const rules = [fixed('220.5', { company_id: 1, valid_from: DAY }), rule({ from_count: 2 })]
    const told = priceOf(everything, asked({ count: '2' }), { rules })
    expect(told.why).toBe('€ 220,50 per stuk. De afspraak met De Linde Thuiszorg geeft een vaste prijs en gaat vóór de staffel, de categorie BHV en de korting op het product.') // prettier-ignore
    expect(told.steps.slice(1).map(({ title, text, amount }) => `${title}: ${text} ${amount}`)).toEqual([
      `Afspraak met De Linde Thuiszorg: Vaste prijs € 220,50, vanaf ${formatDate(DAY)} € 220,50`,
      'Staffel vanaf 2 stuks: 10% korting, vervalt door de afspraak met De Linde Thuiszorg € 220,50',
      'Categorie BHV: 5% korting, vervalt door de afspraak met De Linde Thuiszorg € 232,75',
      'Korting op het product: 3% korting, vervalt door de afspraak met De Linde Thuiszorg € 237,65',
    ])
    expect(priceOf(everything, asked()).why).toBe('€ 232,75 per stuk. De categorie BHV geeft 5% korting op de prijs van het product en gaat vóór de korting op het product.') // prettier-ignore
    expect(priceOf(product({ discount: '3' }), asked()).why).toBe('€ 237,65 per stuk. De korting op het product geeft 3% korting.') // prettier-ignore
  })

  it('is told with the count and the days of its agreement', () => {
    const text = (more: Partial<PriceRule>) => priceOf(product(), asked({ count: '5' }), { rules: [rule({ company_id: 1, ...more })] }).steps[1]!.text // prettier-ignore
    expect(text({ from_count: 3 })).toBe('10% korting, vanaf 3 stuks')
    expect(text({})).toBe('10% korting')
    expect(text({ valid_until: DAY })).toBe(`10% korting, tot en met ${formatDate(DAY)}`)
    expect(text({ valid_from: DAY, valid_until: DAY })).toBe(`10% korting, ${formatDate(DAY)} tot en met ${formatDate(DAY)}`) // prettier-ignore
  })

  it('is not lowered by a category without a discount', () => {
    const told = priceOf(product({ category_name: 'BHV', category_discount: null }), asked())
    expect(told.steps[1]).toEqual({ state: 'idle', title: 'Categorie BHV', text: 'Geen korting', amount: null, href: null }) // prettier-ignore
  })

  it('of a company for a course goes before its agreement on the product, and after that of the contact', () => {
    const own = [{ company_id: 2, price: '165.5', title: 'Factuurregel van Zorggroep De Linde', text: 'BHV basis' }]
    const agreement = fixed('99', { company_id: 2 })
    expect(priceOf(product(), asked(), { rules: [agreement], own })).toMatchObject({
      price: '165.5000',
      is_original_price: false,
      why: '€ 165,50 per stuk. De factuurregel van Zorggroep De Linde geeft een vaste prijs en gaat vóór de afspraak met Zorggroep De Linde.',
    })
    expect(priceOf(product(), asked(), { rules: [fixed('12', { contact_id: 1 })], own }).price).toBe('12.0000')
    expect(priceOf(product(), asked(), { rules: [fixed('12', { company_id: 1 })], own }).price).toBe('12.0000')
  })
})

describe('whatever was agreed', () => {
  const day = fc.option(
    fc.integer({ min: -3, max: 3 }).map((days) => addDays(DAY, days)),
    { nil: null },
  )
  const anyRule = fc.record({
    whose: fc.integer({ min: 0, max: 5 }),
    from_count: fc.integer({ min: 1, max: 4 }),
    cents: fc.integer({ min: 0, max: 100_000 }),
    isPrice: fc.boolean(),
    valid_from: day,
    valid_until: day,
  })
  const customers = [{ contact_id: 1 }, { company_id: 1 }, { company_id: 2 }, { company_id: 3 }, {}, { company_id: 9 }]

  it('the first that holds gives the price, and nothing adds up', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), (drawn, count) => {
        const rules = drawn.map(({ whose, cents, isPrice, ...rest }) => {
          const mine = { ...customers[whose], ...rest }
          return isPrice
            ? fixed((cents / 100).toFixed(2), mine)
            : rule({ ...mine, percentage: (cents / 1000).toFixed(2) })
        })
        const told = priceOf(product({ price: '80' }), asked({ count: String(count) }), { rules })
        const holding = rules.filter(
          (one) =>
            (one.valid_from ?? DAY) <= DAY &&
            (one.valid_until ?? DAY) >= DAY &&
            one.from_count <= count &&
            one.company_id !== 9,
        )
        const level = (one: PriceRule) => customers.findIndex(({ contact_id = null, company_id = null }) => one.contact_id === contact_id && one.company_id === company_id) // prettier-ignore
        const best = holding.sort((a, b) => level(a) - level(b) || b.from_count - a.from_count || a.id - b.id)[0]
        const isFixed = best?.type === 'price'
        expect(Number(told.price)).toBe(isFixed ? Number(best.price) : 80)
        expect(Number(told.discount)).toBe(best === undefined || isFixed ? 0 : Number(best.percentage))
        expect(told.is_original_price).toBe(!isFixed)
        expect(told.steps.filter(({ state }) => state === 'wins')).toHaveLength(1)
        expect(told.why.startsWith(told.steps.find(({ state }) => state === 'wins')!.amount!)).toBe(true)
      }),
    )
  })
})

describe('a course for a whole company', () => {
  const price = { price: '1950', max_count: 12, extra_price: '95' }
  it.each([
    [1, [{ what: 'together', count: '1', price: '1950' }]],
    [12, [{ what: 'together', count: '1', price: '1950' }]],
    [15, [{ what: 'together', count: '1', price: '1950' }, { what: 'extra', count: '3', price: '95' }]], // prettier-ignore
  ])('costs for %s people one price, and one more for each above the most', (people, parts) => {
    expect(togetherParts(price, people)).toEqual(parts)
  })

  it('costs nothing more for who comes above the most where no price of one more is told', () => {
    expect(togetherParts({ ...price, extra_price: null }, 15)).toHaveLength(1)
  })
})
