/**
 * What was done without network refers to what was made without network: by its token, in the place of the id that the
 * server gives it. It waits for that, and goes the way that goes.
 */
import { type Fields, type Operation, readMade } from './operation-store.ts'
import { TEMPORARY, isTemporaryId } from '../../../src/platform/screens/call/kept-day.contract.ts'

export const tokenOf = ({ token, key }: Pick<Operation, 'token' | 'key'>): string => token ?? key

/** What stands in a field until the server gave an id. */
export const temporaryId = (token: string): string => TEMPORARY + token

/** The tokens of what these fields are about. */
export const refersTo = (fields: Fields): string[] =>
  fields.filter(([, value]) => isTemporaryId(value)).map(([, value]) => value.slice(TEMPORARY.length))

/** What an operation needs of what is not done yet. */
export const blockedBy = ({ needs = [] }: Operation, tokens: Set<string>): string[] =>
  needs.filter((token) => tokens.has(token))

/** What waits for an operation. */
export const waitingFor = (operation: Operation, all: Operation[]): Operation[] =>
  all.filter(({ needs = [], refused }) => refused === null && needs.includes(tokenOf(operation)))

/** The fields with the ids that the server gave; null where it gave none. */
export async function withMade(fields: Fields): Promise<Fields | null> {
  const made = new Map<string, number>()
  for (const token of refersTo(fields)) {
    const id = await readMade(token)
    if (id === null) return null
    made.set(temporaryId(token), id)
  }
  return fields.map(([name, value]): [string, string] => [name, String(made.get(value) ?? value)])
}
