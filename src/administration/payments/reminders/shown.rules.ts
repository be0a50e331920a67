import { formatDate } from '../../../platform/format/format.ts'
import { isWaiting } from '../../../system/messages/index.ts'
import { LETTER_NAMES, type LetterKind } from './letter.rules.ts'

interface Written {
  id: number
  step: LetterKind
  written_on: string
  sent_at: Date | null
  returned_at: Date | null
  note: string | null
  mail: string | null
  numbers: string
  total: string
}

/** What became of a letter, in a few words. */
function fateOf({ step, sent_at, returned_at, mail, note }: Written): string {
  if (step === 'collection') return note ?? 'Overgedragen'
  if (returned_at !== null) return 'Kwam terug'
  if (sent_at !== null) return `Verzonden op ${formatDate(sent_at)}`
  return mail !== null && isWaiting(mail) ? 'Onderweg' : 'Niet verzonden'
}

/** A letter as a list of them shows it. */
export const letterLine = (letter: Written) => ({
  id: letter.id,
  label: LETTER_NAMES[letter.step],
  day: formatDate(letter.written_on),
  fate: fateOf(letter),
  numbers: letter.numbers,
  total: letter.total,
  /** What was told by hand has no paper. */
  href: letter.step === 'collection' ? null : `/administration/reminders/${letter.id}`,
})
