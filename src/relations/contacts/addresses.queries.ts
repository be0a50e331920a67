import { sql } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import { notHidden } from '../naming/index.ts'
import type { Addressed } from './addresses.rules.ts'
import { nameText } from './contacts.queries.ts'

/** Where post to these people goes: their own address, else, or where theirs is hidden, that of their company; who has neither is not there. */
export async function listAddresses(db: Db, contactIds: number[]): Promise<(Addressed & { id: number })[]> {
  const { rows } = await sql<Addressed & { id: number }>`
    select contacts.id, ${nameText} as name, place.company, place.street, place.street_no,
      place.street_no_adding, place.postal_code, place.city, place.country_code
    from contacts
    left join companies co on co.id = contacts.company_id
    cross join lateral (
      select 0 as rank, '' as company, contacts.street, contacts.street_no, contacts.street_no_adding,
        contacts.postal_code, contacts.city, contacts.country_code
      union all
      select 1, co.name, co.street, co.street_no, co.street_no_adding, co.postal_code, co.city, co.country_code
        where co.id is not null
    ) place
    where contacts.id = any(${contactIds}::integer[]) and place.street is not null and place.city is not null
      and place.rank = (case when contacts.street is not null and contacts.city is not null and ${notHidden('address')}
        then 0 else 1 end)
    order by contacts.last_name collate "nl-x-icu", contacts.first_name, contacts.id`.execute(db)
  return rows
}

/** Where post to companies goes, by name; who has no address is not there. */
export async function listCompanyAddresses(db: Db, companyIds: number[]): Promise<(Addressed & { id: number })[]> {
  const { rows } = await sql<Addressed & { id: number }>`
    select id, name, '' as company, street, street_no, street_no_adding, postal_code, city, country_code
    from companies
    where id = any(${companyIds}::integer[]) and street is not null and city is not null
    order by name collate "nl-x-icu", id`.execute(db)
  return rows
}
