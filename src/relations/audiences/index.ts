import { sql } from 'kysely'
import { type Audience, DEFAULT, type MailVariable } from '../../system/messages/points.ts'
import type { Db } from '../../platform/database/types.ts'
import { companiesVisibleTo } from '../companies/index.ts'
import { addressed, contactsVisibleTo, fullName, nameColumns, nameText } from '../contacts/index.ts'

/** What every message can say of the person it goes to. */
export const RECIPIENT_VARIABLES: MailVariable[] = [
  { name: 'ontvanger.naam', label: 'Naam van de ontvanger' },
  { name: 'ontvanger.voornaam', label: 'Voornaam van de ontvanger, of hoe die anders wordt aangesproken' },
  { name: 'ontvanger.achternaam', label: 'Achternaam van de ontvanger' },
  { name: 'ontvanger.bedrijf', label: 'Bedrijf van de ontvanger' },
  { name: 'ontvanger.email', label: 'E-mailadres van de ontvanger' },
]

/** The values of those variables, by contact id. */
export async function recipientValues(db: Db, ids: number[]): Promise<Map<number, Record<string, unknown>>> {
  const rows = await db
    .selectFrom('contacts')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select(['contacts.id', ...nameColumns, 'contacts.email'])
    .select('companies.name as company')
    .where(sql<boolean>`contacts.id = any(${ids})`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ontvanger: {
          naam: fullName(row),
          // It is what texts greet with: 'Beste {{ ontvanger.voornaam }}'.
          voornaam: addressed(row),
          achternaam: [row.last_name_prefix, row.last_name].filter(Boolean).join(' '),
          bedrijf: row.company ?? '',
          email: row.email ?? '',
        },
      },
    ]),
  )
}

/** The values of those variables, also of companies that are written to themselves: their ids turned below zero. */
export async function readerValues(db: Db, ids: number[]): Promise<Map<number, Record<string, unknown>>> {
  const values = await recipientValues(db, ids)
  const companies = await db
    .selectFrom('companies')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`-id = any(${ids})`)
    .execute()
  for (const { id, name, email } of companies)
    values.set(-id, { ontvanger: { naam: name, voornaam: name, achternaam: '', bedrijf: name, email: email ?? '' } })
  return values
}

/** Contacts that were chosen one by one. */
export const contactAudience: Audience = {
  type: DEFAULT,
  record: 'contact',
  recipient: 'contact',
  kinds: [{ key: 'contacts', label: 'Contacten', variables: RECIPIENT_VARIABLES }],
  people: (viewer, ids) => sql`
    select contacts.id, 'contacts' as kind, ${nameText} as name, contacts.email::text as email
    from contacts where contacts.id = any(${ids}) and ${contactsVisibleTo(viewer)}`,
  values: (db, _ids, people) =>
    recipientValues(
      db,
      people.map(({ id }) => id),
    ),
}

/** The contact persons of companies that were chosen; a company without one is named among those without an address. */
export const contactPersonAudience: Audience = {
  ...contactAudience,
  type: 'contact-persons',
  chosenBy: 'company',
  people: (viewer, ids) => sql`
    select distinct coalesce(contacts.id, -companies.id) as id, 'contacts' as kind,
      case when contacts.id is null then companies.name || ' (geen contactpersoon)' else ${nameText} end as name,
      contacts.email::text as email
    from companies left join contacts on contacts.id = companies.contact_person_id and ${contactsVisibleTo(viewer)}
    where companies.id = any(${ids}) and ${companiesVisibleTo(viewer)}`,
}
