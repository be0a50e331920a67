import { describe, expect, it } from 'vitest'
import { AS_AGREED, goingKey } from '../../src/administration/catalogue/customers/invoice-to.rules.ts'
import { type Payer, strangeDeposit } from '../../src/administration/invoices/invoices/deposits/deposits.rules.ts'

describe('where an invoice goes', () => {
  it('is told apart only where it is not as agreed', () => {
    expect(goingKey(AS_AGREED)).toBeNull()
    expect(AS_AGREED).toEqual({ use_invoice_relation: true, invoice_relation_id: null })
    expect(goingKey({})).toBeNull()
    expect(goingKey({ use_invoice_relation: true })).toBeNull()
    expect(goingKey({ use_invoice_relation: true, invoice_relation_id: 4 })).toBe('to-4')
    expect(goingKey({ invoice_relation_id: 4 })).toBe('to-4')
    expect(goingKey({ use_invoice_relation: false, invoice_relation_id: null })).toBe('direct')
    // To who buys it, whatever company was chosen before.
    expect(goingKey({ use_invoice_relation: false, invoice_relation_id: 4 })).toBe('direct')
  })
})

describe('a deposit that is taken off', () => {
  const company: Payer = { company_id: 4, contact_id: 7, name: 'Kuipers' }
  const person: Payer = { company_id: null, contact_id: 7, name: 'Jan Bos' }
  const taken = (...payers: Payer[]) => payers.map((payer, i) => ({ uid: `F26-00${i + 1}`, payer }))
  const refused = (uid: string, name: string, way: string) =>
    `Aanbetaling ${uid} is aan ${name} gefactureerd, en deze factuur gaat naar een ander. ${way}, of crediteer eerst de aanbetaling.`

  it('was billed to who gets this invoice: the company, or the person without one', () => {
    expect(strangeDeposit([], { company_id: 4, contact_id: null })).toBeNull()
    expect(strangeDeposit(taken(company), { company_id: 4, contact_id: 7 })).toBeNull()
    expect(strangeDeposit(taken(person), { company_id: null, contact_id: 7 })).toBeNull()
    // Whoever of the company it is.
    expect(strangeDeposit(taken(company, company), { company_id: 4, contact_id: 9 })).toBeNull()
  })

  it('is refused where another paid it, and told how it does go', () => {
    const choose = refused('F26-001', 'Kuipers', 'Kies Kuipers als factuurrelatie')
    expect(strangeDeposit(taken(company), { company_id: 5, contact_id: 7 })).toBe(choose)
    expect(strangeDeposit(taken(company), { company_id: null, contact_id: 7 })).toBe(choose)
    const direct = refused('F26-001', 'Jan Bos', 'Factureer aan de klant zelf')
    expect(strangeDeposit(taken(person), { company_id: 4, contact_id: 7 })).toBe(direct)
    expect(strangeDeposit(taken(person), { company_id: null, contact_id: 8 })).toBe(direct)
  })

  it('is refused for one of several', () => {
    expect(strangeDeposit(taken(company, { ...company, company_id: 5, name: 'Smit' }), { company_id: 4, contact_id: 7 })).toBe(refused('F26-002', 'Smit', 'Kies Smit als factuurrelatie')) // prettier-ignore
  })
})
