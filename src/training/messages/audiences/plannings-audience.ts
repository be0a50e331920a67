/** Who is written to from a list of plannings. */
import { sql } from 'kysely'
import type { Audience } from '../../../system/messages/points.ts'
import { contactAudience } from '../../../relations/audiences/index.ts'
import { contactsVisibleTo, nameText } from '../../../relations/contacts/index.ts'
import { appointmentsVisibleTo } from '../../planning/appointments/index.ts'

/**
 * The students of several plannings, each once; a planning without any is named among those without an address. Who takes
 * more than one of them gets one message, so that it names none.
 */
export const planningsAudience: Audience = {
  ...contactAudience,
  type: 'plannings',
  chosenBy: 'appointment',
  people: (viewer, ids) => sql`
    with chosen as (select distinct appointments.group_id from appointments
      where appointments.id = any(${ids}) and ${appointmentsVisibleTo(viewer)}),
    enrolled as (select distinct chosen.group_id, e.contact_id from chosen join appointments p on p.group_id = chosen.group_id
      join enrolments e on e.appointment_id = p.id)
    select contacts.id, 'contacts' as kind, ${nameText} as name, contacts.email::text as email
    from contacts where contacts.id in (select contact_id from enrolled) and ${contactsVisibleTo(viewer)}
    union all
    select -chosen.group_id, 'contacts', co.description || ', planning ' || chosen.group_id || ' (geen cursisten)', null
    from chosen join appointment_groups g on g.id = chosen.group_id join courses co on co.id = g.course_id
    where not exists (select from enrolled where enrolled.group_id = chosen.group_id)`,
}
