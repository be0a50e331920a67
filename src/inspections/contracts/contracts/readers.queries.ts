import { type RawBuilder, sql } from 'kysely'
import { nameText } from '../../../relations/contacts/index.ts'

/**
 * Who reads what is written about contracts: the contacts attached to each, or else its customer, a company under its id
 * turned below zero. `joined_at` is since when, and `settled_at` when anything of it changed last.
 * @param which a condition on `inspection_contracts`
 */
export const contractReaders = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select inspection_contracts.id as contract_id, inspection_contracts.expires_at, reader.id, reader.name, reader.email,
    greatest(inspection_contracts.created_at, reader.since) as joined_at,
    greatest(inspection_contracts.updated_at, reader.since) as settled_at
  from inspection_contracts
    cross join lateral (
      select contacts.id, ${nameText} as name, contacts.email::text as email, attached.created_at as since
      from contract_contacts attached join contacts on contacts.id = attached.contact_id
      where attached.contract_id = inspection_contracts.id and contacts.active
      union all
      select customer.* from (
        select contacts.id, ${nameText}, contacts.email::text, null::timestamptz from contacts
        where contacts.id = inspection_contracts.contact_id and contacts.active
        union all
        select -companies.id, companies.name, companies.email::text, null from companies
        where companies.id = inspection_contracts.company_id and companies.active) customer
      where not exists (select from contract_contacts attached join contacts on contacts.id = attached.contact_id
        where attached.contract_id = inspection_contracts.id and contacts.active)) reader
  where ${which}`
