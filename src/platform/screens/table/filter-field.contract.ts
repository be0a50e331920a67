/** A filter as the bar above a list draws it, and its menus work with it. */
export interface FilterField {
  name: string
  label: string
  kind: 'text' | 'select' | 'selector' | 'number' | 'period' | 'filled'
  /** As the address has it (`filter-choices.contract.ts`, `filter-periods.contract.ts`). */
  value: string
  /** The value of a filter that is not set: 'all' where otherwise a default would take its place. */
  unset: string
  /** The word between label and values in the chip; empty when the filter is not set (P-170…P-172). */
  operator: string
  /** What the chip shows behind that; empty for a filter that is not set, and for 'is leeg'. */
  display: string
  /** The choices that are set, with their names. */
  chosen: { value: string; label: string }[]
  options: { value: string; label: string }[]
  /** Object type for kind 'selector'. */
  type: string | null
  /** Whether rows without a value can be asked for. */
  asksEmpty: boolean
  /** Set by the tab around the table, as its owner is; the user cannot change it. */
  fixed: boolean
}
