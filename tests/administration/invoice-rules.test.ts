import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { courseOf, settledOf } from '../../src/administration/invoices/invoices/course.rules.ts'
import {
  type CreditLine,
  creditProblem,
  fits,
  leftOf,
} from '../../src/administration/invoices/invoices/credit/credit.rules.ts'
import {
  type InvoiceStatus,
  NONE_TO_MERGE,
  STATUSES,
  conceptNeeds,
  expiryOf,
  invoiceTitle,
  isOverdue,
  shownLines,
  shownTotals,
} from '../../src/administration/invoices/invoices/invoices.rules.ts'
import {
  claimedInvoice,
  isPayToken,
  payToken,
} from '../../src/administration/invoices/invoices/payments/pay-link.rules.ts'
import { SOURCES, keptBy, paymentShown } from '../../src/administration/invoices/invoices/payments/payments.rules.ts'
import { dateProblem, missingOn } from '../../src/administration/invoices/invoices/definitive/snapshot.rules.ts'
import {
  canBeTold,
  toldFlash,
  toldLabels,
} from '../../src/administration/invoices/invoices/payments/payment-state.rules.ts'
import { digitsOf } from '../../src/administration/catalogue/prices/index.ts'
import type { SaleLine } from '../../src/administration/sales/sales/index.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { SELLER } from './snapshot-support.ts'

describe('an invoice', () => {
  it('is called by its number, or that it has none yet, and by the way its money goes', () => {
    const titles = [100, -100, 0].flatMap((total) => [invoiceTitle({ uid: null, total }), invoiceTitle({ uid: 'F2026-0001', total })]) // prettier-ignore
    expect(titles).toEqual([
      ...['Concept van een factuur', 'Factuur F2026-0001'],
      ...['Concept van een creditfactuur', 'Creditfactuur F2026-0001'],
      ...['Concept van een factuur', 'Factuur F2026-0001'],
    ])
  })

  it('is late the day after its last one, while something is owed', () => {
    const late = (open: number, day: string) => isOverdue({ open, expires_at: expiryOf('2026-11-01', 14) }, day)
    expect([late(1, '2026-11-16'), late(1, '2026-11-15'), late(0, '2026-11-16'), late(-1, '2026-11-16')]).toEqual([true, false, false, false]) // prettier-ignore
  })

  it('has a word and a colour for how it stands', () => {
    const words: Record<InvoiceStatus, string> = {
      ...{ concept: 'Concept', definitive: 'Definitief', sent: 'Verzonden', partly_paid: 'Deels betaald' },
      ...{ disputed: 'Betwist', paid: 'Betaald', credited: 'Gecrediteerd', written_off: 'Afgeboekt' },
    }
    expect(Object.fromEntries(Object.entries(STATUSES).map(([key, { label }]) => [key, label]))).toEqual(words)
    for (const { css } of Object.values(STATUSES)) expect(css).toMatch(/^st-[a-z]+$/)
    expect(NONE_TO_MERGE).toBe('Er zijn geen facturen om mee samen te voegen voor deze debiteur.')
  })

  it('says of a concept what is missing and where that is told, or that it is ready', () => {
    expect(conceptNeeds([])).toEqual([{ label: 'Klaar om definitief te maken', icon: 'checks', state: 'done' }])
    const needs = conceptNeeds([
      { text: 'Vul het btw-id in.', href: '/settings/?tab=administration' },
      { text: 'Vul het adres in.', href: '/administration/invoice/edit/7' },
    ])
    expect(needs.map(({ label, state, icon }) => [label, state, icon])).toEqual([
      ['Vul het btw-id in.', 'open', 'alert-triangle'],
      ['Vul het adres in.', 'open', 'alert-triangle'],
    ])
    expect(needs.map(({ action }) => action)).toEqual([
      { label: 'Invullen', kind: 'link', url: '/settings/?tab=administration' },
      { label: 'Invullen', kind: 'popup', url: '/administration/invoice/edit/7' },
    ])
  })

  it('shows its lines with counts and prices as they are read', () => {
    const line = { id: 3, kind: 'product', name: 'Boek', code: 'BK', description: null, count: '1200.0000', price: '12.5000', why: 'Daarom', discount: '10.0000', discount_type: 'percentage', tax: '9.00', amount: 13_500, product_id: 7, version: 1 } // prettier-ignore
    const shown = (more: Partial<SaleLine>) => plainSpaces(shownLines([{ ...line, ...more } as SaleLine]))[0]
    expect(shown({})).toEqual({ id: 3, kind: 'product', name: 'Boek', code: 'BK', description: null, count: '1.200', price: '€ 12,50', why: 'Daarom', discount: '10%', tax: '9%', amount: '€ 135,00', product_id: 7 }) // prettier-ignore
    expect(shown({ code: 'Boek', count: '2.5', tax: null })).toMatchObject({ code: null, count: '2,50', tax: '' })
    expect(shown({ count: '1.0001' })).toMatchObject({ count: '1,0001' })
    // Exempt is no rate of 0%.
    expect(shown({ tax: '0.00', tax_name: 'Vrijgesteld' })).toMatchObject({ tax: 'Vrijgesteld' })
  })

  it('shows what it comes to, per kind of VAT and together', () => {
    const tax = (name: string, rate: string, base: number, vat: number, reason: string | null = null) => ({ tax_type_id: 1, category: 'S', name, tax: rate, base, vat, reason }) // prettier-ignore
    expect(
      plainSpaces(shownTotals([tax('Hoog', '21.00', 10_000, 2_100), tax('Vrijgesteld', '0', 5_000, 0, 'Daarom')])),
    ).toEqual({
      // prettier-ignore
      taxes: [
        { label: '21%', base: '€ 100,00', vat: '€ 21,00', reason: null },
        { label: 'Vrijgesteld', base: '€ 50,00', vat: '€ 0,00', reason: 'Daarom' },
      ],
      base: '€ 150,00',
      vat: '€ 21,00',
      total: '€ 171,00',
    })
  })
})

