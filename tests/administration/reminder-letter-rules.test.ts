import { describe, expect, it } from 'vitest'
import { BLOCK_REASONS, RATE_KINDS } from '../../src/administration/payments/reminders/choices.rules.ts'
import {
  LETTER_NAMES,
  LETTER_VARIABLES,
  keptLetter as kept,
  statementLetter,
} from '../../src/administration/payments/reminders/letter.rules.ts'
import type { LetterItem, Payer, PlannedLetter } from '../../src/administration/payments/reminders/types.ts'
import { letterLine } from '../../src/administration/payments/reminders/shown.rules.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { SELLER } from './snapshot-support.ts'

const PAYER: Payer = {
  ...{ key: 'company-3', company_id: 3, contact_id: null, name: 'De Linde', reader: 'Jan Jansen', client_id: 10_001 },
  ...{ email: 'post@linde.example', country_code: 'NL', block: null },
  ...{ street: 'Laan', street_no: '1', street_no_adding: 'A', postal_code: '7511 AA', city: 'Enschede' },
}
const CONSUMER: Payer = { ...PAYER, key: 'contact-4', company_id: null, contact_id: 4 }
const item = (more: Partial<LetterItem> = {}): LetterItem => ({
  ...{ kind: 'invoice', record_id: 1, number: 'F2026-0001', invoice_date: '2026-09-01', expires_at: '2026-10-01' },
  ...{ total: 121_000, open: 121_000, principal: 100_000, interest: 0, earlier: 0 },
  ...{ earlierInterest: 0, charged: false },
  ...more,
})
const letter = (more: Partial<PlannedLetter> = {}): PlannedLetter => ({
  ...{ step: 'reminder', items: [item()], principal: 100_000, interest: 0, earlier: 0, costs: 0, costsVat: 0 },
  ...{ total: 100_000, answerBy: '2026-12-09' },
  ...more,
})
const from = (payer = PAYER) => ({ seller: SELLER, payer, today: '2026-11-25', now: new Date('2026-11-25T10:00:00Z') })
const keptLetter = (more: Partial<PlannedLetter>, payer = PAYER) => plainSpaces(kept(letter(more), from(payer)))
const two = { items: [item(), item({ number: 'F2026-0002', principal: 5_000 })] }

