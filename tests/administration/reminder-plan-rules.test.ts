import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectionCosts } from '../../src/administration/payments/reminders/costs.rules.ts'
import {
  type Terms,
  itemOf,
  letterAbout,
  planOfDay,
} from '../../src/administration/payments/reminders/planning.rules.ts'
import type { KnownLetter, LetterItem, OpenItem, Payer } from '../../src/administration/payments/reminders/types.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

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
  interest: fc.constantFrom(0, 120),
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
      ...{ kind: 'invoice', record_id: i, number: `F-${i}`, disputed, letters, waived: false },
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
        const fresh = items.filter(({ charged }) => !charged).reduce((sum, item) => sum + item.principal, 0)
        expect(costs).toBe(step === 'reminder' ? 0 : collectionCosts(fresh))
        expect(total).toBe(principal + interest + earlier + (step === 'final' ? costs + costsVat : 0))
      }
    })
  })

  it('has each item that is open once: in a letter, handed over, left out or waiting', () => {
    planned(({ open, plan }) => {
      const shown = [
        ...plan.customers.flatMap(({ letters }) => letters.flatMap(({ items }) => items.map((item) => item.number))),
        ...plan.toCollect.flatMap(({ items }) => items.map((item) => item.number)),
        ...[...plan.leftOut, ...plan.waiting, ...plan.handedOver].flatMap(({ numbers }) => numbers),
      ]
      expect(shown.toSorted()).toEqual(open.filter((item) => item.open > 0).map((item) => item.number).toSorted()) // prettier-ignore
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

describe('who gets which letter today', () => {
  const payerOf = (more: Partial<Payer> = {}): Payer => ({
    ...{ company_id: 3, contact_id: null, key: 'company-3', name: 'De Linde', reader: 'Jan', client_id: 1 },
    ...{ email: 'post@linde.example', country_code: 'NL', block: null },
    ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null },
    ...more,
  })
  const itemWith = (more: Partial<OpenItem> = {}): OpenItem => ({
    ...{ company_id: 3, contact_id: null, kind: 'invoice', record_id: 1, number: 'F-1', disputed: false },
    ...{ invoice_date: '2026-09-01', expires_at: '2026-10-01', total: 100_000, open: 100_000 },
    ...{ payments: [], letters: [], waived: false },
    ...more,
  })
  const known = (step: KnownLetter['step'], sent_on: string | null, more: Partial<KnownLetter> = {}): KnownLetter => ({ step, sent_on, counts: true, costs: 0, interest: 0, written_on: '2026-10-20', returned: false, mail: 'sent', ...more }) // prettier-ignore
  const plan = (items: OpenItem[], payers: Payer[] = [payerOf()], more: Partial<Terms> = {}) =>
    plainSpaces(planOfDay(items, new Map(payers.map((payer) => [payer.key, payer])), keyOf, { ...terms, ...more }))
  const steps = (letters: KnownLetter[], payer = payerOf()) => {
    const { company_id, contact_id } = payer
    const made = plan([itemWith({ company_id, contact_id, letters })], [payer])
    return {
      steps: made.customers.flatMap((customer) => customer.letters.map(({ step }) => step)),
      why: made.leftOut.map(({ why }) => why),
      collect: made.toCollect.length,
      waiting: made.waiting.map(({ why, numbers, open }) => [why, numbers, open]),
      handedOver: made.handedOver.map(({ numbers, open }) => [numbers, open]),
    }
  }
  const person = () => payerOf({ company_id: null, contact_id: 4, key: 'contact-4' })
  const none = { steps: [], why: [], collect: 0, waiting: [], handedOver: [] }

  it('follows from what was sent and when', () => {
    expect(steps([])).toEqual({ ...none, steps: ['reminder'] })
    expect(steps([known('reminder', '2026-11-11')])).toEqual({ ...none, steps: ['final'] })
    expect(steps([known('reminder', '2026-11-12')])).toEqual({ ...none, waiting: [['aanmaning vanaf 26-11-2026', ['F-1'], 100_000]] }) // prettier-ignore
    expect(steps([known('reminder', '2026-11-11')], person())).toEqual({ ...none, steps: ['notice'] })
    expect(steps([known('final', '2026-11-11')])).toEqual({ ...none, collect: 1 })
    expect(steps([known('final', '2026-11-12')]).waiting).toEqual([['over te dragen vanaf 26-11-2026', ['F-1'], 100_000]]) // prettier-ignore
    expect(steps([known('collection', null, { written_on: '2026-11-11' })])).toEqual({ ...none, handedOver: [[['F-1'], 100_000]] }) // prettier-ignore
    expect(plan([itemWith({ expires_at: '2026-11-19' })]).waiting.map(({ why }) => why)).toEqual(['herinnering vanaf 26-11-2026']) // prettier-ignore
  })

  it('counts no letter that came back or never left', () => {
    expect(steps([known('reminder', '2026-11-11', { counts: false })]).steps).toEqual(['reminder'])
    expect(steps([known('reminder', null, { counts: false, mail: 'queued' })])).toEqual({ ...none, steps: ['reminder'] }) // prettier-ignore
    expect(steps([known('collection', null, { counts: false })]).steps).toEqual(['reminder'])
  })

  it.each([
    ['scheduled', 'heeft al een brief, die nog niet weg is'],
    ['queued', 'heeft al een brief, die nog niet weg is'],
    ['sending', 'heeft al een brief, die nog niet weg is'],
    ['uncertain', 'kreeg misschien al een brief: het is onzeker of die aankwam'],
    ['kept', 'heeft een brief die bij Berichten wacht op een mailserver'],
  ])('waits for a letter that is %s', (mail, why) => {
    expect(steps([known('reminder', null, { mail })])).toEqual({ ...none, why: [why] })
  })

  it('waits for no letter that will never leave', () => {
    for (const mail of ['refused', null]) expect(steps([known('reminder', null, { mail })]).steps).toEqual(['reminder'])
  })

  it('leaves out what is disputed, by reason, and what is paid', () => {
    const disputed = [itemWith({ disputed: true }), itemWith({ record_id: 2, number: 'F-2', disputed: true, open: 50 })]
    const queued = itemWith({ record_id: 3, number: 'F-3', letters: [known('reminder', null, { mail: 'queued' })] })
    const { leftOut } = plan([...disputed, queued, itemWith({ record_id: 4, open: 0 })])
    expect(leftOut.map(({ why, numbers, open, repair }) => [why, numbers, open, repair])).toEqual([
      ['betwist deze factuur', ['F-1', 'F-2'], 100_050, null],
      ['heeft al een brief, die nog niet weg is', ['F-3'], 100_000, null],
    ])
  })

  it('promises no letter that will not go: what waits says what would hold it up on its day', () => {
    const soon = (more: Partial<OpenItem> = {}) => itemWith({ letters: [known('reminder', '2026-11-12')], ...more })
    const why = (items: OpenItem[], payer: Partial<Payer> = {}) => {
      const made = plan(items, [payerOf(payer)])
      expect([made.customers, made.leftOut, made.toCollect]).toEqual([[], [], []])
      return made.waiting.map((one) => one.why)
    }
    const blocked = (until: string | null) => ({ block: { reason: 'arrangement' as const, until, note: null } })
    const from = 'aanmaning vanaf 26-11-2026'
    expect(why([soon({ disputed: true })])).toEqual([`${from}, maar de klant betwist deze factuur`])
    expect(why([soon()], blocked(null))).toEqual([`${from}, maar de klant krijgt geen brieven: betalingsregeling`])
    expect(why([soon()], blocked('2026-11-26'))).toEqual([`${from}, maar de klant krijgt geen brieven tot en met 26-11-2026: betalingsregeling`]) // prettier-ignore
    expect(why([soon()], { email: '' })).toEqual([`${from}, maar de klant heeft geen e-mailadres`])
    expect(why([soon(), itemWith({ number: 'F-2', open: -2_500 })])).toEqual([`${from}, maar de klant heeft nog € 25,00 tegoed`]) // prettier-ignore
    const queued = known('final', null, { mail: 'queued' })
    expect(why([soon({ letters: [known('reminder', '2026-11-12'), queued] })])).toEqual([`${from}, maar de klant heeft al een brief, die nog niet weg is`]) // prettier-ignore
    // One that is disputed says so of itself alone.
    expect(why([soon({ disputed: true }), soon({ number: 'F-2' })])).toEqual([`${from}, maar de klant betwist deze factuur`, from]) // prettier-ignore
  })

  it('says nothing of what is over by then, or holds up no handing over', () => {
    const why = (letters: KnownLetter[], payer: Partial<Payer>, more: OpenItem[] = []) =>
      plan([itemWith({ letters }), ...more], [payerOf(payer)]).waiting.map((one) => one.why)
    const reminded = [known('reminder', '2026-11-12')]
    const last = [known('final', '2026-11-12')]
    const blocked = (until: string | null) => ({ block: { reason: 'payment' as const, until, note: null } })
    expect(why(reminded, blocked('2026-11-25'))).toEqual(['aanmaning vanaf 26-11-2026'])
    expect(why(reminded, { ...blocked('2026-11-25'), email: '' })).toEqual(['aanmaning vanaf 26-11-2026, maar de klant heeft geen e-mailadres']) // prettier-ignore
    expect(why(last, { email: '' }, [itemWith({ number: 'F-2', open: -50 })])).toEqual(['over te dragen vanaf 26-11-2026']) // prettier-ignore
    expect(why(last, blocked('2026-11-25'))).toEqual(['over te dragen vanaf 26-11-2026'])
    expect(why(last, blocked(null))).toEqual(['over te dragen vanaf 26-11-2026, maar de klant krijgt geen brieven: betaling onderweg']) // prettier-ignore
  })

  it.each<[string, Partial<Payer>, string, string, string]>([
    [
      'is blocked',
      { block: { reason: 'arrangement', until: null, note: null } },
      'krijgt geen brieven: betalingsregeling',
      'Blokkade bekijken',
      '/administration/reminders/block/company-3',
    ],
    [
      'is blocked for a while',
      { block: { reason: 'payment', until: '2026-12-01', note: null } },
      'krijgt geen brieven tot en met 01-12-2026: betaling onderweg',
      'Blokkade bekijken',
      '/administration/reminders/block/company-3',
    ],
    [
      'is blocked otherwise',
      { block: { reason: 'other', until: null, note: null } },
      'krijgt geen brieven: geblokkeerd',
      'Blokkade bekijken',
      '/administration/reminders/block/company-3',
    ],
    ['has no address', { email: '' }, 'heeft geen e-mailadres', 'E-mailadres invullen', '/company/edit/3'],
    [
      'has a wrong address',
      { email: 'a@' },
      'heeft geen geldig e-mailadres: a@',
      'E-mailadres invullen',
      '/company/edit/3',
    ],
  ])('leaves out who %s, and says where that is mended', (_who, more, why, label, href) => {
    // prettier-ignore
    const made = plan([itemWith(), itemWith({ number: 'F-2' })], [payerOf(more)])
    expect(made.customers).toEqual([])
    expect(made.leftOut).toMatchObject([{ why, repair: { label, href }, numbers: ['F-1', 'F-2'], open: 200_000 }])
  })

  it('leaves out who has something to get back, and mends a person where that is', () => {
    const made = plan([itemWith(), itemWith({ number: 'F-2', open: -2_500 })])
    expect(made.leftOut).toMatchObject([{ why: 'heeft nog € 25,00 tegoed', repair: { label: 'Overzicht bekijken', href: '/administration/statement/company-3' }, numbers: ['F-1'] }]) // prettier-ignore
    const lonely = plan([itemWith({ company_id: null, contact_id: 4 })], [{ ...person(), email: '' }])
    expect(lonely.leftOut[0]!.repair!.href).toBe('/contact/edit/4')
    expect(plan([itemWith()], []).customers).toEqual([])
  })

  it('hands over without an address, but not who is blocked', () => {
    const due = [itemWith({ letters: [known('final', '2026-11-11')] })]
    expect(plan(due, [payerOf({ email: '' })])).toMatchObject({ toCollect: [{ items: [{ number: 'F-1' }] }], leftOut: [] }) // prettier-ignore
    const blocked = plan(due, [payerOf({ block: { reason: 'other', until: null, note: null } })])
    expect(blocked).toMatchObject({ toCollect: [], leftOut: [{ why: 'krijgt geen brieven: geblokkeerd', numbers: ['F-1'] }] }) // prettier-ignore
  })

  it('writes one letter of each step, the gentlest first, to customers by name', () => {
    const items = [itemWith({ letters: [known('reminder', '2026-11-01')] }), itemWith({ record_id: 2, number: 'F-2' }), itemWith({ record_id: 3, number: 'F-3' })] // prettier-ignore
    const [only] = plan(items).customers
    expect(only!.letters.map(({ step, items: told }) => [step, told.map(({ number }) => number)])).toEqual([['reminder', ['F-2', 'F-3']], ['final', ['F-1']]]) // prettier-ignore
    const named = ['Zwart', 'bakker', 'Årsten'].map((name, i) => payerOf({ name, company_id: i + 1, key: `company-${i + 1}` })) // prettier-ignore
    const all = plan(
      named.map(({ company_id }) => itemWith({ company_id })),
      named,
    )
    expect(all.customers.map(({ payer }) => payer.name)).toEqual(['Årsten', 'bakker', 'Zwart'])
    const blocked = named.map((payer) => ({ ...payer, email: '' }))
    expect(plan(named.map(({ company_id }) => itemWith({ company_id })), blocked).leftOut.map(({ payer }) => payer.name)).toEqual(['Årsten', 'bakker', 'Zwart']) // prettier-ignore
    const due = named.map(({ company_id }) => itemWith({ company_id, letters: [known('final', '2026-11-01')] }))
    expect(plan(due, named).toCollect.map(({ payer }) => payer.name)).toEqual(['Årsten', 'bakker', 'Zwart'])
  })

  it('asks interest by who buys, from what was open when', () => {
    const paid = itemWith({ open: 60_000, payments: [{ day: '2026-10-01', cents: 40_000 }] })
    expect(itemOf(paid, terms.rates.consumer, '2026-11-25')).toEqual({
      ...{ kind: 'invoice', record_id: 1, number: 'F-1', invoice_date: '2026-09-01', expires_at: '2026-10-01' },
      ...{ total: 100_000, open: 60_000, principal: 60_000, interest: 533, earlier: 0 },
      ...{ earlierInterest: 0, charged: false },
    })
    const interest = (payer: Payer) => {
      const { company_id, contact_id } = payer
      const letters = [known('reminder', '2026-10-10'), known('notice', '2026-11-01')]
      const [customer] = plan([itemWith({ company_id, contact_id, letters })], [payer]).customers
      return customer!.letters[0]!.interest
    }
    expect([interest(payerOf()), interest(person())]).toEqual([1_479, 888])
  })

  it('counts costs that were asked in letters that left', () => {
    const asked = (more: Partial<KnownLetter>) => itemOf(itemWith({ letters: [known('final', '2026-11-01', { costs: 4_000, ...more })] }), [], '2026-11-25').earlier // prettier-ignore
    expect([asked({}), asked({ counts: false }), asked({ sent_on: null }), asked({ costs: 0 })]).toEqual([4_000, 0, 0, 0]) // prettier-ignore
  })

  it('asks costs once: of a fourteen-day letter that ran out the last letter names them, and asks no others', () => {
    const notice = known('notice', '2026-11-01', { costs: 4_000 })
    const of = (more: Partial<OpenItem>) => itemOf(itemWith({ letters: [notice], ...more }), [], '2026-11-25')
    expect([of({}).earlier, of({}).charged]).toEqual([4_000, true])
    expect(itemOf(itemWith({ letters: [notice] }), [], '2026-11-16')).toMatchObject({ earlier: 0, charged: false })
    const paid = of({ open: 90_000, payments: [{ day: '2026-11-20', cents: 14_000, costs: 4_000 }] })
    expect([paid.principal, paid.earlier, paid.charged]).toEqual([90_000, 0, true])
    const about = (...items: LetterItem[]) => letterAbout('final', items, { ...terms, costsVat: null })
    expect(about(of({}))).toMatchObject({ costs: 0, earlier: 4_000, total: 104_000 })
    expect(about(of({}), itemOf(itemWith({ open: 20_000 }), [], TODAY))).toMatchObject({ costs: 4_000, earlier: 4_000, total: 128_000 }) // prettier-ignore
  })

  it('asks neither costs nor interest of what they were let go of', () => {
    const letters = [known('reminder', '2026-10-10'), known('final', '2026-11-24', { costs: 4_000, interest: 120 })]
    const waived = itemOf(itemWith({ letters, waived: true }), terms.rates.commercial, TODAY)
    expect(waived).toMatchObject({ principal: 100_000, interest: 0, earlier: 0, earlierInterest: 0, charged: true })
    expect(letterAbout('final', [waived], terms)).toMatchObject({ costs: 0, costsVat: 0, total: 100_000 })
  })

  it('announces no costs to a person of whom they were let go, and does once they are asked again', () => {
    const letters = [known('reminder', '2026-10-10')]
    const steps = (more: Partial<OpenItem>) => {
      const { company_id, contact_id } = person()
      const [customer] = plan([itemWith({ company_id, contact_id, letters, ...more })], [person()]).customers
      return customer?.letters.map(({ step, costs }) => [step, costs > 0])
    }
    expect(steps({ waived: true })).toEqual([['final', false]])
    expect(steps({ waived: false })).toEqual([['notice', true]])
    // The days that a letter of fourteen days gave stand, whatever was let go since.
    expect(steps({ waived: true, letters: [...letters, known('notice', addDays(TODAY, -3), { costs: 4_000 })] })).toBeUndefined() // prettier-ignore
  })

  it('asks in each letter what it may, by a day that follows from the settings', () => {
    const item = (more: Partial<LetterItem> = {}): LetterItem => ({ ...itemOf(itemWith(), [], TODAY), interest: 120, earlier: 500, ...more }) // prettier-ignore
    const about = (step: 'reminder' | 'notice' | 'final', more: Partial<Terms> = {}) => {
      const { principal, interest, earlier, costs, costsVat, total, answerBy } = letterAbout(step, [item(), item({ principal: 5_000 })], { ...terms, days: { ...terms.days, next_days: 10, collection_days: 20 }, ...more }) // prettier-ignore
      return [principal, interest, earlier, costs, costsVat, total, answerBy]
    }
    expect(about('reminder')).toEqual([105_000, 0, 1_000, 0, 0, 106_000, '2026-12-05'])
    expect(about('notice')).toEqual([105_000, 0, 1_000, 15_750, 3_308, 106_000, '2026-12-10'])
    expect(about('final')).toEqual([105_000, 240, 1_000, 15_750, 3_308, 125_298, '2026-12-15'])
    expect(about('final', { costsVat: null })).toEqual([105_000, 240, 1_000, 15_750, 0, 121_990, '2026-12-15'])
  })

  it('is another plan for another address', () => {
    const shown = (email: string) => plan([itemWith()], [payerOf({ email })]).customers[0]!.shown
    expect(shown('post@linde.example')).toBe(shown('post@linde.example'))
    expect(shown('post@linde.example')).not.toBe(shown('factuur@linde.example'))
  })
})
