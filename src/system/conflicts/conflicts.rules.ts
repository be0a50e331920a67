import { isTemporaryId } from '../../platform/screens/call/kept-day.contract.ts'
import { shownValue } from '../../platform/format/stale-values.ts'
import type { RefusedOperation } from './conflicts.forms.ts'

/** The task of it, which names nobody: what it is about is told beside it. */
export const TO_SETTLE = 'Verschil van een telefoon beoordelen'

/** What came of it. */
export const OUTCOMES = { taken: 'Van de telefoon genomen', kept: 'Gelaten zoals het is' } as const
export type ConflictOutcome = keyof typeof OUTCOMES

interface ConflictRow {
  name: string
  label: string
  mine: string
  theirs: string
  /** What is sent of what stands there, where it is chosen. */
  sent: string
}

/** Fields that say how a form is sent, and nothing to who reads it. */
const TECHNICAL = ['version', 'finish']

/**
 * What differs, field by field; each can be chosen by itself where what is compared is what was sent. Of what was refused
 * for another reason all that was filled in is told.
 */
export function rowsOf(
  { fields, base, stale }: Pick<RefusedOperation, 'fields' | 'base' | 'stale'>,
  labelOf: (name: string) => string,
): { rows: ConflictRow[]; each: boolean } {
  const sent = new Map(fields)
  if (stale === null) {
    const rows = [...sent].flatMap(([name, value]) =>
      value === '' || TECHNICAL.includes(name) || base.includes(name) || isTemporaryId(value)
        ? []
        : [{ name, label: labelOf(name), mine: shownValue(value, false), theirs: '', sent: '' }],
    )
    return { rows, each: false }
  }
  // In the order of the form.
  const names = [...sent.keys()]
  const differing = Object.entries(stale.fields).toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b))
  const rows = differing.map(([name, [mine, theirs]]) => ({
    name,
    label: labelOf(name),
    mine: shownValue(sent.get(name) ?? mine, false),
    theirs: shownValue(theirs, false),
    sent: theirs === null || theirs === '' ? '' : shownValue(theirs, false),
  }))
  const isPlain = (value: unknown) => value === null || typeof value === 'string'
  return {
    rows,
    each: differing.length > 1 && differing.every(([name, values]) => sent.has(name) && values.every(isPlain)),
  }
}

/** Whether it is about something that was never stored. */
export const isAlone = ({ fields }: Pick<RefusedOperation, 'fields'>): boolean =>
  fields.some(([, value]) => isTemporaryId(value))

/** The form as it is sent again by who decides: over what stands there now, which was shown. */
export const sentAgain = ({ fields, base, stale }: Pick<RefusedOperation, 'fields' | 'base' | 'stale'>) =>
  fields
    .filter(([name]) => !base.includes(name))
    .map(([name, value]): [string, string] => [
      name,
      name === 'version' && stale?.version !== undefined ? String(stale.version) : value,
    ])
