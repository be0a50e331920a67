/** Which VAT a line bears: that of the product, unless something else is agreed with the customer. */
import type { AgreedVat } from '../customers/index.ts'
import { type TaxCategory, isCharged } from '../vat/index.ts'
import { HUNDRED, ONE, digitsOf, euros, exact, magnitude, rounded } from './money.rules.ts'
import type { Priced } from './prices.rules.ts'

/** The VAT of a product, on the day of the price. */
export interface ProductVat {
  taxes_included: boolean
  tax_type_id: number
  tax_category: TaxCategory
  tax_id: number | null
  tax: string | null
  tax_label: string
}

/** A price with the VAT that it bears, and why where that is not the one of the product. */
export interface WithVat extends Priced, ProductVat {
  tax_why: string | null
}

/**
 * What is agreed with a customer says whether VAT is charged: it takes the place of that of the product where the one is
 * charged and the other is not. So what is exempt stays so for whom VAT is shifted, and a book keeps its low rate for
 * whom courses are taxed. A price with VAT in it loses that VAT first, for the customer owes another.
 */
export function withVat(
  priced: Priced,
  { product, agreed, count }: { product: ProductVat; agreed: AgreedVat | null; count: string },
): WithVat {
  const { taxes_included, tax_type_id, tax_category, tax_id, tax, tax_label } = product
  if (agreed === null || isCharged(agreed.tax_category) === isCharged(product.tax_category))
    return { ...priced, taxes_included, tax_type_id, tax_category, tax_id, tax, tax_label, tax_why: null }
  const without = (digits: string): string =>
    taxes_included ? digitsOf(rounded(exact(digits) * HUNDRED, HUNDRED + exact(tax ?? '0'))) : digits
  const price = without(priced.price)
  const why = `Afgesproken met ${agreed.of}: ${agreed.tax_label}, in plaats van ${tax_label}.`
  return {
    ...priced,
    price,
    original_price: without(priced.original_price),
    discount: priced.discount_type === 'money' ? noMoreThan(without(priced.discount), price, count) : priced.discount,
    taxes_included: false,
    tax_type_id: agreed.tax_type_id,
    tax_category: agreed.tax_category,
    tax_id: agreed.tax_id,
    tax: agreed.tax,
    tax_label: agreed.tax_label,
    tax_why: taxes_included ? `${why} De prijs is daarom zonder btw: ${euros(price)}.` : why,
  }
}

/** A price without VAT as the product tells its prices: with the VAT of that day, or without. */
export const inModeOf = ({ taxes_included, tax }: Pick<ProductVat, 'taxes_included' | 'tax'>, price: string): string =>
  taxes_included ? digitsOf(rounded(exact(price) * (HUNDRED + exact(tax ?? '0')), HUNDRED)) : price

/** No more comes off a line than it comes to, also after both were rounded. */
function noMoreThan(discount: string, price: string, count: string): string {
  const most = magnitude(rounded(exact(price) * exact(count), ONE))
  return exact(discount) > most ? digitsOf(most) : discount
}
