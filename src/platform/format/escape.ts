const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Text as HTML, inside an element or between quotes. Nearly all texts have nothing to be escaped. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!) : text
}
