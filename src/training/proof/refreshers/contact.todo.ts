import { sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { type Attention, NOW, waitingRows } from '../../../system/attention/points.ts'
import { planningsArea } from '../../rights.ts'
import { graceUntil, isAsked, isBooked, refreshersVisibleTo, waitsForInvitation } from './refreshers.queries.ts'
import { INVITE_WITHIN } from './refreshers.rules.ts'
import { askInvitationArea, refreshersArea } from './rights.ts'

interface Due {
  open: number
  id: number
  course: string
  until: string
  over: boolean
  invited: boolean
  asked: boolean
}

/**
 * A contact who has to take something again about now, without being enrolled for it. Where a certificate ends with it
 * that says so already; resuscitation is due without any.
 */
export const dueOfContact: OpenPoint = {
  record: 'contact',
  order: 21,
  area: refreshersArea,
  ask: (viewer, id) => sql<Due | null>`
    select case when count(*) = 0 then null else (array_agg(json_build_object('open', n, 'id', id, 'course', course,
      'until', expires_at, 'over', expires_at < current_date, 'invited', invited_at is not null,
      'asked', asked_at is not null) order by expires_at, id))[1] end
    from (select contact_refreshers.id, contact_refreshers.expires_at, invited_at, asked_at, courses.description as course,
        count(*) over () as n
      from contact_refreshers join courses on courses.id = contact_refreshers.course_id
        join contacts on contacts.id = contact_refreshers.contact_id
      where contact_refreshers.contact_id = ${id} and ${refreshersVisibleTo(viewer)} and contacts.active
        and contact_refreshers.expires_at <= current_date + ${sql.lit(INVITE_WITHIN)} and ${graceUntil} >= current_date
        and not ${isBooked}
        and not exists (select 1 from certificates held join courses of on of.id = held.course_id
          where held.contact_id = contact_refreshers.contact_id and held.withdrawn_at is null
            and contact_refreshers.course_id in (of.id, of.refresher_course_id)
            and held.valid_until between current_date - interval '60 days' and current_date + interval '60 days')) due`,
  line: (answer, _record, viewer) => {
    const { open, id, course, until, over, invited, asked } = answer as Due
    const first = `${course}: uiterlijk ${formatDate(until)}`
    const done = invited ? ', uitgenodigd' : asked ? ', uitnodiging gevraagd' : ''
    const label = open === 1 ? `Herhaling ${over ? 'is verlopen' : 'verloopt'}` : `${open} herhalingen verlopen`
    const asks = !isPlanner(viewer) && !invited && !asked
    return {
      label,
      sub: `${first}${done}${open === 1 ? '' : `, en ${open - 1} meer`}`,
      icon: 'refresh',
      state: 'open',
      action: asks
        ? {
            label: 'Uitnodiging vragen',
            kind: 'post',
            url: `/courseRefresher/ask/${id}`,
            area: askInvitationArea,
            right: 'change',
          }
        : {
            label: 'Bekijken',
            kind: 'popup',
            url: `/courseRefresher/view/${id}`,
            area: refreshersArea,
            right: 'view',
          },
    }
  },
}

const refreshersThat = (where: typeof waitsForInvitation) => sql`from contact_refreshers
  join courses on courses.id = contact_refreshers.course_id
  join contacts on contacts.id = contact_refreshers.contact_id where ${where}`

/** Whom the planners have to invite, and for whom they were asked to; each leads to exactly these rows. */
export const refresherAttention: Attention[] = [
  {
    name: 'refreshers_waiting',
    kind: 'money',
    icon: 'refresh',
    tone: 'warning',
    label: { one: 'herhaling uit te nodigen', many: 'herhalingen uit te nodigen' },
    area: planningsArea,
    url: '/courses/refreshers?waits=yes',
    rows: () => waitingRows({ day: sql`contact_refreshers.expires_at`, from: refreshersThat(waitsForInvitation) }),
  },
  {
    name: 'refreshers_asked',
    kind: 'now',
    icon: 'message-question',
    tone: 'warning',
    label: { one: 'uitnodiging gevraagd', many: 'uitnodigingen gevraagd' },
    area: planningsArea,
    url: '/courses/refreshers?asked=yes',
    rows: () => waitingRows({ day: NOW, from: refreshersThat(isAsked) }),
  },
]
