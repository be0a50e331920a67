import { type SqlBool, sql } from 'kysely'
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { listRefreshers, refreshersVisibleTo, waitsForInvitation } from './refreshers.queries.ts'

/** As many as are proposed where none were chosen. */
const MOST_PROPOSED = 500

/** Refreshers to invite for, by their day: the chosen ones, else those that wait for it. */
export async function listToInvite(db: Db | Trx, viewer: Viewer, ids: number[]) {
  const rows = await listRefreshers(db)
    .select(['contact_refreshers.contact_id', 'contacts.email', 'contacts.active as contact_active'])
    .where(refreshersVisibleTo(viewer))
    .where(ids.length > 0 ? sql<SqlBool>`contact_refreshers.id = any(${ids})` : waitsForInvitation)
    .orderBy('contact_refreshers.expires_at')
    .orderBy('contact_refreshers.id')
    .limit(ids.length > 0 ? ids.length : MOST_PROPOSED)
    .execute()
  return rows.map((row) => {
    const email = row.email ?? ''
    return { ...row, name: fullName(row), email, reachable: EMAIL_PATTERN.test(email) }
  })
}
export type ToInvite = Awaited<ReturnType<typeof listToInvite>>[number]

/** The people of refreshers, each once, with what they are invited for. */
export function peopleOf(rows: readonly ToInvite[]) {
  return [...Map.groupBy(rows, ({ contact_id }) => contact_id).values()].map((own) => ({
    id: own[0]!.contact_id,
    name: own[0]!.name,
    company: own[0]!.company_name ?? 'Particulier',
    email: own[0]!.email,
    reachable: own[0]!.reachable,
    courses: own.map(({ course_description }) => course_description).join(', '),
  }))
}
