/** The question before many results are filled in at once over a 'Nee' that somebody gave. */
import type { ResultField } from '../../../src/training/proof/results/results.contract.ts'
import { el } from '../lib/dom.ts'
import { askPopup } from '../popup/dialogs.ts'
import type { Row } from './results.ts'

/** Beyond this the others are counted, not named. */
const MOST_NAMES = 10
const WORDS = { present: 'aanwezig', passed: 'geslaagd' } as const

function namesOf(rows: readonly Row[]): string {
  const names = [...new Map(rows.map(({ contactId, name }) => [contactId, name])).values()]
  const rest = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` en ${rest} anderen` : '')
}

const students = (rows: readonly Row[]) => new Set(rows.map(({ contactId }) => contactId)).size
const people = (count: number) => `${count} ${count === 1 ? 'cursist' : 'cursisten'}`

/**
 * Which rows are to be filled in: all of them, or those that are open; null for none.
 * @param meant the rows that the button is about, `denied` those of them that say 'Nee'
 */
export async function askOverDenied(
  denied: readonly Row[],
  meant: readonly Row[],
  field: ResultField,
): Promise<'all' | 'open' | null> {
  const word = WORDS[field]
  const content = [
    el('p', {}, `Bij ${people(students(denied))} staat al Nee: ${namesOf(denied)}.`),
    // A rule fills in 'Nee' with an absence and does not take it back (training 4.2).
    ...(field === 'present' && denied.some(({ passed }) => passed === 0)
      ? [el('p', { class: 'muted mt-2' }, 'Wie u alsnog aanwezig meldt, houdt Nee bij geslaagd tot u dat wijzigt.')]
      : []),
  ]
  const open = meant.some((row) => row[field] === null)
  const answer = await askPopup(
    field === 'present' ? 'Iedereen aanwezig?' : 'Iedereen geslaagd?',
    content,
    [
      { label: 'Terug', value: '', focus: true },
      ...(open ? [{ label: 'Alleen de open', value: 'open' }] : []),
      { label: `${people(students(meant))} ${word} melden`, value: 'all', css: 'btn-primary' },
    ],
    'small',
  )
  return answer === 'all' || answer === 'open' ? answer : null
}
