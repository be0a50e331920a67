import { besideText } from '../claims/index.ts'

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
