import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Sort } from '../../../platform/screens/table/table-query.ts'
import { byName, nameColumns } from '../../../relations/contacts/index.ts'
import type { RepeatUnit } from '../../../platform/format/repeats.ts'
import { placesOn } from './agreements.rules.ts'

/** Whether a use still holds a place: whoever left the planning, or whose planning was cancelled, gave it back. */
export const holdsPlace = sql<SqlBool>`exists (
  select 1 from enrolments e join appointments a on a.id = e.appointment_id
  where e.contact_id = training_agreement_uses.contact_id and a.group_id = training_agreement_uses.group_id
    and a.status <> 'cancelled')`

export const listAgreements = (db: Db | Trx) =>
  db
    .selectFrom('training_agreements')
    .innerJoin('companies', 'companies.id', 'training_agreements.company_id')
    .leftJoin('training_agreement_links as link', 'link.agreement_id', 'training_agreements.id')
    .select([
      'training_agreements.id',
      'training_agreements.company_id',
      'training_agreements.name',
      'training_agreements.ends_on',
      'training_agreements.note',
      'training_agreements.version',
      'link.sealed_token',
      'link.token_hash',
      'companies.name as company_name',
    ])

/** @throws NotFound */
export async function getAgreement(db: Db | Trx, id: number) {
  const agreement = await listAgreements(db).where('training_agreements.id', '=', id).executeTakeFirst()
  if (!agreement) throw new NotFound('Overeenkomst')
  return agreement
}
export type Agreement = Awaited<ReturnType<typeof getAgreement>>

/** What was bought by agreements, with what of it is used and left on a day, in Dutch order of the courses. */
export async function listLines(db: Db | Trx, agreementIds: number[], day: string) {
  if (agreementIds.length === 0) return []
  const rows = await db
    .selectFrom('training_agreement_courses')
    .innerJoin('courses', 'courses.id', 'training_agreement_courses.course_id')
    .select([
      'training_agreement_courses.id',
      'training_agreement_courses.agreement_id',
      'training_agreement_courses.course_id',
      'training_agreement_courses.places',
      'training_agreement_courses.valid_until',
      'training_agreement_courses.repeat_count',
      'courses.description as course',
      'courses.active',
    ])
    .select(sql<RepeatUnit>`training_agreement_courses.repeat_unit`.as('repeat_unit'))
    .select(
      sql<string[]>`array(select used_on from training_agreement_uses
        where training_agreement_uses.agreement_id = training_agreement_courses.agreement_id
          and training_agreement_uses.line_id = training_agreement_courses.id and ${holdsPlace})::text[]`.as('used_on'),
    )
    .where('training_agreement_courses.agreement_id', 'in', agreementIds)
    .orderBy(sql`courses.description collate "nl-x-icu"`)
    .execute()
  return rows.map(({ used_on, ...line }) => ({ ...line, ...placesOn(line, used_on, day) }))
}
export type AgreementLine = Awaited<ReturnType<typeof listLines>>[number]

/** Who holds the places of an agreement, and in which planning. */
export const listUses = (db: Db, agreementId: number) =>
  db
    .selectFrom('training_agreement_uses')
    .innerJoin('contacts', 'contacts.id', 'training_agreement_uses.contact_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'training_agreement_uses.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'training_agreement_uses.id',
      'training_agreement_uses.contact_id',
      'training_agreement_uses.group_id',
      'training_agreement_uses.used_on',
      'courses.description as course',
      ...nameColumns,
    ])
    .select(
      sql<number>`(select a.id from appointments a where a.group_id = training_agreement_uses.group_id
        order by a.starts_at, a.id limit 1)`.as('appointment_id'),
    )
    .where('training_agreement_uses.agreement_id', '=', agreementId)
    .where(holdsPlace)

export const useSorts: Record<string, Sort> = {
  name: { by: byName },
  used_on: { by: [sql`training_agreement_uses.used_on`], type: 'date' },
}

export const countUses = (db: Db, agreementId: number): Promise<number> =>
  countOf(db.selectFrom('training_agreement_uses').where('agreement_id', '=', agreementId).where(holdsPlace))

export const countAgreements = (companyId: number): Expression<number> =>
  sql<number>`select count(*) from training_agreements where company_id = ${companyId}`

export async function agreementNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('training_agreements').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What keeps companies, courses and agreements from being deleted, as far as this module knows. */
export async function companyBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('training_agreements').where('company_id', '=', id))
  return [{ label: 'Opleidingsovereenkomsten', count, url: `/company/view/${id}?item=agreements` }]
}

export async function courseBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('training_agreement_courses').where('course_id', '=', id))
  return [{ label: 'Opleidingsovereenkomsten', count }]
}

export async function agreementBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('training_agreement_uses').where('agreement_id', '=', id))
  return [{ label: 'Gebruikte plaatsen', count, url: `/agreements/view/${id}?item=uses` }]
}
