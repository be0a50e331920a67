import type { Db } from '../../../platform/database/types.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import type { Fields } from '../../../platform/screens/form/wizard.ts'
import { type Hours, listHours } from '../../planning/code95/index.ts'
import { formatDuration } from '../../catalogue/courses/index.ts'
import { type Result, choiceKey } from '../../proof/results/index.ts'
import { PresenceStep } from './finish.forms.ts'
import { filledIn } from './finish.rules.ts'

interface Row extends Result {
  contactId: number
  appointmentId: number
  name: string
}
type Present = Map<string, 0 | 1 | null>

const keyOf = ({ contactId, appointmentId }: Row) => choiceKey(contactId, appointmentId)

/** Before it is filled in everybody is taken to be present: what lacks then is what nobody can fill in any more. */
export const expectedPresence = (rows: readonly Row[]): Present =>
  new Map(rows.map((row) => [keyOf(row), row.present === 0 ? 0 : 1]))

/** As the first step has it. */
export const filledPresence = (rows: readonly Row[], fields: Fields): Present =>
  new Map(filledIn(rows, parseForm(PresenceStep, fields)).map((row) => [keyOf(row), row.present]))

const lineOf = (name: string, { minutes, of, reasons }: Hours) =>
  `${name} (${minutes === 0 ? 'geen uren' : formatDuration(minutes)} van ${formatDuration(of)}): ${reasons.join('; ')}`

/** Who gets the hours for code 95, and who not all of them and why; null where they do not count. */
export async function hoursStep(
  db: Db,
  parts: readonly { id: number }[],
  rows: readonly Row[],
  present: Present,
): Promise<{ complete: number; lacking: string[] } | null> {
  const hours = await listHours(
    db,
    parts.map(({ id }) => id),
    present,
  )
  if (hours === null) return null
  const names = new Map(rows.map(({ contactId, name }) => [contactId, name]))
  const lacking = [...hours].filter(([, { reasons }]) => reasons.length > 0)
  return {
    complete: hours.size - lacking.length,
    lacking: lacking.map(([id, own]) => lineOf(names.get(id) ?? '', own)),
  }
}
