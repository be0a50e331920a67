/** With which view a page opens for somebody: a preference. */
import type { Viewer } from '../access/viewer.ts'
import { PLAIN } from './address.contract.ts'

/** Under which name a preference about a page is kept. */
export const preferenceOf = (what: string, path: string): string =>
  `${what}-${path
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()}`

/** By which preference somebody says with which view a page opens. */
export const firstViewKey = (path: string): string => preferenceOf('view', path)

/** The view with which a page opens for a viewer, where that is another than the plain one. */
export function firstViewOf(path: string, { meta }: Viewer): string | undefined {
  const first = meta[firstViewKey(path)]
  return first === PLAIN ? undefined : first
}
