import type { Trx } from './database/types.ts'
import type { Manifest } from './manifest.ts'

/**
 * The cast: stable ids of the demo story, which is also the base of the tests and the screenshots. Each module adds
 * its part by declaration merging and fills it in the manifest's `story`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Story {}

/** Tells the whole demo story, dated relative to `today`; what hangs on records of any area comes last. */
export async function seedStory(trx: Trx, manifests: readonly Manifest[], today = new Date()): Promise<Story> {
  const story = {} as Story
  for (const manifest of manifests) await manifest.story?.(trx, story, today)
  for (const manifest of manifests) await manifest.afterStory?.(trx, story, today)
  return story
}
