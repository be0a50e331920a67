import { type RawBuilder, sql } from 'kysely'
import { NotFound, type Reason } from '../../platform/errors.ts'
import { countOf } from '../../platform/database/count.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { undoSeconds } from '../../platform/jobs/jobs.ts'
import { validAddress } from '../messages/index.ts'
import { CARRIED_HOURS, type Timing, dueAt, dueBefore, windowOf } from './moments.rules.ts'
import { type MomentKind, type MomentSubject, momentKinds } from './points.ts'

/** The kind of moments with this key; undefined when no module gives it any more. */
export const kindOf = (registry: Registry, key: string): MomentKind | undefined =>
  registry.all(momentKinds).find((kind) => kind.key === key)

/** When messages of a moment go, seen from what they are relative to. */
export const timingOf = (moment: { days: number; at: string | null }, { side }: Pick<MomentKind, 'side'>): Timing => ({
  days: side === 'before' ? -moment.days : moment.days,
  at: moment.at,
})

/** All moments with the message that they send, by its name. */
export const listMoments = (db: Db | Trx) =>
  db
    .selectFrom('message_moments')
    .innerJoin('default_messages', 'default_messages.id', 'message_moments.template_id')
    .selectAll('message_moments')
    .select(['default_messages.name as template', 'default_messages.subject', 'default_messages.content'])

export async function getMoment(db: Db | Trx, id: number) {
  const moment = await listMoments(db).where('message_moments.id', '=', id).executeTakeFirst()
  if (!moment) throw new NotFound('Automatisch bericht')
  return moment
}
export type Moment = Awaited<ReturnType<typeof getMoment>>

/** A default message stays as long as it goes by itself. */
export async function templateBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const moments = db.selectFrom('message_moments').where('template_id', '=', id)
  return [{ label: 'Automatische berichten', count: await countOf(moments) }]
}

/** The subjects among these that this moment is for. */
const isFor = (moment: Moment): RawBuilder<boolean> => sql<boolean>`(
  (${moment.object_id}::integer is null or a.of_id = ${moment.object_id}::integer)
  and a.meets @> ${moment.conditions}::text[])`

/** Who is still to be told at this moment and can be; `a` is the subject. */
export const untold = (moment: Moment): RawBuilder<boolean> => sql<boolean>`(${isFor(moment)} and ${validAddress}
  and not exists (select from moment_sends s where s.moment_id = ${moment.id} and s.scope_id = a.scope_id
    and s.subject_id = a.subject_id and s.recipient_id = a.recipient_id and s.occasion = a.occasion))`

/** Whether a planner stopped this moment where the subject is. */
export const stopped = (moment: Moment): RawBuilder<boolean> => sql<boolean>`exists (
  select from moment_stops stop where stop.moment_id = ${moment.id} and stop.scope_id = a.scope_id)`

/** `dueAt` in SQL. */
const dueSql = (anchor: RawBuilder<Date>, days: RawBuilder<number>, at: RawBuilder<string | null>) => sql<Date>`
  case when ${at} is null then ${anchor}
  else ((${anchor} at time zone 'Europe/Amsterdam')::date + ${days} + ${at}::time) at time zone 'Europe/Amsterdam' end`

/**
 * Whether a message of another moment tells the subject of it as well: it went, or is about to go, shortly before this one
 * is due, or later. One that should have gone a day ago does not go any more.
 */
function carried({ carriedBy = [], side }: MomentKind, moment: Moment, now: Date): RawBuilder<boolean> {
  if (carriedBy.length === 0) return sql<boolean>`false`
  const { days, at } = timingOf(moment, { side })
  const due = dueSql(sql`a.anchor`, sql`${days}::integer`, sql`${at}::text`)
  const by = ({ kind, meets }: (typeof carriedBy)[number]) => sql<boolean>`exists (
    select from (select one.*, ${dueSql(sql`a.joined_at`, sql`one.days`, sql`one.at`)} as due from message_moments one) other
    left join moment_sends told on told.moment_id = other.id and told.scope_id = a.scope_id
      and told.subject_id = a.subject_id and told.recipient_id = a.recipient_id
    where other.kind = ${kind} and other.recipients = ${moment.recipients}
      and (other.object_id is null or other.object_id = a.of_id)
      and coalesce(told.at, case when other.active and a.joined_at >= other.active_since
          and a.meets @> (other.conditions || ${[...meets]}::text[])
          and not exists (select from moment_stops stop where stop.moment_id = other.id and stop.scope_id = a.scope_id)
          and other.due > ${now}::timestamptz - interval '1 day' and (a.until is null or other.due < a.until)
        then other.due end) >= ${due} - make_interval(hours => ${CARRIED_HOURS}))`
  return sql<boolean>`(${sql.join(carriedBy.map(by), sql` or `)})`
}

