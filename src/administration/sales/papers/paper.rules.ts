/** What stands on paper: facts become texts here, so that the drawing only places them. */
import { countryName } from '../../../platform/format/country.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { formatIban } from '../../../platform/format/iban.ts'
import { formatEuros, formatPercents, formatPrice } from '../../../platform/format/price.ts'
import { type Address, cityLine, streetLine } from '../../../platform/fields/address.ts'
import type { FirmDetails } from '../../catalogue/firm/index.ts'
import { type SaleLine, type SaleTax, discountText, linesRead } from '../sales/index.ts'
import { type TaxCategory, rateText } from '../../catalogue/vat/index.ts'
import { epcText } from './epc.rules.ts'

/** The kinds of layouts that sales are printed with. */
export const PAPER_KINDS = ['quotation', 'order', 'work_order', 'invoice'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** What they are called. */
export const PAPER_NAMES: Readonly<Record<PaperKind, { one: string; many: string }>> = {
  quotation: { one: 'Offerte', many: 'Offertes' },
  order: { one: 'Orderbevestiging', many: 'Orderbevestigingen' },
  work_order: { one: 'Werkbon', many: 'Werkbonnen' },
  invoice: { one: 'Factuur', many: 'Facturen' },
}

export type Place = Address & { country_code: string }

/** What any sale says on paper. Days are ISO, amounts whole cents, prices and counts digits with a point. */
export interface SaleFacts {
  reference: string | null
  layoutId: number | null
  headerText: string | null
  footerText: string | null
  seller: Omit<FirmDetails, 'texts'>
  buyer: Place & {
    name: string
    contact: string | null
    client_id: number | null
    coc_no: string | null
    vat_id: string | null
    isCompany: boolean
  }
  lines: (Pick<
    SaleLine,
    | 'kind'
    | 'name'
    | 'code'
    | 'description'
    | 'count'
    | 'price'
    | 'discount'
    | 'discount_type'
    | 'tax'
    | 'tax_category'
    | 'taxes_included'
    | 'amount'
  > &
    Partial<Pick<SaleLine, 'optional' | 'chosen'>>)[]
  taxes: Pick<SaleTax, 'tax' | 'category' | 'name' | 'reason' | 'base' | 'vat'>[]
  base: number
  vat: number
  total: number
}

/** A sale of one kind, with what only that kind says. */
export interface PaperFacts {
  kind: PaperKind
  /** 'Factuur F2026-0012': what it is, with its number where it has one. */
  title: string
  fileName: string
  sale: SaleFacts
  /** What stands under the title, beside the customer's number and reference: 'Factuurdatum' and a date. */
  facts: [label: string, value: string][]
  /** Of the house, above and below what the sale says itself. */
  texts: { header: string; footer: string }
  /** A sentence at the top for what may not be taken for the real thing. */
  notice?: string
  /** What who buys alone is told below it, each under what it is about. */
  told?: { title: string; text: string }[]
  /** How it is paid; null where nothing is. */
  payment: { text: string; reference: string; total: number; link?: string } | null
  /** Who signs below it, and what is signed for. */
  signing?: string
  /** How the customer agreed to it: sentences, with the bytes of a PNG or JPEG that was signed. */
  agreed?: { sentences: string[]; signature: Uint8Array | null }
  /** The moment that the file says it was made. */
  createdAt: Date
  /** The code that it is drawn by; left out: in the way of the product. */
  layout?: string
  /** It keeps the code that it was frozen with, whatever layout is asked for. */
  isFrozen?: true
}

/** A line as it is printed. */
export interface PaperLine {
  kind: 'section' | 'product'
  name: string
  text: string
  count: string
  price: string
  discount: string
  tax: string
  amount: string
}

/** What the thread draws: nothing but texts, in Dutch. */
export interface Paper {
  title: string
  /** The house at the top, and the address of the envelope's window. */
  house: { name: string; lines: string[]; logo: { name: string; bytes: Uint8Array } | null }
  recipient: string[]
  notice: string
  facts: [label: string, value: string][]
  above: string[]
  columns: { label: string; of: Exclude<keyof PaperLine, 'kind' | 'name' | 'text'>; width: number }[]
  lines: PaperLine[]
  totals: { label: string; amount: string; strong: boolean }[]
  reasons: string[]
  below: string[]
  payment: { sentences: string[]; code: string | null } | null
  signing: string
  agreed: { sentences: string[]; signature: Uint8Array | null } | null
  /** At the foot of every page. */
  foot: string
}

const filled = (values: (string | null | undefined | false)[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')

/** Name and address as they stand on an envelope; the land only where the post has to leave it. */
export const addressed = (name: string, place: Place, home: string): string[] =>
  filled([
    name,
    streetLine(place),
    cityLine(place),
    place.country_code !== home && countryName(place.country_code)?.toUpperCase(),
  ])

const columnsOf = (kind: PaperKind, lines: SaleFacts['lines'], mode: string): Paper['columns'] => {
  const count: Paper['columns'][number] = { label: 'Aantal', of: 'count', width: 48 }
  if (kind === 'work_order') return [count]
  return [
    count,
    { label: `Prijs ${mode}`, of: 'price', width: 72 },
    ...(lines.some((line) => discountText(line) !== '')
      ? [{ label: 'Korting', of: 'discount' as const, width: 58 }]
      : []),
    { label: 'Btw', of: 'tax', width: 56 },
    { label: `Bedrag ${mode}`, of: 'amount', width: 76 },
  ]
}

const lineOf = (line: SaleFacts['lines'][number]): PaperLine => ({
  kind: line.kind,
  name: line.optional === true ? `${line.name} (optioneel${line.chosen === true ? ', gekozen' : ''})` : line.name,
  text: filled([line.code !== line.name && line.code, line.description]).join('\n'),
  count: line.kind === 'section' ? '' : formatPrice(line.count).replace(/,00$/, ''),
  price: line.kind === 'section' ? '' : formatEuros(line.price),
  discount: line.kind === 'section' ? '' : discountText(line),
  tax:
    line.kind === 'section' || line.tax === null ? '' : rateText(line.tax, (line.tax_category ?? 'S') as TaxCategory),
  // What was not chosen counts for nothing below.
  amount:
    line.kind === 'section' ? '' : line.chosen === false ? `(${formatMoney(line.amount)})` : formatMoney(line.amount),
})

/** What VAT of a kind is called where something is said of it: '21% btw over € 1.371,00'. */
const taxLabel = ({ tax, name, base }: SaleFacts['taxes'][number]): string =>
  `${Number(tax) === 0 ? name : `${formatPercents(tax)} btw`} over ${formatMoney(base)}`

const totalsOf = ({ base, total, taxes }: SaleFacts): Paper['totals'] => [
  { label: 'Totaal exclusief btw', amount: formatMoney(base), strong: false },
  ...taxes.map((tax) => ({ label: taxLabel(tax), amount: formatMoney(tax.vat), strong: false })),
  { label: 'Totaal inclusief btw', amount: formatMoney(total), strong: true },
]

/** How the amount is paid, with the code that an app of a bank reads (EPC069-12). */
export function paymentOf(seller: SaleFacts['seller'], payment: PaperFacts['payment']): Paper['payment'] {
  if (payment === null) return null
  const sentences = filled([payment.text, payment.link ? `Online betalen: ${payment.link}` : ''])
  if (seller.iban === '' || payment.total <= 0) return sentences.length === 0 ? null : { sentences, code: null }
  const to = `Rekening ${formatIban(seller.iban)} ten name van ${seller.iban_name}, onder vermelding van ${payment.reference}.`
  const code = epcText({ name: seller.iban_name, iban: seller.iban, cents: payment.total, text: payment.reference })
  return { sentences: [to, ...sentences], code }
}

/** Its logo is read where the paper is drawn. */
export const houseOf = (seller: SaleFacts['seller']): Paper['house'] => ({
  logo: null,
  name: seller.trade_name,
  lines: filled([
    seller.legal_name !== seller.trade_name && seller.legal_name,
    streetLine(seller),
    cityLine(seller),
    seller.phone,
    seller.email,
    seller.website,
  ]),
})

/** By what the law knows the house, at the foot of every page. */
export const footOf = (seller: SaleFacts['seller']): string =>
  filled([
    seller.legal_name,
    seller.coc_no && `KVK ${seller.coc_no}`,
    seller.vat_id && `Btw-id ${seller.vat_id}`,
    seller.iban && `IBAN ${formatIban(seller.iban)}`,
    seller.crkbo_no && `CRKBO ${seller.crkbo_no}`,
  ]).join('  ·  ')

/** What stands on paper, from what is known of it. */
export function paperOf(facts: PaperFacts): Paper {
  const { sale, kind } = facts
  const { seller, buyer } = sale
  const shows = kind !== 'work_order'
  const isInvoice = kind === 'invoice'
  // A company reads prices without VAT (art. 35a Wet OB), who buys alone with it.
  const lines = linesRead(sale.lines, sale.taxes, !buyer.isCompany)
  return {
    title: facts.title,
    house: houseOf(seller),
    recipient: addressed(buyer.name, buyer, 'NL').toSpliced(
      1,
      0,
      ...filled([buyer.contact && `T.a.v. ${buyer.contact}`]),
    ),
    notice: facts.notice ?? '',
    facts: [
      ...facts.facts,
      ...(buyer.client_id === null ? [] : [['Klantnummer', String(buyer.client_id)] as [string, string]]),
      ...(sale.reference === null ? [] : [['Uw referentie', sale.reference] as [string, string]]),
      ...(isInvoice && buyer.vat_id !== null ? [['Uw btw-id', buyer.vat_id] as [string, string]] : []),
    ],
    above: filled([facts.texts.header, sale.headerText]),
    columns: columnsOf(kind, lines, buyer.isCompany ? 'excl.' : 'incl.'),
    lines: lines.map(lineOf),
    totals: shows ? totalsOf(sale) : [],
    reasons: shows ? filled([...new Set(sale.taxes.map(({ reason }) => reason))]) : [],
    below: filled([sale.footerText, facts.texts.footer, ...(facts.told ?? []).map(({ title, text }) => `${title}\n${text}`)]), // prettier-ignore
    payment: paymentOf(seller, facts.payment),
    signing: facts.signing ?? '',
    agreed: facts.agreed ?? null,
    foot: footOf(seller),
  }
}

/** A day as it stands under the title. */
export const dayFact = (label: string, day: string): [string, string] => [label, formatDate(day)]
