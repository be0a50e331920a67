/** What the law lets a creditor ask beside a claim: the costs of collecting it, and interest. Whole cents throughout. */
import { HUNDRED, exact, rounded } from '../../catalogue/prices/index.ts'

/** So much of the principal, in thousandths, up to the end of each step (Besluit BIK, article 2). */
const SCALE = [
  { upTo: 250_000, thousandths: 150n },
  { upTo: 500_000, thousandths: 100n },
  { upTo: 1_000_000, thousandths: 50n },
  { upTo: 20_000_000, thousandths: 10n },
  { upTo: Infinity, thousandths: 5n },
]
const LEAST = 4_000
const MOST = 677_500

/** The costs of collecting over the principals of all invoices of one letter together. */
export function collectionCosts(principal: number): number {
  if (principal <= 0) return 0
  let from = 0
  let sum = 0n
  for (const { upTo, thousandths } of SCALE) {
    const within = Math.min(principal, upTo) - from
    if (within <= 0) break
    sum += BigInt(within) * thousandths
    from = upTo
  }
  return Math.min(Math.max(Number(rounded(sum, 1000n)), LEAST), MOST)
}

/** VAT over the costs, asked by who cannot deduct it; `percentage` as digits. */
export const vatOver = (costs: number, percentage: string): number =>
  Number(rounded(BigInt(costs) * exact(percentage), HUNDRED))

/** Divides an amount over others by what each is of them; what is left goes to the largest rest, of equal ones the first. */
export function sharesOf(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, one) => sum + BigInt(one), 0n)
  if (all === 0n) return weights.map((_one, i) => (i === 0 ? amount : 0))
  const parts = weights.map((weight, at) => {
    const scaled = BigInt(amount) * BigInt(weight)
    return { at, share: scaled / all, rest: scaled % all }
  })
  const left = Number(BigInt(amount) - parts.reduce((sum, { share }) => sum + share, 0n))
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const part of byRest.slice(0, left)) part.share += 1n
  return parts.map(({ share }) => Number(share))
}
