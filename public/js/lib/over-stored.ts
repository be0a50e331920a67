/** Who writes twice in one place writes the second time over the first, also where nothing of it was sent or answered yet. */
import type { Fields, Operation } from './operation-store.ts'

/** The later of two operations on the same thing in one, if the first did not leave yet; what was seen is of the first. */
export function merged(first: Operation, fields: Fields): Fields {
  const seen = new Set(Object.values(first.base))
  const values = new Map(first.fields)
  for (const [name, value] of fields) if (!(seen.has(name) && values.has(name))) values.set(name, value)
  return [...values]
}

/** What was stored last in a place, and until when somebody could act there without knowing. */
const stored = new Map<string, { values: Map<string, string>; until: number }>()

/** The fields as they are to be sent: what the user saw is what was stored while they acted. */
export function overStored({ slot, base, fields }: Pick<Operation, 'slot' | 'base' | 'fields'>, asked: number): Fields {
  const known = stored.get(slot)
  if (!known || asked > known.until) return fields
  const seen = new Map(Object.entries(base).map(([field, name]) => [name, known.values.get(field)]))
  return fields.map(([name, value]): [string, string] => [name, seen.get(name) ?? value])
}

/** @param until when somebody could last act there without knowing */
export function noteStored(slot: string, fields: Fields, until: number): void {
  stored.set(slot, { values: new Map(fields), until })
}

/** What comes after in the same place, as it is to be written over what is stored now. */
export function rebased(done: Operation, all: Operation[]): Operation[] {
  const values = new Map(done.fields)
  return all.flatMap((later) => {
    if (later.slot !== done.slot || later.attempted || later.key === done.key) return []
    const bases = new Map(Object.entries(later.base).map(([field, seen]) => [seen, values.get(field)]))
    const fields = later.fields.map(([name, value]): [string, string] => [name, bases.get(name) ?? value])
    return { ...later, fields }
  })
}
