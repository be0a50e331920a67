import { readFileSync, readdirSync } from 'node:fs'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import { addToMeta } from '../shell/index.ts'
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

export const markSeen = (trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<void> =>
  addToMeta(trx, viewer.id, SEEN, ids)