describe('a letter about what is not paid', () => {
  it('is to who pays, about each invoice with what is still to be paid of it', () => {
    const { paper, mail } = keptLetter(two)
    expect(paper).toMatchObject({ title: 'Herinnering', seller: SELLER, createdAt: '2026-11-25T10:00:00.000Z' })
    expect(paper.facts).toEqual([['Datum', '25-11-2026']])
    expect(paper.buyer).toEqual({ name: 'De Linde', contact: null, client_id: 10_001, country_code: 'NL', street: 'Laan', street_no: '1', street_no_adding: 'A', postal_code: '7511 AA', city: 'Enschede' }) // prettier-ignore
    expect(paper.columns.map(({ label, of }) => `${label} ${of}`)).toEqual(['Vervaldatum count', 'Factuurbedrag price', 'Nog te betalen amount']) // prettier-ignore
    expect(paper.lines).toEqual([
      { name: 'Factuur F2026-0001', text: 'van 01-09-2026', count: '01-10-2026', price: '€ 1.210,00', amount: '€ 1.000,00' },
      { name: 'Factuur F2026-0002', text: 'van 01-09-2026', count: '01-10-2026', price: '€ 1.210,00', amount: '€ 50,00' },
    ]) // prettier-ignore
    expect(paper.payment).toEqual({ text: '', reference: 'F2026-0001, F2026-0002', total: 100_000 })
    expect(mail).toMatchObject({ reader: 'Jan Jansen', email: 'post@linde.example', customer: 'De Linde' })
  })

  it('tells its mail all that a message can name', () => {
    const { values } = keptLetter({ ...two, step: 'final', interest: 120, costs: 4_000, costsVat: 840, total: 104_960 }).mail // prettier-ignore
    expect(values).toEqual({
      datum: '25-11-2026',
      facturen: 'F2026-0001, F2026-0002',
      hoofdsom: '€ 1.000,00',
      rente: '€ 1,20',
      kosten: '€ 48,40',
      totaal: '€ 1.049,60',
      betalen_voor: '09-12-2026',
    })
    expect(keptLetter({}).mail.values.rente).toBe('')
    expect(LETTER_VARIABLES.map(({ name }) => name)).toEqual(Object.keys(values).map((name) => `brief.${name}`))
    expect(LETTER_VARIABLES.every(({ label }) => label.length > 10)).toBe(true)
  })

  it('that reminds asks to pay, of one invoice or of several', () => {
    const [dear, one] = keptLetter({}).paper.above
    expect(dear).toBe('Geachte heer, mevrouw,')
    expect(one).toBe('Volgens onze administratie is onderstaande factuur nog niet helemaal betaald. Wij vragen u het bedrag uiterlijk op 09-12-2026 over te maken.') // prettier-ignore
    expect(keptLetter(two).paper.above[1]).toContain('zijn onderstaande facturen nog niet')
    expect(keptLetter({}).paper.below).toEqual(['Hebt u intussen betaald, dan kunt u deze brief als niet verzonden beschouwen.']) // prettier-ignore
  })

  const LAW = 'op grond van artikel 6:96 van het Burgerlijk Wetboek en het Besluit vergoeding voor buitengerechtelijke incassokosten' // prettier-ignore

  it('of fourteen days gives the time of the law, and the exact costs that come after it', () => {
    const { above, below } = keptLetter({ step: 'notice', costs: 15_000 }, CONSUMER).paper
    expect(above).toEqual([
      'Geachte heer, mevrouw,',
      'Ondanks onze herinnering is onderstaande factuur nog niet helemaal betaald. U krijgt nog één keer de gelegenheid om zonder extra kosten te betalen: € 1.000,00 moet op onze rekening staan binnen 15 dagen nadat deze brief bij u is bezorgd.',
      `Betaalt u niet binnen deze termijn, dan bent u ${LAW} € 150,00 aan incassokosten verschuldigd.`,
    ])
    expect(below[0]).toContain('Neem dan voor het einde van deze termijn contact met ons op.')
    expect(keptLetter({ ...two, step: 'notice' }).paper.above[1]).toContain('zijn onderstaande facturen')
    expect(keptLetter({ step: 'notice', costs: 15_000, costsVat: 3_150 }).paper.above[2]).toContain('€ 181,50 aan incassokosten (€ 150,00, en € 31,50 btw omdat wij die niet kunnen verrekenen) verschuldigd') // prettier-ignore
  })

  it('that is the last one asks the costs, and names the letter before to a person alone', () => {
    const asked = { step: 'final' as const, costs: 15_000, total: 115_000 }
    const { above, below } = keptLetter(asked).paper
    expect(above[1]).toBe(`U hebt onderstaande factuur ondanks onze herinnering niet betaald. Daarom bent u ${LAW} ook € 150,00 aan incassokosten verschuldigd.`) // prettier-ignore
    expect(above[2]).toBe('Maak € 1.150,00 uiterlijk op 09-12-2026 over. Doet u dat niet, dan kunnen wij de vordering zonder verder bericht uit handen geven.') // prettier-ignore
    expect([above[0], below]).toEqual(['Geachte heer, mevrouw,', []])
    expect(keptLetter({ ...asked, ...two }, CONSUMER).paper.above[1]).toContain('U hebt onderstaande facturen ondanks onze herinnering niet betaald, ook niet binnen 15 dagen na onze vorige brief. Daarom') // prettier-ignore
  })

  it('that is the last one says the costs that the letter before it asked, and none where they were let go', () => {
    const above = (more: Partial<PlannedLetter>) => keptLetter({ step: 'final', ...more }, CONSUMER).paper.above[1]!
    expect(above({ earlier: 15_000, total: 115_000 })).toContain('€ 150,00 aan incassokosten verschuldigd')
    expect(keptLetter({ step: 'final', earlier: 15_000, total: 115_000 }).mail.values.kosten).toBe('€ 150,00')
    expect(above({})).toBe('U hebt onderstaande factuur ondanks onze herinnering niet betaald.')
  })

  it.each<[string, Partial<PlannedLetter>, string[]]>([
    ['nothing else is asked', {}, ['Te betalen € 1.000,00 *']],
    [
      'interest, costs and VAT are asked',
      { step: 'final', interest: 120, earlier: 500, costs: 15_000, costsVat: 3_150, total: 118_770 },
      [
        'Nog te betalen van de facturen € 1.000,00',
        'Wettelijke rente € 1,20',
        'Eerder gevraagde incassokosten € 5,00',
        'Incassokosten € 150,00',
        'Btw over de incassokosten € 31,50',
        'Te betalen € 1.187,70 *',
      ],
    ],
    [
      'no VAT is asked',
      { step: 'final', costs: 15_000, total: 115_000 },
      ['Nog te betalen van de facturen € 1.000,00', 'Incassokosten € 150,00', 'Te betalen € 1.150,00 *'],
    ],
    ['costs come later', { step: 'notice', costs: 15_000, costsVat: 3_150 }, ['Te betalen € 1.000,00 *']],
  ])('adds up where %s', (_where, more, rows) => {
    const { totals } = keptLetter(more).paper
    expect(totals.map(({ label, amount, strong }) => `${label} ${amount}${strong ? ' *' : ''}`)).toEqual(rows)
  })
})

