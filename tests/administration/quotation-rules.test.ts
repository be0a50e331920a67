import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Offered,
  type Reason,
  REASONS,
  SHOWN_DAYS,
  agreedSentences,
  fingerprint,
  isOver,
  offeredOf,
  reasonText,
  standingOf,
} from '../../src/administration/orders/quotation-answers/answers.rules.ts'
import {
  type Act,
  type QuotationStatus,
  FOLLOWED,
  NOTHING,
  SENT,
  STATUSES,
  VALID_DAYS,
  allows,
  courseOf,
  followQuestion,
  goingOn,
  quotationNeeds,
  refusalOf,
  refusalToChange,
  validUntil,
} from '../../src/administration/orders/quotations/quotations.rules.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { line, withTotals } from './snapshot-support.ts'

const STATES: QuotationStatus[] = ['concept', 'sent', 'viewed', 'accepted', 'declined', 'expired']

describe('the rules of quotations', () => {
  it.each<[Act, QuotationStatus[]]>([
    ['send', ['concept']],
    ['withdraw', ['sent', 'viewed', 'accepted', 'declined', 'expired']],
    ['accept', ['concept', 'sent', 'viewed', 'expired']],
    ['decline', ['sent', 'viewed', 'expired']],
    ['extend', ['sent', 'viewed', 'expired']],
    ['follow', ['concept', 'sent', 'viewed', 'accepted', 'expired']],
  ])('allow to %s from %j', (act, states) => {
    expect(STATES.filter((state) => allows(act, state))).toEqual(states)
  })

  it.each<[Act, QuotationStatus, string]>([
    ['send', 'sent', 'Deze offerte is verstuurd. Alleen een concept wordt verstuurd.'],
    ['follow', 'declined', 'Deze offerte is afgewezen. Kopieer hem om opnieuw aan te bieden.'],
    ['decline', 'concept', 'Deze offerte is nog niet verstuurd.'],
    ['extend', 'accepted', 'Deze offerte is geaccepteerd. Dit kan niet meer.'],
  ])('say to who tries to %s one that is %s why not', (act, state, text) => expect(refusalOf(act, state)).toBe(text))

  it('let a quotation hold for thirty days, unless told otherwise', () => {
    expect(VALID_DAYS).toBe(30)
    expect([validUntil('2026-11-25'), validUntil('2026-11-25', 0), validUntil('2026-12-25', 14)]).toEqual(['2026-12-25', '2026-11-25', '2027-01-08']) // prettier-ignore
  })

  it('have a word and a colour for how one stands, and sentences for what is past', () => {
    expect(STATES.map((state) => STATUSES[state].label)).toEqual(['Concept', 'Verstuurd', 'Bekeken', 'Geaccepteerd', 'Afgewezen', 'Verlopen']) // prettier-ignore
    expect(new Set(STATES.map((state) => STATUSES[state].css)).size).toBe(6)
    const why = (status: QuotationStatus, is_followed: boolean) => refusalToChange({ status, is_followed })
    expect([why('concept', false), why('concept', true), why('viewed', false)]).toEqual([null, null, SENT])
    expect(SENT).toBe('De klant heeft deze offerte. Haal hem terug om hem te wijzigen.')
    expect(why('accepted', true)).toBe('Van deze offerte is al een order of factuur gemaakt. Kopieer hem om opnieuw aan te bieden.') // prettier-ignore
    expect([FOLLOWED.order, FOLLOWED.invoice]).toEqual(['Van deze offerte is al een order gemaakt. Factureer die order.', 'Van deze offerte is al een factuur gemaakt.']) // prettier-ignore
    expect(NOTHING).toBe('Op deze offerte staat geen product dat is gekozen.')
  })

  it('leave behind options that were not chosen and headings under which nothing is left, and keep the order', () => {
    const one = fc.record({ kind: fc.constantFrom('product', 'section'), chosen: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one), (typed) => {
        const lines = typed.map((of, i) => ({ ...of, i, chosen: of.kind === 'section' || of.chosen }))
        const left = goingOn(lines)
        expect(left.map(({ i }) => i)).toEqual(left.map(({ i }) => i).toSorted((a, b) => a - b))
        expect(left.filter(({ kind }) => kind === 'product')).toEqual(
          lines.filter(({ kind, chosen }) => kind === 'product' && chosen),
        )
        for (const { kind, i } of lines)
          if (kind === 'section') {
            const rest = lines.slice(i + 1)
            const end = rest.findIndex((of) => of.kind === 'section')
            const below = end === -1 ? rest : rest.slice(0, end)
            expect(left.some((of) => of.i === i)).toBe(below.length === 0 || below.some(({ chosen }) => chosen))
          }
      }),
    )
  })

  it.each([
    ['order', { products: 1, passed: 0 }, 'een order wilt maken? Er komt 1 product op, samen € 121,00, tegen de prijzen van deze offerte.'], // prettier-ignore
    ['invoice', { products: 3, passed: 1 }, 'een concept van een factuur wilt maken? Er komen 3 producten op, samen € 121,00, tegen de prijzen van deze offerte. 1 optie die niet is gekozen, gaat niet mee.'], // prettier-ignore
    ['order', { products: 2, passed: 2 }, 'een order wilt maken? Er komen 2 producten op, samen € 121,00, tegen de prijzen van deze offerte. 2 opties die niet zijn gekozen, gaan niet mee.'], // prettier-ignore
  ] as const)('ask before an %s comes of it: %o', (to, counts, text) => {
    expect(followQuestion({ uid: 'OF2026-1', total: '€ 121,00', ...counts }, to)).toBe(`Weet u zeker dat u van OF2026-1 ${text}`) // prettier-ignore
  })
})

