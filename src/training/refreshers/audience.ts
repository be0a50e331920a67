import { sql } from 'kysely'
import type { Audience } from '../../system/messages/points.ts'
import { contactAudience } from '../../relations/audience.ts'
import { nameText } from '../../relations/contacts/index.ts'
import { refreshersVisibleTo } from './refreshers.queries.ts'

/** Whose refreshers were chosen, each once. */
export const refresherAudience: Audience = {
  ...contactAudience,
  type: 'refresher-students',
  chosenBy: 'refresher',
  people: (viewer, ids) => sql`
    select contacts.id, 'contacts' as kind, ${nameText} as name, contacts.email::text as email
    from contacts where contacts.id in (select contact_refreshers.contact_id from contact_refreshers
      where contact_refreshers.id = any(${ids}) and ${refreshersVisibleTo(viewer)})`,
}
