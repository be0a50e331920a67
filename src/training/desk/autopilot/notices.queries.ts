import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { validAddress } from '../../../system/messages/index.ts'
import { courseAudience, supervisorsOf } from '../../messages/audiences/index.ts'
import { listReadersOfEnrolled } from '../../messages/moments/index.ts'
import { TOLD_KINDS } from '../planning-status/index.ts'
import { type AcceptPlan, joiningOf } from './accepting.queries.ts'

type Going = AcceptPlan['going']

/** Somebody who can be told of one of the plannings that people go to, by its place among them. */
export interface ToTell {
  slot: number
  kind: string
  id: number
  /** Whether a mail reaches them. */
  reached: boolean
}

/**
 * Who can be told of what is taken over: who gets a place, who leads them, and who gives a planning that is made. Who
 * reads of it by itself gets that alone (decision 422).
 */
export async function listToTell(db: Db | Trx, going: Going, status: string): Promise<ToTell[]> {
  if (going.length === 0) return []
  const coming = going.flatMap(({ dues }, slot) => dues.map(({ contactId }) => ({ slot, contact_id: contactId })))
  const giving = going.flatMap(({ opening: { fresh } }, slot) =>
    (fresh?.teachers ?? []).map(({ id }) => ({ slot, contact_id: id })),
  )
  const told = await listReadersOfEnrolled(db, joiningOf(going, status))
  const pairs = (rows: readonly object[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as pair(slot integer, contact_id integer)`
  const { rows } = await sql<ToTell>`
    with coming as (select * from ${pairs(coming)})
    select distinct a.slot, a.kind, a.id, ${validAddress} as reached
    from (
      select found.slot, found.kind, contacts.id, contacts.email::text as email
      from (
        select slot, 'students' as kind, contact_id from coming
        union all
        select coming.slot, 'supervisors', sup.supervisor_id
          from (${supervisorsOf(sql`select contact_id from coming`)}) sup join coming on coming.contact_id = sup.student_id
        union all
        select slot, 'responsibles', contact_id from ${pairs(giving)}
      ) found
      join contacts on contacts.id = found.contact_id
      where not exists (select from ${pairs(told.map(({ slot, id }) => ({ slot, contact_id: id })))}
        where pair.slot = found.slot and pair.contact_id = found.contact_id)
    ) a
    order by 1, 2, 3`.execute(db)
  return rows
}

/** The kinds there is somebody of, with how many messages reach them and how many do not. */
export const countsOf = (people: readonly ToTell[]) =>
  courseAudience.kinds
    .filter(({ key }) => TOLD_KINDS.includes(key))
    .map(({ key, label }) => {
      const own = people.filter(({ kind }) => kind === key)
      const reached = own.filter((one) => one.reached).length
      return { key, label, reached, missing: own.length - reached }
    })
    .filter(({ reached, missing }) => reached + missing > 0)

/** Who of a planning is told as one of these kinds, each once: as who takes it in the place of who leads others. */
export function toldIn(people: readonly ToTell[], slot: number, kinds: readonly string[]) {
  const byId = new Map<number, string>()
  for (const kind of TOLD_KINDS.filter((one) => kinds.includes(one)))
    for (const one of people) if (one.slot === slot && one.kind === kind && !byId.has(one.id)) byId.set(one.id, kind)
  return [...byId].map(([id, kind]) => ({ id, kind }))
}
