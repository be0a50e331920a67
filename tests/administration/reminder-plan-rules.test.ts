import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectionCosts } from '../../src/administration/reminders/costs.rules.ts'
import { type Terms, planOfDay } from '../../src/administration/reminders/planning.rules.ts'
import type { KnownLetter, OpenItem, Payer } from '../../src/administration/reminders/reminders.types.ts'
import { addDays } from '../../src/platform/format/zone.ts'

const TODAY = '2026-11-25'
const terms: Terms = {
  today: TODAY,
  days: { first_days: 7, next_days: 14, notice_days: 15, collection_days: 14 },
  rates: {
    consumer: [{ from: '2020-01-01', percentage: '6' }],
    commercial: [{ from: '2020-01-01', percentage: '10' }],
  },
  costsVat: '21',
}
const keyOf = ({ company_id, contact_id }: Pick<OpenItem, 'company_id' | 'contact_id'>) =>
  company_id === null ? `contact-${contact_id}` : `company-${company_id}`

const letter = fc.record<KnownLetter>({
  step: fc.constantFrom('reminder', 'notice', 'final', 'collection'),
  counts: fc.boolean(),
  costs: fc.constantFrom(0, 4_000),
  written_on: fc.nat(60).map((ago) => addDays(TODAY, -ago)),
  sent_on: fc.option(fc.nat(60).map((ago) => addDays(TODAY, -ago))),
  returned: fc.boolean(),
  mail: fc.option(fc.constantFrom('queued', 'sent', 'refused', 'uncertain', 'kept')),
})
/** Who has what: four customers, two of whom are persons. */
const world = fc
  .record({
    items: fc.array(
      fc.record({
        whose: fc.integer({ min: 1, max: 4 }),
        late: fc.integer({ min: -20, max: 200 }),
        open: fc.integer({ min: -500, max: 900_000 }).filter((cents) => cents !== 0),
        disputed: fc.boolean(),
        paid: fc.option(fc.integer({ min: 1, max: 50_000 })),
        letters: fc.uniqueArray(letter, { maxLength: 3, selector: ({ step }) => step }),
      }),
      { maxLength: 12 },
    ),
    blocked: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    silent: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  })
  .map(({ items, blocked, silent }) => {
    const buyers = (whose: number) =>
      whose <= 2 ? { company_id: whose, contact_id: null } : { company_id: null, contact_id: whose }
    const payers = new Map(
      [1, 2, 3, 4].map((whose): [string, Payer] => {
        const key = keyOf(buyers(whose))
        return [
          key,
          {
            ...buyers(whose),
            ...{ key, name: `Klant ${whose}`, reader: 'Iemand', client_id: whose, country_code: 'NL' },
            ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null },
            email: silent.includes(whose) ? '' : 'klant@voorbeeld.example',
            block: blocked.includes(whose) ? { reason: 'payment' as const, until: null, note: null } : null,
          },
        ]
      }),
    )
    const open = items.map(({ whose, late, open: cents, disputed, paid, letters }, i): OpenItem => ({
      ...buyers(whose),
      ...{ kind: 'invoice', record_id: i, number: `F-${i}`, disputed, letters },
      ...{ invoice_date: addDays(TODAY, -late - 30), expires_at: addDays(TODAY, -late) },
      ...{ total: cents + (paid ?? 0), open: cents },
      payments: paid === null ? [] : [{ day: addDays(TODAY, -1), cents: paid }],
    }))
    return { open, payers }
  })

describe('the plan of a day', () => {
  const planned = (
    check: (seen: { open: OpenItem[]; payers: Map<string, Payer>; plan: ReturnType<typeof planOfDay> }) => void,
  ) =>
    // prettier-ignore
    fc.assert(
      fc.property(world, ({ open, payers }) => check({ open, payers, plan: planOfDay(open, payers, keyOf, terms) })),
    )

  it('tells each invoice at most once, and never twice the same step of it', () => {
    planned(({ open, plan }) => {
      const told = plan.customers.flatMap(({ letters }) => letters.flatMap(({ step, items }) => items.map(({ record_id }) => ({ step, record_id })))) // prettier-ignore
      expect(new Set(told.map(({ record_id }) => record_id)).size).toBe(told.length)
      for (const { step, record_id } of told) {
        const { letters, disputed, open: cents } = open.find((item) => item.record_id === record_id)!
        expect(letters.some((one) => one.counts && one.step === step && one.sent_on !== null)).toBe(false)
        expect([disputed, cents > 0]).toEqual([false, true])
      }
      const left = plan.leftOut.flatMap(({ numbers }) => numbers)
      for (const { record_id } of told) expect(left).not.toContain(`F-${record_id}`)
    })
  })

  it('writes to nobody who is blocked, has no address, or has something to get back, and hands over nobody blocked', () => {
    planned(({ open, plan }) => {
      for (const { payer } of plan.customers) {
        expect([payer.block, payer.email]).toEqual([null, 'klant@voorbeeld.example'])
        expect(open.some((item) => keyOf(item) === payer.key && item.open < 0)).toBe(false)
      }
      expect(plan.toCollect.filter(({ payer }) => payer.block !== null)).toEqual([])
    })
  })

  it('asks a consumer no costs before the letter that says so ran out', () => {
    planned(({ open, plan }) => {
      for (const { payer, letters } of plan.customers.filter(({ payer: { company_id } }) => company_id === null)) {
        expect(payer.contact_id).not.toBeNull()
        for (const { items } of letters.filter(({ step }) => step === 'final'))
          for (const { record_id } of items) {
            const notice = open.find((item) => item.record_id === record_id)!.letters.find((one) => one.counts && one.step === 'notice' && one.sent_on !== null) // prettier-ignore
            expect(notice!.sent_on! < addDays(TODAY, -15)).toBe(true)
          }
      }
    })
  })

  it('adds up: what a letter asks is what its parts are', () => {
    planned(({ plan }) => {
      for (const letter of plan.customers.flatMap(({ letters }) => letters)) {
        const { step, items, principal, interest, earlier, costs, costsVat, total } = letter
        expect(principal).toBe(items.reduce((sum, item) => sum + item.principal, 0))
        expect(costs).toBe(step === 'reminder' ? 0 : collectionCosts(principal))
        expect(total).toBe(principal + interest + earlier + (step === 'final' ? costs + costsVat : 0))
      }
    })
  })

  it('is the same for the same facts, and another one for any other amount', () => {
    planned(({ open, payers, plan }) => {
      const again = planOfDay(open, payers, keyOf, terms)
      expect(again.customers.map(({ shown }) => shown)).toEqual(plan.customers.map(({ shown }) => shown))
      const [first] = plan.customers
      if (!first) return
      const item = first.letters[0]!.items[0]!
      const changed = open.map((one) => (one.record_id === item.record_id ? { ...one, open: one.open + 1 } : one))
      const other = planOfDay(changed, payers, keyOf, terms).customers.find(
        ({ payer }) => payer.key === first.payer.key,
      )
      expect(other?.shown).not.toBe(first.shown)
    })
  })
})
