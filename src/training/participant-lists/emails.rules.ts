const ADDRESS =
  /^[a-z0-9!#$%&'*+/=^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

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
  const words = cell.toLowerCase().split(/[\s<>;,()"]+/)
  const found = words.map((word) => word.replace(/^mailto:/, '').replace(/^['.]+|['.]+$/g, '')).filter(isAddress)
  const email = found[0] ?? null
  if (email === null) return { email, problem: `E-mailadres “${cell}” is niet geldig; leeggelaten.` }
  if (new Set(found).size === 1) return { email, problem: null }
  return { email, problem: `Er staan meer e-mailadressen (“${cell}”); alleen het eerste is overgenomen.` }
}

function isAddress(word: string): boolean {
  return word.length <= 254 && ADDRESS.test(word)
}
