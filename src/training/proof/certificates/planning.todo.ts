import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { certificatesArea } from './rights.ts'

interface Unsent {
  finished: boolean
  passed: number
  unsent: number
}

/** What is known of mails goes after a year (retention); what was sent before then reads as nothing. */
const KNOWN_FOR = '11 months'
const URL = '/certificate/getCertificateSendWizard'

/** Who passed every part of the planning and whose certificate was not mailed. */
const passers = (id: number) => sql`
  with held as (select p.id, p.group_id, p.status, p.starts_at, p.ends_at from appointments p
    where p.group_id = (select group_id from appointments where appointments.id = ${id}) and p.status <> 'cancelled'),
  passed as (select e.contact_id from enrolments e join held on held.id = e.appointment_id
    group by e.contact_id having bool_and(coalesce(e.present = 1 and e.passed = 1, false))),
  sent as (select c.contact_id from certificate_mailings m join certificates c on c.id = any(m.certificate_ids)
    where m.group_id = (select group_id from held limit 1))`

/** Certificates of a planning: they can be sent once it is finished. */
export const unsentCertificates: OpenPoint = {
  record: 'appointment',
  order: 70,
  area: certificatesArea,
  ask: (_viewer, id) => sql<Unsent | null>`
    ${passers(id)} select case when bool_or(starts_at::date <= now()::date) and max(ends_at) > now() - ${KNOWN_FOR}::interval
      and exists (select 1 from enrolments e join held h on h.id = e.appointment_id)
      then json_build_object('finished', bool_and(status = 'done'), 'passed', (select count(*) from passed),
        'unsent', (select count(*) from passed where contact_id not in (select contact_id from sent))) end
    from held`,
  line: (answer, { id }) => {
    const { finished, passed, unsent } = answer as Unsent
    if (!finished)
      return { label: 'Certificaten niet verstuurd', sub: 'Kan na het afronden', icon: 'certificate', state: 'later' }
    if (passed === 0) return null
    if (unsent === 0) return { label: 'Certificaten verstuurd', icon: 'certificate', state: 'done' }
    return {
      label: `${formatCount(unsent, 'certificaat', 'certificaten')} niet verstuurd`,
      icon: 'certificate',
      state: 'open',
      action: {
        label: 'Certificaten versturen',
        kind: 'popup',
        url: `${URL}/${id}`,
        area: certificatesArea,
        right: 'change',
      },
    }
  },
}

/** Sending them, which comes next once a planning is finished. */
export const certificatesStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 70,
  area: certificatesArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Certificaten versturen', icon: 'mail', kind: 'popup', url: `${URL}/${id}` }),
  when: (_viewer, id) =>
    sql`exists (${passers(id)} select 1 from held where status = 'done' and exists (select 1 from passed))`,
  next: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status = 'done')`,
}
