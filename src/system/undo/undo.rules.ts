import type { Undone } from '../../platform/undo/undo.ts'

/** So many refusals are named; the others are counted. */
const NAMED = 3

const sentSentence = (sent: number): string[] =>
  sent === 0 ? [] : [sent === 1 ? 'Eén e-mail was al verstuurd.' : `${sent} e-mails waren al verstuurd.`]

/** What the user reads after undoing: what came back, what did not and why, and what had left the house. */
export function undoneSentence({ given, refused, withdrawn, sent }: Omit<Undone, 'records'>): string {
  const rest = refused.length - NAMED
  const more = rest > 0 ? [rest === 1 ? 'En nog één ander.' : `En nog ${rest} andere.`] : []
  const why = [...refused.slice(0, NAMED).map((text) => `${text.replace(/\.$/, '')}.`), ...more]
  // A success is a few words, without a full stop.
  if (refused.length + sent === 0) return given > 0 ? 'Ongedaan gemaakt' : withdrawnText(withdrawn)
  return [begun(given, refused.length, withdrawn), ...why, ...sentSentence(sent)].join(' ')
}

const withdrawnText = (count: number) => (count === 1 ? 'E-mail teruggehaald' : `${count} e-mails teruggehaald`)

function begun(given: number, refused: number, withdrawn: number): string {
  if (given > 0) return refused === 0 ? 'Ongedaan gemaakt.' : `Deels ongedaan gemaakt: ${given} van ${given + refused}.`
  return refused === 0 && withdrawn > 0 ? `${withdrawnText(withdrawn)}.` : 'Dit kan niet ongedaan worden gemaakt.'
}
