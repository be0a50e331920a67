/** What was paid of costs and interest that turn out never to be owed, since their letter came back. */
import {
  type Beside,
  type Division,
  NOTHING,
  above,
  divisionOf,
  goesBack,
  sumBeside,
  turned,
} from './dividing.rules.ts'

/** A payment of an invoice, or what was taken back of one, as it is divided; whole cents and ISO days. */
export interface DividedRow extends Beside {
  id: number
  /** The payment of which it takes back; null for a payment itself. */
  takes_back_id: number | null
  paid_on: string
  amount: number
}

const plus = (one: Division, other: Division): Division => ({
  costs: one.costs + other.costs,
  interest: one.interest + other.interest,
  principal: one.principal + other.principal,
})

/** A payment that is divided otherwise, with what went back of it divided after it. */
function dividedAnew(rows: readonly DividedRow[], paid: Beside): Map<number, Beside> {
  const done = new Map<number, Beside>()
  let left: Division = { costs: 0, interest: 0, principal: 0 }
  for (const { id, takes_back_id, amount } of rows) {
    const own =
      takes_back_id === null
        ? { ...paid, principal: amount - paid.costs - paid.interest }
        : amount < 0
          ? turned(goesBack(left, -amount))
          : divisionOf(amount, { costs: paid.costs - left.costs, interest: paid.interest - left.interest })
    left = plus(left, own)
    done.set(id, own)
  }
  return done
}

/**
 * How payments of one invoice are divided once no more is asked beside it than this: what is over goes to the invoice, of
 * the last payments first.
 * @param rows all that was paid of it and taken back, in the order of their ids
 * @param closed the last day of the closed period, '' for none: what stands in it stays as it is
 * @returns the rows that change
 */
export function withoutUnasked(
  rows: readonly DividedRow[],
  asked: Beside,
  closed: string,
): (Beside & { id: number })[] {
  const over = above(sumBeside(rows), asked)
  const anew = new Map<number, Beside>()
  const payments = [...Map.groupBy(rows, ({ id, takes_back_id }) => takes_back_id ?? id)].sort(([a], [b]) => b - a)
  for (const [id, group] of payments) {
    const paid = group.find((row) => row.id === id)
    if (!paid || group.some(({ paid_on }) => paid_on <= closed)) continue
    const left = above(sumBeside(group), NOTHING)
    const cut = { costs: Math.min(over.costs, left.costs), interest: Math.min(over.interest, left.interest) }
    if (cut.costs + cut.interest === 0) continue
    over.costs -= cut.costs
    over.interest -= cut.interest
    const stays = { costs: left.costs - cut.costs, interest: left.interest - cut.interest }
    for (const [row, parts] of dividedAnew(group, stays)) anew.set(row, parts)
  }
  return rows.flatMap(({ id, costs, interest }) => {
    const parts = anew.get(id)
    return parts === undefined || (parts.costs === costs && parts.interest === interest)
      ? []
      : [{ id, costs: parts.costs, interest: parts.interest }]
  })
}
