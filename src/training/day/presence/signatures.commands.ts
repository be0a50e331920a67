import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { instantOf, wallClock } from '../../../platform/format/zone.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { HeldFiles } from '../../../platform/files/held-files.ts'
import { removeForgotten } from '../../../platform/files/kept-files.ts'
import type { Services } from '../../../platform/services.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { listCountedParts } from '../../planning/code95/index.ts'
import {
  type PresentSource,
  lockResults,
  setArrival,
  setPresentSource,
  setResults,
} from '../../places/enrolment/index.ts'
import { applyChange } from '../../proof/results/index.ts'
import type { SignatureInput } from './signatures.forms.ts'

/**
 * When somebody came to a part: the day is that of the part, whenever the phone finds a network.
 * @throws Invalid for a time after its end, or one that the clock skips
 */
function arrivalIn({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }, time: string): Date {
  const arrived = instantOf(wallClock(starts_at).day, time)
  if (arrived === null || arrived >= ends_at) throw new Invalid({ arrived: ['Vul een tijd in vóór het einde.'] })
  return arrived
}

/** The enrolment of a student in a part that is not cancelled, locked. @throws NotFound, Invalid */
async function lockSigner(trx: Trx, at: { appointmentId: number; contactId: number }) {
  const rows = await lockResults(trx, [at.appointmentId])
  const row = rows.find(({ contact_id }) => contact_id === at.contactId)
  if (!row) throw new NotFound('Cursist')
  return row
}

/** Whether coming and leaving count in this part. */
const countsTimes = async (trx: Trx, id: number): Promise<boolean> => (await listCountedParts(trx, [id])).has(id)

/**
 * Keeps the signature of a student for one part, in place of one that was there; who signs is present, which goes
 * through the rules between presence and passed like any other choice.
 * @returns id of the enrolment
 * @throws NotFound when the student is not in the part, Invalid for leaving where that does not count
 */
export async function keepSignature(
  trx: Trx,
  { files }: Pick<Services, 'files'>,
  at: { appointmentId: number; contactId: number },
  { signature: { bytes, type }, moment, arrived }: Pick<SignatureInput, 'signature' | 'moment' | 'arrived'>,
): Promise<number> {
  const row = await lockSigner(trx, at)
  const isCounted = await countsTimes(trx, at.appointmentId)
  if (moment === 'end' && !isCounted)
    throw new Invalid({ _form: ['Bij deze opleiding wordt alleen bij aankomst getekend.'] })
  const arrival =
    moment === 'start' && isCounted && arrived !== null
      ? arrivalIn(await getAppointment(trx, at.appointmentId), arrived)
      : null
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // Named by its content: a transaction that is tried again writes the same file once more.
  const storage_key = `signatures/${sha256.slice(0, 2)}/${sha256}.${type.slice('image/'.length)}`
  await files.write(storage_key, Readable.from([bytes]))
  await trx
    .insertInto('presence_signatures')
    .values({
      appointment_id: at.appointmentId,
      contact_id: at.contactId,
      moment,
      storage_key,
      mime_type: type,
      sha256,
    })
    .onConflict((conflict) =>
      conflict.columns(['appointment_id', 'contact_id', 'moment']).doUpdateSet((eb) => ({
        storage_key: eb.ref('excluded.storage_key'),
        mime_type: eb.ref('excluded.mime_type'),
        sha256: eb.ref('excluded.sha256'),
        signed_at: sql<Date>`now()`,
      })),
    )
    .execute()
  if (row.present !== 1) await setResults(trx, [applyChange(row, 'present', 1)])
  if (arrival !== null) await setArrival(trx, row.id, arrival)
  return row.id
}

/**
 * Says when a student came, without a signature; who came is present.
 * @returns id of the enrolment
 * @throws NotFound, Invalid where coming does not count
 */
export async function keepArrival(
  trx: Trx,
  at: { appointmentId: number; contactId: number },
  arrived: string | null,
): Promise<number> {
  const row = await lockSigner(trx, at)
  if (!(await countsTimes(trx, at.appointmentId)))
    throw new Invalid({ arrived: ['Bij deze opleiding telt de aankomst niet.'] })
  const arrival = arrived === null ? null : arrivalIn(await getAppointment(trx, at.appointmentId), arrived)
  if (arrival !== null && row.present !== 1) await setResults(trx, [applyChange(row, 'present', 1)])
  await setArrival(trx, row.id, arrival)
  return row.id
}

/**
 * Somebody says to be there, on the tablet at the door or by the code in the room: the same rules as where their teacher says so. Who was present
 * stays as they are; where coming counts, this is when they came.
 * @returns id of the enrolment
 * @throws NotFound, Invalid for a part that was cancelled
 */
export async function markPresent(
  trx: Trx,
  at: { appointmentId: number; contactId: number; source: PresentSource },
  now: Date,
): Promise<number> {
  const row = await lockSigner(trx, at)
  if (row.present === 1) return row.id
  // It was typed a while ago: what their teacher said since then stands.
  if (at.source === 'offline' && row.present !== null) return row.id
  const appointment = await getAppointment(trx, at.appointmentId)
  if (appointment.status === 'cancelled') throw new Invalid({ _form: ['Dit onderdeel is geannuleerd.'] })
  await setResults(trx, [applyChange(row, 'present', 1)])
  await setPresentSource(trx, row.id, at.source)
  if (now < appointment.ends_at && (await countsTimes(trx, at.appointmentId))) await setArrival(trx, row.id, now)
  return row.id
}

/** What earlier versions queued to remove the image of a signature. */
export const forgetSignature: JobHandler = ({ key }, services) => removeForgotten({ keys: [String(key)] }, services)

/** Those in use, and those that come back when a merge is undone. */
export const signatureFiles: HeldFiles = {
  folders: ['signatures'],
  named: async (db, keys) => {
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from presence_signatures where storage_key = any(${keys})
      union
      select touched -> 'before' ->> 'storage_key' from merges, jsonb_array_elements(before -> 'rows') touched
      where touched ->> 'table' = 'presence_signatures' and touched -> 'before' ->> 'storage_key' = any(${keys})
    `.execute(db)
    return rows.map(({ key }) => key)
  },
}