/** Who is told at once, so that a run stays short; the next one goes on. */
const MOST_AT_ONCE = 2_000

/** A subject that was taken, with the row that remembers it. */
export type Claimed = MomentSubject & { send_id: number }

/** The import that brought subject `a`, while nobody has seen yet what would go about that. */
const heldBy = sql<number | null>`(select held.id from imports held
  where held.stored_at = a.joined_at and held.released_at is null limit 1)`

/**
 * Takes what is due now and was not sent: of two that look at once each subject is taken by one.
 * @returns what was taken, which the same transaction makes into mail, and the imports of which something is held
 */
export async function claimDue(
  trx: Trx,
  kind: MomentKind,
  moment: Moment,
  now: Date,
): Promise<{ claimed: Claimed[]; holding: number[] }> {
  const { from, to, since } = windowOf(timingOf(moment, kind), { side: kind.side, now, since: moment.active_since })
  const lateComer = kind.side === 'before' ? sql<boolean>`a.joined_at >= ${moment.active_since}` : sql<boolean>`false`
  const { rows } = await sql<Claimed & { held_by: number | null }>`
    with due as materialized (
      select a.*, ${heldBy} as held_by from (${kind.subjects({ from, to }, moment.recipients)}) a
      where a.anchor >= ${from} and a.anchor < ${to} and (a.anchor >= ${since} or ${lateComer})
        and (a.until is null or a.until > ${now}) and a.settled_at <= ${now}::timestamptz - make_interval(secs => ${undoSeconds})
        and ${untold(moment)} and not ${stopped(moment)} and not ${carried(kind, moment, now)}
      order by ${heldBy} is not null, a.anchor, a.record_id, a.recipient_id limit ${MOST_AT_ONCE}
    ), claimed as (
      insert into moment_sends (moment_id, scope_id, subject_id, recipient_id, occasion)
      select ${moment.id}::integer, scope_id, subject_id, recipient_id, occasion from due where held_by is null
      on conflict do nothing returning id as send_id, scope_id, subject_id, recipient_id, occasion
    )
    select due.*, claimed.send_id from due left join claimed using (scope_id, subject_id, recipient_id, occasion)
    where claimed.send_id is not null or held_by is not null
  `.execute(trx)
  return {
    claimed: rows.filter(({ held_by }) => held_by === null),
    holding: [...new Set(rows.flatMap(({ held_by }) => held_by ?? []))],
  }
}

/** Remembers which mailing told what was taken. */
export async function rememberMailing(trx: Trx, claimed: Claimed[], mailing: number): Promise<void> {
  await trx
    .updateTable('moment_sends')
    .set({ mailing_id: mailing })
    .where(sql<boolean>`id = any(${claimed.map(({ send_id }) => send_id)}::bigint[])`)
    .execute()
}

/** Whether a moment would tell subject `a`, if it is so from now on. */
function isForeseen(kind: MomentKind, moment: Moment, now: Date): RawBuilder<boolean> {
  // What is told beforehand goes at once to who comes in when it was due already.
  const isDue = kind.side === 'before' ? sql`a.anchor < ${dueBefore(timingOf(moment, kind), now)}` : sql`true`
  const earliest = kind.side === 'before' ? now : dueAt(timingOf(moment, kind), now)
  return sql<boolean>`(${untold(moment)} and not ${stopped(moment)} and ${isDue}
    and (a.until is null or a.until > greatest(${earliest}::timestamptz, ${now}::timestamptz + make_interval(secs => ${undoSeconds}))))`
}

/**
 * How many mails moments of a kind would make, each by the name of its message, if this happened to these subjects now
 * and stayed so: what a question tells before it is done.
 */
