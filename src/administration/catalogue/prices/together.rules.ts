/** What a course costs as a whole for people who come together: up to so many, and each one more. */
export interface TogetherPrice {
  price: string
  max_count: number
  extra_price: string | null
}

/** A part of what is charged for a course. */
export interface ChargedPart {
  what: 'together' | 'extra'
  count: string
  price: string
}

/** One price for all of them, and the price of one more for each above the most. */
export function togetherParts({ price, max_count, extra_price }: TogetherPrice, people: number): ChargedPart[] {
  const extra = Math.max(0, people - max_count)
  return [
    { what: 'together' as const, count: '1', price },
    ...(extra > 0 && extra_price !== null
      ? [{ what: 'extra' as const, count: String(extra), price: extra_price }]
      : []),
  ]
}
