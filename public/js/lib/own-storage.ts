/** What this browser keeps for who is signed in, such as the records opened last; it is not for the next one here. */
import { isSignIn } from '../current-user-rules.ts'
import { viewerId } from './dom.ts'
import { forgetRead } from './kept-pages.ts'

const KINDS = ['recent', 'selection', 'news'] as const
type Kind = (typeof KINDS)[number]

/** The key of something that is kept for this viewer alone. */
export const ownKey = (kind: Kind, name = ''): string => `${kind}:${viewerId()}:${name}`

const kindOf = (key: string): Kind | undefined => KINDS.find((kind) => key.startsWith(`${kind}:`))

/** The keys of what is kept, of this kind or of all. */
export const ownKeys = (storage: Storage, kind?: Kind): string[] =>
  Object.keys(storage).filter((key) => kindOf(key) !== undefined && (kind === undefined || kindOf(key) === kind))

/**
 * Forgets what is kept for others than who is signed in, and everything on the sign-in page: however a session ended,
 * that is where it leads. What could not be saved yet is not kept here, and stays.
 */
export function startOwnStorage(): void {
  const { viewer } = document.body.dataset
  if (viewer === undefined && !isSignIn(location)) return
  void forgetRead(viewer)
  for (const storage of [localStorage, sessionStorage])
    for (const key of ownKeys(storage)) if (key.split(':')[1] !== viewer) storage.removeItem(key)
}
