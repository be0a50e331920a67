import { formatPercents } from '../../../platform/format/price.ts'

/** What VAT is called in an invoice that machines read (UBL), by the code of its category. */
export const TAX_CATEGORIES = {
  S: 'Belast',
  Z: 'Nultarief',
  E: 'Vrijgesteld',
  AE: 'Verlegd',
  K: 'Levering binnen de EU',
  G: 'Uitvoer buiten de EU',
} as const
export type TaxCategory = keyof typeof TAX_CATEGORIES

/** Whether anything is paid for it. */
export const isCharged = (category: TaxCategory): boolean => category === 'S'

/** Whoever pays no VAT reads why on the invoice. */
export const needsReason = (category: TaxCategory): boolean => category !== 'S' && category !== 'Z'

/** What nothing is charged of has no percentage of 0: it bears no VAT at all, or the customer owes it. */
const UNCHARGED: Partial<Record<TaxCategory, { short: string; long: string }>> = {
  E: { short: 'vrijgesteld', long: 'vrijgesteld van btw' },
  AE: { short: 'verlegd', long: 'btw verlegd' },
}

const unchargedAs = (rate: string, category: TaxCategory) => (Number(rate) === 0 ? UNCHARGED[category] : undefined)

/** '21%', '0%', 'vrijgesteld'. */
export const rateText = (rate: string, category: TaxCategory): string =>
  unchargedAs(rate, category)?.short ?? formatPercents(rate)

/** 'inclusief 21% BTW', 'exclusief 9% BTW', 'vrijgesteld van btw'. */
export const vatText = (rate: string, taxesIncluded: boolean, category: TaxCategory): string =>
  unchargedAs(rate, category)?.long ?? `${taxesIncluded ? 'inclusief' : 'exclusief'} ${formatPercents(rate)} BTW`
