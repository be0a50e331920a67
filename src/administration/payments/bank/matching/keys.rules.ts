/**
 * What an entry pays is known by one number: the id of an invoice of ours, or below zero the one of an item of the system
 * before this one. Invoices are locked before such items, each by their ids, as everybody does.
 */
const OLD = 2 ** 31

export const isOld = (key: number): boolean => key < 0
export const oldKey = (id: number): number => -id

/** In which order keys are locked. */
export const rankOf = (key: number): number => (isOld(key) ? OLD - key : key)
export const inOrder = (a: number, b: number): number => rankOf(a) - rankOf(b)

/** The ids of each kind, in their order. */
export const idsByKind = (keys: readonly number[]): { invoices: number[]; old: number[] } => ({
  invoices: keys.filter((key) => !isOld(key)).sort((a, b) => a - b),
  old: keys.filter(isOld).map((key) => -key).sort((a, b) => a - b), // prettier-ignore
})

/** The address of what a key stands for. */
export const hrefOf = (key: number): string =>
  isOld(key) ? `/administration/opening-item/view/${-key}` : `/administration/invoice/view/${key}`

/** What changed, as browsers are told. */
export const changedOf = (keys: readonly number[]) =>
  keys.map((key) => (isOld(key) ? { type: 'opening_item', id: -key } : { type: 'invoice', id: key }))

/** The key of a match; null for a payout. */
export const keyOf = ({ invoice_id, opening_item_id }: { invoice_id: number | null; opening_item_id: number | null }) =>
  invoice_id ?? (opening_item_id === null ? null : oldKey(opening_item_id))

const LEAST = 4
const MOST = 40
/** So many words that follow each other are tried as one number: '2025 - 0381'. */
const WORDS = 3
const typed = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Everything in a text that may be the number of an invoice of another system, as it is looked up. */
export function typedNumbers(text: string): string[] {
  const words = text.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean) // prettier-ignore
  const found = new Set<string>()
  words.forEach((_, at) => {
    for (let count = 1; count <= WORDS && at + count <= words.length; count++) {
      const joined = words.slice(at, at + count).join('')
      // A number has digits; what has fewer than four characters is found everywhere.
      if (joined.length >= LEAST && joined.length <= MOST && /[0-9]/.test(joined)) found.add(joined)
    }
  })
  return [...found]
}

/** How a number is looked up. */
export const asTyped = typed
