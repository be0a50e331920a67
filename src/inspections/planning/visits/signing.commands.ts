import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { forgetFiles } from '../../../platform/files/kept-files.ts'
import type { Services } from '../../../platform/services.ts'
import type { RetentionKind } from '../../../system/privacy/points.ts'

/** Takes who signed for visits, and what was written about these, out of them. */
export async function forgetSigning(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  visits: readonly number[],
): Promise<void> {
  if (visits.length === 0) return
  await dropSignatures(trx, services, visits)
  await trx
    .updateTable('visits')
    .set({ signed_by: null, unsigned_reason: null, remark: '' })
    .where('id', 'in', [...visits])
    .execute()
}

async function dropSignatures(trx: Trx, services: Pick<Services, 'jobs'>, visits: readonly number[]): Promise<void> {
  const { rows } = await sql<{ signature_id: number }>`
    update visits v set signature_id = null from visits before
    where before.id = v.id and v.id = any(${[...visits]}::integer[]) and before.signature_id is not null
    returning before.signature_id`.execute(trx)
  await forgetFiles(trx, services, rows.map(({ signature_id }) => signature_id)) // prettier-ignore
}

/** Those that stand in a report that was drawn, where they stay. */
const signedBefore = (db: Db | Trx, before: Date) =>
  db
    .selectFrom('visits')
    .select('visits.id')
    .where('visits.signature_id', 'is not', null)
    .where('visits.done_at', '<', before)
    .where(sql<SqlBool>`exists (select from visit_reports r where r.visit_id = visits.id and r.file_id is not null)`)

export const signatureRetention: RetentionKind = {
  key: 'visit-signatures',
  label: 'Handtekeningen bij bezoeken',
  basis: 'Na het afronden wordt de afbeelding verwijderd; in het keuringsrapport blijft zij staan.',
  months: 24,
  count: (db, before) => countOf(signedBefore(db, before)),
  remove: async (trx, before, services) => {
    const rows = await signedBefore(trx, before).limit(5000).execute()
    await dropSignatures(trx, services, rows.map(({ id }) => id)) // prettier-ignore
    return rows.length
  },
}
