import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { bookingLine, listOccupations } from '../../system/occupations/index.ts'
import { type Double, listDoubles } from './bookings.queries.ts'

/**
 * Writes down that a planner permits what these records book double as they are stored now: with what, when and by whom.
 * Anything that is booked double without it is refused by the database (`bookings_apart`).
 * @param isRead whether the planner read of this double booking, with that other record
 */
export async function permitDoubles(
  trx: Trx,
  registry: Registry,
  record: string,
  ids: number[],
  isRead: (double: Double, other: { record: string; id: number }) => boolean,
): Promise<void> {
  const own = (of: string, id: number) => of === record && ids.includes(id)
  const doubles = (await listDoubles(trx, record, ids)).filter((double) => {
    const [first, later] = [
      { record: double.first_record, id: double.first_id },
      { record: double.later_record, id: double.later_id },
    ]
    return isRead(double, own(first.record, first.id) ? later : first)
  })
  if (doubles.length === 0) return
  const of = (resource: string) =>
    doubles.filter((double) => double.resource === resource).map(({ resource_id }) => resource_id)
  const busy = await listOccupations(trx, registry, {
    spans: doubles.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })),
    of: { contact: of('contact'), room: of('room') },
  })
  const rows = doubles.map((double, i) => {
    const both = busy.filter(
      ({ span, resource, resource_id, record: by, record_id }) =>
        span === i &&
        resource === double.resource &&
        resource_id === double.resource_id &&
        ((by === double.first_record && record_id === double.first_id) ||
          (by === double.later_record && record_id === double.later_id)),
    )
    return { ...double, sentence: both.map(bookingLine).join(' en ') }
  })
  await sql`
    insert into double_bookings
      (contact_id, room_id, first_record, first_id, later_record, later_id, during, permitted_by, sentence)
    select case resource when 'contact' then resource_id end, case resource when 'room' then resource_id end,
      first_record, first_id, later_record, later_id, during,
      nullif(current_setting('noordkaap.actor', true), '')::integer, sentence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as double (resource text, resource_id integer,
      first_record text, first_id integer, later_record text, later_id integer, during tstzrange, sentence text)
    on conflict (later_id, later_record, first_id, first_record, contact_id, room_id)
      do update set during = excluded.during, permitted_by = excluded.permitted_by, permitted_at = now(),
        sentence = excluded.sentence
  `.execute(trx)
}
