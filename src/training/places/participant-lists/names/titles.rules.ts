import { isParticle } from './particles.rules.ts'

const TITLE =
  '(?:de heer|dhr|heer|mevrouw|mevr|mw|mejuffrouw|mej|mr|mrs|ms|drs|ing|ir|dr|prof|jonkheer|jhr|jonkvrouw|jkvr)\\b'
const TITLES = new RegExp(`^(?:${TITLE}(?:\\.\\s*|\\s+))+(?=[\\p{L}'’])`, 'iu')
const TITLE_ASIDE = new RegExp(`[\\s,]*\\(${TITLE}\\.?\\)`, 'iu')
/** A title of nobility stands between first and last name, before a particle: "Jan baron van Heeckeren". */
const NOBILITY = /^(?:baron|barones|burggraaf|graaf|gravin|hertog|hertogin|markies|markiezin|prins|prinses|ridder)$/i

/** "dhr. J. Jansen", "mevr.J. Jansen" and "J. Jansen (mevr.)" without their titles. */
export function withoutTitles(text: string): string {
  return text.replace(TITLES, '').replace(TITLE_ASIDE, '')
}

/** A title alone: "dhr.", "mevr". */
export const isTitle = (text: string): boolean => new RegExp(`^${TITLE}\\.?$`, 'iu').test(text)

/** Takes it out of a name, since it is no part of it: "Jan van Heeckeren" and "baron". */
export function takeNobility(name: string): { untitled: string; nobility: string | null } {
  const words = name.split(/\s+/)
  const at = words.findIndex(
    (word, i) =>
      NOBILITY.test(word) &&
      (i === 0 || word === word.toLowerCase()) &&
      isParticle(words[i + 1] ?? '') &&
      !isParticle(words[i - 1] ?? ''),
  )
  return { untitled: words.filter((_, i) => i !== at).join(' '), nobility: words[at] ?? null }
}
