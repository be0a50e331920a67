const wordsOf = (text: string): string[] => text.split(/[\s-]+/).filter(Boolean)

/**
 * What the name of a part says beside that of its course, so that no word stands there twice: 'Theorie' of
 * 'Theorie BHV' in 'BHV basis'; '' for what the course says already.
 */
export function partBeside(course: string, part: string): string {
  const said = new Set(wordsOf(course.toLowerCase()))
  const own = part.split(/\s+/).filter((word) => !wordsOf(word.toLowerCase()).every((one) => said.has(one)))
  // What is left of 'Examen en praktijk' in 'Examen BHV' begins with no 'en'.
  while (own.length > 0 && LINKS.has(own[0]!.toLowerCase())) own.shift()
  while (own.length > 0 && LINKS.has(own.at(-1)!.toLowerCase())) own.pop()
  return own.join(' ')
}

const LINKS = new Set(['en', 'of', 'de', 'het', 'een', 'van', 'voor', 'bij', 'met', '–', '&'])

/** A part by its course, which is said once. */
export function partTitle(course: string, description: string): string {
  const part = partBeside(course, description)
  return part === '' ? course : `${course}: ${part}`
}
