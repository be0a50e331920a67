import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { byName, fullName, nameColumns } from '../../../relations/contacts/index.ts'

/** Somebody a certificate can be mailed to. */
export interface Recipient {
  id: number
  name: string
  /** '' when there is none. */
  email: string
  /** Whether a mail can go there (T-158). */
  reachable: boolean
}

/** Of these people who can be mailed, by name. */
export async function listRecipients(db: Db | Trx, contactIds: number[]): Promise<Recipient[]> {
  if (contactIds.length === 0) return []
  let query = db
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.email', ...nameColumns])
    .where('contacts.id', 'in', contactIds)
  for (const name of byName) query = query.orderBy(name)
  const rows = await query.orderBy('contacts.id').execute()
  return rows.map((row) => {
    const email = row.email ?? ''
    return { id: row.id, name: fullName(row), email, reachable: EMAIL_PATTERN.test(email) }
  })
}

/** The supervisors of these students, and of whom each is: by name, or of a whole company with those below it. */
export async function listSupervisors(
  db: Db | Trx,
  studentIds: number[],
): Promise<(Recipient & { students: number[] })[]> {
  const { rows } = await sql<{ supervisor: number; student: number }>`
    with recursive company_tree as (
      select c.id, c.parent_id, link.contact_id as student
      from contact_companies link join companies c on c.id = link.company_id
      where link.contact_id = any(${studentIds})
      union
      select c.id, c.parent_id, company_tree.student
      from companies c join company_tree on company_tree.parent_id = c.id
    ), pairs as (
      select s.supervisor_id as supervisor, s.contact_id as student
      from supervisions s where s.contact_id = any(${studentIds})
      union
      select link.contact_id, company_tree.student
      from company_tree
      join contact_companies link on link.company_id = company_tree.id
      join contacts me on me.id = link.contact_id and me.supervisor_for_all
    )
    select pairs.supervisor, pairs.student
    from pairs join contacts me on me.id = pairs.supervisor
    where me.active and ${sql.lit(ROLE.supervisor)} = any(me.roles) and pairs.supervisor <> pairs.student
  `.execute(db)
  const byId = Map.groupBy(rows, ({ supervisor }) => supervisor)
  const people = await listRecipients(db, [...byId.keys()])
  return people.map((person) => ({ ...person, students: byId.get(person.id)!.map(({ student }) => student) }))
}

/** Who the certificates of these students can be mailed to, as the screens show it. */
export async function lettersModel(db: Db | Trx, students: readonly { contactId: number; name: string }[]) {
  const ids = students.map(({ contactId }) => contactId)
  const names = new Map(students.map(({ contactId, name }) => [contactId, name]))
  const supervisors = await listSupervisors(db, ids)
  return {
    recipients: await listRecipients(db, ids),
    supervisors: supervisors.map((person) => ({
      ...person,
      of: person.students.map((id) => names.get(id)).join(', '),
    })),
  }
}
