import { describe, expect, it } from 'vitest'
import { asksVatId } from '../../src/administration/catalogue/customers/customer-terms.rules.ts'
import { firmOf, missingForInvoices } from '../../src/administration/catalogue/firm/firm.rules.ts'
import { webhookOf } from '../../src/administration/payments/online-payments/reach.rules.ts'
import {
  SETTLED,
  STATUSES,
  deliveredText,
  headRecords,
  orderNeeds,
} from '../../src/administration/orders/orders/orders.rules.ts'
import { FREE_DAYS, termText, termWarning } from '../../src/administration/catalogue/payment-conditions/payment-conditions.rules.ts' // prettier-ignore
import { filterOf, periodBefore, periodOf, yearBefore } from '../../src/administration/books/reports/periods.rules.ts'
import { BOXES, BOX_NAMES } from '../../src/administration/books/reports/vat.rules.ts'
import { MISMATCH, NO_CUSTOMER, isNowhere } from '../../src/administration/sales/sales/customers.rules.ts'
import { amountsOf, countText, discountText, taxesOf } from '../../src/administration/sales/sales/lines.rules.ts'
import { type SaleLine } from '../../src/administration/sales/sales/lines.queries.ts'
import { shownLines, shownTotals } from '../../src/administration/sales/sales/lines.shown.rules.ts'
import { NUMBER_PREFIX, pathsOf, saleLabel } from '../../src/administration/sales/sales/sales.rules.ts'
import {
  TAX_CATEGORIES,
  type TaxCategory,
  isCharged,
  needsReason,
} from '../../src/administration/catalogue/vat/vat.rules.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

describe('a sale', () => {
  it('is called by its number, and by what the customer calls it', () => {
    expect(saleLabel({ uid: 'O2026-0001', reference: 'KAM 121' })).toBe('O2026-0001 / KAM 121')
    expect([saleLabel({ uid: null, reference: null }), saleLabel({ uid: 'F2026-1', reference: '' })]).toEqual(['Concept', 'F2026-1']) // prettier-ignore
    expect(NUMBER_PREFIX).toEqual({ quotation: 'OF', order: 'O', invoice: 'F' })
  })

  it('has its lines changed at addresses of its kind', () => {
    expect(pathsOf({ type: 'order', id: 7 })).toEqual({
      lines: '/administration/order/lines/7',
      typed: '/administration/order/add_line/7',
      typedPrice: '/administration/order/line_price/7',
      row: '/administration/order/edit_line/',
      add: '/administration/order/add_products/7',
      text: '/administration/order/add_text/7',
      order: '/administration/order/order_lines/7',
      line: '/administration/order/view_single_product/',
      remove: '/administration/order/remove_product',
    })
    expect(pathsOf({ type: 'invoice', id: 7 })).toMatchObject({ add: '/administration/invoice/add_lines/7', line: '/administration/invoice/view_line/' }) // prettier-ignore
  })

  it('has no address where nothing of it was filled in', () => {
    const nowhere = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null }
    expect(isNowhere(nowhere)).toBe(true)
    for (const part of Object.keys(nowhere)) expect(isNowhere({ ...nowhere, [part]: 'x' })).toBe(false)
    expect(MISMATCH).toBe('Dit contact hoort niet bij dit bedrijf.')
    expect(NO_CUSTOMER).toBe('Kies een contact of een bedrijf.')
  })
})

type Line = Parameters<typeof taxesOf>[0][number]
const line = (id: number, amount: number, more: Partial<Line> = {}): Line => ({
  ...{ id, kind: 'product', amount, tax: '21.00', tax_type_id: 1, taxes_included: false, chosen: true, tax_name: 'Hoog', tax_category: 'S' }, // prettier-ignore
  ...more,
})