describe('what an invoice lacks before it gets its number', () => {
  const FIRM = { ...SELLER, texts: { header: '', footer: '', payment: '' } } as unknown as Parameters<typeof missingOn>[1]['firm'] // prettier-ignore
  const PLACE = { street: 'Laan', street_no: '1', street_no_adding: null, postal_code: '7511 AA', city: 'Enschede' }
  const missing = (
    invoice: Partial<Parameters<typeof missingOn>[0]> = {},
    facts: Partial<Parameters<typeof missingOn>[1]> = {},
  ) =>
    missingOn(
      { id: 7, company_id: 3, country_code: 'BE', ...PLACE, ...invoice },
      { firm: FIRM, lines: 1, taxes: [{ category: 'S' }], vatId: null, delivered: true, credits: false, ...facts },
    )

  it('is nothing where all is told', () => expect(missing()).toEqual([]))

  it('is a product, and an address', () => {
    expect(missing({}, { lines: 0 })).toEqual([{ text: 'Zet eerst een product op de factuur.', href: '/administration/invoice/view/7' }]) // prettier-ignore
    for (const place of [{ street: null }, { street: '' }, { city: null }, { city: '', street: null }])
      expect(missing(place)).toEqual([{ text: 'Vul het adres van de klant in op de factuur.', href: '/administration/invoice/edit/7' }]) // prettier-ignore
  })

  it.each(['AE', 'K'])('is the btw-id of who pays VAT of kind %s', (category) => {
    const taxes = [{ category: 'S' }, { category }]
    expect(missing({}, { taxes })).toEqual([{ text: 'Vul het btw-id van de klant in bij het bedrijf.', href: '/company/edit/3' }]) // prettier-ignore
    expect(missing({ company_id: null }, { taxes })).toEqual([
      { text: 'Kies een bedrijf: bij deze btw hoort het btw-id van de klant.', href: '/administration/invoice/edit/7' },
    ])
    expect(missing({}, { taxes, vatId: 'BE0123456749' })).toEqual([])
  })

  it.each([
    ['K', 'NL801234566B01', 'NL', 'Een levering binnen de EU zonder btw kan alleen met een btw-id van een ander EU-land, en NL801234566B01 is Nederlands.'], // prettier-ignore
    ['K', 'BE0123456749', 'DE', 'Een levering binnen de EU zonder btw gaat naar het land van het btw-id, en bij BE0123456749 staat een adres in Duitsland.'], // prettier-ignore
    ['G', 'NL801234566B01', 'NL', 'Uitvoer buiten de EU kan niet voor een klant met een adres in Nederland.'],
    ['G', null, 'GR', 'Uitvoer buiten de EU kan niet voor een klant met een adres in Griekenland.'],
    ['K', 'BE0123456749', 'BE', null],
    ['K', 'EL123456789', 'GR', null],
    ['K', 'XI123456789', 'GB', null],
    ['G', null, 'CH', null],
    ['AE', 'NL801234566B01', 'NL', null],
  ])('is another VAT where %s cannot be for %s in %s', (category, vatId, country_code, why) => {
    const taxes = [{ category: 'S' }, { category }]
    const wanted = why === null ? [] : [{ text: `${why} Kies een andere btw op de regels, of verbeter het adres of het btw-id.`, href: '/administration/invoice/view/7' }] // prettier-ignore
    expect(missing({ country_code }, { taxes, vatId })).toEqual(wanted)
    // What takes it back says what was charged.
    expect(missing({ country_code }, { taxes, vatId, credits: true })).toEqual([])
  })

  it('is the day of supply to another land of the union, and of nothing else', () => {
    const found = (category: string) => missing({}, { taxes: [{ category }], vatId: 'BE0123456749', delivered: false })
    expect(found('K')).toEqual([
      { text: 'Vul de leverdatum in: die hoort bij een levering naar een ander EU-land.', href: '/administration/invoice/edit/7' }, // prettier-ignore
    ])
    expect(['S', 'E', 'AE', 'Z'].flatMap(found)).toEqual([])
    expect(missing({ country_code: 'US' }, { taxes: [{ category: 'G' }], delivered: false })).toEqual([])
  })

  it('is what the firm does not tell of itself, without what only a form needs', () => {
    const found = missing({}, { firm: { ...FIRM, vat_id: '' } })
    expect(found).toEqual([
      { text: 'Vul het btw-id in bij Instellingen > Administratie.', href: '/settings/?tab=administration' },
    ])
  })
})

