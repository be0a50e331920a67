/** A loop as the loop form asks for it: over which list, what one item is called, and what stands there for each. */
export interface Loop {
  list: string
  item: string
  text: string
}

/** The name that code can use for what somebody called one item; empty when nothing of it is left. */
export const itemName = (item: string): string =>
  item
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')

/** The paragraphs that a loop puts into the message; null when any field is empty, and then nothing is put in (P-197). */
export function loopParagraphs({ list, item, text }: Loop): string[] | null {
  const name = itemName(item)
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (list === '' || name === '' || lines.length === 0) return null
  return [`{% for ${name} in ${list} %}`, ...lines, '{% endfor %}']
}
