import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { maskEver, type PersonDataSource } from '../../../system/privacy/points.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { entryFields } from './registrations.fields.ts'
import { receivedLines } from './received.rules.ts'
import { STATES } from './registrations.rules.ts'
import { listEntries } from './registrations.queries.ts'

/**
 * What was processed for the person, and what waits under the address that they have with their name or day of birth:
 * others may share the address.
 */
const ofPerson = (contactId: number) => sql<SqlBool>`(entries.contact_id = ${contactId} or (entries.contact_id is null
  and exists (select from contacts c where c.id = ${contactId} and lower(entries.email) = lower(c.email::text)
    and (entries.data->'contact'->>'birth_date' = c.birth_date::text or normalise(entries.name) = normalise(concat_ws(' ',
      coalesce(nullif(c.first_name, ''), nullif(c.initials, '')), nullif(c.last_name_prefix, ''), c.last_name))))))`

const rowsOf = (db: Db | Trx, contactId: number) => listEntries(db).where(ofPerson(contactId)).orderBy('entries.id')

/** What was sent in to sign the person up. */
export const entryData: PersonDataSource = {
  key: 'entries',
  byName: true,
  label: 'Aanmeldingen die over u zijn ontvangen',
  collect: async ({ db }, contactId) =>
    (await rowsOf(db, contactId).execute()).map((entry) => ({
      [entryFields.received_at.label]: formatDateTime(entry.received_at),
      [entryFields.source_name.label]: entry.source_name,
      [entryFields.name.label]: entry.name,
      [entryFields.company_name.label]: entry.company_name,
      [entryFields.state.label]: STATES[entry.state].label,
      ...Object.fromEntries(receivedLines(entry.data, formatDate)),
    })),
  plan: async (db, contactId) => {
    const count = await countOf(rowsOf(db, contactId))
    return { emptied: count === 0 ? [] : [formatCount(count, 'aanmelding', 'aanmeldingen')], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('entries').where(ofPerson(contactId)).execute()
  },
  mask: (trx, contactId) => maskEver(trx, 'entry', { contact_id: contactId }, entryFields),
}
