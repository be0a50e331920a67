/**
 * Participant lists: from what a customer sends to people to enrol. `readList` and `matchList` do the whole work, in a
 * thread where it is much; below them are pure functions, in this order: `readTable` (bytes or pasted text → cells) →
 * `guessColumns` (which column is what; the user may change it) → `readPeople` (cells → people, with remarks) →
 * `lookupKeys` and `matchPeople` (who of them is known).
 */
export { type ChosenColumns, type ReadList } from './list-tasks.ts'
export { matchList, readList } from './list-thread.ts'
export { COLUMN_ROLES } from './types.ts'
export { guessColumns } from './columns/columns.rules.ts'
export { parseListDate } from './columns/dates.rules.ts'
export { parseEmail } from './columns/emails.rules.ts'
export { type LookupKeys, matchPeople, lookupKeys } from './matching.rules.ts'
export { MAX_LIST_BYTES, MAX_LIST_LINES, ParticipantListError } from './limits.rules.ts'
export { displayName, nameKey, normaliseName } from './names/name-identity.rules.ts'
export { splitFullName, splitLastName } from './names/names.rules.ts'
export type {
  Candidate,
  ColumnMap,
  ColumnRole,
  KnownPerson,
  ListedPerson,
  ParticipantList,
  PersonFields,
  PersonName,
  RawTable,
  Remark,
  SkippedLine,
  Match,
} from './types.ts'
export { readPeople } from './people.rules.ts'
export { parseDutchPhone, phoneKey } from './columns/phones.rules.ts'
export { readTable } from './table.rules.ts'
