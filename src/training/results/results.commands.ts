import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { getAppointment } from '../appointments/index.ts'
import { type RecordedResult, assertNoteSeen, lockResults, setResults } from '../enrolment/index.ts'
import type { ResultsInput } from './results.forms.ts'
import { changedRows, seenNotes, unknownKeys } from './results.rules.ts'

/**
 * Stores what was filled in for students of one part; whoever saves a choice last wins, and the history keeps both.
 * @throws NotFound for a student who is not in this part, Invalid for a combination the rules can never lead to and for
 *   results of a part that was cancelled, Stale when somebody else wrote in a note meanwhile
 */
export async function saveResults(trx: Trx, appointmentId: number, form: ResultsInput): Promise<RecordedResult[]> {
  const before = await lockResults(trx, [appointmentId])
  if (unknownKeys(before, form).length > 0) throw new NotFound('Cursist')
  const isResult = Object.keys({ ...form.present_students, ...form.passed_students }).length > 0
  if (isResult && (await getAppointment(trx, appointmentId)).status === 'cancelled')
    throw new Invalid({ _form: ['Dit onderdeel is geannuleerd: er zijn geen resultaten.'] })
  const { rows, errors } = changedRows(before, form)
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  for (const { row, field, ...written } of seenNotes(before, form)) await assertNoteSeen(trx, row, written, field)
  return setResults(trx, rows)
}
