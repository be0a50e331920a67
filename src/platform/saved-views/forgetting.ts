/** Takes what says who somebody is out of the views that others keep: a search for a name is kept as text. */
import { type RawBuilder, sql } from 'kysely'
import { maskHistory } from '../database/history.ts'
import type { Trx } from '../database/types.ts'

/** What the history of a view may go on to say. */
export const KEPT_OF_VIEWS = ['page', 'owner_id', 'shared', 'position']

/** A name that is taken away leaves this. */
const NAMELESS = 'Weergave'

interface Person {
  firstName: string
  lastName: string
  /** Addresses and numbers, each of which means nobody else. */
  own: (string | null)[]
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const hasAll = (text: string, name: string): boolean => {
  const words = new Set(wordsOf(text))
  const sought = wordsOf(name)
  return sought.length > 0 && sought.every((word) => words.has(word))
}

/** As it may stand in the text of an address, with and without its accents. */
function spellings(text: string): string[] {
  const low = text.toLowerCase()
  return [
    ...new Set(
      [low, plain(text)].flatMap((one) => [
        one,
        encodeURIComponent(one),
        new URLSearchParams({ '': one }).toString().slice(1),
      ]),
    ),
  ].map((one) => one.toLowerCase())
}

/** That a text may hold one of these; which of them do is told by their words. */
const mayHold = (text: RawBuilder<string>, sought: string[]) =>
  sql<boolean>`exists (select from unnest(${sought}::text[]) word where position(word in lower(${text})) > 0)`

/** Forgets a person in the views of all: searches for the name or what is the person's own, and names of views. */
export async function forgetInViews(trx: Trx, { firstName, lastName, own }: Person): Promise<void> {
  const marks = own.filter((mark) => mark !== null && mark.trim() !== '').map((mark) => plain(mark!.trim()))
  const sought = [lastName, ...marks].filter((text) => text.trim() !== '').flatMap(spellings)
  if (sought.length === 0) return
  const isMarked = (text: string) => marks.some((mark) => plain(text).includes(mark))
  const isSearchFor = (text: string) => hasAll(text, lastName) || isMarked(text)
  const views = await trx
    .selectFrom('saved_views')
    .select(['id', 'name', 'query'])
    .where(mayHold(sql<string>`query || ' ' || name`, sought))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, name, query } of views) {
    const asked = [...new URLSearchParams(query)]
    const left = asked.filter(([, value]) => !isSearchFor(value))
    const isNamed =
      isMarked(name) || (hasAll(name, lastName) && (left.length < asked.length || hasAll(name, firstName)))
    if (!isNamed && left.length === asked.length) continue
    await trx
      .updateTable('saved_views')
      .set({ query: new URLSearchParams(left).toString(), ...(isNamed ? { name: NAMELESS } : {}) })
      .where('id', '=', id)
      .execute()
  }
  const { rows } = await sql<{ id: number }>`select distinct record_id::integer as id from history
    where record_type = 'saved_view' and ${mayHold(sql<string>`changes::text`, sought)}`.execute(trx)
  await maskHistory(
    trx,
    'saved_view',
    rows.map(({ id }) => id),
    KEPT_OF_VIEWS,
  )
}
