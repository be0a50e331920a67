/** The label of a field within a message about it. */

/**
 * A label as a sentence wants it: 'Vul een achternaam in.', but 'Vul een KVK-nummer in.'
 * @param at where in the sentence it stands; at its beginning it keeps its capital
 */
export const inSentence = (label: string, at: number): string =>
  at > 0 && /^\p{Lu}(?:\p{Ll}|-\p{Ll})/u.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label

/** A message with ':label' in it, written out (P-187). */
export const withLabel = (message: string, label: string): string =>
  message.replace(':label', (_found, at: number) => inSentence(label, at))

/** The same where nobody knows what the field is called. */
export const withoutLabel = (message: string): string =>
  message.replace(/:label/g, (_found, at: number) => (at === 0 ? 'Deze waarde' : 'waarde'))

/** A text with one point at its end, also where it ends in a name like 'Kuipers B.V.'. */
export const asSentence = (text: string): string => `${text.replace(/\.$/, '')}.`

/** A word as it stands at the beginning: 'planning' → 'Planning'. */
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
