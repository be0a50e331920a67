/** What a product asks for as it stands. */
import { activeStep } from '../../../platform/screens/popup/record-options.ts'
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { taxesArea } from '../vat/rights.ts'
import { pricesArea, productsArea } from './rights.ts'

export interface StandingProduct {
  id: number
  name: string
  active: boolean
  price: string | null
  tax_type_id: number
  /** Null where its kind of VAT has no percentage today. */
  tax_id: number | null
}

export const activating = ({ id, name, active }: StandingProduct) => ({
  active,
  url: `/products/${active ? 'deactivate' : 'activate'}/${id}`,
  area: productsArea,
  confirm: `Weet u zeker dat u ${name} wilt deactiveren? Het is dan nergens meer te kiezen; wat er al mee is gedaan blijft.`,
})

/** A product without a price, or without a percentage of VAT, cannot be sold. */
export const productSteps = (product: StandingProduct): Step[] => [
  ...activeStep(activating(product)),
  ...(product.active && product.price === null
    ? [
        {
          label: 'Prijs toevoegen',
          icon: 'currency-euro',
          kind: 'popup' as const,
          url: `/products/prices/add/${product.id}`,
          area: pricesArea,
          right: 'change' as const,
          next: true,
        },
      ]
    : []),
  ...(product.active && product.tax_id === null
    ? [
        {
          label: 'Btw-percentage toevoegen',
          icon: 'receipt-tax',
          kind: 'popup' as const,
          url: `/settings/tax-type/view/${product.tax_type_id}`,
          area: taxesArea,
          right: 'change' as const,
          next: true,
        },
      ]
    : []),
]

/** A category is there for products; one that has none asks for the first. */
export const categorySteps = ({ id, product_count }: { id: number; product_count: number }): Step[] =>
  product_count > 0
    ? []
    : [
        {
          label: 'Product toevoegen',
          icon: 'plus',
          kind: 'popup',
          url: `/products/add?category_id=${id}`,
          area: productsArea,
          right: 'change',
          next: true,
        },
      ]
