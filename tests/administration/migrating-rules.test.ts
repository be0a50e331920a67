import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Choice,
  type Outcome,
  CHOICES,
  DESTINATION_ORDER,
  USUAL,
  asAdded,
  dividedOver,
  goingOf,
  isUndelivered,
  labelOf,
  outcomeOf,
} from '../../src/administration/orders/migrating/migrating.rules.ts'
import type { PricedLine, SaleLine } from '../../src/administration/sales/sales/index.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

type Line = Parameters<typeof isUndelivered>[0]
const line = (id: number, more: Partial<Line> = {}): Line => ({ id, kind: 'product', delivered: false, destination: null, ...more }) // prettier-ignore
const heading = (id: number): Line => line(id, { kind: 'section' })
const divided = (lines: Line[], chosen: Record<number, Choice> = {}) =>
  dividedOver(lines, goingOf(lines, new Map(Object.entries(chosen).map(([id, choice]) => [Number(id), choice]))))

describe('what becomes of an order', () => {
  it('is decided for each product: what is delivered is billed, the rest waits unless somebody chose', () => {
    expect(divided([line(1, { delivered: true }), line(2), line(3), line(4)], { 3: 'mark_delivered', 4: 'make_quote' })).toEqual({ invoice: [1, 3], order: [2], quote: [4] }) // prettier-ignore
    expect(divided([line(1, { delivered: true })], { 1: 'make_quote' })).toEqual({ invoice: [1], order: [], quote: [] })
    expect(CHOICES[USUAL].goes).toBe('order')
    expect(DESTINATION_ORDER).toEqual(['invoice', 'order', 'quote'])
  })

  it('leaves what has gone already, and asks only about what is not delivered', () => {
    expect(divided([line(1, { destination: 'invoice' }), line(2)])).toEqual({ invoice: [], order: [2], quote: [] })
    const asked = [line(1), line(2, { delivered: true }), line(3, { destination: 'order' }), heading(4)].filter(isUndelivered) // prettier-ignore
    expect(asked.map(({ id }) => id)).toEqual([1])
  })

  it('carries a heading wherever a product below it goes', () => {
    const lines = [heading(1), line(2, { delivered: true }), line(3), heading(4), line(5, { delivered: true })]
    expect(divided(lines)).toEqual({ invoice: [1, 2, 4, 5], order: [1, 3], quote: [] })
    const apart = [heading(1), line(2), heading(3), line(4, { delivered: true }), heading(5), line(6)]
    expect(divided(apart)).toEqual({ invoice: [3, 4], order: [1, 2, 5, 6], quote: [] })
    expect(divided([line(1, { delivered: true }), heading(2), line(3)])).toEqual({ invoice: [1], order: [2, 3], quote: [] }) // prettier-ignore
    expect(divided([heading(1), heading(2), line(3)])).toEqual({ invoice: [], order: [1, 2, 3], quote: [] })
  })

  it('carries a heading with nothing below it with the product before it, and none of what has gone', () => {
    expect(divided([line(1, { delivered: true }), line(2), heading(3), heading(4)])).toEqual({ invoice: [1], order: [2, 3, 4], quote: [] }) // prettier-ignore
    expect(divided([heading(1)])).toEqual({ invoice: [], order: [], quote: [] })
    expect(divided([heading(1), line(2, { destination: 'order' }), line(3)])).toEqual({ invoice: [], order: [1, 3], quote: [] }) // prettier-ignore
    expect(divided([line(1), heading(2), line(3, { destination: 'order' })])).toEqual({ invoice: [], order: [1], quote: [] }) // prettier-ignore
  })

  it('sends each product to one place and no more, in the order of the lines', () => {
    const any = fc.record({ kind: fc.constantFrom('product' as const, 'section' as const), delivered: fc.boolean(), choice: fc.constantFrom(...(Object.keys(CHOICES) as Choice[])) }) // prettier-ignore
    fc.assert(
      fc.property(fc.array(any, { maxLength: 9 }), (drawn) => {
        const lines = drawn.map(({ kind, delivered }, id) => line(id, { kind, delivered }))
        const places = divided(lines, Object.fromEntries(drawn.map(({ choice }, id) => [id, choice])))
        const all = Object.values(places).flat()
        for (const { id } of lines.filter(({ kind }) => kind === 'product')) expect(all.filter((one) => one === id)).toHaveLength(1) // prettier-ignore
        for (const ids of Object.values(places)) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      }),
    )
  })

  it('has words for what can be chosen', () => {
    expect(Object.values(CHOICES).map(({ label, hint }) => `${label} ${hint}`)).toEqual(['Geleverd op de factuur', 'Later leveren op een nieuwe order', 'Aanbieden op een offerte']) // prettier-ignore
  })
})

describe('what comes of an order, as it is read', () => {
  const sold = (more: object = {}) => ({ id: 1, kind: 'product', name: 'Boek', count: '3.0000', amount: 10_000, tax_type_id: 1, tax: '21.00', taxes_included: false, ...more }) as unknown as SaleLine // prettier-ignore
  const outcome = (lines: SaleLine[], added: Parameters<typeof outcomeOf>[2] = [], along: string[] = []) => plainSpaces(outcomeOf('invoice', lines, added, along)) // prettier-ignore

  it('is its lines with what they come to, and what goes along', () => {
    expect(outcome([sold({ kind: 'section', name: 'Dag 1', amount: 0 }), sold()], [], ['2 bijlagen'])).toEqual({
      goes: 'invoice',
      lines: [
        { name: 'Dag 1', count: null, amount: '' },
        { name: 'Boek', count: '3', amount: '€ 100,00' },
      ],
      along: ['2 bijlagen'],
      base: '€ 100,00',
      vat: '€ 21,00',
      total: '€ 121,00',
    })
    expect(outcome([sold({ kind: 'section', amount: 5_000 })])).toMatchObject({ base: '€ 0,00', total: '€ 0,00' })
    expect(outcome([sold({ tax: null })])).toMatchObject({ vat: '€ 0,00', total: '€ 100,00' })
  })

  it('has what is added or taken off behind them, at its VAT', () => {
    const priced = { name: 'Reis', count: '10', price: '5', discount: '0', discount_type: 'money', tax_type_id: 2, tax: '9.00', taxes_included: true } as unknown as PricedLine // prettier-ignore
    const added = asAdded(priced)
    expect(added).toMatchObject({ name: 'Reis', amount: 5_000 })
    const told = outcome([sold()], [added, { ...added, name: 'Aanbetaling', amount: -2_180, tax_type_id: 1, tax: '21.00' }]) // prettier-ignore
    expect(told.lines.slice(1)).toEqual([{ name: 'Reis', count: '10', amount: '€ 50,00' }, { name: 'Aanbetaling', count: '10', amount: '€ -21,80' }]) // prettier-ignore
    expect([told.base, told.vat, told.total]).toEqual(['€ 127,85', '€ 21,35', '€ 149,20'])
  })

  it('is named on the button by all that is made', () => {
    const label = (...goes: Outcome['goes'][]) => labelOf(goes.map((to) => ({ ...outcomeOf(to, [], [], []) })))
    expect(label()).toBe('Order afhandelen')
    expect(label('invoice')).toBe('Factuur maken')
    expect(label('invoice', 'order')).toBe('Factuur en nieuwe order maken')
    expect(label('invoice', 'order', 'quote')).toBe('Factuur, nieuwe order en offerte maken')
  })
})
