import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Forbidden, NotFound, TooManyRequests } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/callers.ts'
import { Brake } from '../../../platform/http/throttle.ts'
import { type Services, singleton } from '../../../platform/services.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { findPlace } from '../../../system/api-clients/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { markPresent } from '../presence/index.ts'
import type { KioskStudent, Welcome } from './kiosk.contract.ts'
import { findRoom, listExpected } from './kiosk.queries.ts'
import { KEPT_MS, type Search, isOpenAt, missesAfter, partToEnter, search, waitOf } from './kiosk.rules.ts'

/** Says nothing about what was tried. */
const BLOCKED = 'Even geduld. Vraag de docent of de receptie om u aan te melden.'

/** Misses of all tablets together in ten minutes, after which tries take longer. */
const brakeOf = singleton(({ pool }) => new Brake(pool, { name: 'kiosk', free: 200, seconds: 600 }))
const ALL = 'all'

/** Where the tablet stands. @throws Forbidden while nobody said so */
export async function placeOf(db: Db | Trx, { id }: Pick<Caller, 'id'>) {
  const place = await findPlace(db, id)
  if (!place) throw new Forbidden('Deze tablet hoort nog bij geen vestiging.')
  return place
}

/** What a tablet did last, locked, so that its tries wait for each other; nothing of it once that is too long ago. */
async function lockSearch(trx: Trx, clientId: number, now: Date) {
  await trx
    .insertInto('kiosk_searches')
    .values({ api_client_id: clientId })
    .onConflict((conflict) => conflict.column('api_client_id').doNothing())
    .execute()
  const row = await trx
    .selectFrom('kiosk_searches')
    .selectAll()
    .where('api_client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOld = now.getTime() - row.searched_at.getTime() > KEPT_MS
  return isOld ? { ...row, near: [], told: [], confirmed: [], missed: false } : row
}

/**
 * Who is meant by what was typed on a tablet.
 * @throws TooManyRequests after too many tries that ended without a person
 */
export async function findStudents(
  services: Services,
  caller: Caller,
  asked: Omit<Search, 'near'>,
  now: Date,
): Promise<KioskStudent[]> {
  const brake = brakeOf(services)
  await brake.hold(ALL)
  const { students, counted } = await inTransaction(services.db, { program: caller.name }, async (trx) => {
    const place = await placeOf(trx, caller)
    const before = await lockSearch(trx, caller.id, now)
    const wait = waitOf(before, now)
    if (wait > 0) throw new TooManyRequests(wait, BLOCKED)
    const near = asked.field === 'birthday' ? [] : before.near
    const issued = [...before.near, ...before.told]
    const among = asked.among && asked.among.filter((id) => issued.includes(id))
    const result = search(await listExpected(trx, place.id, now), { ...asked, near, among }, now)
    // A try is a birthday and the last name after it: it is missed once, and not by who has no birthday here.
    const wasMissed = asked.field === 'last_name' && before.missed
    const more = result.missed ? (wasMissed ? 0 : 1) : wasMissed && result.hasNoBirthday ? -1 : 0
    await trx
      .updateTable('kiosk_searches')
      .set({
        ...missesAfter(before, more, now),
        near: result.near,
        told: result.students.map(({ id }) => id),
        confirmed: [],
        missed: asked.field === 'birthday' && result.missed,
        searched_at: now,
      })
      .where('api_client_id', '=', caller.id)
      .execute()
    return { students: result.students, counted: more === 1 }
  })
  if (counted) await brake.countFailure(ALL)
  return students
}

type At = { studentId: number; appointmentId: number }

/**
 * Marks present whom this tablet was told, for a part of today that they can come in for.
 * @throws NotFound for anybody else, and for any other part
 */
export async function checkIn(trx: Trx, caller: Caller, { studentId, appointmentId }: At, now: Date): Promise<number> {
  const place = await placeOf(trx, caller)
  const { told, confirmed } = await lockSearch(trx, caller.id, now)
  if (!told.includes(studentId)) throw new NotFound('Cursist')
  const person = (await listExpected(trx, place.id, now)).find(({ id }) => id === studentId)
  const part = person?.parts.find(({ id }) => id === appointmentId)
  if (!part || !isOpenAt(part, now)) throw new NotFound('Cursist')
  const id = await markPresent(trx, { appointmentId, contactId: studentId }, now)
  await trx
    .updateTable('kiosk_searches')
    .set({ confirmed: [...new Set([...confirmed, studentId])] })
    .where('api_client_id', '=', caller.id)
    .execute()
  return id
}

/** What is told to who came in by this tablet just now. @throws NotFound before that */
export async function welcomeOf(services: Services, caller: Caller, studentId: number, now: Date): Promise<Welcome> {
  const { db } = services
  const place = await placeOf(db, caller)
  const last = await db
    .selectFrom('kiosk_searches')
    .select(['confirmed', 'searched_at'])
    .where('api_client_id', '=', caller.id)
    .executeTakeFirst()
  const isKept = last !== undefined && now.getTime() - last.searched_at.getTime() <= KEPT_MS
  if (!isKept || !last.confirmed.includes(studentId)) throw new NotFound('Cursist')
  const person = (await listExpected(db, place.id, now)).find(({ id }) => id === studentId)
  const entered = person?.parts.filter(({ present }) => present) ?? []
  const part = partToEnter(entered, now)
  if (!person || !part) throw new NotFound('Cursist')
  const [{ course, room }, { welcome_note }] = await Promise.all([findRoom(db, part.id), readSetting(db, 'kiosk')])
  return {
    title: `Welkom ${person.firstName || person.initials || person.lastName}`,
    text: `U bent aangemeld om ${wallClock(now).time} voor ${course}.`,
    room,
    start_time: wallClock(part.startsAt).time,
    note: welcome_note,
  }
}
