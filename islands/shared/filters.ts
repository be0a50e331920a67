/** Which filters count, and how they read. */
/** Filter key → value or text. */
export type FilterMap = Readonly<Record<string, string>>

export interface Filters {
  values: FilterMap
  /** The chosen value as people read it. */
  names: FilterMap
}

export const NO_FILTERS: Filters = { values: {}, names: {} }

/** Empty values, numbers up to 0 (nothing chosen) and 'all' do not narrow anything. */
function narrows(value: string): boolean {
  const text = value.trim()
  if (text === '' || text === 'all') return false
  return Number.isNaN(Number(text)) || Number(text) > 0
}

export interface Chip {
  key: string
  label: string
  text: string
}

/** Filters that this calendar does not have were chosen in another one. */
export function chipsOf({ values, names }: Filters, labels: FilterMap): Chip[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const label = labels[key]
    return label !== undefined && narrows(value) ? [{ key, label, text: names[key] ?? value }] : []
  })
}

export function narrowing(values: FilterMap): FilterMap {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => narrows(value)))
}

export function without({ values, names }: Filters, key: string): Filters {
  const drop = (map: FilterMap): FilterMap => Object.fromEntries(Object.entries(map).filter(([name]) => name !== key))
  return { values: drop(values), names: drop(names) }
}
