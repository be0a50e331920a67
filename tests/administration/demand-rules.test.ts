import { describe, expect, it } from 'vitest'
import { keptLetter } from '../../src/administration/payments/reminders/letter.rules.ts'
import { type Terms, planOfDay } from '../../src/administration/payments/reminders/planning.rules.ts'
import type { KnownLetter, OpenItem, Payer, PlannedLetter } from '../../src/administration/payments/reminders/types.ts'
import { addDays } from '../../src/platform/format/zone.ts'

const TODAY = '2026-11-25'
const terms: Terms = {
  today: TODAY,
  days: { first_days: 7, next_days: 14, notice_days: 15, collection_days: 14 },
  rates: {
    consumer: [{ from: '2020-01-01', percentage: '6' }],
    commercial: [{ from: '2020-01-01', percentage: '12' }],
  },
  costsVat: null,
}
const KEY = 'somebody'

/** The letter about € 1.000,00 that is a hundred days late, after these letters, to a company or to who buys alone. */
function letterAfter(company: boolean, before: [KnownLetter['step'], number][]) {
  const buyers = company ? { company_id: 1, contact_id: null } : { company_id: null, contact_id: 1 }
  const letters = before.map(([step, ago]): KnownLetter => {
    const day = addDays(TODAY, -ago)
    return { step, counts: true, costs: 0, interest: 0, written_on: day, sent_on: day, returned: false, mail: 'sent' }
  })
  const item: OpenItem = {
    ...buyers,
    ...{ kind: 'invoice', record_id: 1, number: 'F2026-0001', disputed: false, letters, payments: [], waived: false },
    ...{ invoice_date: addDays(TODAY, -130), expires_at: addDays(TODAY, -100), total: 100_000, open: 100_000 },
  }
  const payer: Payer = {
    ...buyers,
    ...{ key: KEY, name: 'Iemand', reader: 'Iemand', client_id: 1, country_code: 'NL', block: null },
    ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null },
    email: 'iemand@voorbeeld.example',
  }
  const [customer] = planOfDay([item], new Map([[KEY, payer]]), () => KEY, terms).customers
  return { letter: customer!.letters[0]!, payer }
}
const sentencesOf = ({ letter, payer }: { letter: PlannedLetter; payer: Payer }): string => {
  const seller = {} as Parameters<typeof keptLetter>[1]['seller']
  return keptLetter(letter, { seller, payer, today: TODAY, now: new Date() }).paper.above.join(' ')
}

describe('the demand with costs', () => {
  it('asks a company the interest between companies, and who buys alone the ordinary one', () => {
    const company = letterAfter(true, [['reminder', 20]])
    const person = letterAfter(false, [['reminder', 60], ['notice', 20]]) // prettier-ignore
    expect([company.letter.step, person.letter.step]).toEqual(['final', 'final'])
    // 99 days: the first is the day after the last on which it could be paid.
    expect([company.letter.interest, person.letter.interest]).toEqual([3_255, 1_627])
  })

  it('says to who buys alone that the fourteen days ran out, and to a company nothing of those', () => {
    const text = 'ook niet binnen 15 dagen na onze vorige brief'
    expect(sentencesOf(letterAfter(false, [['reminder', 60], ['notice', 20]]))).toContain(text) // prettier-ignore
    expect(sentencesOf(letterAfter(true, [['reminder', 20]]))).not.toContain(text)
  })
})

describe('the letters before it', () => {
  it('ask no interest and no costs, however late an invoice is', () => {
    const reminder = letterAfter(false, [])
    const notice = letterAfter(false, [['reminder', 20]])
    expect([reminder.letter.step, notice.letter.step]).toEqual(['reminder', 'notice'])
    for (const { letter } of [reminder, notice]) expect([letter.interest, letter.total]).toEqual([0, 100_000])
    // What the notice says that it will cost is not asked by it.
    expect([reminder.letter.costs, notice.letter.costs]).toEqual([0, 15_000])
  })
})
