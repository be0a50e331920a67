import { readFileSync, readdirSync } from 'node:fs'
import { type Viewer, isOffered, may } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import { type Manual, type ManualPage, isFor, manualFor, readPage } from './manuals.rules.ts'

const pagesIn = (manual: Manual): readonly ManualPage[] => {
  const folder = new URL(`./${manual}/`, import.meta.url)
  return readdirSync(folder)
    .sort()
    .map((name) => readPage(name, readFileSync(new URL(name, folder), 'utf8')))
}

/** The manuals come with the product, so that they are there without any outside host and fit the version in use. */
export const MANUALS: Record<Manual, readonly ManualPage[]> = {
  general: pagesIn('general'),
  portal: pagesIn('portal'),
}

/** What somebody has before them; the calls of a screen are told with it. */
const DRAWN = new Set(['page', 'table', 'popup', 'form', 'wizard'])

/** The pages for somebody: those about what they may open. */
export function pagesFor({ screens, manifests }: Registry, viewer: Viewer): ManualPage[] {
  const off = manifests.flatMap(({ nav }) => nav ?? []).filter((entry) => !isOffered(viewer, entry))
  const open = screens
    .filter(({ area, kind }) => DRAWN.has(kind) && area !== 'public' && may(viewer, area))
    .map(({ path }) => path)
    .filter((path) => !off.some(({ href }) => path === href))
  return MANUALS[manualFor(viewer.roles)].filter((page) => open.some((path) => isFor(page, path)))
}
