/** All that may give a price, each with its words: agreements, quantity steps, discounts. */
import { formatDate } from '../../../platform/format/format.ts'
import { formatPercents } from '../../../platform/format/price.ts'
import type { Customer, Named } from '../customers/index.ts'
import type { DiscountType } from '../products/index.ts'
import { type Exact, HUNDRED, digitsOf, euros, exact, rounded } from './money.rules.ts'

export const RULE_TYPES = { price: 'Vaste prijs', percentage: 'Korting in procenten' } as const
export type RuleType = keyof typeof RULE_TYPES

/** A product as the engine needs it, on the day of the price. */
export interface PricedProduct {
  id: number
  name: string
  price: string
  discount: string
  discount_type: DiscountType
  category_name: string | null
  category_discount: string | null
}

/** An agreement with a customer, or a quantity step for everybody. */
export interface PriceRule {
  id: number
  product_id: number
  company_id: number | null
  contact_id: number | null
  from_count: number
  type: RuleType
  price: string | null
  percentage: string | null
  valid_from: string | null
  /** The last day. */
  valid_until: string | null
}

export interface PriceQuestion {
  customer: Customer
  /** The day whose prices hold. */
  day: string
  count: string
  /** In what it is counted: 'stuk' and 'stuks', 'persoon' and 'personen'. */
  unit?: { one: string; many: string }
}

/** A price without VAT that whoever asks knows by itself, as that of a company for a course. */
export interface OwnPrice {
  company_id: number
  price: string
  title: string
  text: string
  href?: string
}

/** Something that may give the price, before it is known which of them does. */
export interface Candidate {
  title: string
  text: string
  /** How it is called in a sentence: 'de afspraak met De Linde'. */
  called: string
  /** What it does, after 'De afspraak met De Linde': 'geeft 10% korting'. */
  does: string
  price: Exact | null
  /** A discount that stays on the line beside the price of the product, as it was agreed and as a customer reads it. */
  discount?: { discount: string; discount_type: DiscountType }
  href: string | null
  /** Why it does not hold here. */
  idle: string | null
}

export const STEP_UNIT = { one: 'stuk', many: 'stuks' }

/** '01-01-2026 tot en met 31-12-2026', 'vanaf 01-01-2026', 'tot en met 31-12-2026', ''. */
export function periodText({ valid_from, valid_until }: Pick<PriceRule, 'valid_from' | 'valid_until'>): string {
  if (valid_until === null) return valid_from === null ? '' : `vanaf ${formatDate(valid_from)}`
  return `${valid_from === null ? '' : `${formatDate(valid_from)} `}tot en met ${formatDate(valid_until)}`
}

/** '10% korting', 'vaste prijs € 220,50'. */
export const effectText = ({ type, price, percentage }: Pick<PriceRule, 'type' | 'price' | 'percentage'>): string =>
  type === 'price' ? `vaste prijs ${euros(price!)}` : `${formatPercents(percentage!)} korting`

export const holdsOn = ({ valid_from, valid_until }: Pick<PriceRule, 'valid_from' | 'valid_until'>, day: string) =>
  (valid_from === null || valid_from <= day) && (valid_until === null || day <= valid_until)

const percentOff = (list: Exact, discount: string) => ({
  price: rounded(list * (HUNDRED - exact(discount)), HUNDRED),
  discount: { discount, discount_type: 'percentage' as const },
})

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Of the rules of one customer, or of nobody, the one for this day with the highest count that is reached. */
function ruleOf(rules: PriceRule[], { day, count }: PriceQuestion): PriceRule | undefined {
  const reached = (rule: PriceRule) => exact(String(rule.from_count)) <= exact(count)
  const byCount = [...rules].sort((a, b) => b.from_count - a.from_count)
  return (
    byCount.find((rule) => holdsOn(rule, day) && reached(rule)) ??
    // What does not hold is told too, nearest first: somebody expected it.
    byCount.findLast((rule) => holdsOn(rule, day)) ??
    byCount[0]
  )
}

