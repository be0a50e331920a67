import { EMAIL_PATTERN, plainEmail } from '../../../../platform/format/email-address.ts'

export interface ListEmail {
  /** In lower case. */
  email: string | null
  /** Dutch sentence when something was left out. */
  problem: string | null
}

/**
 * Reads an e-mail cell: a bare address, `Naam <adres>`, `mailto:adres`, or several addresses, of which the first counts.
 */
export function parseEmail(text: string): ListEmail {
  const cell = text.trim()
  if (cell === '') return { email: null, problem: null }
  const words = cell
    .toLowerCase()
    .replace(/\s*@\s*/g, '@')
    .split(/[\s<>;,()"]+/)
  const found = words
    .map((word) => plainEmail(plainEmail(word).replace(/^['.]+|['.]+$/g, '')))
    .filter((word) => EMAIL_PATTERN.test(word))
  const email = found[0] ?? null
  if (email === null) return { email, problem: `E-mailadres “${cell}” is niet geldig; leeggelaten.` }
  if (new Set(found).size === 1) return { email, problem: null }
  return { email, problem: `Er staan meer e-mailadressen (“${cell}”); alleen het eerste is overgenomen.` }
}
