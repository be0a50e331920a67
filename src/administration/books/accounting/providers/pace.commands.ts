import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/types.ts'
import type { Limits, ProviderKey, Told } from '../types.ts'

const DAY_MS = 86_400_000
const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/**
 * Takes one of the calls that are left, counted over all processes by one row.
 * @returns null where one was left; else from when on there is one again
 */
export async function takeTurn(db: Db, provider: ProviderKey, limits: Limits, now: Date): Promise<Date | null> {
  const { short, seconds, day } = limits
  const [shortEnd, dayEnd] = [later(now, seconds * 1000), later(now, DAY_MS)]
  const over = (until: string) => sql`p.${sql.ref(until)} <= ${now}`
  const taken = await sql`
    insert into accounting_pace as p (provider, short_left, short_until, day_left, day_until)
    values (${provider}, ${short - 1}, ${shortEnd}, ${day - 1}, ${dayEnd})
    on conflict (provider) do update set
      short_left = case when ${over('short_until')} then ${short}::integer else least(p.short_left, ${short}::integer) end - 1,
      short_until = case when ${over('short_until')} then ${shortEnd}::timestamptz else p.short_until end,
      day_left = case when ${over('day_until')} then ${day}::integer else least(p.day_left, ${day}::integer) end - 1,
      day_until = case when ${over('day_until')} then ${dayEnd}::timestamptz else p.day_until end
    where (${over('short_until')} or least(p.short_left, ${short}::integer) > 0)
      and (${over('day_until')} or least(p.day_left, ${day}::integer) > 0)
    returning 1`.execute(db)
  if (taken.rows.length > 0) return null
  const { short_left, short_until, day_left, day_until } = await db
    .selectFrom('accounting_pace')
    .selectAll()
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  const waits = [
    ...(day_left <= 0 ? [day_until] : []),
    ...(short_left <= 0 ? [short_until] : []),
    // Meanwhile another time may have begun, and there are some again.
    later(now, 10),
  ]
  return new Date(Math.max(...waits.map((until) => until.getTime())))
}

/** Follows what an answer said is left; never up within the same time, since answers overtake each other. */
export async function followPace(db: Db, provider: ProviderKey, told: Told): Promise<void> {
  const { shortLeft, shortUntil, dayLeft, dayUntil } = told
  const left = (column: string, value: number | undefined) =>
    value === undefined ? sql.ref(column) : sql`least(${sql.ref(column)}, ${Math.trunc(value)}::integer)`
  const until = (column: string, value: Date | undefined) =>
    value === undefined ? sql.ref(column) : sql`${value}::timestamptz`
  if ([shortLeft, shortUntil, dayLeft, dayUntil].every((one) => one === undefined)) return
  await sql`
    update accounting_pace set
      short_left = ${left('short_left', shortLeft)}, short_until = ${until('short_until', shortUntil)},
      day_left = ${left('day_left', dayLeft)}, day_until = ${until('day_until', dayUntil)}
    where provider = ${provider}`.execute(db)
}
