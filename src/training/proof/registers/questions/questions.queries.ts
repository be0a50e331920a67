import { sql } from 'kysely'
import { ROLE } from '../../../../platform/access/roles.ts'
import type { Config } from '../../../../platform/config.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { claimedId, isDerivedToken } from '../../../../platform/links.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import { nameColumns } from '../../../../relations/contacts/index.ts'
import { listHiddenFieldsOf } from '../../../../relations/naming/index.ts'
import { GUARDED_ROLES } from '../../../../system/accounts/index.ts'
import { type Judged, listRefused, preflightOf } from '../preflight.queries.ts'
import { type Mendable, askable, refusedFields } from './mending.rules.ts'

/** What a link leads to: a question of the person to whom it was mailed, and nobody else's after a merge. */
export const leadsTo = ({ id, contact_id }: { id: number; contact_id: number }): string =>
  `register question ${id} of contact ${contact_id}`

/** What can be asked of somebody, with how it stands. */
export interface Question {
  contactId: number
  email: string | null
  fields: Mendable[]
  askedAt: Date | null
  answeredAt: Date | null
  withdrawnAt: Date | null
  name: { first_name: string; initials: string; last_name_prefix: string; last_name: string }
}

/**
 * What of these people a register will not take, or did not, and they can mend themselves. Who is not in the planning yet
 * is judged as if.
 * @param judged what is known already of the planning
 */
export async function listQuestions(
  db: Db | Trx,
  config: Config,
  planningId: number,
  contactIds: readonly number[],
  judged?: readonly Judged[],
): Promise<Map<number, Question>> {
  if (contactIds.length === 0) return new Map()
  const known = judged ?? (await preflightOf(db, config, planningId, contactIds))
  const refused = await listRefused(db, planningId)
  const people = await db
    .selectFrom('contacts')
    .leftJoin('users', 'users.contact_id', 'contacts.id')
    .leftJoin('register_questions as asked', (join) =>
      join.onRef('asked.contact_id', '=', 'contacts.id').on('asked.group_id', '=', planningId),
    )
    .select(['contacts.id', 'contacts.company_id', 'contacts.active', 'contacts.email', 'contacts.roles'])
    .select(['contacts.gets_account', 'users.roles as account', ...nameColumns])
    .select(['asked.asked_at', 'asked.answered_at', 'asked.withdrawn_at'])
    .where(sql<boolean>`contacts.id = any(${contactIds}::integer[])`)
    .execute()
  const hiddenOf = await listHiddenFieldsOf(
    db,
    people.map(({ company_id }) => company_id),
  )
  return new Map(
    people.map(({ id, active, email, roles, account, company_id, ...person }) => {
      const wrong = [
        ...known.flatMap(({ defects }) => defects.flatMap(({ student, fields }) => (student === id ? fields : []))),
        ...refused.flatMap(({ contact_id, message }) => (contact_id === id ? refusedFields(message) : [])),
      ]
      const fields = askable(wrong, {
        active,
        signsIn: person.gets_account || account !== null || GUARDED_ROLES.some((role) => roles.includes(role)),
        isAdministrator: account?.includes(ROLE.administrator) ?? false,
        hidden: hiddenOf(company_id),
      })
      const { asked_at: askedAt, answered_at: answeredAt, withdrawn_at: withdrawnAt } = person
      return [id, { contactId: id, email, fields, askedAt, answeredAt, withdrawnAt, name: person }]
    }),
  )
}

/** The question behind a link; undefined where it never was one, or is not asked any more. */
export async function findByToken(db: Db | Trx, secrets: Secrets, token: string) {
  const id = claimedId(token)
  if (id === null) return undefined
  const row = await db
    .selectFrom('register_questions as asked')
    .innerJoin('contacts', 'contacts.id', 'asked.contact_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'asked.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select(['asked.id', 'asked.group_id', 'asked.contact_id', 'asked.answered_at', 'asked.expires_at'])
    .select(['courses.description as course', 'contacts.birth_date', 'contacts.email', ...nameColumns])
    .where('asked.id', '=', id)
    .where('asked.withdrawn_at', 'is', null)
    .where('asked.expires_at', '>', sql<Date>`now()`)
    .where('contacts.active', '=', true)
    .where(
      sql<boolean>`exists (select from appointments p where p.group_id = asked.group_id and p.status <> 'cancelled')`,
    )
    .executeTakeFirst()
  return row && isDerivedToken(secrets, token, leadsTo(row)) ? row : undefined
}
