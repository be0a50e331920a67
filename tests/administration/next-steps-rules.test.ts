import { describe, expect, it } from 'vitest'
import { statementSteps } from '../../src/administration/payments/bank/bank.rules.ts'
import { openingSteps } from '../../src/administration/invoices/open-items/next.rules.ts'
import { categorySteps, productSteps } from '../../src/administration/catalogue/products/next.rules.ts'

/** Each step, the one that comes next marked. */
const told = (steps: { label: string; next?: boolean }[]) =>
  steps.map(({ label, next }) => (next ? `> ${label}` : label))

describe('a product', () => {
  const product = { id: 1, name: 'BHV-boek', active: true, price: '12.50', tax_type_id: 2, tax_id: 3 }

  it.each([
    ['that can be sold', {}, []],
    ['without a price', { price: null }, ['> Prijs toevoegen']],
    ['without a percentage of VAT', { tax_id: null }, ['> Btw-percentage toevoegen']],
    ['out of use', { active: false, price: null }, ['> Activeren']],
  ])('%s', (_name, more, steps) => {
    expect(told(productSteps({ ...product, ...more }))).toEqual(steps)
  })
})

describe('what else the administration keeps', () => {
  it('asks for what is left to do with it, and for nothing when that is done', () => {
    expect(told(categorySteps({ id: 1, product_count: 0 }))).toEqual(['> Product toevoegen'])
    expect(categorySteps({ id: 1, product_count: 4 })).toEqual([])
    expect(told(statementSteps({ open: 2 }))).toEqual(['> Regels verwerken'])
    expect(statementSteps({ open: 0 })).toEqual([])
    expect(told(openingSteps({ id: 1, open: 100, written_off: false }))).toEqual(['> Betaling boeken'])
    expect(openingSteps({ id: 1, open: 0, written_off: false })).toEqual([])
    expect(openingSteps({ id: 1, open: 100, written_off: true })).toEqual([])
  })
})
