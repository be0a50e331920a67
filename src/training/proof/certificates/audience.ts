import { sql } from 'kysely'
import type { Audience } from '../../../system/messages/points.ts'
import { contactAudience } from '../../../relations/audiences/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { certificatesVisibleTo } from './certificates.queries.ts'

/** Who holds the certificates that were chosen, each once. */
export const holderAudience: Audience = {
  ...contactAudience,
  type: 'certificate-holders',
  chosenBy: 'certificate',
  people: (viewer, ids) => sql`
    select contacts.id, 'contacts' as kind, ${nameText} as name, contacts.email::text as email
    from contacts where contacts.id in (select certificates.contact_id from certificates
      where certificates.id = any(${ids}) and ${certificatesVisibleTo(viewer)})`,
}
