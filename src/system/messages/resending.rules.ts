import { isWaiting } from './messages.queries.ts'

export interface Resent {
  state: string
  /** Of what carries a personal link; '' once that was wiped. */
  secret: string | null
  hasText: boolean
}

/** A personal link opens an account: it goes to the address it was made for, and to nobody else. */
const PERSONAL = 'bevat een persoonlijke link en gaat alleen naar het eigen adres'

/** @param toOthers whether anybody else gets it too, or instead; @returns the same of where it goes */
export const keptFromOthers = (secret: string | null, toOthers: boolean): string | null =>
  toOthers && secret !== null ? PERSONAL : null

/**
 * Why a message cannot go once more, as the end of a sentence that begins with it; null where it can. One function for
 * the question and the save.
 */
export function keptBack({ state, secret, hasText }: Resent): string | null {
  if (isWaiting(state)) return 'staat nog in de wachtrij en wordt vanzelf verzonden'
  if (secret === '') return 'bevat een persoonlijke link, die na verzending is gewist: laat een nieuwe maken'
  return hasText ? null : 'kon niet worden samengesteld: begin opnieuw waar het vandaan kwam'
}
