import { describe, expect, it } from 'vitest'
import { billsOf, buyersOf, customerKey, customerOf } from '../../src/administration/invoices/billing/billing.rules.ts'
import type { Billable } from '../../src/administration/invoices/billing/points.ts'
import { type BilledCustomer, lateText, legalDay } from '../../src/administration/invoices/billing/remarks.rules.ts'

describe('what a month brings', () => {
  it.each([
    ['2026-01-31', '2026-02-15'],
    ['2026-11-01', '2026-12-15'],
    ['2026-12-31', '2027-01-15'],
  ])('done on %s the law wants invoiced by %s', (day, due) => expect(legalDay(day)).toBe(due))

  const customer: BilledCustomer = {
    name: 'Bakker',
    street: 'Straat',
    city: 'Zwolle',
    email: null,
    postal_code: '8011 AA',
    country_code: 'NL',
    coc_no: '01234567',
    vat_id: null,
    peppol_id: null,
    concepts: [],
  }
  const done = (fields: Partial<Billable>): Billable => ({
    key: 'order-1',
    company_id: 1,
    contact_id: null,
    reference: null,
    day: '2026-10-15',
    text: 'Order O2026-0001',
    href: '/administration/order/view/1',
    excl: 10_000,
    incl: 12_100,
    lines: 1,
    taxes: ['S'],
    remarks: [],
    shown: 'a',
    order_id: 1,
    line_ids: [1],
    added: [],
    ...fields,
  })
  const bills = (list: Partial<Billable>[], who: Partial<BilledCustomer> = {}, now = '2026-11-15') => {
    const found = list.map((fields, i) => done({ key: `order-${i}`, ...fields }))
    const known = found.map(({ company_id, contact_id }): [string, BilledCustomer] => [
      company_id === null ? `contact-${contact_id}` : `company-${company_id}`,
      { ...customer, ...who },
    ])
    return billsOf(found, new Map(known), new Map(), now)
  }

  it('stands on one invoice for each customer, and on one more for each reference of its own', () => {
    const found = bills([{}, { reference: 'PO 1' }, { reference: 'PO 2' }, { reference: 'PO 1' }, {}])
    expect(found.map(({ reference, billables }) => [reference, billables.length])).toEqual(
      expect.arrayContaining([
        [null, 2],
        ['PO 1', 2],
        ['PO 2', 1],
      ]),
    )
    expect(new Set(found.map(({ key }) => key)).size).toBe(3)
    expect(bills([{}, { company_id: null, contact_id: 4 }, { company_id: 2 }])).toHaveLength(3)
  })

  it('does not wait for what cannot be invoiced yet of the same customer', () => {
    const remark = { tone: 'block' as const, text: 'Nog niet afgerond', label: 'Afronden', href: '/' }
    const found = bills([{}, { remarks: [remark] }])
    expect(found.map(({ verdict }) => verdict).sort()).toEqual(['blocked', 'ready'])
  })

  it.each([
    ['nothing', {}, {}, 'ready', undefined],
    ['a customer without an address', {}, { street: null }, 'blocked', 'Geen factuuradres'],
    ['shifted VAT without a VAT number', { taxes: ['AE'] }, {}, 'blocked', 'Btw-id ontbreekt voor verlegde btw'],
    ['a price of nothing', { excl: 0 }, {}, 'blocked', 'Prijs is € 0,00'],
    ['a concept that is there', {}, { concepts: [{ id: 3, label: 'Concept van € 5,00' }] }, 'check', 'Concept van € 5,00 bestaat al'], // prettier-ignore
  ])('because of %s it is told apart', (_what, fields, who, verdict, text) => {
    const [bill] = bills([fields], who)
    expect([bill!.verdict, bill!.remarks[0]?.text]).toEqual([verdict, text])
  })

  it('is marked once its legal day is over, for companies alone', () => {
    expect(bills([{}], {}, '2026-11-15')[0]!.late).toBeNull()
    expect(bills([{ day: '2026-11-02' }, {}], {}, '2026-11-16')[0]!.late).toBe('2026-11-15')
    expect(bills([{ company_id: null, contact_id: 4 }], {}, '2026-11-16')[0]!.late).toBeNull()
  })

  it('adds up what it is of, and says of which customer and for which order of theirs', () => {
    const [bill] = bills([{ reference: 'PO 1' }, { reference: 'PO 1', excl: 5_000, incl: 5_450 }], { email: 'a@b.example' }) // prettier-ignore
    expect(bill).toMatchObject({ company_id: 1, contact_id: null, name: 'Bakker', reference: 'PO 1', excl: 15_000, incl: 17_550, email: 'a@b.example' }) // prettier-ignore
    expect(bill!.key).toMatch(/^company-1\.[\w-]{16}$/)
    const [plain] = bills([{}, {}])
    expect([plain!.key, plain!.verdict, plain!.remarks]).toEqual(['company-1', 'ready', []])
  })

  it('is for a person only where all of it is of that one', () => {
    expect(bills([{ contact_id: 4 }, { contact_id: 4 }])[0]).toMatchObject({ company_id: 1, contact_id: 4 })
    expect(bills([{ contact_id: 4 }, { contact_id: 5 }])[0]).toMatchObject({ company_id: 1, contact_id: null })
    const [own] = bills([{ company_id: null, contact_id: 4 }])
    expect(own).toMatchObject({ key: 'contact-4', company_id: null, contact_id: 4 })
  })

  it('asks who gets it of the person where one bought all of it, and of the company where several did', () => {
    const key = 'company-1'
    const asked = (list: Partial<Billable>[]) => buyersOf(list.map((fields, i) => done({ key: `order-${i}`, ...fields }))).get(key) // prettier-ignore
    expect(asked([{ contact_id: 4 }, { contact_id: 4 }])).toEqual({ company_id: 1, contact_id: 4 })
    expect(asked([{ contact_id: 4 }, { contact_id: 5 }])).toEqual({ company_id: 1, contact_id: null })
    expect(asked([{ contact_id: 4 }, { contact_id: null }])).toEqual({ company_id: 1, contact_id: null })
    const relation = { id: 7, name: 'Moeder', of: null, for: 'Bakker' }
    const two = [done({ contact_id: 4 }), done({ key: 'order-2', contact_id: 5 })]
    const known = new Map([key, 'company-7'].map((one): [string, BilledCustomer] => [one, customer]))
    expect(billsOf(two, known, new Map([[key, relation]]), '2026-11-15')[0]).toMatchObject({
      relation,
      contact_id: null,
    })
  })

  it('is apart for what goes to who buys, where another gets the rest', () => {
    const going = [{}, { use_invoice_relation: false }, { use_invoice_relation: true }, { invoice_relation_id: 7 }]
    expect(bills(going).map(({ key }) => key)).toEqual(['company-1', 'company-1.direct', 'company-1.to-7'])
  })

  it('leaves each that cannot be invoiced yet on its own', () => {
    const block = { tone: 'block' as const, text: 'Nog niet afgerond', label: 'Afronden', href: '/' }
    const doubt = { ...block, tone: 'doubt' as const, text: 'Kijk na' }
    const found = bills([{ remarks: [block] }, { remarks: [block] }, { remarks: [doubt] }, {}])
    expect(found.map(({ verdict, billables }) => [verdict, billables.length]).toSorted()).toEqual([['blocked', 1], ['blocked', 1], ['check', 2]]) // prettier-ignore
    expect(new Set(found.map(({ key }) => key)).size).toBe(3)
  })

  it('stands by name, as Dutch names are sorted, and then by key', () => {
    const names = new Map(['Zwart', 'Ångström', 'bakker'].map((name, i) => [`company-${i + 1}`, { ...customer, name }]))
    const found = [1, 2, 3].map((company_id) => done({ key: `order-${company_id}`, company_id }))
    expect(billsOf(found, names, new Map(), '2026-11-15').map(({ name }) => name)).toEqual([
      'Ångström',
      'bakker',
      'Zwart',
    ])
    expect(bills([{ company_id: 9 }, { company_id: 3 }, { company_id: 5 }]).map(({ key }) => key)).toEqual(['company-3', 'company-5', 'company-9']) // prettier-ignore
  })

  it.each([
    ['a city that is not there', {}, { city: '' }, 'Geen factuuradres'],
    ['a supply within the union to a Dutch company', { taxes: ['K'] }, { vat_id: 'NL801234566B01' }, 'Een levering binnen de EU zonder btw kan alleen met een btw-id van een ander EU-land, en NL801234566B01 is Nederlands'], // prettier-ignore
    ['what does not leave the union', { taxes: ['G'] }, {}, 'Uitvoer buiten de EU kan niet voor een klant met een adres in Nederland'], // prettier-ignore
    ['shifted VAT of a person', { company_id: null, contact_id: 4, taxes: ['S', 'K'] }, {}, 'Bij deze btw hoort een bedrijf'], // prettier-ignore
  ])('is held up by %s', (_what, fields, who, text) => {
    const [bill] = bills([fields], who)
    const href = 'contact_id' in fields ? '/contact/edit/4' : '/company/edit/1'
    expect(bill!.remarks).toEqual([{ tone: 'block', text, label: 'Invullen', href }])
    expect(bills([{ taxes: ['AE'] }], { vat_id: 'BE0123456749' })[0]!.verdict).toBe('ready')
  })

  it.each<[string, Partial<BilledCustomer>, Partial<Billable>, string | null]>([
    ['a company without a number of a register', { coc_no: null }, {}, 'Zonder UBL: KVK-nummer van Bakker ontbreekt'],
    ['one abroad without an address', { coc_no: null, country_code: 'US' }, {}, 'Zonder UBL: Elektronisch adres (Peppol) van Bakker ontbreekt'], // prettier-ignore
    ['a government without a reference', { peppol_id: '0190:00000001823288444000' }, {}, 'Zonder UBL: de eigen referentie van de overheid ontbreekt'], // prettier-ignore
    ['a government that told one', { peppol_id: '0190:00000001823288444000' }, { reference: 'PO 1' }, null],
    ['a person, who reads the PDF', { coc_no: null }, { company_id: null, contact_id: 4 }, null],
  ])(
    'tells before it is made that machines will not read it, and bills it all the same: %s',
    (_who, who, fields, text) => {
      // prettier-ignore
      const [bill] = bills([fields], who)
      expect(bill).toMatchObject({ verdict: 'ready', remarks: text === null ? [] : [{ tone: 'note', text }] })
      expect(bill!.remarks).toHaveLength(text === null ? 0 : 1)
    },
  )

  it('names the first concept that is there, and where a price is missing', () => {
    const concepts = [{ id: 3, label: 'Concept A' }, { id: 4, label: 'Concept B' }] // prettier-ignore
    expect(bills([{}], { concepts })[0]!.remarks).toEqual([
      { tone: 'doubt', text: 'Concept A bestaat al', label: 'Concept openen', href: '/administration/invoice/view/3' },
    ])
    expect(bills([{ excl: 5 }, { excl: -5 }])[0]!.remarks).toEqual([
      { tone: 'block', text: 'Prijs is € 0,00', label: 'Prijs invullen', href: '/administration/order/view/1' },
    ])
  })

  it('names each line that costs nothing beside others, to be looked at, and none where a deposit paid it all', () => {
    const [bill] = bills([{ free: ['Boek van order O1', 'Koffie van order O1'] }])
    const remark = { tone: 'doubt', label: 'Prijs invullen', href: '/administration/order/view/1' }
    expect([bill!.verdict, bill!.remarks]).toEqual([
      'check',
      ['Boek', 'Koffie'].map((name) => ({ ...remark, text: `Prijs van ${name} van order O1 is € 0,00` })),
    ])
    const deposit = { uid: 'F1', payer: { company_id: 1, contact_id: null, name: 'Bakker' } } as NonNullable<Billable['deposits']>[number] // prettier-ignore
    expect(bills([{ excl: 0, deposits: [deposit] }])[0]!.verdict).toBe('ready')
  })

  it('is another once anything does that it says', () => {
    const shown = (list: Partial<Billable>[]) => bills(list)[0]!.shown
    expect(shown([{}])).toBe(shown([{}]))
    expect(new Set([shown([{}]), shown([{ shown: 'b' }]), shown([{ key: 'order-9' }]), shown([{}, {}])]).size).toBe(4)
  })

  it('is of who its key says', () => {
    expect(customerKey({ company_id: 3, contact_id: 4 })).toBe('company-3')
    expect(customerKey({ company_id: null, contact_id: 4 })).toBe('contact-4')
    expect([customerOf('company-3.k2f9'), customerOf('contact-41')]).toEqual([{ company_id: 3, contact_id: null }, { company_id: null, contact_id: 41 }]) // prettier-ignore
    for (const none of ['', 'x-company-3', 'company-', 'order-3'])
      expect(customerOf(none)).toEqual({ company_id: null, contact_id: null })
    expect(lateText('2026-10-15')).toBe('Had uiterlijk 15-10-2026 gefactureerd moeten zijn')
  })
})
