/**
 * What is asked beforehand of an order, and how invoices of it take that off again, per kind of VAT and exactly to the
 * cent. All amounts are whole cents.
 *
 * Base and VAT of a document are rounded over the lines typed without VAT and over those typed with it apart (rulings 6).
 * So a deposit stands in the other mode than the lines that it is of: what it says is taken off as it was said, and changes
 * no rounding of theirs. Where lines of both modes stand together, and where a deposit is taken off in parts, amounts are
 * used that come out without rounding, such as multiples of € 1,21 with 21% VAT.
 */
import { type TotalledLine, bothOf, exact, rounded, totalsOf } from '../../../catalogue/prices/index.ts'

/** A hundred percent, as rates are counted. */
const WHOLE = exact('100')
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/** The smallest amount of a mode whose base and VAT come out without rounding: 100 or 121 cents of 21%. */
export function stepOf(rate: string, taxesIncluded: boolean): bigint {
  const percents = exact(rate)
  return (taxesIncluded ? WHOLE + percents : WHOLE) / gcd(WHOLE, percents)
}

const floored = (amount: bigint, step: bigint): bigint => amount - (amount % step)

export interface DepositPart {
  tax: string
  rate: string
  taxes_included: boolean
  amount: bigint
}

/** How much is asked: a part of the whole in percents, or an amount with VAT. */
export type DepositAsked = { percentage: string } | { amount: bigint }

/** Divides an amount in proportion, by largest remainder. */
function divided(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight, at) => ({ at, part: (amount * weight) / whole, rest: (amount * weight) % whole }))
  let left = amount - parts.reduce((sum, { part }) => sum + part, 0n)
  for (const one of [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1)))
    if (left > 0n) {
      one.part += 1n
      left -= 1n
    }
  return parts.map(({ part }) => part)
}

/** What a deposit of these lines says, one part for each kind of VAT. */
export function depositOf(lines: readonly TotalledLine[], asked: DepositAsked): DepositPart[] {
  const { taxes } = totalsOf(lines)
  const shares = 'amount' in asked ? divided(asked.amount, taxes.map(({ base, vat }) => base + vat)) : null // prettier-ignore
  return taxes
    .map(({ tax, rate, base, vat }, i): DepositPart => {
      const own = lines.filter((line) => line.tax === tax && line.rate === rate)
      const withVat = own.filter((line) => line.taxes_included).length
      const isMixed = withVat > 0 && withVat < own.length
      // What is typed with VAT never comes to half a cent, which would be rounded the other way once a rest is negative.
      const taxes_included = withVat === 0 || isMixed
      const share = shares?.[i]
      const part =
        share === undefined
          ? rounded((taxes_included ? base + vat : base) * exact((asked as { percentage: string }).percentage), WHOLE)
          : taxes_included
            ? share
            : bothOf(share, rate, true).excl
      return { tax, rate, taxes_included, amount: isMixed ? floored(part, stepOf(rate, true)) : part }
    })
    .filter(({ amount }) => amount > 0n)
}

/** A part of a deposit that was asked, and what of it no invoice took off yet. */
export interface OpenPart extends DepositPart {
  id: number
  left: bigint
}

/**
 * What an invoice of these lines takes off, by the parts of deposits, the oldest first: no more than the invoice comes to,
 * nor than is left of each.
 * @param isLast whether nothing of the order is left to be invoiced, so that cents that were left go along
 */
export function settlementOf(
  lines: readonly TotalledLine[],
  parts: readonly OpenPart[],
  { isLast }: { isLast: boolean },
): { part: OpenPart; amount: bigint }[] {
  const room = new Map<string, bigint>(
    totalsOf(lines).taxes.flatMap(({ tax, rate, base, vat }) => [
      [`${tax} ${exact(rate)} true`, base + vat] as const,
      [`${tax} ${exact(rate)} false`, base] as const,
    ]),
  )
  return parts.flatMap((part) => {
    const key = `${part.tax} ${exact(part.rate)} ${part.taxes_included}`
    const most = room.get(key) ?? 0n
    const step = stepOf(part.rate, part.taxes_included)
    const isRest = isLast && part.left > most && part.left - most < 10n * step
    const amount = part.left <= most || (isRest && most > 0n) ? part.left : floored(most > 0n ? most : 0n, step)
    if (amount <= 0n) return []
    const { excl, incl } = bothOf(amount, part.rate, part.taxes_included)
    room.set(`${part.tax} ${exact(part.rate)} true`, (room.get(`${part.tax} ${exact(part.rate)} true`) ?? 0n) - incl)
    room.set(`${part.tax} ${exact(part.rate)} false`, (room.get(`${part.tax} ${exact(part.rate)} false`) ?? 0n) - excl)
    return [{ part, amount }]
  })
}

/** To whom a deposit was billed. */
export interface Payer {
  company_id: number | null
  contact_id: number | null
  name: string
}

/** The invoice that asked what is taken off, and who got that. */
export interface TakenOff {
  uid: string
  payer: Payer
}

/**
 * Why an invoice cannot take deposits off that somebody else was billed: who paid beforehand would not get it back. Null
 * where all were billed to who gets this one.
 */
export function strangeDeposit(
  settled: readonly TakenOff[],
  to: { company_id: number | null; contact_id: number | null },
): string | null {
  const same = ({ payer }: TakenOff) =>
    payer.company_id === null && to.company_id === null
      ? payer.contact_id === to.contact_id
      : payer.company_id === to.company_id
  const strange = settled.find((one) => !same(one))
  if (!strange) return null
  const { uid, payer } = strange
  const way = payer.company_id === null ? 'Factureer aan de klant zelf' : `Kies ${payer.name} als factuurrelatie`
  return `Aanbetaling ${uid} is aan ${payer.name} gefactureerd, en deze factuur gaat naar een ander. ${way}, of crediteer eerst de aanbetaling.`
}
