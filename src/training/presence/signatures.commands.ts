import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { HeldFiles } from '../../platform/files/held-files.ts'
import { removeForgotten } from '../../platform/files/kept-files.ts'
import type { Services } from '../../platform/services.ts'
import { lockResults, setResults } from '../enrolment/index.ts'
import { applyChange } from '../results/index.ts'
import type { SignatureImage } from './signatures.forms.ts'

/**
 * Keeps the signature of a student for one part, in place of one that was there; who signs is present, which goes
 * through the rules between presence and passed like any other choice.
 * @returns id of the enrolment
 * @throws NotFound when the student is not in the part
 */
export async function keepSignature(
  trx: Trx,
  { files }: Pick<Services, 'files'>,
  at: { appointmentId: number; contactId: number },
  { bytes, type }: SignatureImage,
): Promise<number> {
  const rows = await lockResults(trx, [at.appointmentId])
  const row = rows.find(({ contact_id }) => contact_id === at.contactId)
  if (!row) throw new NotFound('Cursist')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // Named by its content: a transaction that is tried again writes the same file once more.
  const storage_key = `signatures/${sha256.slice(0, 2)}/${sha256}.${type.slice('image/'.length)}`
  await files.write(storage_key, Readable.from([bytes]))
  await trx
    .insertInto('presence_signatures')
    .values({
      appointment_id: at.appointmentId,
      contact_id: at.contactId,
      storage_key,
      mime_type: type,
      sha256,
    })
    .onConflict((conflict) =>
      conflict.columns(['appointment_id', 'contact_id']).doUpdateSet((eb) => ({
        storage_key: eb.ref('excluded.storage_key'),
        mime_type: eb.ref('excluded.mime_type'),
        sha256: eb.ref('excluded.sha256'),
        signed_at: sql<Date>`now()`,
      })),
    )
    .execute()
  if (row.present !== 1) await setResults(trx, [applyChange(row, 'present', 1)])
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
