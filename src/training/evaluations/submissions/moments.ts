import { sql } from 'kysely'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { ofPlannings, placeOf } from '../../messages/moments/index.ts'
import { evaluatedPlannings, hasAnswered } from './rounds.queries.ts'

/** Who took part in a planning that is over and did not answer yet; once it is closed nobody is told any more. */
const subjects: MomentKind['subjects'] = (asked) => {
  const plannings =
    'scope' in asked
      ? sql`g.id = ${asked.scope}`
      : sql`g.id in (select group_id from appointments where ends_at >= ${asked.from} and ends_at < ${asked.to})`
  return sql<MomentSubject>`
    select over.part_id as record_id, over.id as scope_id, over.course_id as of_id, own.contact_id as subject_id,
           c.id as recipient_id, over.ends as anchor, over.closes_at as until, own.joined_at,
           greatest(over.changed_at, own.changed_at) as settled_at, '{}'::text[] as meets, 0 as occasion, c.email::text as email
    from (${evaluatedPlannings(plannings)}) over
      join lateral (select e.contact_id, min(e.created_at) as joined_at, max(e.updated_at) as changed_at
        from enrolments e join appointments p on p.id = e.appointment_id
        where p.group_id = over.id and p.status <> 'cancelled' group by e.contact_id having bool_or(e.present = 1)) own on true
      join contacts c on c.id = own.contact_id
    where c.active and own.joined_at <= over.ends and not ${hasAnswered(sql`over.id`, sql`own.contact_id`)}`
}

/** When students are asked what they found, and reminded of it. */
export const evaluationMoments: MomentKind[] = [
  {
    ...ofPlannings,
    key: 'evaluation',
    inCalendars: false,
    side: 'after',
    words: 'het laatste onderdeel, om de evaluatie te vragen',
    recipients: ['students'],
    conditions: [],
    subjects,
    place: placeOf('ends'),
  },
]
