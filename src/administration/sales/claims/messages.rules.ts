/** How what letters asked beside an invoice is told, and what of a payment went there. */
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import {
  type Beside,
  type BesideFacts,
  askedUntil,
  besideOf,
  owedFrom,
  owedOn,
  restOn,
  sumBeside,
} from './dividing.rules.ts'

/** '€ 40,00 incassokosten en € 1,20 rente' */
export const owedText = ({ costs, interest }: Beside): string =>
  [costs > 0 ? `${formatMoney(costs)} incassokosten` : null, interest > 0 ? `${formatMoney(interest)} rente` : null]
    .filter(Boolean)
    .join(' en ')

const paidOf = ({ paid }: BesideFacts): number => besideOf(sumBeside(paid))

/** What goes to the invoice once its costs are let go, in words. @param rest what is open of the invoice then */
const movesText = (moves: number, rest: number): string =>
  `${formatMoney(moves)} die daarvan is betaald, gaat naar de factuur zelf. ${
    rest > 0
      ? `Daarvan staat dan nog ${formatMoney(rest)} open.`
      : rest === 0
        ? 'Die is daarmee betaald.'
        : `De klant krijgt dan ${formatMoney(-rest)} terug.`
  }`

/**
 * What letting costs and interest go does, in sentences.
 * @param open what is open of the invoice now
 * @param paid what was paid of them: what goes to the invoice, and what stays since its period is closed
 */
export function waivingOf(
  facts: BesideFacts | undefined,
  open: number,
  { moves, stays }: { moves: number; stays: number },
): string[] {
  if (facts === undefined) return ['Brieven over deze factuur vragen dan geen incassokosten en geen rente.']
  return [
    `Wij vragen ${owedText(sumBeside(facts.letters))} niet meer, ook niet in volgende brieven.`,
    ...(moves === 0 ? [] : [movesText(moves, open - moves)]),
    ...(stays === 0
      ? []
      : [`${formatMoney(stays)} is betaald in een periode die is afgesloten, en blijft kosten en rente.`]),
  ]
}

/** What was asked beside an invoice and how that stands on a day, for its rail; null where nothing was asked. */
export function besideShown(facts: BesideFacts | undefined, day: string) {
  if (facts === undefined) return null
  const owed = owedOn(facts, day)
  const later = facts.open > 0 ? facts.letters.filter((letter) => owedFrom(letter) > day) : []
  const lapsed = facts.open > 0 ? 0 : besideOf(restOn(facts, day))
  return {
    asked: besideOf(askedUntil(facts, day)) === 0 ? null : owedText(askedUntil(facts, day)),
    paid: paidOf(facts) === 0 ? null : formatMoney(paidOf(facts)),
    owed: formatMoney(besideOf(owed)),
    /** What is not asked any more since the invoice itself is not open. */
    lapsed: lapsed === 0 ? null : formatMoney(lapsed),
    later: later.map((letter) => `${owedText(letter)} vanaf ${formatDate(owedFrom(letter))}`),
  }
}

/** What of a payment did not go to the invoice: 'waarvan € 40,00 incassokosten en € 1,20 rente'; null where all did. */
export function besideText({ costs, interest }: { costs?: number | null; interest?: number | null }): string | null {
  const parts = [
    costs ? `${formatMoney(Math.abs(costs))} incassokosten` : null,
    interest ? `${formatMoney(Math.abs(interest))} rente` : null,
  ].filter(Boolean)
  return parts.length === 0 ? null : `waarvan ${parts.join(' en ')}`
}
