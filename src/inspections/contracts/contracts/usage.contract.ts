/** A contract that ends in a span of days, with what is agreed of it per period. */
export interface UsedContract {
  id: number
  name: string
  customer: string
  /** YYYY-MM-DD */
  expires_at: string
  planned: boolean
  products: { id: number; name: string; amount: number }[]
}

const SORTS = ['name', 'customer', 'expires_at', 'product', 'amount'] as const
export type UsageSort = (typeof SORTS)[number]

const keyOf = (contract: UsedContract, sort: UsageSort): string | number => {
  if (sort === 'product') return contract.products[0]?.name ?? ''
  if (sort === 'amount') return contract.products.reduce((sum, { amount }) => sum + amount, 0)
  return contract[sort]
}

/** In the order of a column, equal ones as they stood. */
export function sortUsage(rows: readonly UsedContract[], sort: UsageSort, isDescending: boolean): UsedContract[] {
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'nl', { numeric: true })
  return rows.toSorted((a, b) => (isDescending ? -1 : 1) * compare(keyOf(a, sort), keyOf(b, sort)))
}

/** How much of each product is needed for all together, by name. */
export function totalUsage(rows: readonly UsedContract[]): { id: number; name: string; amount: number }[] {
  const totals = new Map<number, { id: number; name: string; amount: number }>()
  for (const { id, name, amount } of rows.flatMap(({ products }) => products))
    totals.set(id, { id, name, amount: (totals.get(id)?.amount ?? 0) + amount })
  return [...totals.values()].sort((a, b) => a.name.localeCompare(b.name, 'nl') || a.id - b.id)
}
