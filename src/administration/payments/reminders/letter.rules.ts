/** What a letter about open invoices says: facts that are kept, and what its mail can name of them. */
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import type { FirmDetails } from '../../catalogue/firm/index.ts'
import type { LetterFacts } from '../../sales/papers/index.ts'
import type { Payer, LetterItem, PlannedLetter } from './types.ts'
import { STEP_NAMES } from './steps.rules.ts'

/** Of which kind a letter is: a step, or the account of what is open. */
export type LetterKind = PlannedLetter['step'] | 'statement'
export const LETTER_NAMES: Readonly<Record<LetterKind, string>> = { ...STEP_NAMES, statement: 'Rekeningoverzicht' }

/** A letter with what its mail says, as it is kept. */
export interface KeptLetter {
  paper: LetterFacts
  /** Where it goes, and what a message can name. */
  mail: { reader: string; email: string; customer: string; values: Record<string, string> }
}

/** Names and labels of those values. */
export const LETTER_VARIABLES = [
  { name: 'brief.datum', label: 'Datum van de brief' },
  { name: 'brief.facturen', label: 'Nummers van de facturen' },
  { name: 'brief.hoofdsom', label: 'Wat er van de facturen openstaat' },
  { name: 'brief.rente', label: 'Rente; leeg zonder rente' },
  { name: 'brief.kosten', label: 'Incassokosten, met btw waar die wordt gevraagd' },
  { name: 'brief.totaal', label: 'Wat in totaal wordt gevraagd' },
  { name: 'brief.betalen_voor', label: 'Uiterlijk te betalen op' },
]

/** All costs that a letter says to be owed: its own, and in the last one those that were asked before. */
const costsIn = ({ step, costs, costsVat, earlier }: PlannedLetter): number =>
  costs + costsVat + (step === 'final' ? earlier : 0)

const costsText = (letter: PlannedLetter): string =>
  letter.costsVat === 0
    ? `${formatMoney(costsIn(letter))} aan incassokosten`
    : `${formatMoney(costsIn(letter))} aan incassokosten (${formatMoney(costsIn(letter) - letter.costsVat)}, en ${formatMoney(letter.costsVat)} btw omdat wij die niet kunnen verrekenen)` // prettier-ignore

const DEAR = 'Geachte heer, mevrouw,'
const LAW = 'op grond van artikel 6:96 van het Burgerlijk Wetboek en het Besluit vergoeding voor buitengerechtelijke incassokosten' // prettier-ignore

/** The sentences above the table of a letter, and below it. */
function sentences(letter: PlannedLetter, consumer: boolean): { above: string[]; below: string[] } {
  const by = formatDate(letter.answerBy)
  const many = letter.items.length > 1
  switch (letter.step) {
    case 'reminder':
      return {
        above: [
          DEAR,
          `Volgens onze administratie ${many ? 'zijn onderstaande facturen' : 'is onderstaande factuur'} nog niet helemaal betaald. Wij vragen u het bedrag uiterlijk op ${by} over te maken.`,
        ],
        below: ['Hebt u intussen betaald, dan kunt u deze brief als niet verzonden beschouwen.'],
      }
    case 'notice':
      return {
        above: [
          DEAR,
          `Ondanks onze herinnering ${many ? 'zijn onderstaande facturen' : 'is onderstaande factuur'} nog niet helemaal betaald. U krijgt nog één keer de gelegenheid om zonder extra kosten te betalen: ${formatMoney(letter.total)} moet op onze rekening staan binnen 15 dagen nadat deze brief bij u is bezorgd.`,
          `Betaalt u niet binnen deze termijn, dan bent u ${LAW} ${costsText(letter)} verschuldigd.`,
        ],
        below: ['Kunt u niet in één keer betalen, of bent u het niet met ons eens? Neem dan voor het einde van deze termijn contact met ons op.'], // prettier-ignore
      }
    default:
      return {
        above: [
          DEAR,
          `U hebt ${many ? 'onderstaande facturen' : 'onderstaande factuur'} ondanks onze herinnering niet betaald${consumer && costsIn(letter) > 0 ? ', ook niet binnen 15 dagen na onze vorige brief' : ''}.${costsIn(letter) === 0 ? '' : ` Daarom bent u ${LAW} ook ${costsText(letter)} verschuldigd.`}`,
          `Maak ${formatMoney(letter.total)} uiterlijk op ${by} over. Doet u dat niet, dan kunnen wij de vordering zonder verder bericht uit handen geven.`,
        ],
        below: [],
      }
  }
}

const COLUMNS: LetterFacts['columns'] = [
  { label: 'Vervaldatum', of: 'count', width: 74 },
  { label: 'Factuurbedrag', of: 'price', width: 84 },
  { label: 'Nog te betalen', of: 'amount', width: 84 },
]

