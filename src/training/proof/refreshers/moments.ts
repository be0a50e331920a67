import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { isBooked } from './refreshers.queries.ts'

/**
 * A step that was missed is made up for so many days, less than there are between two: who comes late, or was imported,
 * gets the step that fits the day and not all that came before it.
 */
const MADE_UP_DAYS = 21

/** The instant on which the last day of a refresher begins. */
const lastDay = sql`(contact_refreshers.expires_at::timestamp at time zone 'Europe/Amsterdam')`

/**
 * The steps by which people are reminded of a refresher before its last day, as long as they are not enrolled for it.
 * Each day is an occasion of its own: who has a new one after the next time is reminded anew.
 */
export const refresherMoments: MomentKind[] = [
  {
    key: 'refresher',
    side: 'before',
    words: 'de vervaldatum van de herhaling',
    record: 'refresher',
    of: 'course',
    inCalendars: false,
    recipients: ['students'],
    conditions: [{ key: 'uninvited', label: 'Alleen wie nog niet is uitgenodigd' }],
    subjects: (asked) => sql<MomentSubject>`
      select contact_refreshers.id as record_id, contact_refreshers.id as scope_id, contact_refreshers.course_id as of_id,
             contacts.id as subject_id, contacts.id as recipient_id, ${lastDay} as anchor, ${lastDay} as until,
             contact_refreshers.created_at as joined_at, contact_refreshers.updated_at as settled_at,
             array_remove(array[case when contact_refreshers.invited_at is null then 'uninvited' end], null) as meets,
             contact_refreshers.expires_at - date '2000-01-01' as occasion, contacts.email::text as email
      from contact_refreshers join contacts on contacts.id = contact_refreshers.contact_id
        join courses on courses.id = contact_refreshers.course_id
      where contacts.active and courses.reminds and not ${isBooked}
        and ${
          'scope' in asked
            ? sql`contact_refreshers.id = ${asked.scope}`
            : sql`contact_refreshers.expires_at between greatest((${asked.from}::timestamptz at time zone 'Europe/Amsterdam')::date,
                  (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date - ${sql.lit(MADE_UP_DAYS)})
                and (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date`
        }`,
    place: async (db, id) => {
      const { rows } = await sql<{ scopeId: number; ofId: number; anchor: Date }>`
        select id as "scopeId", course_id as "ofId", ${lastDay} as anchor from contact_refreshers where id = ${id}
      `.execute(db)
      const [row] = rows
      if (!row) throw new NotFound('Herhaling')
      return row
    },
    // Nobody plans it yet: answers go to the house.
    planner: () => Promise.resolve(null),
  },
]
