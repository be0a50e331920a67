import { isWaiting } from './messages.queries.ts'

export interface Resent {
  state: string
  /** Of what carries a personal link; '' once that was wiped. */
  secret: string | null
  hasText: boolean
}

/** Why a message cannot go once more, as the end of a sentence that begins with it; null where it can. */
export function keptBack({ state, secret, hasText }: Resent): string | null {
  if (isWaiting(state)) return 'staat nog in de wachtrij en wordt vanzelf verzonden'
  if (secret === '') return 'bevat een persoonlijke link, die na verzending is gewist'
  return hasText ? null : 'kon niet worden samengesteld'
}
