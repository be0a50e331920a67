import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { fullName, nameColumns } from '../naming/index.ts'
import { contactsVisibleTo } from './contacts.queries.ts'

/** Whether a contact is a supervisor of a person: linked by name, or for everyone of one of the person's companies. */
const supervises = (contactId: number): Expression<SqlBool> => sql<SqlBool>`
  (contacts.id <> ${contactId} and contacts.roles @> array[${sql.lit(ROLE.supervisor)}]
      and (contacts.id in (select supervisor_id from supervisions where contact_id = ${contactId})
        or (contacts.supervisor_for_all and exists (
          with recursive above as (
            select c.id, c.parent_id from contact_companies cc join companies c on c.id = cc.company_id where cc.contact_id = ${contactId}
            union
            select c.id, c.parent_id from companies c join above on c.id = above.parent_id
          )
          select from contact_companies mine join above on above.id = mine.company_id where mine.contact_id = contacts.id))))`

export const hasSupervisor = (viewer: Viewer, contactId: number): Expression<SqlBool> => sql<SqlBool>`
  exists (select from contacts where ${supervises(contactId)} and ${contactsVisibleTo(viewer)})`

/** The supervisors of a person the viewer may see. */
export async function listSupervisors(db: Db, viewer: Viewer, contactId: number) {
  const rows = await db
    .selectFrom('contacts')
    .select([
      'contacts.id',
      ...nameColumns,
      sql<boolean>`exists (select from supervisions s where s.supervisor_id = contacts.id and s.contact_id = ${contactId})`.as(
        'by_name',
      ),
    ])
    .where(supervises(contactId))
    .where(contactsVisibleTo(viewer))
    .orderBy(sql`contacts.last_name collate "nl-x-icu"`)
    .execute()
  return rows.map((row) => ({ id: row.id, name: fullName(row), byName: row.by_name }))
}
