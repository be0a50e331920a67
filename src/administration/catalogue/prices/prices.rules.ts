/** What a product costs for whom, on which day and by how many, and why: the one price engine. */
import {
  type Candidate,
  type OwnPrice,
  type PriceQuestion,
  type PriceRule,
  type PricedProduct,
  STEP_UNIT,
  candidatesOf,
  sentence,
} from './candidates.rules.ts'
import type { DiscountType } from '../products/index.ts'
import { digitsOf, euros, exact } from './money.rules.ts'

/** What gave the price, what it went before, and what does not hold here. */
export type StepState = 'start' | 'wins' | 'overruled' | 'idle'

export interface PriceStep {
  state: StepState
  title: string
  text: string
  /** What one would cost by it: '€ 220,50'; null where it gives nothing. */
  amount: string | null
  href: string | null
}

export interface Priced {
  price: string
  original_price: string
  is_original_price: boolean
  discount: string
  discount_type: DiscountType
  steps: PriceStep[]
  /** What gave the price, in a sentence. */
  why: string
}

/** 'de staffel en de korting op het product'. */
const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} en ${names.at(-1)}`

/**
 * The price of a product: the first that holds gives it and the others fall away, so that no two discounts add up.
 * In this order: what was agreed with the contact, with its company, with the companies above that, nearest first; the
 * quantity step; the discount of the category; that of the product.
 */
export function priceOf(
  product: PricedProduct,
  question: PriceQuestion,
  { rules = [], own = [] }: { rules?: readonly PriceRule[]; own?: readonly OwnPrice[] } = {},
): Priced {
  const list = exact(product.price)
  const candidates = candidatesOf(product, question, { rules, own })
  const winner = candidates.find(({ idle }) => idle === null)
  const overruled = candidates.filter((one) => one.idle === null && one !== winner)
  const price = winner?.discount ? list : (winner?.price ?? list)
  const unit = (question.unit ?? STEP_UNIT).one
  const shown = `${euros(winner?.price ?? list)} per ${unit}.`
  const before = overruled.length === 0 ? '' : ` en gaat vóór ${listed(overruled.map(({ called }) => called))}`
  return {
    price: digitsOf(price),
    original_price: digitsOf(list),
    is_original_price: winner === undefined || winner.discount !== undefined,
    discount: winner?.discount?.discount ?? '0',
    discount_type: winner?.discount?.discount_type ?? 'percentage',
    why: winner
      ? `${shown} ${sentence(winner.called)} ${winner.does}${before}.`
      : `${shown} Er geldt geen afspraak, staffel of korting.`,
    steps: [
      { state: winner ? 'start' : 'wins', title: 'Prijs van het product', text: product.name, amount: euros(list), href: `/products/view/${product.id}` }, // prettier-ignore
      ...candidates.map((one) => stepOf(one, winner)),
    ],
  }
}

function stepOf(one: Candidate, winner: Candidate | undefined): PriceStep {
  const { title, href, idle } = one
  const amount = one.price === null ? null : euros(one.price)
  if (idle !== null) return { state: 'idle', title, text: [one.text, idle].filter(Boolean).join(', '), amount: null, href } // prettier-ignore
  if (one === winner) return { state: 'wins', title, text: one.text, amount, href }
  return { state: 'overruled', title, text: `${one.text}, vervalt door ${winner!.called}`, amount, href }
}