describe('the lines of a sale', () => {
  it('come to what they add up to: of those with VAT the base is divided without losing a cent', () => {
    const lines = [1, 2, 3].map((id) => line(id, 1_000, { taxes_included: true }))
    expect([...amountsOf(lines).values()]).toEqual([827n, 826n, 826n].map((excl) => ({ excl, incl: 1_000n })))
    expect(amountsOf([line(4, 1_000)]).get(4)).toEqual({ excl: 1_000n, incl: 1_210n })
  })

  it('count an option that was not chosen by itself, and a heading not at all', () => {
    const lines = [line(1, 1_000, { taxes_included: true }), line(2, 1_000, { taxes_included: true, chosen: false }), line(3, 0, { kind: 'section' })] // prettier-ignore
    expect(amountsOf(lines)).toEqual(new Map([1, 2].map((id) => [id, { excl: 826n, incl: 1_000n }])))
    expect(amountsOf([line(1, 1_000, { tax: null })]).get(1)).toEqual({ excl: 1_000n, incl: 1_000n })
  })

  it('come to VAT per kind, the highest first, of what is chosen', () => {
    const low = { tax: '9.00', tax_type_id: 2, tax_name: 'Laag' }
    const free = (tax_type_id: number) => ({ tax: '0', tax_type_id, tax_name: null, tax_category: 'E' })
    const lines = [line(1, 500, free(5)), line(2, 500, free(4)), line(3, 1_000, low), line(4, 2_000), line(5, 9_000, { chosen: false }), line(6, 9_000, { kind: 'section' }), line(7, 1_000)] // prettier-ignore
    expect(taxesOf(lines)).toEqual([
      { tax_type_id: 1, tax: '21.00', name: 'Hoog', category: 'S', base: 3_000, vat: 630 },
      { tax_type_id: 2, tax: '9.00', name: 'Laag', category: 'S', base: 1_000, vat: 90 },
      { tax_type_id: 4, tax: '0', name: '', category: 'E', base: 500, vat: 0 },
      { tax_type_id: 5, tax: '0', name: '', category: 'E', base: 500, vat: 0 },
    ])
    expect(taxesOf([line(1, 100, { tax: null })])).toMatchObject([{ tax: '0', vat: 0 }])
  })

  it.each([
    ['6.0000', '6'],
    ['2.5000', '2,5'],
    ['10', '10'],
    ['100.0000', '100'],
    ['0.1250', '0,125'],
  ])('are counted: %s is %s', (digits, text) => expect(countText(digits)).toBe(text))

  it('say what goes off, and nothing where nothing does', () => {
    const off = (discount: string, discount_type: string) => plainSpaces(discountText({ discount, discount_type }))
    expect([off('10.0000', 'percentage'), off('20', 'money'), off('0.0000', 'money'), off('0', 'percentage')]).toEqual(['10%', '€ 20,00', '', '']) // prettier-ignore
  })
})

