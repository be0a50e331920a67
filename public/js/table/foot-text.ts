export interface Shown {
  /** How many rows stand in the list. */
  rows: number
  /** How many match, as the server writes it: a number in Dutch, 'meer dan 10.000', '–' where counting took too long; empty while it is not there yet. */
  count: string
  /** Whether nothing comes after these rows. */
  whole: boolean
  /** What one row is called, and several. */
  one: string
  many: string
}

/** What stands below a list: '38 contacten'. While they are counted it says nothing; where nobody knows, what is there. */
export function footText({ rows, count, whole, one, many }: Shown): string {
  const shown = rows.toLocaleString('nl-NL')
  if (whole) return `${shown} ${rows === 1 ? one : many}`
  if (count === '') return ''
  return /\d/.test(count) ? `${count} ${many}` : `De eerste ${shown} ${many}`
}
