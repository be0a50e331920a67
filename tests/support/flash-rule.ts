/** The specification gives these, each a sentence of its own (M-022, M-023). */
const GIVEN = ['Het geselecteerde item is verwijderd.', 'De geselecteerde items zijn verwijderd.']

/**
 * How a short message ends. What succeeded is told in a few words, without a full stop: 'Bedrijf toegevoegd'. Several
 * sentences, and whatever asks for attention, end as sentences do. An abbreviation ends none.
 */
export function isWellEnded({ str, type }: { str: string; type: string }): boolean {
  if (GIVEN.includes(str)) return true
  const isShort = type === 'success' && !/[.?] /.test(str.replace(/\b(B|N)\.V\. |\bMax\. /g, ''))
  return isShort ? !str.endsWith('.') : /[.?]$/.test(str)
}
