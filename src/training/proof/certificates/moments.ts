import { type RawBuilder, sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Asked, MomentKind, MomentSubject } from '../../../system/moments/points.ts'
import { attachCertificates } from './sending.commands.ts'
import { ofPlannings, readersOf } from '../../messages/moments/index.ts'

/** A day as it is stored, as the instant on which it begins. */
const beginOf = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'Europe/Amsterdam')`

const issued = (asked: Asked) =>
  'scope' in asked
    ? sql`c.group_id = ${asked.scope}`
    : sql`c.created_at >= ${asked.from} and c.created_at < ${asked.to}`

const expiring = (asked: Asked) =>
  'scope' in asked
    ? sql`c.group_id = ${asked.scope} and c.valid_until is not null`
    : sql`c.valid_until between (${asked.from}::timestamptz at time zone 'Europe/Amsterdam')::date
        and (${asked.to}::timestamptz at time zone 'Europe/Amsterdam')::date`

/** What can be asked of a certificate before its holder is told of it. */
const MEETS = sql`array_remove(array[
  case when not exists (select from certificate_mailings m where m.certificate_ids @> array[own.id] and m.group_id = own.group_id) then 'unsent' end,
  case when not exists (select from certificates newer where newer.contact_id = own.contact_id and newer.course_id = own.course_id
    and newer.withdrawn_at is null and newer.valid_until > own.valid_until) then 'unrenewed' end], null)`

/**
 * Holders of certificates that are drawn and hold, and who leads them. Each certificate is an occasion of its own.
 * @param chosen those it is about, `c`
 * @param anchor what the message is relative to, of `own`
 * @param until when it is of no use any more, of `own`
 */
const subjectsOf =
  (
    chosen: (asked: Asked) => RawBuilder<unknown>,
    anchor: RawBuilder<unknown>,
    until: RawBuilder<unknown>,
  ): MomentKind['subjects'] =>
  (asked, recipients) => {
    const held = sql`select c.* from certificates c where ${chosen(asked)} and c.withdrawn_at is null and c.file_key is not null`
    return sql<MomentSubject>`
      select (select first.id from appointments first where first.group_id = own.group_id
              order by first.status = 'cancelled', first.starts_at, first.id limit 1) as record_id,
             own.group_id as scope_id, own.course_id as of_id, own.contact_id as subject_id, c.id as recipient_id,
             ${anchor} as anchor, ${until} as until, own.created_at as joined_at, own.updated_at as settled_at,
             ${MEETS} as meets, own.id as occasion, c.email::text as email
      from (${held}) own ${readersOf(held, recipients)} where c.active`
  }

/** The planning of a part, with the first day on which a certificate of it expires. */
async function placeOf(db: Db, id: number, isExpiry: boolean) {
  const { rows } = await sql<{ scopeId: number; ofId: number; anchor: Date | null }>`
    select g.id as "scopeId", g.course_id as "ofId", ${beginOf(sql`min(c.valid_until)`)} as anchor
    from appointments chosen join appointment_groups g on g.id = chosen.group_id
    left join certificates c on c.group_id = g.id and c.withdrawn_at is null
    where chosen.id = ${id} group by g.id`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound('Planning')
  return isExpiry ? row : { ...row, anchor: null }
}

const told = { ...ofPlannings, inCalendars: false, recipients: ['students', 'supervisors'] } as const

/** When people are told of certificates: when there is one, and before it expires. */
export const certificateMoments: MomentKind[] = [
  {
    ...told,
    key: 'certificate',
    side: 'after',
    words: 'het maken van het certificaat',
    conditions: [{ key: 'unsent', label: 'Alleen wie het certificaat nog niet per e-mail kreeg' }],
    subjects: subjectsOf(issued, sql`own.created_at`, sql`null::timestamptz`),
    place: (db, id) => placeOf(db, id, false),
    attach: attachCertificates,
  },
  {
    ...told,
    key: 'expiry',
    side: 'before',
    words: 'het verlopen van het certificaat',
    conditions: [{ key: 'unrenewed', label: 'Alleen wie geen nieuwer certificaat van deze opleiding heeft' }],
    subjects: subjectsOf(expiring, beginOf(sql`own.valid_until`), beginOf(sql`own.valid_until`)),
    place: (db, id) => placeOf(db, id, true),
  },
]