describe('the date of the next invoice', () => {
  const problem = (day: string, last: string | null = '2026-11-20', closedUntil = '2026-09-30') =>
    dateProblem(day, { today: '2026-11-25', last, closedUntil })

  it('is of today or before, after what was closed, and no earlier than the last one', () => {
    expect([problem('2026-11-25'), problem('2026-11-20'), problem('2026-10-01', null), problem('2026-11-25', null, '')]).toEqual([null, null, null, null]) // prettier-ignore
  })

  it('is refused with the reason', () => {
    expect(problem('2026-11-19')).toContain('vóór die van de laatste definitieve factuur')
    expect(problem('2026-11-26')).toContain('ligt in de toekomst')
    expect(problem('2026-09-30', null)).toBe('De periode tot en met 30-09-2026 is afgesloten. Kies een latere factuurdatum.') // prettier-ignore
  })
})

describe('what can be told of an invoice', () => {
  const bare = { open: 100, sent_at: new Date(), credits_id: null, disputed: false, written_off: false }
  it.each([
    [{}, ['paid', 'disputed', 'written_off']],
    [{ sent_at: null }, ['sent', 'paid', 'disputed', 'written_off']],
    [{ disputed: true }, ['paid', 'reopened', 'written_off']],
    [{ written_off: true, open: 0 }, ['reopened']],
    [{ written_off: true, sent_at: null }, ['sent', 'reopened']],
    [{ open: 0 }, []],
    [{ open: 0, sent_at: null }, ['sent']],
    [{ open: 0, disputed: true, sent_at: null }, ['sent', 'reopened']],
    [{ open: -1 }, ['paid']],
    [{ open: -1, sent_at: null, disputed: true }, ['paid', 'sent']],
    [{ credits_id: 3, open: -1 }, []],
    [{ credits_id: 3, sent_at: null, written_off: true }, ['sent']],
  ])('of %o is %j', (more, told) => expect(canBeTold({ ...bare, ...more })).toEqual(told))

  it('is called by which way money goes, before and after', () => {
    const labels = { sent: 'Verzonden', paid: 'Betaald', disputed: 'Betwist door de klant', written_off: 'Afgeboekt, dit wordt niet meer betaald', reopened: 'Weer gewoon open' } // prettier-ignore
    expect(toldLabels(false)).toEqual(labels)
    expect(toldLabels(true)).toEqual({ ...labels, paid: 'Terugbetaald' })
    const said = (['sent', 'paid', 'disputed', 'written_off', 'reopened'] as const).map((told) => toldFlash('F2026-0001', told, false)) // prettier-ignore
    expect(said).toEqual(['verzonden', 'betaling geboekt', 'betwist', 'afgeboekt', 'weer open'].map((text) => `Factuur F2026-0001: ${text}`)) // prettier-ignore
    expect(toldFlash('F2026-0001', 'paid', true)).toBe('Factuur F2026-0001: terugbetaling geboekt')
  })
})

