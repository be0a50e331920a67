/** A loop as the loop form asks for it: over which list, what one item is called, and what stands there for each. */
export interface Loop {
  list: string
  item: string
  text: string
}

/** The paragraphs that a loop puts into the message; null when any field is empty, and then nothing is put in (P-197). */
export function loopParagraphs({ list, item, text }: Loop): string[] | null {
  const name = item
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (list === '' || name === '' || lines.length === 0) return null
  return [`{% for ${name} in ${list} %}`, ...lines, '{% endfor %}']
}
