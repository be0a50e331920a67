import { readFileSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import { inOrder, readNote, type ReleaseNote } from './notes.rules.ts'

const FOLDER = new URL('./notes/', import.meta.url)

/** What this version brings along. */
export const NOTES: readonly ReleaseNote[] = inOrder(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readNote(name, readFileSync(new URL(name, FOLDER), 'utf8'))),
)

/** Under which preference the numbers of those that somebody opened are kept. */
const SEEN = 'release-notes-seen'

export const seenBy = ({ meta }: Viewer): ReadonlySet<number> => new Set((meta[SEEN] ?? '').split(',').map(Number))

export const unseenBy = (viewer: Viewer): ReleaseNote[] => {
  const seen = seenBy(viewer)
  return NOTES.filter(({ id }) => !seen.has(id))
}

/** @throws NotFound */
export function getNote(id: number): ReleaseNote {
  const note = NOTES.find((one) => one.id === id)
  if (!note) throw new NotFound('Nieuws')
  return note
}

/** Adds to what somebody saw; two at once both count. */
export async function markSeen(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<void> {
  await sql`insert into user_meta (user_id, key, value) values (${viewer.id}, ${SEEN}, ${ids.join(',')})
    on conflict (user_id, key) do update set value = (select string_agg(id, ',' order by id::integer)
      from (select distinct unnest(string_to_array(user_meta.value || ',' || excluded.value, ',')) as id) seen
      where id <> '')`.execute(trx)
}
