import { readFileSync } from 'node:fs'
import {
  type KnownPerson,
  type ListedPerson,
  type ParticipantList,
  guessColumns,
  readPeople,
  readTable,
} from '../../../src/training/places/participant-lists/index.ts'

/** The day on which the tests read their lists. */
export const TODAY = '2026-11-21'

export async function readList(input: { text: string } | { bytes: Uint8Array }): Promise<ParticipantList> {
  const table = await readTable(input)
  return readPeople(table.rows, table.map ?? guessColumns(table.rows), TODAY)
}

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/participants/${name}`, import.meta.url))
}

/** "Anna de Vries 1985-03-07", or "… -" without a birth date. */
export function brief({ fields }: ListedPerson): string {
  const { first_name, initials, last_name_prefix, last_name, birth_date } = fields
  return [first_name || initials, last_name_prefix, last_name, birth_date ?? '-'].filter(Boolean).join(' ')
}

/** The contacts that come of enrolling everyone on a list, with ids from 1 in the order of the list. */
export function enrolled(people: readonly ListedPerson[]): KnownPerson[] {
  return people.map(({ fields }, i) => ({ id: i + 1, ...fields }))
}
