import { sql } from 'kysely'
import type { ExpiringSource } from '../../../administration/orders/expiring/points.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { certificatesVisibleTo, lightColumn } from './certificates.queries.ts'
import { certificatesArea } from './rights.ts'

/** The newest certificates of people of whom no refresher is kept, which would tell of the same. */
export const expiringCertificates: ExpiringSource = {
  key: 'certificate',
  number: 1,
  label: 'Certificaat',
  heading: 'Opleidingen',
  area: certificatesArea,
  open: '/certificate/view/{id}',
  rows: (viewer) => sql`select certificates.id as record_id, contacts.company_id,
    case when contacts.company_id is null then contacts.id end as contact_id, ${nameText} as who,
    coalesce(again.description, courses.description) as what, certificates.valid_until as expires_on,
    case when ${lightColumn} = 'booked' then 'booked' else 'open' end as state, null::date as state_on,
    coalesce(again.product_id, courses.product_id) as product_id, null as price
    from certificates join contacts on contacts.id = certificates.contact_id
      join courses on courses.id = certificates.course_id
      left join courses again on again.id = courses.refresher_course_id
    where contacts.active and certificates.withdrawn_at is null and certificates.valid_until >= current_date - 750
      and not exists (select from certificates newer where newer.contact_id = certificates.contact_id
        and newer.course_id = certificates.course_id and newer.withdrawn_at is null and newer.id <> certificates.id
        and (coalesce(newer.valid_until, 'infinity'::date), newer.id) > (certificates.valid_until, certificates.id))
      and not exists (select from contact_refreshers kept where kept.contact_id = certificates.contact_id
        and kept.course_id = coalesce(courses.refresher_course_id, courses.id))
      and ${certificatesVisibleTo(viewer)}`,
}
