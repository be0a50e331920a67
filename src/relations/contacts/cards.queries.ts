import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { companiesVisibleTo } from '../companies/index.ts'
import { hiddenFields, organisationHidden, unlessHidden, fullName, nameColumns } from '../naming/index.ts'
import { companyShownTo, contactsVisibleTo, nameText } from './contacts.queries.ts'

/** Companies by id with their active people, both as far as the viewer sees them. */
export async function listCompanyCards(db: Db, viewer: Viewer, ids: number[]) {
  if (ids.length === 0) return []
  const people = sql<{ id: number; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', contacts.id, 'name', ${nameText}) order by contacts.last_name, contacts.id)
    from contact_companies cc join contacts on contacts.id = cc.contact_id
    where cc.company_id = companies.id and contacts.active and ${contactsVisibleTo(viewer)}), '[]')`
  return db
    .selectFrom('companies')
    .select([
      'companies.id',
      'companies.name',
      'companies.client_id',
      'companies.coc_no',
      sql<number | null>`(select contacts.id from contacts
        where contacts.id = companies.contact_person_id and ${contactsVisibleTo(viewer)})`.as('contact_person_id'),
      people.as('these_contacts'),
    ])
    .where('companies.id', 'in', ids)
    .where(companiesVisibleTo(viewer))
    .orderBy('companies.id')
    .execute()
}

/** Contacts by id in the fields of the contract, as far as the viewer sees them and without what is hidden. */
export async function listContactCards(db: Db, viewer: Viewer, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contacts')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select([
      'contacts.id',
      ...nameColumns,
      'contacts.email',
      unlessHidden('gender'),
      unlessHidden('phone'),
      unlessHidden('mobile_phone'),
      'contacts.company_id',
      'contacts.client_id',
      'contacts.roles',
      'contacts.supervisor_for_all',
      'contacts.gets_account',
      'contacts.teacher_may_apply',
      unlessHidden('hok_teacher_number'),
      'contacts.active',
      sql<string | null>`case when ${companyShownTo(viewer)} then companies.name end`.as('company'),
      'companies.hidden_contact_fields as company_hidden',
      organisationHidden.as('organisation_hidden'),
      sql<number[]>`array(select companies.id from contact_companies cc join companies on companies.id = cc.company_id
        where cc.contact_id = contacts.id and ${companiesVisibleTo(viewer)} order by cc.id)`.as('company_ids'),
      sql<number[]>`array(select cs.skill_id from contact_skills cs where cs.contact_id = contacts.id order by 1)`.as(
        'skills',
      ),
    ])
    .where('contacts.id', 'in', ids)
    .where(contactsVisibleTo(viewer))
    .orderBy('contacts.id')
    .execute()
  return rows.map(({ company_hidden, organisation_hidden, ...row }) => ({
    ...row,
    initials: hiddenFields(organisation_hidden, company_hidden).has('initials') ? '' : row.initials,
    messageName: fullName(row),
    is_supervisor: row.roles.includes(ROLE.supervisor),
  }))
}
