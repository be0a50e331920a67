/** What a filter of choices asks, as its text in the address: `3,5`, `!3,5`, `-` (has none) and `!-` (has one). */

export interface Choices {
  /** Turns it around: all rows that otherwise would be left out, those without a value among them. */
  not: boolean
  /** A row has one of these; without any the row has no value at all. */
  values: string[]
}

/** Stands for 'no value'. */
const NONE = '-'
const NOT = '!'

/** Empty values, 'all', and numbers that are not above 0 ask nothing (P-170, P-171, P-172). */
function isUnset(value: string): boolean {
  return value === '' || value === 'all' || (/^-?\d+$/.test(value) && Number(value) <= 0)
}

/** Whether a text asks nothing, whatever the filter. */
export const asksNothing = (text: string): boolean =>
  text
    .slice(text.startsWith(NOT) ? NOT.length : 0)
    .split(',')
    .every((value) => isUnset(value.trim()))

/** Null for a text that asks nothing. */
export function readChoices(text: string): Choices | null {
  const not = text.startsWith(NOT)
  const listed = text.slice(not ? NOT.length : 0)
  if (listed.trim() === NONE) return { not, values: [] }
  const values = listed
    .split(',')
    .map((value) => value.trim())
    .filter((value) => !isUnset(value))
  return values.length === 0 ? null : { not, values: [...new Set(values)] }
}

export function writeChoices({ not, values }: Choices): string {
  return `${not ? NOT : ''}${values.length === 0 ? NONE : values.join(',')}`
}

/** The word between the field and its values. */
export function choiceOperator({ not, values }: Choices): string {
  if (values.length === 0) return not ? 'is ingevuld' : 'is leeg'
  if (values.length === 1) return not ? 'is niet' : 'is'
  return not ? 'is geen van' : 'is een van'
}
