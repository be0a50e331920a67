import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'

/** The instant on which the last day of a licence begins. */
const lastDay = sql`(l.expires_on::timestamp at time zone 'Europe/Amsterdam')`

/** Who has not finished is told that their licence ends. Who renews it makes another occasion. */
export const licenseMoments: MomentKind[] = [
  {
    key: 'license-expiry',
    side: 'before',
    words: 'de einddatum van de licentie',
    record: 'e_learning_license',
    of: 'e_learning_course',
    inCalendars: false,
    recipients: ['students'],
    conditions: [],
    subjects: (asked) => sql<MomentSubject>`
      select l.id as record_id, l.id as scope_id, l.e_learning_course_id as of_id, contacts.id as subject_id,
             contacts.id as recipient_id, ${lastDay} as anchor, ${lastDay} + interval '1 day' as until,
             l.created_at as joined_at, l.updated_at as settled_at, '{}'::text[] as meets,
             l.expires_on - date '2000-01-01' as occasion, contacts.email::text as email
      from e_learning_licenses l join contacts on contacts.id = l.contact_id
      where contacts.active and l.active and l.completed_at is null and l.supplier_id is not null
        and ${
          'scope' in asked
            ? sql`l.id = ${asked.scope}`
            : sql`l.expires_on between (${asked.from}::timestamptz at time zone 'Europe/Amsterdam')::date
                and (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date`
        }`,
    place: async (db, id) => {
      const { rows } = await sql<{ scopeId: number; ofId: number; anchor: Date }>`
        select l.id as "scopeId", l.e_learning_course_id as "ofId", ${lastDay} as anchor
        from e_learning_licenses l where l.id = ${id}`.execute(db)
      const [row] = rows
      if (!row) throw new NotFound('Licentie')
      return row
    },
    // Nobody plans it: answers go to the house.
    planner: () => Promise.resolve(null),
  },
]
