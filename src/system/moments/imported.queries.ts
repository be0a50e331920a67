import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { wallClock } from '../../platform/format/zone.ts'
import type { Registry } from '../../platform/registry.ts'
import { NOW, waitingRows } from '../attention/points.ts'
import { describe, listMomentsWithOwner } from './described.queries.ts'
import { kindOf, stopped, timingOf, untold } from './moments.queries.ts'
import { dueAt, windowOf } from './moments.rules.ts'

/** So far ahead it is told who would get what. */
const AHEAD_MS = 2 * 365 * 86_400_000
const SHOWN = 30

/** Imports of which a message would have gone by now, were it not held. */
export const holdingImports = () =>
  waitingRows({ day: NOW, from: sql`from imports where holds_since is not null and released_at is null` })

interface HeldMessage {
  name: string
  when: string
  to: string
  /** The day on which the first goes; '' for at once. */
  first: string
  mails: number
  addresses: string[]
  more: number
}

export interface HeldImport {
  id: number
  name: string
  stored: string
  /** A message about it would have gone by now. */
  holds: boolean
  messages: HeldMessage[]
}

/** What would go by itself about what was imported, by the import; without those about which nothing goes or was to go. */
export async function listHeld(db: Db | Trx, registry: Registry, now: Date): Promise<HeldImport[]> {
  const imports = await db
    .selectFrom('imports')
    .select(['id', 'file_name', 'stored_at', 'holds_since'])
    .where('stored_at', 'is not', null)
    .where('released_at', 'is', null)
    .orderBy('id')
    .execute()
  if (imports.length === 0) return []
  const moments = await listMomentsWithOwner(db, registry)
    .where('message_moments.active', '=', true)
    .orderBy('message_moments.id')
    .execute()
  const held = new Map<number, HeldMessage[]>()
  for (const moment of moments) {
    const kind = kindOf(registry, moment.kind)
    if (!kind) continue
    const timing = timingOf(moment, kind)
    const { from } = windowOf(timing, { side: kind.side, now, since: moment.active_since })
    const asked = { from, to: new Date(now.getTime() + AHEAD_MS) }
    const { rows } = await sql<{ id: number; mails: number; first: Date; addresses: string[] }>`
      select held.id, count(distinct (a.record_id, a.recipient_id))::integer as mails, min(a.anchor) as first,
        array_agg(distinct a.email) as addresses
      from (${kind.subjects(asked, moment.recipients)}) a
        join imports held on held.stored_at = a.joined_at and held.released_at is null
      where (a.until is null or a.until > ${now}) and ${untold(moment)} and not ${stopped(moment)}
      group by held.id`.execute(db)
    for (const { id, mails, first, addresses } of rows) {
      const due = dueAt(timing, first)
      const told = {
        ...{ name: moment.template, when: describe(registry, moment).when, to: describe(registry, moment).to, mails },
        ...{ first: due > now ? formatDate(wallClock(due).day) : '', addresses: addresses.slice(0, SHOWN) },
        more: Math.max(0, addresses.length - SHOWN),
      }
      held.set(id, [...(held.get(id) ?? []), told])
    }
  }
  return imports
    .filter(({ id, holds_since }) => holds_since !== null || held.has(id))
    .map(({ id, file_name, stored_at, holds_since }) => ({
      ...{ id, name: file_name || 'Geplakte lijst', stored: formatDateTime(stored_at) },
      ...{ holds: holds_since !== null, messages: held.get(id) ?? [] },
    }))
}
