/** Whether two names are of the same customer, as banks shorten and shout them. */
const LEGAL = /^(bv|nv|vof|cv|bvba|stichting|vereniging|st|ver|de|het|van|der|den|te|en|ter|mevr|mw|dhr|hr|eo|cs)$/

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !LEGAL.test(word))

/** The words of the one stand in the other, all of them; one short word alone says too little. */
export function namesAgree(ours: string, theirs: string): boolean {
  const words = wordsOf(ours)
  const said = new Set(wordsOf(theirs))
  return words.length > 0 && words.join('').length >= 5 && words.every((word) => said.has(word))
}
