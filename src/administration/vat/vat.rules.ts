import { formatPercents } from '../../platform/format/price.ts'

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

/** 'inclusief 21% BTW', 'exclusief 9% BTW'. */
export const vatText = (rate: string, taxesIncluded: boolean): string =>
  `${taxesIncluded ? 'inclusief' : 'exclusief'} ${formatPercents(rate)} BTW`
