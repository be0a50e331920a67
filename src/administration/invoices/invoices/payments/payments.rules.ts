import { HttpError } from '../../../../platform/errors.ts'
import { besideText } from '../../../sales/claims/index.ts'

/** Where a payment was told; a difference is none, but a few cents that nobody asks for any more. */
export type PaymentSource = 'hand' | 'bank' | 'online' | 'ledger' | 'difference'

export const SOURCES: Readonly<Record<PaymentSource, string>> = {
  hand: 'Met de hand',
  bank: 'Bankafschrift',
  online: 'Online betaald',
  ledger: 'Boekhouding',
  difference: 'Betaalverschil',
}

/** Why a payment cannot be taken away on the invoice itself; null where it can. */
export function keptBy(source: string): string | null {
  switch (source) {
    case 'bank':
    case 'difference':
      return 'Deze betaling komt van een bankregel. Maak de koppeling daar ongedaan.'
    case 'online':
      return 'Deze betaling is online gedaan. Betaal terug bij de betaaldienst; de factuur volgt dan vanzelf.'
    case 'ledger':
      return 'Deze betaling komt uit de boekhouding. Wijzig haar daar; de factuur volgt dan vanzelf.'
    default:
      return null
  }
}

/** @throws HttpError where more goes back than is left of a payment, in cents */
export function refuseBeyond(amount: number, left: number): void {
  if (amount <= 0 || amount > left)
    throw new HttpError(409, 'Van deze betaling is niet zoveel meer over om terug te boeken.')
}

/** @throws HttpError where something of a payment went back since: it is taken away with that, or not at all */
export function refuseTakenBack(amount: number, left: number): void {
  if (left !== amount)
    throw new HttpError(409, 'Deze betaling is later teruggeboekt. Maak eerst die terugboeking ongedaan.')
}

interface Shown {
  source: string
  takes_back_id: number | null
  costs?: number | null
  interest?: number | null
}

/** A payment as the rail shows it: from where it came, what of it went elsewhere, and whether it can be taken away there. */
export const paymentShown = <P extends Shown>(payment: P) => ({
  ...payment,
  beside: besideText(payment),
  from: payment.source === 'hand' ? null : SOURCES[payment.source as PaymentSource],
  removable: keptBy(payment.source) === null && payment.takes_back_id === null,
})