describe('a line of a sale on the screen', () => {
  const whole = { ...line(3, 3_375), product_id: 7, name: 'Boek', code: 'BK', description: 'Tweede druk', count: '3.0000', price: '12.5000', discount: '10.0000', discount_type: 'percentage', why: 'Daarom', optional: false, delivered: true, destination: null } // prettier-ignore
  const shown = (more: object = {}) => plainSpaces(shownLines([{ ...whole, ...more } as unknown as SaleLine]))[0]!

  it('says all of it', () => {
    expect(shown()).toEqual({
      ...{ id: 3, kind: 'product', product_id: 7, name: 'Boek', description: 'Tweede druk', why: 'Daarom' },
      ...{
        delivered: true,
        code: 'BK',
        count: '3',
        price: '€ 12,50',
        rounded: '€ 12,50',
        vat: 'exclusief 21% BTW',
        discount: '10%',
      },
      ...{ excl: '€ 33,75', incl: '€ 40,84', option: null, went: null },
    })
  })

  it('has no code that says its name, names why it bears no VAT, and where it went', () => {
    expect(shown({ code: 'Boek', tax: '0', tax_name: 'Vrijgesteld' })).toMatchObject({ code: null, vat: 'Vrijgesteld' })
    expect(shown({ tax: null, tax_name: null }).vat).toBe('')
    expect(shown({ taxes_included: true }).vat).toBe('inclusief 21% BTW')
    expect(['quote', 'order', 'invoice'].map((destination) => shown({ destination }).went)).toEqual(['Offerte', 'Nieuwe order', 'Factuur']) // prettier-ignore
  })

  it('is an option that was taken or not, and a heading comes to nothing', () => {
    expect([shown({ optional: true }).option, shown({ optional: true, chosen: false }).option]).toEqual([true, false])
    expect(shown({ kind: 'section' })).toMatchObject({ excl: '€ 0,00', incl: '€ 0,00' })
  })

  it('stands above what they come to together', () => {
    const taxes = [{ tax: '21.00', name: 'Hoog', category: 'S', base: 10_000, vat: 2_100 }, { tax: '0', name: 'Vrijgesteld', base: 5_000, vat: 0 }] // prettier-ignore
    expect(plainSpaces(shownTotals(taxes))).toEqual({
      base: '€ 150,00',
      taxes: [
        { label: '21% BTW', over: '€ 100,00', vat: '€ 21,00' },
        { label: 'Vrijgesteld', over: '€ 50,00', vat: '€ 0,00' },
      ],
      total: '€ 171,00',
    })
  })
})

describe('an order', () => {
  it('says how much of it is delivered', () => {
    expect(deliveredText({ delivered: 0, lines: 0 })).toBe('Zonder regels')
    expect(deliveredText({ delivered: 5, lines: 5 })).toBe('Niets meer te leveren')
    expect(deliveredText({ delivered: 2, lines: 5 })).toBe('2 van 5 geleverd')
    expect(Object.values(STATUSES).map(({ label }) => label)).toEqual(['Open', 'Te factureren', 'Afgehandeld'])
    expect(new Set(Object.values(STATUSES).map(({ css }) => css)).size).toBe(3)
    expect(SETTLED).toBe('Deze order is afgehandeld: de regels staan vast.')
    expect(headRecords).toEqual({ company_id: 'company', invoice_relation_id: 'company', contact_id: 'contact', employee_id: 'user', quotation_id: 'quotation' }) // prettier-ignore
  })

  it.each([
    [0, 0, 0, 'open Nog geen producten'],
    [5, 0, 5, 'done Afgehandeld'],
    [5, 3, 2, 'done Niets meer te leveren'],
    [5, 2, 2, 'open Nog 1 product leveren'],
    [5, 0, 2, 'open Nog 3 producten leveren'],
  ])('of %i lines, %i delivered and %i settled, still asks: %s', (line_count, delivered_count, settled_count, text) => {
    const [need, ...more] = orderNeeds({ id: 1, line_count, delivered_count, settled_count })
    expect([`${need!.state} ${need!.label}`, more]).toEqual([text, []])
    expect(need!.icon).toBeTruthy()
  })
})

