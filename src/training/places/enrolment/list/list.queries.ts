import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { companyShownTo, contactsVisibleTo, nameColumns } from '../../../../relations/contacts/index.ts'
import { type ListedPerson, lookupKeys, nameKey } from '../../participant-lists/index.ts'
import type { KnownContact } from './list.rules.ts'

/** Ways a name may be spelled further where the key says y: the key takes ij and y for one letter, the index does not. */
const MOST_SPELLINGS = 4

/** The key of a name as the contacts' index holds it, in every spelling. */
export function identityNames(people: readonly ListedPerson[]): string[] {
  const names = new Set<string>()
  for (const { fields } of people) {
    const keys = [nameKey(fields)]
    // Initials are not part of the index.
    if (fields.first_name === '') keys.push(nameKey({ ...fields, initials: null }))
    for (const key of keys) if (!key.includes('?')) for (const name of spellings(key)) names.add(name)
  }
  names.delete('')
  return [...names]
}

function spellings(key: string): string[] {
  const [first = '', ...rest] = key.replace(/[^a-z0-9]/g, '').split('y')
  return rest.reduce(
    (found, part, i) =>
      found.flatMap((start) => [`${start}y${part}`, ...(i < MOST_SPELLINGS ? [`${start}ij${part}`] : [])]),
    [first],
  )
}

const digits = (column: 'phone' | 'mobile_phone') =>
  sql`right(regexp_replace(${sql.ref(`contacts.${column}`)}, '[^0-9]', '', 'g'), 9)`

/**
 * Everyone the people on a list may be, as far as the viewer may see them: one query for the whole list, each ground by
 * an index of its own.
 */
export async function findKnown(
  db: Db | Trx,
  viewer: Viewer,
  people: readonly ListedPerson[],
): Promise<KnownContact[]> {
  const keys = lookupKeys(people)
  const grounds = [
    sql<SqlBool>`contacts.identity_name = any(${identityNames(people)}::text[])`,
    sql<SqlBool>`contacts.birth_date = any(${keys.birthDates}::date[])`,
    sql<SqlBool>`contacts.email = any(${keys.emails}::citext[])`,
    sql<SqlBool>`${digits('phone')} = any(${keys.phones}::text[])`,
    sql<SqlBool>`${digits('mobile_phone')} = any(${keys.phones}::text[])`,
    ...(keys.namePatterns.length > 0
      ? [sql<SqlBool>`replace(contacts.identity_name, 'ij', 'y') like any(${keys.namePatterns}::text[])`]
      : []),
  ]
  const candidates = sql.join(
    grounds.map((ground) => sql`select contacts.id from contacts where ${ground}`),
    sql` union `,
  )
  return db
    .selectFrom('contacts')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select([
      'contacts.id',
      'contacts.birth_date',
      'contacts.email',
      'contacts.phone',
      'contacts.mobile_phone',
      'contacts.active',
      sql<string | null>`case when ${companyShownTo(viewer)} then companies.name end`.as('company'),
      ...nameColumns,
    ])
    .where(sql<SqlBool>`contacts.id in (${candidates})`)
    .where(contactsVisibleTo(viewer))
    .orderBy('contacts.id')
    .execute()
}

/** In which of these parts people are enrolled already: contact id → part ids. */
export async function listEnrolledIn(
  db: Db | Trx,
  partIds: number[],
  contactIds: number[],
): Promise<Record<number, number[]>> {
  if (partIds.length === 0 || contactIds.length === 0) return {}
  const rows = await db
    .selectFrom('enrolments')
    .select(['contact_id', 'appointment_id'])
    .where('appointment_id', 'in', partIds)
    .where('contact_id', 'in', contactIds)
    .execute()
  const found: Record<number, number[]> = {}
  for (const { contact_id, appointment_id } of rows) (found[contact_id] ??= []).push(appointment_id)
  return found
}
