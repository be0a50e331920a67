import type { Config } from './config.ts'
import type { Trx } from './database/types.ts'
import type { Manifest } from './manifest.ts'

/**
 * The cast: stable ids of the demo story, which is also the base of the tests and the screenshots. Each module adds
 * its part by declaration merging and fills it in the manifest's `story`.
 */
export interface Story {
  /**
   * Whether the months before are told too, which fill lists as those of a customer are: in the demo that is shown. Tests
   * and what is measured count rows, and do without.
   */
  hasPast?: boolean
  /** The installation it is told in, where links of the story have to lead somewhere. */
  config?: Config
}

/** Tells the whole demo story, dated relative to `today`; what hangs on records of any area comes last. */
export async function seedStory(
  trx: Trx,
  manifests: readonly Manifest[],
  { today = new Date(), ...told }: { today?: Date } & Pick<Story, 'hasPast' | 'config'> = {},
): Promise<Story> {
  const story = told as Story
  for (const manifest of manifests) await manifest.story?.(trx, story, today)
  for (const manifest of manifests) await manifest.afterStory?.(trx, story, today)
  return story
}