describe('the course of a quotation', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour))
  const bare = { viewed_at: null, accepted_at: null, accepted_name: null, declined_at: null, decline_reason: null, withdrawn_at: null } // prettier-ignore
  const course = (more: object) =>
    courseOf({ created_at: at(1), sent_at: at(2), valid_until: '2026-12-25', status: 'sent', ...bare, ...more }).map(
      ({ title, text, state }) => `${state} ${title}: ${text}`,
    )
  const BEGAN = 'begun Gemaakt: 24-11-2026 02:00'
  const SENT_AT = 'done Verstuurd: 24-11-2026 03:00'

  it('has the latest on top, and what is still to come above that', () => {
    expect(course({ sent_at: null })).toEqual([BEGAN])
    expect(course({})).toEqual(['next Verloopt na: 25-12-2026', SENT_AT, BEGAN])
    expect(course({ viewed_at: at(3) })).toEqual(['next Verloopt na: 25-12-2026', 'done Bekeken: 24-11-2026 04:00', SENT_AT, BEGAN]) // prettier-ignore
    expect(course({ status: 'expired' })).toEqual(['late Verlopen: 25-12-2026', SENT_AT, BEGAN])
    expect(course({ sent_at: null, withdrawn_at: at(4) })).toEqual(['begun Teruggehaald: 24-11-2026 05:00', BEGAN])
  })

  it('ends with the answer, and who gave it or why', () => {
    expect(course({ accepted_at: at(4) })[0]).toBe('done Geaccepteerd: 24-11-2026 05:00')
    expect(course({ accepted_at: at(4), accepted_name: 'Jan', status: 'expired' })).toEqual(['done Geaccepteerd: 24-11-2026 05:00, door Jan', SENT_AT, BEGAN]) // prettier-ignore
    expect(course({ declined_at: at(4), decline_reason: 'Te duur' })).toEqual(['late Afgewezen: 24-11-2026 05:00, Te duur', SENT_AT, BEGAN]) // prettier-ignore
    expect(course({ declined_at: at(4) })[0]).toBe('late Afgewezen: 24-11-2026 05:00')
  })
})

describe('what of a quotation is still to be done', () => {
  const needs = (more: Partial<Parameters<typeof quotationNeeds>[0]>) =>
    quotationNeeds({ status: 'sent', products: 1, valid_until: '2026-12-25', isFollowed: false, today: '2026-11-25', ...more }).map(({ label, state }) => `${state} ${label}`) // prettier-ignore

  it('is a product, its sending, an answer that ends, or what follows it', () => {
    expect(needs({ products: 0, status: 'accepted' })).toEqual(['open Nog geen producten'])
    expect(needs({ status: 'concept' })).toEqual(['open Klaar om te versturen'])
    expect(needs({ status: 'accepted' })).toEqual(['open Geaccepteerd, en nog geen order'])
    expect(needs({ status: 'accepted', isFollowed: true })).toEqual(['done Verwerkt'])
    expect(needs({ status: 'declined', valid_until: '2026-11-25' })).toEqual([])
    expect(needs({ status: 'expired', valid_until: '2026-11-24' })).toEqual([])
  })

  it('is an answer from a week before its last day on', () => {
    for (const status of ['sent', 'viewed'] as const) {
      expect(needs({ status, valid_until: '2026-12-02' })).toEqual(['open Nog geen antwoord, geldig tot en met 02-12-2026']) // prettier-ignore
      expect(needs({ status, valid_until: '2026-12-03' })).toEqual([])
    }
  })
})