describe('a payment', () => {
  it('is taken away on the invoice only where a person told it there', () => {
    expect([keptBy('bank'), keptBy('difference')]).toEqual(Array(2).fill('Deze betaling komt van een bankregel. Maak de koppeling daar ongedaan.')) // prettier-ignore
    expect(keptBy('online')).toBe('Deze betaling is online gedaan. Betaal terug bij de betaaldienst; de factuur volgt dan vanzelf.') // prettier-ignore
    expect(keptBy('ledger')).toBe('Deze betaling komt uit de boekhouding. Wijzig haar daar; de factuur volgt dan vanzelf.') // prettier-ignore
    const shown = (source: string, takes_back_id: number | null = null) => paymentShown({ source, takes_back_id })
    expect(shown('hand')).toEqual({ source: 'hand', takes_back_id: null, beside: null, from: null, removable: true })
    expect(shown('hand', 3).removable).toBe(false)
    for (const source of ['bank', 'online', 'ledger', 'difference'] as const)
      expect(shown(source)).toMatchObject({ from: SOURCES[source], removable: false })
    expect(SOURCES).toEqual({ hand: 'Met de hand', bank: 'Bankafschrift', online: 'Online betaald', ledger: 'Boekhouding', difference: 'Betaalverschil' }) // prettier-ignore
  })
})

describe('the course of an invoice', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day, 11))
  const bare = { created_at: at(1), definitive_at: at(2), expires_at: '2026-11-20', open: 10_000, order: null, quotation: null } // prettier-ignore
  const payment = (more: object = {}) => ({ paid_on: '2026-11-05', amount: 5_000, note: null, source: 'hand', takes_back_id: null, ...more }) // prettier-ignore
  const none = { payments: [], marks: [], credits: [] }
  const course = (invoice: object, facts: Partial<Parameters<typeof courseOf>[1]> = {}, day = '2026-11-20') =>
    plainSpaces(courseOf({ ...bare, ...invoice }, { ...none, ...facts }, day))
  const told = (...args: Parameters<typeof course>) => course(...args).map(({ title, text, state }) => `${state} ${title}: ${text}`) // prettier-ignore

  it('of a concept is that it was made, and from what', () => {
    expect(told({ definitive_at: null })).toEqual(['begun Concept gemaakt: 01-11-2026 12:00'])
    expect(told({ definitive_at: null, order: 'O2026-1', quotation: 'OF2026-1' })).toEqual(['begun Concept gemaakt: 01-11-2026 12:00, uit O2026-1']) // prettier-ignore
    expect(told({ definitive_at: null, quotation: 'OF2026-1' })[0]).toContain('uit OF2026-1')
  })

  it('ends in the day by which it is paid, while something is open', () => {
    const since = ['done Definitief gemaakt: 02-11-2026 12:00', 'begun Concept gemaakt: 01-11-2026 12:00']
    expect(told({})).toEqual(['next Vervalt: 20-11-2026 · € 100,00 open', ...since])
    expect(told({}, {}, '2026-11-21')).toEqual(['late Vervallen: 20-11-2026 · € 100,00 open', ...since])
    expect(told({ open: 0 })).toEqual(since)
    expect(told({ open: -5 })).toEqual(since)
  })

  it.each([
    [{}, 'done Betaald: € 50,00 · 05-11-2026'],
    [{ note: 'contant' }, 'done Betaald: € 50,00 · 05-11-2026 · contant'],
    [{ source: 'online' }, 'done Online betaald: € 50,00 · 05-11-2026'],
    [{ source: 'difference', amount: -2 }, 'done Betaalverschil: € 0,02 · 05-11-2026'],
    [{ amount: -5_000 }, 'done Terugbetaald: € 50,00 · 05-11-2026'],
    [{ amount: -5_000, source: 'online' }, 'done Terugbetaald: € 50,00 · 05-11-2026'],
    [{ amount: -5_000, source: 'difference', takes_back_id: 3 }, 'late Teruggeboekt: € 50,00 · 05-11-2026'],
  ])('tells a payment: %o', (more, text) => {
    expect(told({ open: 0 }, { payments: [payment(more)] })[0]).toBe(text)
  })

  it('tells what was said of it, and what was credited with a number', () => {
    const marks = [
      { kind: 'sent', marked_at: at(3), note: null },
      { kind: 'disputed', marked_at: at(4), note: 'Te duur' },
      { kind: 'written_off', marked_at: at(5), note: null },
      { kind: 'anders', marked_at: at(6), note: null },
    ]
    expect(told({ open: 0 }, { marks }).slice(0, 4)).toEqual([
      'done anders: 06-11-2026 12:00',
      'done Afgeboekt: 05-11-2026 12:00',
      'late Betwist: 04-11-2026 12:00 · Te duur',
      'done Verzonden: 03-11-2026 12:00',
    ])
    const credits = [
      { id: 9, uid: 'F2026-0009', definitive_at: at(7), total: -2_500 },
      { id: 10, uid: null, definitive_at: null, total: -100 },
    ]
    expect(course({ open: 0 }, { credits }).slice(0, -2)).toEqual([
      { title: 'Gecrediteerd', text: '€ 25,00 · F2026-0009', state: 'done', href: '/administration/invoice/view/9' },
    ])
  })

  it('has the latest on top, and of one day what was told first in front', () => {
    const payments = [payment({ paid_on: '2026-11-03', amount: 100 }), payment({ paid_on: '2026-11-08', amount: 200 })]
    const marks = [
      { kind: 'sent', marked_at: at(5), note: null },
      { kind: 'sent', marked_at: at(8), note: 'weer' },
    ]
    expect(
      course({ open: 0 }, { payments, marks })
        .slice(0, 4)
        .map(({ text }) => text),
    ).toEqual(['08-11-2026 12:00 · weer', '€ 2,00 · 08-11-2026', '05-11-2026 12:00', '€ 1,00 · 03-11-2026'])
  })
})

