/** Where a Dutch word may break at the end of a line, for columns narrower than a compound. */

/** Letters that make one sound, and so never part: 'ma-chi-nist', 'elektri-sche'. */
const WHOLE = /^(?:sch|ch|th|ph)/
/** What a syllable may begin with. Of three consonants or more the longest such end goes to the next line. */
const ONSETS = /(?:schr|sch|spr|spl|str|ch|th|[bcdfghkpstv]r|[bcfgkpsv]l|s[cpt]|kw|zw|[b-df-hj-np-tv-z])$/

const VOWELS = 'aeiouyàáäèéëíïóöúü'
const BETWEEN = new RegExp(`(?<=[${VOWELS}])([^${VOWELS}\\s]+)(?=[${VOWELS}])`, 'gi')
/** Words that begin so part there, whatever the letters: 'be-drijf', 'ver-lening'. */
const PREFIX = /^(?:be|ge|ver|her|ont)(?=[b-df-hj-np-tv-z])/i

/** How many of these consonants stay before the break. */
function staying(consonants: string): number {
  const letters = consonants.toLowerCase()
  if (letters.length === 1 || WHOLE.exec(letters)?.[0] === letters) return 0
  if (letters.length === 2) return 1
  return Math.max(1, letters.search(ONSETS))
}

function hyphenate(word: string): string {
  const prefix = PREFIX.exec(word)?.[0] ?? ''
  const rest = word.slice(prefix.length)
  const broken = rest.replace(BETWEEN, (consonants, _group, at: number) => {
    const split = staying(consonants)
    // One letter alone on a line is no help to anybody.
    if (prefix === '' && at + split < 2) return consonants
    return `${consonants.slice(0, split)}\u00AD${consonants.slice(split)}`
  })
  return prefix === '' ? broken : `${prefix}\u00AD${broken}`
}

/** The text with soft hyphens in its words of so many letters, which show only where a line ends at one. */
export function softHyphens(text: string, from: number): string {
  return text.replace(new RegExp(`\\p{L}{${from},}`, 'gu'), hyphenate)
}
