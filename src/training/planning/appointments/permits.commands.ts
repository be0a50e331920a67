import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Conflict, permitDoubles } from '../../../relations/bookings/index.ts'
import { permitShortages } from '../../catalogue/material-needs/index.ts'

/** Writes down what a planner read and permits of these parts, as they are stored now; nothing beside it. */
export async function permitRead(
  trx: Trx,
  registry: Registry,
  partIds: number[],
  conflicts: readonly Conflict[],
): Promise<void> {
  if (conflicts.length === 0) return
  const own = new Set(partIds)
  await permitDoubles(trx, registry, 'appointment', partIds, (double, other) =>
    conflicts.some(
      ({ resource, resource_id, record, record_id, from, to }) =>
        resource === double.resource &&
        resource_id === double.resource_id &&
        record === other.record &&
        (record_id === other.id || (record_id === 0 && own.has(other.id))) &&
        from <= double.starts_at &&
        double.ends_at <= to,
    ),
  )
  await permitShortages(trx, registry, partIds, ({ material_id, short, starts_at }) =>
    conflicts.some(
      (one) =>
        one.resource === 'material' &&
        one.resource_id === material_id &&
        (one.short ?? 0) >= short &&
        one.from.getTime() === starts_at.getTime(),
    ),
  )
  await permitAway(trx, partIds, conflicts)
}

/** Who is not there and is planned all the same, by the part that needs them then. */
async function permitAway(trx: Trx, partIds: number[], conflicts: readonly Conflict[]): Promise<void> {
  const rows = conflicts.flatMap(({ away, from, to, ...one }) =>
    away === undefined ? [] : { ...one, from, to, away_from: away.from, away_to: away.to },
  )
  if (rows.length === 0) return
  await sql`
    insert into away_permits (appointment_id, contact_id, room_id, away_record, away_id, during, away_during, sentence, permitted_by)
    select distinct on (own.record_id, away.resource, away.resource_id, away.record, away.record_id, away."from")
      own.record_id, case away.resource when 'contact' then away.resource_id end,
      case away.resource when 'room' then away.resource_id end, away.record, away.record_id,
      tstzrange(away."from", away."to"), tstzrange(away.away_from, away.away_to), away.by,
      nullif(current_setting('noordkaap.actor', true), '')::integer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as away (resource text, resource_id integer, record text,
        record_id integer, "from" timestamptz, "to" timestamptz, away_from timestamptz, away_to timestamptz, by text)
      join booked('appointment', ${partIds}) own on own.resource = away.resource and own.resource_id = away.resource_id
        and own.during @> tstzrange(away."from", away."to")
    on conflict (appointment_id, contact_id, room_id, away_record, away_id, during)
      do update set away_during = excluded.away_during, sentence = excluded.sentence,
        permitted_by = excluded.permitted_by, permitted_at = now()
  `.execute(trx)
}