describe('an account of what is open', () => {
  const open = (...items: [number, string][]) =>
    plainSpaces(statementLetter(items.map(([cents, expires_at], i) => item({ number: `F-${i}`, open: cents, expires_at })), from())) // prettier-ignore

  it('tells all of it, what of that is late, and asks for nothing more', () => {
    const { paper, mail } = open([10_000, '2026-11-24'], [5_000, '2026-11-25'])
    expect(paper.title).toBe('Rekeningoverzicht')
    expect(paper.above).toEqual(['Op 25-11-2026 staan bij ons de volgende facturen open. Is er intussen betaald, dan kan een bedrag afwijken.']) // prettier-ignore
    expect([paper.below, paper.lines.map(({ amount }) => amount)]).toEqual([[], ['€ 100,00', '€ 50,00']])
    expect(paper.totals).toEqual([
      { label: 'Waarvan vervallen', amount: '€ 100,00', strong: false },
      { label: 'Totaal', amount: '€ 150,00', strong: true },
    ])
    expect(paper.payment).toEqual({ text: '', reference: 'F-0, F-1', total: 15_000 })
    expect(mail).toEqual({
      ...{ reader: 'Jan Jansen', email: 'post@linde.example', customer: 'De Linde' },
      values: { datum: '25-11-2026', facturen: 'F-0, F-1', hoofdsom: '€ 150,00', rente: '', kosten: '€ 0,00', totaal: '€ 150,00', betalen_voor: '25-11-2026' }, // prettier-ignore
    })
  })

  it('tells what letters asked beside the invoices, in sums of their own', () => {
    const asked = item({ open: 10_000, expires_at: '2026-11-24', earlier: 4_000, earlierInterest: 120 })
    const { paper, mail } = plainSpaces(statementLetter([asked, item({ number: 'F-2', open: 5_000 })], from()))
    expect(paper.totals.map(({ label, amount }) => `${label} ${amount}`)).toEqual(['Nog te betalen van de facturen € 150,00', 'Eerder gevraagde incassokosten € 40,00', 'Eerder gevraagde rente € 1,20', 'Totaal € 191,20']) // prettier-ignore
    expect([paper.payment?.total, mail.values.hoofdsom, mail.values.kosten, mail.values.rente]).toEqual([19_120, '€ 150,00', '€ 40,00', '€ 1,20']) // prettier-ignore
  })

  it('does not say what is late where that is all or nothing, nor how to pay what is to be got back', () => {
    expect(open([10_000, '2026-11-24']).paper.totals).toHaveLength(1)
    expect(open([10_000, '2026-11-26']).paper.totals).toHaveLength(1)
    expect(open([-10_000, '2026-11-26']).paper.payment).toBeNull()
    expect(open([10_000, '2026-12-26'], [-10_000, '2026-12-26']).paper.payment).toBeNull()
  })
})

describe('a letter in a list', () => {
  const written = { id: 7, step: 'reminder', written_on: '2026-11-20', sent_at: null, returned_at: null, note: null, mail: null, numbers: 'F-1', total: '€ 10,00' } as const // prettier-ignore
  const at = new Date('2026-11-21T11:00:00Z')

  it('says what it was and where its paper is', () => {
    expect(letterLine(written)).toEqual({ id: 7, label: 'Herinnering', day: '20-11-2026', fate: 'Niet verzonden', numbers: 'F-1', total: '€ 10,00', href: '/administration/reminders/7' }) // prettier-ignore
  })

  it.each([
    [{ sent_at: at }, 'Verzonden op 21-11-2026'],
    [{ sent_at: at, returned_at: at }, 'Kwam terug'],
    [{ mail: 'queued' }, 'Onderweg'],
    [{ mail: 'scheduled' }, 'Onderweg'],
    [{ mail: 'sending' }, 'Onderweg'],
    [{ mail: 'refused' }, 'Niet verzonden'],
    [{ step: 'collection', sent_at: at }, 'Overgedragen'],
    [{ step: 'collection', note: 'Naar het bureau' }, 'Naar het bureau'],
  ] as const)('says what became of it: %o', (more, fate) => expect(letterLine({ ...written, ...more }).fate).toBe(fate))

  it('that was told by hand has no paper', () => {
    expect(letterLine({ ...written, step: 'collection' })).toMatchObject({ label: 'Incasso', href: null })
  })
})

describe('the words of reminders', () => {
  it('name each letter, why somebody gets none, and whose interest it is', () => {
    expect(LETTER_NAMES).toEqual({ reminder: 'Herinnering', notice: '14-dagenbrief', final: 'Aanmaning', collection: 'Incasso', statement: 'Rekeningoverzicht' }) // prettier-ignore
    expect(BLOCK_REASONS).toEqual({ arrangement: 'Betalingsregeling', payment: 'Betaling onderweg', other: 'Anders' })
    expect(RATE_KINDS).toEqual({ consumer: 'Wettelijke rente', commercial: 'Wettelijke handelsrente' })
  })
})
