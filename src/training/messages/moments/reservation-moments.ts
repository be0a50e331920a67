import { sql } from 'kysely'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { reserversOf } from '../audiences/index.ts'
import { ofPlannings, placeOf } from './planning-moments.ts'

const lastDay = sql`(due.names_by::timestamp at time zone 'Europe/Amsterdam')`

/**
 * Who has places without names is reminded before the day on which these have to be known. Another day is another
 * occasion: who gets longer is reminded again.
 */
export const reservationMoments: MomentKind[] = [
  {
    ...ofPlannings,
    key: 'reservation',
    side: 'before',
    words: 'de dag waarop de namen van een reservering bekend zijn',
    inCalendars: false,
    recipients: ['reservers'],
    conditions: [],
    subjects: (asked) => {
      const reserved = sql`select kept.* from reservations kept join appointments p on p.id = kept.appointment_id
        where kept.names_by is not null and p.status not in ('cancelled', 'done') and ${
          'scope' in asked
            ? sql`p.group_id = ${asked.scope}`
            : sql`kept.names_by between (${asked.from}::timestamptz at time zone 'Europe/Amsterdam')::date
                and (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date`
        }`
      return sql<MomentSubject>`
        select min(due.appointment_id) as record_id, p.group_id as scope_id, g.course_id as of_id, c.id as subject_id,
               c.id as recipient_id, ${lastDay} as anchor, ${lastDay} + interval '1 day' as until,
               min(due.created_at) as joined_at, max(due.updated_at) as settled_at, array[]::text[] as meets,
               due.names_by - date '2000-01-01' as occasion, c.email::text as email
        from (${reserved}) due join appointments p on p.id = due.appointment_id
          join appointment_groups g on g.id = p.group_id
          join (${reserversOf(reserved)}) reserver on reserver.reservation_id = due.id
          join contacts c on c.id = reserver.contact_id and c.active
        group by p.group_id, g.course_id, c.id, due.names_by`
    },
    place: placeOf('joined_at'),
  },
]
