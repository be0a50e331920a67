import type { SaleType } from './points.ts'

/** How numbers of each kind begin: 'OF2026-0001'. */
export const NUMBER_PREFIX: Record<SaleType, string> = { quotation: 'OF', order: 'O', invoice: 'F' }

/** What a sale is read as where one is chosen: its number, and what the customer calls it (P-120). */
export const saleLabel = ({ uid, reference }: { uid: string | null; reference: string | null }): string =>
  [uid ?? 'Concept', reference].filter(Boolean).join(' / ')

/** Where what is done with the lines of a sale is asked for; those of an invoice have addresses of their own. */
export const pathsOf = ({ type, id }: { type: SaleType; id: number }) => ({
  lines: `/administration/${type}/lines/${id}`,
  add: type === 'invoice' ? `/administration/invoice/add_lines/${id}` : `/administration/${type}/add_products/${id}`,
  typed: `/administration/${type}/add_line/${id}`,
  typedPrice: `/administration/${type}/line_price/${id}`,
  row: `/administration/${type}/edit_line/`,
  text: `/administration/${type}/add_text/${id}`,
  order: `/administration/${type}/order_lines/${id}`,
  line: type === 'invoice' ? '/administration/invoice/view_line/' : `/administration/${type}/view_single_product/`,
  remove: `/administration/${type}/remove_product`,
})
