import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Restoring } from '../../../platform/undo/points.ts'
import { foreseeMails, passOver } from '../../../system/moments/index.ts'
import type { Asked, MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import type { PlannedVisit } from './assessment.queries.ts'
import { cancelledVisits, visitReader } from './readers.queries.ts'

const [PLANNED, CHANGED, CANCELLED, BEGIN] = ['visit-planned', 'visit-changed', 'visit-cancelled', 'visit-begin']
const KINDS = [PLANNED, CHANGED, CANCELLED, BEGIN]

/** Nobody is told of a visit that nobody goes to yet. */
const ASSIGNED = { key: 'assigned', label: 'Alleen als bekend is wie er komt' }
/** Of whom was told before, and is to be told that it is at another time. */
const MOVED = 'moved'

/** Which time of the visit it is: what was told of another is told anew. */
const occasion = sql`(extract(epoch from v.starts_at)::bigint / 60 * 1440 + extract(epoch from v.ends_at - v.starts_at)::bigint / 60)`

/** Visits with who reads of them and what that reader was told last. */
const withReaders = (visits: RawBuilder<unknown>) => sql`
  select v.*, reader.id as reader_id, reader.email, ${occasion} as occasion, told.occasion as told, told.at as told_at
  from (${visits}) v join orders on orders.id = v.order_id cross join ${visitReader}
    left join lateral (
      select s.occasion, s.at from moment_sends s join message_moments m on m.id = s.moment_id
      where m.kind = any(${KINDS}) and s.scope_id = v.id and s.recipient_id = reader.id and not s.passed
      order by s.id desc limit 1) told on true`

/** What is still to come of the visits that are planned. */
const saved = (asked: Asked): RawBuilder<unknown> => sql`
  select id, id as scope_id, order_id, employee_id, starts_at, ends_at, created_at, updated_at from visits
  where not done and starts_at > now()
    and ${'scope' in asked ? sql`id = ${asked.scope}` : sql`true`}`

interface About {
  visits: RawBuilder<unknown>
  /** Which of them, by what was told before. */
  which: RawBuilder<unknown>
  anchor: RawBuilder<unknown>
  occasion?: RawBuilder<unknown>
}

const subjectsAmong = ({ visits, which, anchor, occasion: own = sql`v.occasion` }: About) => sql<MomentSubject>`
  select v.id as record_id, v.scope_id, v.id as of_id, v.reader_id as subject_id, v.reader_id as recipient_id,
    ${anchor} as anchor, v.starts_at as until, v.created_at as joined_at, v.updated_at as settled_at,
    array_remove(array[case when v.employee_id is not null then ${ASSIGNED.key} end,
      case when v.told <> v.occasion then ${MOVED} end], null) as meets, ${own} as occasion, v.email
  from (${withReaders(visits)}) v where ${which}`

const planned = (visits: RawBuilder<unknown>) =>
  subjectsAmong({ visits, which: sql`v.told is null`, anchor: sql`v.updated_at` })

const changed = (visits: RawBuilder<unknown>) =>
  subjectsAmong({ visits, which: sql`v.told <> v.occasion`, anchor: sql`greatest(v.updated_at, v.told_at)` })

const begin = (visits: RawBuilder<unknown>, which: RawBuilder<unknown> = sql`true`) =>
  subjectsAmong({ visits, which, anchor: sql`v.starts_at` })

/** Who was told of a visit that is not there any more; below zero, so that one that comes back is told of again. */
const cancelled = (which: RawBuilder<unknown>) =>
  subjectsAmong({
    visits: sql`select gone.*, id as scope_id, cancelled_at as created_at, cancelled_at as updated_at
      from (${cancelledVisits(which)}) gone`,
    which: sql`v.told > 0`,
    anchor: sql`v.cancelled_at`,
    occasion: sql`-v.gone`,
  })

/** Where a visit stands among moments; what all of it share is when it begins. */
const placeOf: MomentKind['place'] = async (db, id) => {
  const visit = await db.selectFrom('visits').select('starts_at').where('id', '=', id).executeTakeFirst()
  if (!visit) throw new NotFound('Bezoek')
  return { scopeId: id, ofId: id, anchor: visit.starts_at }
}
const placeAtOnce: MomentKind['place'] = async (db, id) => ({ ...(await placeOf(db, id)), anchor: null })

const ofVisits = {
  record: 'visit',
  of: 'visit',
  inCalendars: false,
  recipients: ['customer'],
  // Nobody in particular plans it: answers go to the house.
  planner: () => Promise.resolve(null),
} as const

const kinds = {
  planned: {
    ...ofVisits,
    key: PLANNED,
    side: 'after',
    words: 'het inplannen van een bezoek',
    order: 80,
    conditions: [ASSIGNED],
    subjects: (asked) => planned(saved(asked)),
    place: placeAtOnce,
  },
  changed: {
    ...ofVisits,
    key: CHANGED,
    side: 'after',
    words: 'het verzetten van een bezoek',
    order: 81,
    conditions: [ASSIGNED],
    subjects: (asked) => changed(saved(asked)),
    place: placeAtOnce,
  },
  cancelled: {
    ...ofVisits,
    key: CANCELLED,
    side: 'after',
    words: 'het annuleren van een bezoek',
    order: 82,
    conditions: [],
    subjects: (asked) =>
      cancelled('scope' in asked ? sql`gone.record_id = ${asked.scope}` : sql`gone.at >= ${asked.from} and gone.at < ${asked.to}`), // prettier-ignore
    place: placeAtOnce,
  },
  begin: {
    ...ofVisits,
    key: BEGIN,
    side: 'before',
    words: 'een bezoek',
    order: 83,
    conditions: [ASSIGNED],
    carriedBy: [
      { kind: PLANNED, meets: [ASSIGNED.key] },
      { kind: CHANGED, meets: [MOVED] },
    ],
    subjects: (asked) => begin(saved(asked)),
    place: placeOf,
  },
} as const satisfies Record<string, MomentKind>

/** When customers can be told of a visit. */
export const visitMoments: MomentKind[] = Object.values(kinds)

/** Visits as they are about to be planned, a new one under an id below zero. */
const asPlanned = (visits: readonly PlannedVisit[]): RawBuilder<unknown> => sql`
  select p.*, p.id as scope_id, coalesce(before.created_at, now()) as created_at, now() as updated_at
  from jsonb_to_recordset(${JSON.stringify(visits.map(({ id, ...visit }, i) => ({ ...visit, id: id ?? -1 - i })))}::jsonb)
    as p (id integer, order_id integer, employee_id integer, starts_at timestamptz, ends_at timestamptz)
  left join visits before on before.id = p.id`

/** The mails that go by themselves when these visits are planned so. */
export async function foreseePlanned(db: Db | Trx, visits: readonly PlannedVisit[]) {
  const own = asPlanned(visits)
  const news = [
    ...(await foreseeMails(db, kinds.planned, () => planned(own))),
    ...(await foreseeMails(db, kinds.changed, () => changed(own))),
  ]
  // Who is told that it is planned, or at another time, is not reminded beside it.
  const which = news.length === 0 ? sql`true` : sql`v.told = v.occasion`
  return [...news, ...(await foreseeMails(db, kinds.begin, () => begin(own, which)))]
}

const savedOf = (ids: readonly number[]) => sql`
  select id, id as scope_id, order_id, employee_id, starts_at, ends_at, created_at, updated_at from visits
  where id = any(${[...ids]}::integer[])`

/** Leaves out what would be told of these visits by themselves as they were planned now. */
export async function leaveOut(trx: Trx, ids: readonly number[]): Promise<void> {
  await passOver(trx, kinds.planned, () => planned(savedOf(ids)))
  await passOver(trx, kinds.changed, () => changed(savedOf(ids)))
  await passOver(trx, kinds.begin, () => begin(savedOf(ids)))
}

/** The mails that go by themselves once a visit is cancelled. */
export const foreseeCancelled = (db: Db | Trx, id: number) =>
  foreseeMails(db, kinds.cancelled, () => cancelled(sql`gone.record_id = ${id}`))

/** What customers are told of visits that are put back, or taken away again. */
export const toldOfVisits: Restoring = {
  table: 'visits',
  tells: async (trx, changes) => {
    const ids = changes.flatMap(({ table, id }) => (table === 'visits' ? [id] : []))
    if (ids.length === 0) return []
    return [
      ...(await foreseeMails(trx, kinds.planned, () => planned(savedOf(ids)))),
      ...(await foreseeMails(trx, kinds.changed, () => changed(savedOf(ids)))),
      ...(await foreseeMails(trx, kinds.cancelled, () => cancelled(sql`gone.record_id = any(${ids}::integer[])`))),
    ]
  },
}