describe('what the firm tells of itself', () => {
  const organisation = { name: 'Noord', street: 'Laan', street_no: '1', street_no_adding: '', postal_code: '7511 AA', city: 'Enschede', phone: '053', email: 'post@noord.example', website: 'noord.example', manual_url: 'https://x.example', welcome_picture: '', logo: '', offer_color: '' } // prettier-ignore
  const firm = { legal_name: 'Noord B.V.', coc_no: '68750110', vat_id: 'NL857587973B01', iban: 'NL91ABNA0417164300', iban_name: 'Noord Bank', crkbo_no: '' } // prettier-ignore
  const texts = {} as Parameters<typeof firmOf>[2]
  const told = (of: object = {}, own: object = {}) => firmOf({ ...organisation, ...own }, { ...firm, ...of }, texts)

  it('comes from one place, and falls back on the name of the organisation', () => {
    const {
      name,
      manual_url: _manual,
      welcome_picture: _picture,
      logo: _logo,
      offer_color: _color,
      ...place
    } = organisation
    expect(told()).toEqual({ ...firm, ...place, trade_name: name, texts })
    expect(told({ legal_name: '', iban_name: '' })).toMatchObject({ legal_name: 'Noord', iban_name: 'Noord' })
    expect(told({ iban_name: '' }).iban_name).toBe('Noord B.V.')
  })

  it.each([
    ['name', 'Vul de naam in bij Instellingen > Organisatie.'],
    ['street', 'Vul de straat in bij Instellingen > Organisatie.'],
    ['street_no', 'Vul het huisnummer in bij Instellingen > Organisatie.'],
    ['postal_code', 'Vul de postcode in bij Instellingen > Organisatie.'],
    ['city', 'Vul de plaats in bij Instellingen > Organisatie.'],
  ])('lacks its %s for an invoice', (field, text) => {
    expect(missingForInvoices(told({}, { [field]: '' }))).toMatchObject([{ field, text, href: '/settings/?tab=organisation' }]) // prettier-ignore
  })

  it.each([
    ['coc_no', 'Vul het KVK-nummer in bij Instellingen > Administratie.'],
    ['vat_id', 'Vul het btw-id in bij Instellingen > Administratie.'],
  ])('lacks its %s for an invoice too', (field, text) => {
    expect(missingForInvoices(told({ [field]: '' }))).toMatchObject([{ field, text, href: '/settings/?tab=administration' }]) // prettier-ignore
  })

  it('is enough where all is told, and a postbus is no place where somebody is found', () => {
    expect(missingForInvoices(told())).toEqual([])
    for (const street of ['Postbus', ' post bus 12', 'POSTBUS']) {
      const found = missingForInvoices(told({}, { street, city: '' }))
      expect(found.map(({ field }) => field)).toEqual(['street', 'city'])
      expect(found[0]).toMatchObject({ label: 'Straat', text: 'Vul een bezoekadres in bij Instellingen > Organisatie: een postbus alleen is op een factuur niet genoeg.', href: '/settings/?tab=organisation' }) // prettier-ignore
    }
    for (const street of ['Postbuslaan', 'Oude Postbus']) expect(missingForInvoices(told({}, { street }))).toEqual([])
  })
})

describe('VAT', () => {
  it('asks for the btw-id of who pays it elsewhere, and for a reason where nobody pays it', () => {
    const kinds = Object.keys(TAX_CATEGORIES) as TaxCategory[]
    expect(kinds.filter(asksVatId)).toEqual(['AE', 'K'])
    expect(kinds.filter(isCharged)).toEqual(['S'])
    expect(kinds.filter(needsReason)).toEqual(['E', 'AE', 'K', 'G'])
    expect(Object.values(TAX_CATEGORIES)).toEqual(['Belast', 'Nultarief', 'Vrijgesteld', 'Verlegd', 'Levering binnen de EU', 'Uitvoer buiten de EU']) // prettier-ignore
  })

  it('goes into boxes in the order of the return, each with its number in front', () => {
    expect(BOXES).toEqual(['1a', '1b', '1c', '1e', '3a', '3b', 'exempt'])
    for (const box of BOXES.slice(0, -1)) expect(BOX_NAMES[box].startsWith(`${box}. `)).toBe(true)
    expect(BOX_NAMES.exempt).toBe('Vrijgesteld (niet in de aangifte)')
    expect([BOX_NAMES['1a'], BOX_NAMES['1b'], BOX_NAMES['1e'], BOX_NAMES['3a'], BOX_NAMES['3b'], BOX_NAMES['1c']].map((text) => text.slice(4))).toEqual(['Hoog tarief', 'Laag tarief', '0% of niet bij ons belast', 'Naar landen buiten de EU', 'Naar landen binnen de EU', 'Overige tarieven']) // prettier-ignore
  })
})

