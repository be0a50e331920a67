import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { RECIPIENT_VARIABLES, recipientValues } from '../../../relations/audiences/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { licensesVisibleTo, listLicenses } from './e-learning.queries.ts'

/** Who follows an online course, by their licence. */
export const licenseAudience: Audience = {
  type: 'e-learning-license',
  record: 'e_learning_license',
  recipient: 'contact',
  kinds: [
    {
      key: 'students',
      label: 'Cursisten',
      variables: [
        ...RECIPIENT_VARIABLES,
        { name: 'licentie.opleiding', label: 'Licentie: e-learning' },
        { name: 'licentie.einddatum', label: 'Licentie: einddatum' },
      ],
    },
  ],
  people: (viewer, ids) => sql`
    select contacts.id, 'students' as kind, ${nameText} as name, contacts.email::text as email
    from contacts where contacts.id in (select e_learning_licenses.contact_id from e_learning_licenses
      where e_learning_licenses.id = any(${ids}) and ${licensesVisibleTo(viewer)})`,
  values: async (db, ids, people) => {
    const contactIds = people.map(({ id }) => id)
    const recipients = await recipientValues(db, contactIds)
    const rows = ids.length === 0 ? [] : await listLicenses(db).where('e_learning_licenses.id', 'in', ids).execute()
    const told = new Map(rows.map((row) => [row.contact_id, row]))
    return new Map(
      contactIds.map((id) => {
        const row = told.get(id)
        const licentie = {
          opleiding: row?.description ?? '',
          einddatum: row === undefined ? '' : formatDate(row.expires_on),
        }
        return [id, { ...recipients.get(id), licentie }]
      }),
    )
  },
}
