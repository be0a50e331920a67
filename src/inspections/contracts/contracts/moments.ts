import { sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { contractReaders } from './readers.queries.ts'

/** The instant on which the last day of a contract begins. */
const lastDay = sql`(expires_at::timestamp at time zone 'Europe/Amsterdam')`

/** Customers are told that a contract ends, unless it was terminated. Who extends it makes another occasion. */
export const contractMoments: MomentKind[] = [
  {
    key: 'contract-expiry',
    side: 'before',
    words: 'de einddatum van het contract',
    record: 'inspectionContract',
    of: 'inspectionContract',
    order: 95,
    inCalendars: false,
    recipients: ['contacts'],
    conditions: [],
    subjects: (asked) => sql<MomentSubject>`
      select contract_id as record_id, contract_id as scope_id, contract_id as of_id, id as subject_id, id as recipient_id,
             ${lastDay} as anchor, ${lastDay} + interval '1 day' as until, joined_at, settled_at, '{}'::text[] as meets,
             expires_at - date '2000-01-01' as occasion, email
      from (${contractReaders(
        sql`inspection_contracts.terminated_on is null and ${
          'scope' in asked
            ? sql`inspection_contracts.id = ${asked.scope}`
            : sql`inspection_contracts.expires_at between (${asked.from}::timestamptz at time zone 'Europe/Amsterdam')::date
              and (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date`
        }`,
      )}) r`,
    place: async (db, id) => {
      const { rows } = await sql<{ scopeId: number; ofId: number; anchor: Date }>`
        select id as "scopeId", id as "ofId", ${lastDay} as anchor from inspection_contracts where id = ${id}`.execute(
        db,
      )
      const [row] = rows
      if (!row) throw new NotFound('Contract')
      return row
    },
    // Nobody in particular plans it: answers go to the house.
    planner: () => Promise.resolve(null),
  },
]