describe('what is left of an invoice', () => {
  const bare = { total: 10_000, credits_id: null, written_off: false }
  const paid = (amount: number) => ({ paid_on: '2026-11-05', amount, note: null, source: 'hand', takes_back_id: null })
  const credit = { id: 9, uid: 'F2026-0009', definitive_at: new Date(), total: -2_500 }
  const told = (invoice: object, payments: number[], credits = [] as { id: number; uid: string | null; definitive_at: Date | null; total: number }[]) => // prettier-ignore
    plainSpaces(settledOf({ ...bare, ...invoice }, { payments: payments.map(paid), credits })).map(({ label, amount, isLeft }) => `${label} ${amount}${isLeft ? ' *' : ''}`) // prettier-ignore

  it('is what was paid and credited less, or is to be paid back', () => {
    expect(told({}, [4_000, -1_000], [credit])).toEqual([
      'Betaald op 05-11-2026 € -40,00',
      'Terugbetaald op 05-11-2026 € 10,00',
      'Gecrediteerd met F2026-0009 € -25,00',
      'Openstaand € 45,00 *',
    ])
    expect(told({}, [12_000]).at(-1)).toBe('Terug te betalen € 20,00 *')
    expect(told({}, [10_000]).at(-1)).toBe('Openstaand € 0,00 *')
  })

  it('is nothing once it is written off', () => {
    expect(told({ written_off: true }, [4_000])).toEqual(['Betaald op 05-11-2026 € -40,00', 'Afgeboekt € -60,00', 'Openstaand € 0,00 *']) // prettier-ignore
    expect(told({ written_off: true }, [])).toEqual(['Afgeboekt € -100,00', 'Openstaand € 0,00 *'])
  })

  it('is not told where that is all it comes to, nor of a credit', () => {
    expect(told({}, [])).toEqual([])
    expect(told({}, [], [{ ...credit, definitive_at: null }])).toEqual([])
    expect(told({ credits_id: 3 }, [100])).toEqual([])
  })
})