describe('a payment condition', () => {
  it('is told in days, with a warning beyond sixty of them', () => {
    expect([termText(0), termText(1), termText(30)]).toEqual(['Direct', 'Binnen 1 dag', 'Binnen 30 dagen'])
    expect(FREE_DAYS).toBe(60)
    expect([termWarning(0), termWarning(60)]).toEqual([null, null])
    expect(termWarning(61)).toBe('Langer dan 60 dagen mag alleen met een bedrijf, als dat voor geen van beide nadelig is; met een overheid nooit.') // prettier-ignore
  })
})

describe('the period of a report', () => {
  const asked = (from: string, until: string) => filterOf(periodOf({ from, until }, '2026-11-25'))

  it('is this year, unless days are asked; turned around they are turned back', () => {
    expect(asked('', '')).toBe('2026-01-01..2026-12-31')
    expect(asked('01-03-2024', '')).toBe('2024-03-01..2024-12-31')
    expect(asked('', '30-06-2026')).toBe('2026-01-01..2026-06-30')
    expect(asked('31-12-2026', '01-01-2026')).toBe('2026-01-01..2026-12-31')
    expect(asked('onzin', '99-99-2026')).toBe('2026-01-01..2026-12-31')
    expect(asked('05-05-2026', '05-05-2026')).toBe('2026-05-05..2026-05-05')
  })

  it.each([
    ['2026-01-01..2026-12-31', '2025-01-01..2025-12-31'],
    ['2024-02-01..2024-02-29', '2023-02-01..2023-02-28'],
    ['2025-02-01..2025-02-28', '2024-02-01..2024-02-29'],
    ['2026-03-15..2026-04-14', '2025-03-15..2025-04-14'],
    ['2024-02-29..2024-03-30', '2023-02-28..2023-03-30'],
  ])('%s stands beside %s', (period, before) => {
    const [from, until] = period.split('..') as [string, string]
    expect(filterOf(periodBefore({ from, until }))).toBe(before)
  })

  it('knows no 29 February a year before', () => {
    expect([yearBefore('2024-02-29'), yearBefore('2025-02-28'), yearBefore('2026-01-31')]).toEqual(['2023-02-28', '2024-02-28', '2025-01-31']) // prettier-ignore
  })
})

describe('where a provider of payments tells that something changed', () => {
  const told = (base: string, provider = 'https://api.mollie.com/v2') => webhookOf(base, provider)

  it.each([
    'https://noordkaap.opleider.nl',
    'https://93.184.216.34',
    'https://172.32.0.1',
    'https://11.0.0.1',
    'https://100.128.0.1',
    'https://[2a01:7c8::1]',
    'https://testen.opleider.nl',
    'https://local.opleider.nl',
  ])('is %s', (base) => expect(told(base)).toBe(`${base}/webhooks/mollie`))

  it.each([
    'http://noordkaap.opleider.nl',
    'https://localhost:4000',
    'https://app.localhost',
    'https://0.0.0.0',
    'https://127.0.0.1',
    'https://127.9.9.9',
    'https://10.1.2.3',
    'https://100.64.1.1',
    'https://100.127.255.254',
    'https://169.254.1.1',
    'https://172.20.0.1',
    'https://192.168.1.4',
    'https://[::1]',
    'https://[::]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://kantoor',
    'https://server.local',
    'https://a.internal',
    'https://a.lan',
    'https://a.home',
    'https://a.test',
    'https://a.example',
    'https://a.invalid',
    'https://localhost',
  ])('is nowhere of %s', (base) => expect(told(base)).toBeNull())

  it('is anywhere for a provider of the own machine', () => {
    expect(told('http://localhost:4000', 'http://127.0.0.1:9/v2')).toBe('http://localhost:4000/webhooks/mollie')
  })
})
