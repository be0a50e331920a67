import { lastEditor } from '../../../platform/database/versioned.ts'
import { Invalid, NotFound, Stale } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { type RecordedResult, assertNoteSeen, lockResults, setResults } from '../../places/enrolment/index.ts'
import type { ResultsInput } from './results.forms.ts'
import { changedRows, seenNotes, unknownKeys, unseenChoices } from './results.rules.ts'

/**
 * Stores what was filled in for students of one part. Who says what they saw before overwrites nothing else; of others the
 * last one wins, and the history keeps both.
 * @throws NotFound for a student who is not in this part, Invalid for a combination the rules can never lead to and for
 *   results of a part that was cancelled, Stale when somebody else filled in a choice or wrote in a note meanwhile
 */
export async function saveResults(trx: Trx, appointmentId: number, form: ResultsInput): Promise<RecordedResult[]> {
  const before = await lockResults(trx, [appointmentId])
  if (unknownKeys(before, form).length > 0) throw new NotFound('Cursist')
  const isResult = Object.keys({ ...form.present_students, ...form.passed_students }).length > 0
  if (isResult && (await getAppointment(trx, appointmentId)).status === 'cancelled')
    throw new Invalid({ _form: ['Dit onderdeel is geannuleerd: er zijn geen resultaten.'] })
  const { rows, errors } = changedRows(before, form)
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  const unseen = unseenChoices(before, rows, form)
  const [first] = unseen
  if (first)
    throw new Stale({
      by: await lastEditor(trx, 'enrolments', first.row.id),
      at: first.row.updated_at.toISOString(),
      version: first.row.version,
      fields: Object.fromEntries(unseen.map(({ name, differs }) => [name, differs])),
    })
  for (const { row, field, ...written } of seenNotes(before, form)) await assertNoteSeen(trx, row, written, field)
  return setResults(trx, rows)
}