describe('the answer of a customer', () => {
  it('is open while it was sent or seen, and else as it stands', () => {
    expect(STATES.map((status) => standingOf({ status }))).toEqual(['away', 'open', 'open', 'accepted', 'declined', 'expired']) // prettier-ignore
  })

  it('is shown for sixty days after it ended, by an answer or by its last day', () => {
    const noon = (day: string) => new Date(`${day}T12:00:00Z`)
    const over = (of: object, after: number, from: string) =>
      isOver({ accepted_at: null, declined_at: null, valid_until: '2026-11-25', ...of }, noon(addDays(from, after)))
    expect(SHOWN_DAYS).toBe(60)
    expect([over({}, 60, '2026-11-25'), over({}, 61, '2026-11-25')]).toEqual([false, true])
    for (const answer of ['accepted_at', 'declined_at']) {
      const [late, early] = [{ [answer]: noon('2026-12-01') }, { [answer]: noon('2026-11-01') }]
      expect([over(late, 60, '2026-12-01'), over(late, 61, '2026-12-01')]).toEqual([false, true])
      expect([over(early, 60, '2026-11-25'), over(early, 61, '2026-11-25')]).toEqual([false, true])
    }
  })

  it('that is no has a reason, with what was told beside it', () => {
    expect(reasonText('price', '')).toBe('Te duur.')
    expect(reasonText('price', 'Wij hadden op minder gerekend.')).toBe('Te duur. Wij hadden op minder gerekend.')
    expect([reasonText('else', ''), reasonText('else', 'Zomaar')]).toEqual(['Anders.', 'Zomaar'])
    expect((Object.keys(REASONS) as Reason[]).map((reason) => reasonText(reason, ''))).toEqual(Object.values(REASONS).map((text) => `${text}.`)) // prettier-ignore
    expect(new Set(Object.values(REASONS)).size).toBe(6)
    expect(Object.values(REASONS).every((text) => text.length > 3)).toBe(true)
  })

  it('that is yes says who, when, from where and of what', () => {
    const signed = { signed_at: new Date('2026-11-25T11:00:00Z'), name: 'Jan', address: '192.0.2.1', seen: 'abc' }
    expect(agreedSentences(signed)).toEqual([
      'Geaccepteerd op 25-11-2026 12:00 door Jan, via de link van deze offerte.',
      'Vanaf IP-adres 192.0.2.1.',
      'Vingerafdruk van wat werd getoond (SHA-256): abc.',
    ])
    expect(agreedSentences({ ...signed, name: null, address: null })).toEqual([
      'Geaccepteerd op 25-11-2026 12:00, via de link van deze offerte.',
      'Vingerafdruk van wat werd getoond (SHA-256): abc.',
    ])
  })
})

describe('what a customer read', () => {
  const sale = (optional: boolean, chosen: boolean, name = 'Lunch') => ({
    ...{ reference: 'KAM 121', layoutId: null, headerText: null, footerText: null, seller: {}, buyer: {} },
    ...withTotals([line('BHV', '1', '100', '21')]),
    lines: [{ ...line(name, '1', '10', '21'), optional, chosen }],
  })
  const offer = (chosen = true, more: object = {}) =>
    ({ kind: 'quotation', title: 'Offerte OF2026-1', fileName: 'x', facts: [], texts: { header: '', footer: '' }, payment: null, signing: 'Voor akkoord:', sale: sale(true, chosen), ...more }) as unknown as Offered // prettier-ignore
  const print = fingerprint(offer(), [1, 2])

  it('is known by its print, whichever options are chosen and whoever signs', () => {
    expect(print).toMatch(/^[0-9a-f]{64}$/)
    expect(fingerprint(offer(false), [1, 2])).toBe(print)
    expect(fingerprint(offer(true, { signing: undefined }), [1, 2])).toBe(print)
    const other = { ...sale(true, true), total: 1, base: 1, vat: 0, taxes: [] }
    expect(fingerprint(offer(true, { sale: other }), [1, 2])).toBe(print)
  })

  it('has another print where anything else is said', () => {
    const others = [
      fingerprint(offer(true, { title: 'Offerte OF2026-2' }), [1, 2]),
      fingerprint(offer(true, { texts: { header: 'x', footer: '' } }), [1, 2]),
      fingerprint(offer(true, { sale: { ...sale(true, true), reference: 'KAM 122' } }), [1, 2]),
      fingerprint(offer(true, { sale: sale(true, true, 'Diner') }), [1, 2]),
      fingerprint(offer(true, { sale: sale(false, true) }), [1, 2]),
      fingerprint(offer(), [2, 1]),
      fingerprint(offer(), [1]),
    ]
    expect(new Set([print, ...others]).size).toBe(others.length + 1)
  })

  it('is a paper without when it was drawn and how it was agreed to', () => {
    const drawn = { ...offer(), createdAt: new Date(), agreed: { sentences: [], signature: null } }
    expect(offeredOf(drawn)).toEqual(offer())
  })
})
