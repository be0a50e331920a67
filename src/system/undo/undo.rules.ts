import { asSentence } from '../../platform/format/sentence.ts'
import type { Question } from '../../platform/errors.ts'
import { formatCount } from '../../platform/format/format.ts'
import type { Undone } from '../../platform/undo/undo.ts'

const sentSentence = (sent: number): string[] =>
  sent === 0 ? [] : [sent === 1 ? 'Eén e-mail was al verstuurd.' : `${sent} e-mails waren al verstuurd.`]

/** Of so many it stands in the sentence why they did not come back. */
const IN_SENTENCE = 3

const moreSentence = (rest: number): string[] =>
  rest > 0 ? [rest === 1 ? 'En nog één ander.' : `En nog ${rest} andere.`] : []

/** Why each did not come back, where the sentence does not say it of all of them; else nothing. */
export function keptLines({ refused, reasons }: Pick<Undone, 'refused' | 'reasons'>): string[] {
  if (refused <= IN_SENTENCE) return []
  return [...reasons.map(asSentence), ...moreSentence(refused - reasons.length)]
}

/** What the user reads after undoing: what came back, what did not and why, and what had left the house. */
export function undoneSentence({
  given,
  refused,
  reasons,
  withdrawn,
  sent,
}: Omit<Undone, 'records' | 'told' | 'untold'>): string {
  const first = reasons.slice(0, IN_SENTENCE)
  const why = [...first.map(asSentence), ...moreSentence(refused - first.length)]
  // A success is a few words, without a full stop.
  if (refused + sent === 0) return given > 0 ? 'Ongedaan gemaakt' : withdrawnText(withdrawn)
  return [begun(given, refused, withdrawn), ...why, ...sentSentence(sent)].join(' ')
}

const untoldSentence = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${formatCount(count, 'verstuurde e-mail ging', 'verstuurde e-mails gingen')} naar gegevens die verdwijnen; daarvan hoort niemand vanzelf.`,
      ]

/** Where its sender says what was read. */
export const READ = 'told_read'

/**
 * What is asked where people were told already: what they read by itself now, and who reads nothing.
 * @param read what the sender read of it; only what was read goes
 */
export function toldQuestion({ told, untold }: Pick<Undone, 'told' | 'untold'>, read: string): Question | null {
  const key = [...told.map(({ template, mails }) => `${mails} ${template}`), ...(untold > 0 ? [untold] : [])].join('; ')
  if (key === read) return null
  const total = told.reduce((sum, { mails }) => sum + mails, 0)
  const lines = told.map(
    ({ template, mails }) => `${formatCount(mails, 'e-mail gaat', 'e-mails gaan')} vanzelf uit: ‘${template}’.`,
  )
  return {
    title: 'Ongedaan maken',
    text: ['Hiervan was al bericht gestuurd.', ...lines, ...untoldSentence(untold)].join(' '),
    links: [],
    go: total === 0 ? 'Ongedaan maken' : `Ongedaan maken, ${formatCount(total, 'e-mail', 'e-mails')}`,
    field: READ,
    value: key,
  }
}

const withdrawnText = (count: number) => (count === 1 ? 'E-mail teruggehaald' : `${count} e-mails teruggehaald`)

function begun(given: number, refused: number, withdrawn: number): string {
  if (given > 0) return refused === 0 ? 'Ongedaan gemaakt.' : `Deels ongedaan gemaakt: ${given} van ${given + refused}.`
  return refused === 0 && withdrawn > 0 ? `${withdrawnText(withdrawn)}.` : 'Dit kan niet ongedaan worden gemaakt.'
}
