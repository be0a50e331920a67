import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'

/** The instant on which the last day begins on which a quotation can be accepted. */
const lastDay = sql`(q.valid_until::timestamp at time zone 'Europe/Amsterdam')`
/** Who got it so shortly ago is not reminded of it yet. */
const LEFT_ALONE_DAYS = 2

/**
 * Customers who did not answer a quotation are reminded of it before it expires. Another last day is another occasion. The
 * reader of a message about a quotation is that quotation; ids above zero are those of contacts.
 */
export const quotationMoments: MomentKind[] = [
  {
    key: 'quotation-expiry',
    side: 'before',
    words: 'de laatste dag van de offerte',
    record: 'quotation',
    of: 'quotation',
    order: 90,
    inCalendars: false,
    recipients: ['customer'],
    conditions: [{ key: 'unseen', label: 'Alleen wie de offerte nog niet heeft bekeken' }],
    subjects: (asked) => sql<MomentSubject>`
      select q.id as record_id, q.id as scope_id, q.id as of_id, -q.id as subject_id, -q.id as recipient_id,
             ${lastDay} as anchor, ${lastDay} + interval '1 day' as until, q.sent_at as joined_at, q.updated_at as settled_at,
             array_remove(array[case when q.viewed_at is null then 'unseen' end], null) as meets,
             q.valid_until - date '2000-01-01' as occasion, coalesce(contacts.email::text, companies.email::text) as email
      from quotations q left join companies on companies.id = q.company_id left join contacts on contacts.id = q.contact_id
      where q.stage in ('sent', 'viewed')
        and ${
          'scope' in asked
            ? sql`q.id = ${asked.scope}`
            : sql`q.sent_at < now() - make_interval(days => ${sql.lit(LEFT_ALONE_DAYS)})
                and q.valid_until between (${asked.from}::timestamptz at time zone 'Europe/Amsterdam')::date
                and (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date`
        }`,
    place: async (db, id) => {
      const { rows } = await sql<{ scopeId: number; ofId: number; anchor: Date }>`
        select q.id as "scopeId", q.id as "ofId", ${lastDay} as anchor from quotations q where q.id = ${id}`.execute(db)
      const [row] = rows
      if (!row) throw new NotFound('Offerte')
      return row
    },
    planner: async (db, id) =>
      (await db
        .selectFrom('quotations')
        .innerJoin('users', 'users.id', 'quotations.employee_id')
        .select(['users.id', 'users.name', sql<string>`users.email::text`.as('email')])
        .where('quotations.id', '=', id)
        .executeTakeFirst()) ?? null,
  },
]
