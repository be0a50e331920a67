import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'

/** What is recorded about one enrolment: null is not filled in. */
export interface RecordedResult {
  id: number
  appointment_id: number
  contact_id: number
  present: 0 | 1 | null
  passed: 0 | 1 | null
  note: string
  version: number
  updated_at: Date
}

/**
 * Locks the enrolments of these parts and answers them as they stand, so that a rule is applied to what it is stored
 * over. Always in id order: two saves of one list wait for each other instead of deadlocking.
 */
export async function lockResults(trx: Trx, appointmentIds: number[]): Promise<RecordedResult[]> {
  const rows = await trx
    .selectFrom('enrolments')
    .select(['id', 'appointment_id', 'contact_id', 'present', 'passed', 'note', 'version', 'updated_at'])
    .where('appointment_id', 'in', appointmentIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows as RecordedResult[]
}

/** Records results of enrolments that `lockResults` locked; answers them with their version as stored. */
export async function setResults<R extends RecordedResult>(trx: Trx, rows: R[]): Promise<R[]> {
  const values = JSON.stringify(rows.map(({ id, present, passed, note }) => ({ id, present, passed, note })))
  const { rows: changed } = await sql<{ id: number; version: number }>`
    update enrolments e set present = n.present, passed = n.passed, note = n.note,
      arrived_at = case when n.present = 0 then null else e.arrived_at end,
      present_source = case when n.present = 1 then e.present_source end
    from jsonb_to_recordset(${values}::jsonb) as n(id integer, present smallint, passed smallint, note text)
    where e.id = n.id and (e.present, e.passed, e.note) is distinct from (n.present, n.passed, n.note)
    returning e.id, e.version
  `.execute(trx)
  const versions = new Map(changed.map(({ id, version }) => [id, version]))
  return rows.map((row) => ({ ...row, version: versions.get(row.id) ?? row.version }))
}

/** Writes down when a student came, of an enrolment that `lockResults` locked. */
export async function setArrival(trx: Trx, id: number, arrived_at: Date | null): Promise<void> {
  await trx.updateTable('enrolments').set({ arrived_at }).where('id', '=', id).execute()
}

/** By what somebody said to be there: the tablet at the door, the code in the room, the tablet without network. */
export type PresentSource = 'kiosk' | 'room' | 'offline'

/** Writes down by what somebody said to be there, of an enrolment that `lockResults` locked and that is present. */
export async function setPresentSource(trx: Trx, id: number, present_source: PresentSource): Promise<void> {
  await trx.updateTable('enrolments').set({ present_source }).where('id', '=', id).execute()
}
