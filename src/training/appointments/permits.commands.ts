import type { Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { permitDoubles } from '../../relations/bookings/index.ts'
import { permitShortages } from '../material-needs/index.ts'
import type { Conflict } from './findings.rules.ts'

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
}