function ruleCandidate(
  rule: PriceRule,
  who: Named | null,
  { question, list }: { question: PriceQuestion; list: Exact },
): Candidate {
  const { many } = question.unit ?? STEP_UNIT
  const from = rule.from_count > 1 ? `vanaf ${rule.from_count} ${many}` : ''
  const title = who ? `Afspraak met ${who.name}` : `Staffel ${from}`
  const idle = !holdsOn(rule, question.day)
    ? 'geldt niet op deze datum'
    : exact(String(rule.from_count)) > exact(question.count)
      ? 'zo veel zijn het er niet'
      : null
  return {
    title,
    text: sentence([effectText(rule), who && from, periodText(rule)].filter(Boolean).join(', ')),
    called: who ? `de afspraak met ${who.name}` : 'de staffel',
    does: rule.type === 'price' ? 'geeft een vaste prijs' : `geeft ${formatPercents(rule.percentage!)} korting op de prijs van het product`, // prettier-ignore
    ...(rule.type === 'price' ? { price: exact(rule.price!) } : percentOff(list, rule.percentage!)),
    href: `/price-rules/${rule.id}`,
    idle,
  }
}

function ownCandidate(own: OwnPrice): Candidate {
  const { title, text, price, href = null } = own
  return {
    title,
    text,
    called: `de ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    does: 'geeft een vaste prijs',
    price: exact(price),
    href,
    idle: null,
  }
}

function categoryCandidate({ category_name, category_discount }: PricedProduct, list: Exact): Candidate[] {
  if (category_name === null) return []
  const gives = category_discount !== null && exact(category_discount) > 0n
  return [
    {
      title: `Categorie ${category_name}`,
      text: gives ? `${formatPercents(category_discount)} korting` : 'Geen korting',
      called: `de categorie ${category_name}`,
      does: gives ? `geeft ${formatPercents(category_discount)} korting op de prijs van het product` : '',
      ...(gives ? percentOff(list, category_discount) : { price: null }),
      href: null,
      idle: gives ? null : '',
    },
  ]
}

/** The discount of the product itself stays beside the price, as it does on the line of a document. */
function productCandidate({ discount, discount_type }: PricedProduct, { list, count }: { list: Exact; count: Exact }) {
  if (exact(discount) <= 0n) return []
  const isMoney = discount_type === 'money'
  // No more comes off a line than it comes to.
  const most = rounded(list * count, exact('1'))
  const off = isMoney && exact(discount) > most ? digitsOf(most) : discount
  const told = isMoney ? `${euros(off)} korting op de regel` : `${formatPercents(discount)} korting`
  return [
    {
      ...{ title: 'Korting op het product', text: told },
      called: 'de korting op het product',
      does: `geeft ${told}`,
      ...(isMoney ? { price: list, discount: { discount: off, discount_type } } : percentOff(list, discount)),
      ...{ href: null, idle: null },
    },
  ]
}

/** All that may give the price, in the order in which they go before each other. */
export function candidatesOf(
  product: PricedProduct,
  question: PriceQuestion,
  { rules, own }: { rules: readonly PriceRule[]; own: readonly OwnPrice[] },
): Candidate[] {
  const list = exact(product.price)
  const { contact, companies } = question.customer
  const mine = rules.filter((rule) => rule.product_id === product.id)
  const told = (some: PriceRule[], who: Named | null): Candidate[] => {
    const rule = ruleOf(some, question)
    return rule ? [ruleCandidate(rule, who, { question, list })] : []
  }
  return [
    ...(contact ? told(mine.filter((rule) => rule.contact_id === contact.id), contact) : []), // prettier-ignore
    ...companies.flatMap((company) => [
      ...own.filter(({ company_id }) => company_id === company.id).map(ownCandidate),
      ...told(mine.filter((rule) => rule.company_id === company.id), company), // prettier-ignore
    ]),
    ...told(mine.filter((rule) => rule.company_id === null && rule.contact_id === null), null), // prettier-ignore
    ...categoryCandidate(product, list),
    ...productCandidate(product, { list, count: exact(question.count) }),
  ]
}
