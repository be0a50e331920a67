/** The address as a link may hold it: with a scheme, or null for what is none. */
export function linkAddress(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return null
  if (/^[^\s@/:]+@[^\s@]+\.[^\s@]+$/.test(typed)) return `mailto:${typed}`
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(typed)) return typed
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed) ? `https://${typed}` : null
}
