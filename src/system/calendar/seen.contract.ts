/**
 * How a calendar is looked at, as text of an address: its kind of view, and the filters by value and by name. A saved view
 * keeps it; which day is shown stays out of it, so that a view of last month is one of this month too.
 */
export interface Seen {
  /** Absent where the view of before stays. */
  view: string | undefined
  filters: {
    /** Filter key → value as the server takes it. */
    values: Record<string, string>
    /** Filter key → the chosen value as people read it. */
    names: Record<string, string>
  }
}

const TYPE = 'type'
/** Before the key of a filter: the name of what was chosen. */
const NAME = 'name.'

export function seenText({ view, filters }: Seen): URLSearchParams {
  const text = new URLSearchParams(view === undefined ? [] : [[TYPE, view]])
  for (const [key, value] of Object.entries(filters.values)) {
    text.set(key, value)
    const name = filters.names[key]
    if (name !== undefined && name !== value) text.set(NAME + key, name)
  }
  text.sort()
  return text
}

const isFilter = (key: string): boolean => key !== TYPE && !key.startsWith(NAME)

/** @param keys of the filters that this calendar has: what others there were is left out */
export function seenIn(text: URLSearchParams, keys: readonly string[] = [...text.keys()].filter(isFilter)): Seen {
  const chosen = (prefix: string) =>
    Object.fromEntries(
      keys.flatMap((key): [string, string][] => {
        const value = text.get(prefix + key)
        return value === null || value === '' ? [] : [[key, value]]
      }),
    )
  const values = chosen('')
  const names = chosen(NAME)
  return {
    view: ['m', 'w', 'd', 'l'].find((view) => view === text.get(TYPE)),
    filters: { values, names: Object.fromEntries(Object.keys(values).map((key) => [key, names[key] ?? values[key]!])) },
  }
}

/** What of an address a calendar reads. */
export const seenNames = (keys: readonly string[]): string[] => [TYPE, ...keys.flatMap((key) => [key, NAME + key])]
