/** How long something is late, in the classes in which a list of open items is read. */
export const AGES = ['current', 'd30', 'd60', 'd90', 'older'] as const
export type Age = (typeof AGES)[number]

export const AGE_NAMES: Readonly<Record<Age, string>> = {
  current: 'Niet vervallen',
  d30: '1 t/m 30 dagen',
  d60: '31 t/m 60 dagen',
  d90: '61 t/m 90 dagen',
  older: 'Meer dan 90 dagen',
}

/** What is open of a customer, by age, in whole cents. */
export interface Aged {
  company_id: number | null
  contact_id: number | null
  name: string
  open: Record<Age, number>
  /** What letters asked beside it and is owed: it is no part of what is open of invoices, nor of its age. */
  beside: number
}

export const sumOfAges = (open: Record<Age, number>): number => AGES.reduce((sum, age) => sum + open[age], 0)

/** The last line of the list. */
export const totalOfAged = (rows: readonly Aged[]): Record<Age, number> =>
  Object.fromEntries(AGES.map((age) => [age, rows.reduce((sum, { open }) => sum + open[age], 0)])) as Record<
    Age,
    number
  >