export async function foreseeMails(
  db: Db | Trx,
  kind: MomentKind,
  subjects: (recipients: string) => RawBuilder<MomentSubject>,
): Promise<{ template: string; mails: number }[]> {
  const moments = await listMoments(db)
    .where('message_moments.active', '=', true)
    .where('message_moments.kind', '=', kind.key)
    .orderBy('message_moments.id')
    .execute()
  if (moments.length === 0) return []
  const mailsOf = (moment: Moment) => sql`
    select ${moment.template}::text as template, count(distinct (a.record_id, a.recipient_id))::integer as mails
    from (${subjects(moment.recipients)}) a where ${isForeseen(kind, moment, new Date())}`
  const { rows } = await sql<{ template: string; mails: number }>`
    select * from (${sql.join(moments.map(mailsOf), sql` union all `)}) foreseen where mails > 0`.execute(db)
  return rows
}

/** Who would be told of these subjects now counts as told, without a mail: who plans chose to leave it out. */
export async function passOver(
  trx: Trx,
  kind: MomentKind,
  subjects: (recipients: string) => RawBuilder<MomentSubject>,
): Promise<void> {
  const moments = await listMoments(trx)
    .where('message_moments.active', '=', true)
    .where('message_moments.kind', '=', kind.key)
    .orderBy('message_moments.id')
    .execute()
  for (const moment of moments)
    await sql`
      insert into moment_sends (moment_id, scope_id, subject_id, recipient_id, occasion, passed)
      select ${moment.id}::integer, a.scope_id, a.subject_id, a.recipient_id, a.occasion, true
      from (${subjects(moment.recipients)}) a where ${isForeseen(kind, moment, new Date())}
      on conflict do nothing`.execute(trx)
}

/**
 * Who gets a message of a kind by itself if these subjects are so from now on: the name of each message with the ids of its
 * readers, and of which record each of them reads.
 */
export async function foreseeReaders(
  db: Db | Trx,
  kind: MomentKind,
  subjects: (recipients: string) => RawBuilder<MomentSubject>,
): Promise<{ template: string; readers: number[]; told: [recordId: number, readerId: number][] }[]> {
  const moments = await listMoments(db)
    .where('message_moments.active', '=', true)
    .where('message_moments.kind', '=', kind.key)
    .orderBy('message_moments.id')
    .execute()
  if (moments.length === 0) return []
  const now = new Date()
  const readersOf = (moment: Moment) => {
    const { from, since } = windowOf(timingOf(moment, kind), {
      side: kind.side,
      now,
      since: moment.active_since,
    })
    return sql`select ${moment.template}::text as template, array_agg(distinct a.recipient_id) as readers,
        jsonb_agg(distinct jsonb_build_array(a.record_id, a.recipient_id)) as told
      from (${subjects(moment.recipients)}) a
      where a.anchor >= ${from} and a.anchor >= ${since} and (a.until is null or a.until > ${now}::timestamptz + make_interval(secs => ${undoSeconds}))
        and ${untold(moment)} and not ${stopped(moment)}
      having count(*) > 0`
  }
  const { rows } = await sql<{ template: string; readers: number[]; told: [number, number][] }>`
    ${sql.join(moments.map(readersOf), sql` union all `)}`.execute(db)
  return rows
}

/** What became of a moment in one scope: how many people were told, still will be, and cannot be for want of an address. */
export interface MomentCounts {
  told: number
  /** Of those, how many messages did not leave, and were not sent again since. */
  unsent: number
  waiting: number
  missing: number
  stopped: boolean
}

export async function countIn(db: Db, kind: MomentKind, moment: Moment, scope: number): Promise<MomentCounts> {
  const { rows } = await sql<MomentCounts>`
    select (select count(distinct recipient_id)::integer from moment_sends
              where moment_id = ${moment.id} and scope_id = ${scope} and not passed) as told,
           (select count(*)::integer from mails where mailing_id in (select mailing_id from moment_sends
                where moment_id = ${moment.id} and scope_id = ${scope}) and state in ('kept', 'refused', 'bounced')
              and not exists (select from mails again where again.resend_of = mails.id)) as unsent,
           count(distinct a.recipient_id) filter (where ${untold(moment)} and not ${carried(kind, moment, new Date())})::integer as waiting,
           count(distinct a.recipient_id) filter (where ${isFor(moment)} and not ${validAddress})::integer as missing,
           exists (select from moment_stops where moment_id = ${moment.id} and scope_id = ${scope}) as stopped
    from (${kind.subjects({ scope }, moment.recipients)}) a
  `.execute(db)
  return rows[0]!
}
