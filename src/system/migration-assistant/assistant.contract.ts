/** How the data of the older system are fetched: what the server and the page agree on. */

/** In so many parts a kind of data is fetched. */
export const PARTS = 10
const AGAIN_AFTER_MS = 2000
/** Of a kind that was given up: shown where a second try fails too. */
export const MIGRATION_FAILED = 'Er is een probleem opgetreden. Neem contact op met onze helpdesk.'
export const FAILED_DEPENDENCY = 424

/** A debtor number that several in the older system have. */
export interface Double {
  number: string
  /** Who have it: `what:old id`, and a name. */
  of: { key: string; name: string }[]
}

/** What the page says of them. */
export const doublesText = (doubles: readonly Double[]): string =>
  `Deze debiteurnummers staan dubbel in het oude systeem: ${doubles
    .map(({ number, of }) => `${number} (${of.map(({ name }) => name).join(', ')})`)
    .join('; ')}. Kies wie het nummer houdt.`

interface Fetching<Answer> {
  get: (part: number) => Promise<Answer>
  pause: (ms: number) => Promise<unknown>
  /** Whether a failure is the old system's own, which a second try does not mend: duplicate debtor numbers. */
  isFinal: (error: unknown) => boolean
  /** Share that has come, in whole percent. */
  progress: (percent: number) => void
}

/**
 * Fetches the parts that are not there yet, one after the other. A part that fails is asked for once more, 2 seconds later.
 * @throws what the second try threw, or what is final
 */
export async function fetchParts<Answer>(
  missing: readonly number[],
  { get, pause, isFinal, progress }: Fetching<Answer>,
): Promise<void> {
  let come = PARTS - missing.length
  for (const part of missing) {
    try {
      await get(part)
    } catch (error) {
      if (isFinal(error)) throw error
      await pause(AGAIN_AFTER_MS)
      await get(part)
    }
    progress((++come / PARTS) * 100)
  }
}
