/** The 422 map of the server, without a DOM: names of fields and wording of messages. */
import { inSentence } from '../../src/platform/format/sentence.ts'

export type ErrorMap = Record<string, string[]>

/** The name of the field that an error key means: appointments.0.start → appointments[0][start]. */
export function nameOfKey(key: string): string {
  const [first = '', ...rest] = key.split('.')
  return first + rest.map((part) => `[${part}]`).join('')
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Puts the label of the field where the server wrote its name (P-187). Longer spellings of the name go first; a name that
 * already is the label keeps its place in the sentence ('met deze code'), and ':label' is written as the sentence wants it.
 */
export function personalise(message: string, key: string, label: string): string {
  const last = key.split('.').at(-1) ?? key
  const spellings = [':attribute', ':label', key, key.replaceAll('_', ' '), last, last.replaceAll('_', ' ')]
  const names = [...new Set(spellings)].sort((a, b) => b.length - a.length).map(escapeRegExp)
  return message.replace(
    new RegExp(`(?<![\\p{L}\\d_])(${names.join('|')})(?![\\p{L}\\d_])`, 'giu'),
    (found, _name, at: number) =>
      found.toLowerCase() === label.toLowerCase() ? found : found === ':label' ? inSentence(label, at) : label,
  )
}

/** An error that fits no field is told anyway, unless it is about a row of a list that is not there (P-188). */
export function isTold(key: string): boolean {
  return !key.includes('.')
}
