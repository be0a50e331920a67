import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDayAndHours } from '../../../platform/format/format.ts'
import { instantOf, addDays, wallClock } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { Handover, HandoverSource } from '../../../relations/availability/points.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import { cancelVisit, planVisits } from './visits.commands.ts'
import { isEmployee, listVisits } from './visits.queries.ts'
import { cancelRefusal } from './visits.rules.ts'

/** Accounts of who can be planned, by their contact. */
async function inspectors(db: Db | Trx, except: number) {
  const { rows } = await sql<{ contact_id: number; name: string }>`
    select users.contact_id, min(users.name) as name from users
    where ${isEmployee} and users.contact_id is not null and users.contact_id <> ${except}
    group by users.contact_id order by min(users.name) collate "nl-x-icu"`.execute(db)
  return rows
}

const dayOf = ({ starts_at }: { starts_at: Date }) => {
  const { day } = wallClock(starts_at)
  return { from: instantOf(day, '00:00')!, to: instantOf(addDays(day, 1), '00:00')! }
}

/** The visits of somebody in a period, each with who is free then; who has least to do that day comes first. */
async function list(
  { db, registry }: { db: Db | Trx; registry: Registry },
  contactId: number,
  period: { from: Date; to: Date },
): Promise<Handover[]> {
  const busy = await listOccupations(db, registry, { spans: [period], of: { contact: [contactId] } })
  const ids = busy.filter(({ record }) => record === 'visit').map(({ record_id }) => record_id)
  if (ids.length === 0) return []
  const visits = await listVisits(db)
    .where('visits.id', 'in', ids)
    .where('visits.done', '=', false)
    .where(sql<boolean>`now() < visits.ends_at`)
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .execute()
  const people = await inspectors(db, contactId)
  const taken = await listOccupations(db, registry, {
    spans: [...visits.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })), ...visits.map(dayOf)],
    of: { contact: people.map(({ contact_id }) => contact_id) },
  })
  const bySpan = Map.groupBy(taken, ({ span }) => span)
  const ofSpan = (span: number, contact: number) => (bySpan.get(span) ?? []).filter((one) => one.resource_id === contact) // prettier-ignore
  return visits.map((visit, i) => ({
    id: visit.id,
    title: `Bezoek ${visit.customer}`,
    when: formatDayAndHours(visit.starts_at, visit.ends_at).join(', '),
    place: visit.city ?? '',
    starts_at: visit.starts_at,
    ends_at: visit.ends_at,
    mayWait: cancelRefusal(visit) === null,
    candidates: people
      .filter(({ contact_id }) => ofSpan(i, contact_id).length === 0)
      .map(({ contact_id, name }) => ({
        id: contact_id,
        name,
        load: ofSpan(visits.length + i, contact_id).filter(({ away }) => !away).length,
      })) // prettier-ignore
      .sort((a, b) => a.load - b.load)
      .map(({ id, name, load }) => ({
        id,
        name,
        reasons: ['vrij', load === 0 ? 'heeft die dag niets anders' : `heeft die dag ${formatCount(load, 'afspraak', 'afspraken')}`], // prettier-ignore
      })),
  }))
}

/** The account by which a contact is planned. */
async function accountsOf(trx: Trx, contacts: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ contact_id: number; id: number }>`
    select users.contact_id, min(users.id) as id from users where ${isEmployee} and users.contact_id = any(${contacts})
    group by users.contact_id`.execute(trx)
  return new Map(rows.map(({ contact_id, id }) => [contact_id, id]))
}

/** Visits of somebody who is away are done by others, or wait to be planned again. */
export const visitHandover: HandoverSource = {
  record: 'visit',
  words: { one: 'bezoek', many: 'bezoeken' },
  back: 'Terug naar ‘Nog in te plannen’',
  list,
  hold: async (trx, ids) => {
    await trx.selectFrom('visits').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  },
  carryOut: async (trx, { registry }, choices) => {
    for (const { id, to } of choices) if (to === null) await cancelVisit(trx, id)
    const given = choices.flatMap(({ id, to }) => (to === null ? [] : [{ id, to }]))
    if (given.length === 0) return
    const accounts = await accountsOf(
      trx,
      given.map(({ to }) => to),
    )
    const visits = await trx.selectFrom('visits').selectAll().where('id', 'in', given.map(({ id }) => id)).execute() // prettier-ignore
    const drafts = given.flatMap(({ id, to }) => {
      const visit = visits.find((one) => one.id === id)
      const [begin, end] = visit ? [wallClock(visit.starts_at), wallClock(visit.ends_at)] : []
      return visit && begin && end
        ? [{ id, order_id: visit.order_id, room_id: visit.room_id, version: visit.version, employee_id: accounts.get(to) ?? 0, date: begin.day, start_time: begin.time, end_time: end.time }] // prettier-ignore
        : []
    })
    // Nobody can be asked whether a double booking is meant: it was offered as free.
    await planVisits(trx, registry, drafts, { read: null, fieldOf: () => '_form' })
  },
}
