export const DISCOUNT_TYPES = { percentage: 'Procent', money: 'Bedrag' } as const
export type DiscountType = keyof typeof DISCOUNT_TYPES

/** In what is counted after how long a product is replaced. */
export const REPLACE_UNITS = { years: 'jaar', months: 'maanden' } as const
export type ReplaceUnit = keyof typeof REPLACE_UNITS

/** What a product is, as far as one thing follows from another. */
export interface Kind {
  is_device: boolean
  has_lifecycle: boolean
  is_consumable: boolean
  has_to_be_delivered: boolean
}

/** A device or what has a lifecycle is a consumable, and a consumable is always delivered. */
export function forced<Some extends Kind>(product: Some): Some {
  const is_consumable = product.is_consumable || product.is_device || product.has_lifecycle
  return { ...product, is_consumable, has_to_be_delivered: product.has_to_be_delivered || is_consumable }
}

/** What a product is read as where one is chosen: its code stands behind its name unless it says the same (P-120). */
export const productLabel = ({ name, code }: { name: string; code: string }): string =>
  name === code ? name : `${name} (${code})`