describe('the rules of crediting', () => {
  const units = fc.bigInt({ min: -99_999_999n, max: 99_999_999n })
  it('never take more than there was, in either direction', () => {
    fc.assert(
      fc.property(units, fc.array(units, { maxLength: 6 }), (count, asked) => {
        const taken: string[] = []
        for (const one of asked) if (fits(one, leftOf(digitsOf(count), taken))) taken.push(digitsOf(-one))
        const left = leftOf(digitsOf(count), taken)
        expect(count < 0n ? left <= 0n && left >= count : left >= 0n && left <= count).toBe(true)
      }),
    )
  })

  it('take what is left to the last of it, and nothing is no credit', () => {
    expect([fits(3n, 3n), fits(4n, 3n), fits(0n, 3n), fits(0n, 0n), fits(-3n, -3n), fits(-4n, -3n), fits(-1n, 3n), fits(1n, -3n)]).toEqual([true, false, false, false, true, false, false, false]) // prettier-ignore
    expect(leftOf('3', ['-1', '-0.5'])).toBe(15_000n)
  })

  const money = { price: '10', discount: '0', discount_type: 'percentage', tax_type_id: 1, tax: '21.00', taxes_included: false } as const // prettier-ignore
  const of = { ...money, left: 30_000n }
  const line = (count: string, more: Partial<CreditLine> = {}): CreditLine => ({ ...money, name: 'Boek', count, of, ...more }) // prettier-ignore

  it('count lines of one credit that come from the same line together', () => {
    expect(creditProblem([line('-1'), line('-2')])).toBeNull()
    expect(creditProblem([line('-2'), line('-2')])).toBe('Van Boek is niet zoveel meer te crediteren.')
    expect(creditProblem([line('-2'), line('-2', { of: { ...of } })])).toBeNull()
  })

  it('take nothing that is not on the invoice, and nothing at another price', () => {
    expect(creditProblem([])).toBeNull()
    expect(creditProblem([line('-1', { of: null })])).toBe('Boek staat niet op de factuur die wordt gecrediteerd. Haal die regel eraf.') // prettier-ignore
    for (const more of [{ price: '11' }, { discount: '1' }, { discount_type: 'money' }, { tax_type_id: 2 }, { tax: '9.00' }, { tax: null }, { taxes_included: true }] as const) // prettier-ignore
      expect([more, creditProblem([line('-1', more)])]).toEqual([more, 'Boek heeft een andere prijs, korting of btw dan op de factuur die wordt gecrediteerd.']) // prettier-ignore
    expect(creditProblem([line('-1', { price: '10.0000', discount: '0.00', tax: '21' })])).toBeNull()
    expect(creditProblem([line('-1', { tax: null, of: { ...of, tax: null } })])).toBeNull()
    expect(creditProblem([line('-1', { of: { ...of, tax: null } })])).toContain('andere prijs')
  })
})

describe('the link by which an invoice is paid', () => {
  const secrets = { sessionSecret: 'a'.repeat(32), previousSecret: undefined }
  const ids = fc.integer({ min: 1, max: 2_147_483_647 })

  it('is the same each time, and says which invoice it claims to be of', () => {
    fc.assert(
      fc.property(ids, fc.nat(1_000), (id, generation) => {
        const token = payToken(secrets, id, generation)
        expect(token).toMatch(/^[\w-]{32}$/)
        expect(payToken(secrets, id, generation)).toBe(token)
        expect(claimedInvoice(token)).toBe(id)
        expect(isPayToken(secrets, token, id, generation)).toBe(true)
        expect(isPayToken(secrets, token, id, generation + 1)).toBe(false)
        expect(isPayToken(secrets, payToken(secrets, id === 1 ? 2 : id - 1, generation), id, generation)).toBe(false)
      }),
    )
  })

  it('holds by the secret before too, and by no other', () => {
    const token = payToken(secrets, 7, 0)
    const turned = { sessionSecret: 'b'.repeat(32), previousSecret: secrets.sessionSecret }
    expect(isPayToken(turned, token, 7, 0)).toBe(true)
    expect(isPayToken({ ...turned, previousSecret: 'c'.repeat(32) }, token, 7, 0)).toBe(false)
    expect(isPayToken({ sessionSecret: 'b'.repeat(32), previousSecret: undefined }, token, 7, 0)).toBe(false)
  })

  it('is none where it is cut, longer, or of an invoice that cannot be', () => {
    const token = payToken(secrets, 7, 0)
    for (const text of [
      '',
      token.slice(1),
      `${token}A`,
      `A${token}`,
      token.replace(/.$/, '!'),
      payToken(secrets, 0, 0),
      payToken(secrets, 2_147_483_648, 0),
    ])
      // prettier-ignore
      expect([text, claimedInvoice(text)]).toEqual([text, null])
    expect(isPayToken(secrets, token.slice(0, 31), 7, 0)).toBe(false)
    expect(isPayToken(secrets, '', 7, 0)).toBe(false)
  })
})