const lineOf = (item: Pick<LetterItem, 'number' | 'invoice_date' | 'expires_at' | 'total'>, open: number) => ({
  name: `Factuur ${item.number}`,
  text: `van ${formatDate(item.invoice_date)}`,
  count: formatDate(item.expires_at),
  price: formatMoney(item.total),
  amount: formatMoney(open),
})

const row = (label: string, cents: number, strong = false) => ({ label, amount: formatMoney(cents), strong })

function totalsOf(letter: PlannedLetter): LetterFacts['totals'] {
  const { step, principal, interest, earlier, costs, costsVat, total } = letter
  const asked = step === 'final'
  return [
    ...(principal === total ? [] : [row('Nog te betalen van de facturen', principal)]),
    ...(interest > 0 ? [row('Wettelijke rente', interest)] : []),
    ...(earlier > 0 ? [row('Eerder gevraagde incassokosten', earlier)] : []),
    ...(asked && costs > 0 ? [row('Incassokosten', costs)] : []),
    ...(asked && costsVat > 0 ? [row('Btw over de incassokosten', costsVat)] : []),
    row('Te betalen', total, true),
  ]
}

interface From {
  seller: Omit<FirmDetails, 'texts'>
  payer: Payer
  today: string
  now: Date
}

const paperOf = ({ seller, payer, today, now }: From, title: string) => ({
  title,
  seller,
  buyer: {
    ...{ name: payer.name, contact: null, client_id: payer.client_id, country_code: payer.country_code },
    ...{ street: payer.street, street_no: payer.street_no, street_no_adding: payer.street_no_adding },
    ...{ postal_code: payer.postal_code, city: payer.city },
  },
  facts: [['Datum', formatDate(today)]] as [string, string][],
  columns: COLUMNS,
  createdAt: now.toISOString(),
})

const numbersOf = (items: readonly { number: string }[]): string => items.map(({ number }) => number).join(', ')

/** A planned letter as it is kept and drawn. */
export function keptLetter(letter: PlannedLetter, from: From): KeptLetter {
  const { payer, today } = from
  const title = LETTER_NAMES[letter.step]
  return {
    paper: {
      ...paperOf(from, title),
      ...sentences(letter, payer.company_id === null),
      lines: letter.items.map((item) => lineOf(item, item.principal)),
      totals: totalsOf(letter),
      payment: { text: '', reference: numbersOf(letter.items), total: letter.total },
    },
    mail: {
      ...{ reader: payer.reader, email: payer.email, customer: payer.name },
      values: {
        datum: formatDate(today),
        facturen: numbersOf(letter.items),
        hoofdsom: formatMoney(letter.principal),
        rente: letter.interest > 0 ? formatMoney(letter.interest) : '',
        kosten: formatMoney(costsIn(letter)),
        totaal: formatMoney(letter.total),
        betalen_voor: formatDate(letter.answerBy),
      },
    },
  }
}

/** What a customer has open, all of it, with what letters asked beside the invoices; it asks for nothing itself. */
export function statementLetter(
  items: readonly Omit<LetterItem, 'kind' | 'record_id' | 'principal' | 'interest' | 'charged'>[],
  from: From,
): KeptLetter {
  const open = items.reduce((sum, item) => sum + item.open, 0)
  const costs = items.reduce((sum, { earlier }) => sum + earlier, 0)
  const interest = items.reduce((sum, { earlierInterest }) => sum + earlierInterest, 0)
  const total = open + costs + interest
  const late = items.reduce((sum, item) => sum + (item.expires_at < from.today ? item.open : 0), 0)
  return {
    paper: {
      ...paperOf(from, LETTER_NAMES.statement),
      above: [
        `Op ${formatDate(from.today)} staan bij ons de volgende facturen open. Is er intussen betaald, dan kan een bedrag afwijken.`,
      ],
      below: [],
      lines: items.map((item) => lineOf(item, item.open)),
      totals: [
        ...(late === 0 || late === open ? [] : [row('Waarvan vervallen', late)]),
        ...(total === open ? [] : [row('Nog te betalen van de facturen', open)]),
        ...(costs > 0 ? [row('Eerder gevraagde incassokosten', costs)] : []),
        ...(interest > 0 ? [row('Eerder gevraagde rente', interest)] : []),
        row('Totaal', total, true),
      ],
      payment: total > 0 ? { text: '', reference: numbersOf(items), total } : null,
    },
    mail: {
      ...{ reader: from.payer.reader, email: from.payer.email, customer: from.payer.name },
      values: {
        datum: formatDate(from.today),
        facturen: numbersOf(items),
        hoofdsom: formatMoney(open),
        rente: interest > 0 ? formatMoney(interest) : '',
        kosten: formatMoney(costs),
        totaal: formatMoney(total),
        betalen_voor: formatDate(from.today),
      },
    },
  }
}
