/** What tablets and phones ask: who is meant, who comes in, and what these are told. */
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Forbidden, NotFound, TooManyRequests } from '../../../platform/errors.ts'
import { Brake } from '../../../platform/http/throttle.ts'
import { type Services, singleton } from '../../../platform/services.ts'
import { markPresent } from '../presence/index.ts'
import type { KioskStudent } from './kiosk.contract.ts'
import { type Place, listExpected } from './kiosk.queries.ts'
import {
  type IsOpen,
  type KioskPerson,
  KEPT_MS,
  type Search,
  isOpenAt,
  missesAfter,
  partToEnter,
  search,
  waitOf,
} from './kiosk.rules.ts'
import { type Language, textsOf } from './texts.contract.ts'

/** Misses of all together in ten minutes, after which tries take longer. */
const brakeOf = singleton(({ pool }) => new Brake(pool, { name: 'kiosk', free: 200, seconds: 600 }))
const ALL = 'all'

/** Who asks: a tablet, or a phone that opened a code, and among whom it may. */
export interface Asker {
  searcher: { column: 'api_client_id'; value: number } | { column: 'visitor'; value: string }
  place: Place
  /** In whose name it comes in, in the history. */
  name: string
  source: 'kiosk' | 'room'
  /** How long a phone may go on with what it opened. */
  openMs?: number
  isOpen?: IsOpen
  language?: Language
}

const isFresh = (since: Date, milliseconds: number, now: Date): boolean =>
  now.getTime() - since.getTime() <= milliseconds

/** A phone begins: what it asked before is forgotten, what it missed is not. */
export async function openVisit(trx: Db | Trx, visitor: string, now: Date): Promise<void> {
  const anew = { near: [], told: [], confirmed: [], missed: false, opened_at: now, searched_at: now }
  await trx
    .insertInto('kiosk_searches')
    .values({ visitor, ...anew })
    .onConflict((conflict) => conflict.column('visitor').doUpdateSet(anew))
    .execute()
}

/** What is over of phones: none goes on after half a day, and their misses count for minutes. */
export async function forgetVisits(db: Db): Promise<void> {
  await db
    .deleteFrom('kiosk_searches')
    .where('visitor', 'is not', null)
    .where('searched_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/** Whether a phone may still go on with what it opened. */
export async function isVisiting(db: Db, visitor: string, openMs: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('kiosk_searches')
    .select('opened_at')
    .where('visitor', '=', visitor)
    .executeTakeFirst()
  return row !== undefined && isFresh(row.opened_at, openMs, now)
}

/**
 * What was asked last, locked, so that the tries of one wait for each other; nothing of it once that is too long ago.
 * @throws Forbidden for a phone that opened nothing, or too long ago
 */
async function lockSearch(trx: Trx, { searcher, openMs, language }: Asker, now: Date) {
  const { column, value } = searcher
  if (column === 'api_client_id')
    await trx
      .insertInto('kiosk_searches')
      .values({ api_client_id: value })
      .onConflict((conflict) => conflict.column('api_client_id').doNothing())
      .execute()
  const row = await trx
    .selectFrom('kiosk_searches')
    .selectAll()
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (openMs !== undefined && !isFresh(row.opened_at, openMs, now)))
    throw new Forbidden(textsOf(language).openAgain)
  return isFresh(row.searched_at, KEPT_MS, now) ? row : { ...row, near: [], told: [], confirmed: [], missed: false }
}

/**
 * Who is meant by what was typed.
 * @throws TooManyRequests after too many tries that ended without a person
 */
export async function findStudents(
  services: Services,
  asker: Asker,
  asked: Omit<Search, 'near'>,
  now: Date,
): Promise<KioskStudent[]> {
  const brake = brakeOf(services)
  await brake.hold(ALL)
  const { students, counted } = await inTransaction(services.db, { program: asker.name }, async (trx) => {
    const before = await lockSearch(trx, asker, now)
    const wait = waitOf(before, now)
    if (wait > 0) throw new TooManyRequests(wait, textsOf(asker.language).blocked)
    const near = asked.field === 'birthday' ? [] : before.near
    const issued = [...before.near, ...before.told]
    const among = asked.among && asked.among.filter((id) => issued.includes(id))
    const result = search(await listExpected(trx, asker.place, now), { ...asked, near, among }, now, asker.isOpen)
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
      .where('id', '=', before.id)
      .execute()
    return { students: result.students, counted: more === 1 }
  })
  if (counted) await brake.countFailure(ALL)
  return students
}

type At = { studentId: number; appointmentId: number }

/**
 * Marks present whom the asker was told, for a part of today that they can come in for.
 * @throws NotFound for anybody else, and for any other part
 */
export async function checkIn(trx: Trx, asker: Asker, { studentId, appointmentId }: At, now: Date): Promise<number> {
  const { id: row, told, confirmed } = await lockSearch(trx, asker, now)
  if (!told.includes(studentId)) throw new NotFound('Cursist')
  const person = (await listExpected(trx, asker.place, now)).find(({ id }) => id === studentId)
  const part = person?.parts.find(({ id }) => id === appointmentId)
  if (!part || !isOpenAt(part, now)) throw new NotFound('Cursist')
  const id = await markPresent(trx, { appointmentId, contactId: studentId, source: asker.source }, now)
  await trx
    .updateTable('kiosk_searches')
    .set({ confirmed: [...new Set([...confirmed, studentId])] })
    .where('id', '=', row)
    .execute()
  return id
}

/** Somebody whom the asker was told, or who came in by it, while it may still go on. @throws NotFound for others */
async function knownPerson(
  db: Db,
  asker: Asker,
  studentId: number,
  as: 'told' | 'confirmed',
  now: Date,
): Promise<KioskPerson> {
  const { column, value } = asker.searcher
  const last = await db.selectFrom('kiosk_searches').selectAll().where(column, '=', value).executeTakeFirst()
  const isKept = last !== undefined && isFresh(last.searched_at, KEPT_MS, now)
  const person =
    isKept && last[as].includes(studentId)
      ? (await listExpected(db, asker.place, now)).find(({ id }) => id === studentId)
      : undefined
  if (!person) throw new NotFound('Cursist')
  return person
}

/** Whom the asker was told, with the part that they are asked about. @throws NotFound for others */
export async function toldPerson(db: Db, asker: Asker, studentId: number, now: Date) {
  const person = await knownPerson(db, asker, studentId, 'told', now)
  const part = partToEnter(person.parts, now, asker.isOpen)
  if (!part) throw new NotFound('Cursist')
  return { person, part }
}

/** Who came in by the asker just now, with the part that they came in for. @throws NotFound before that */
export async function enteredPerson(db: Db, asker: Asker, studentId: number, now: Date) {
  const person = await knownPerson(db, asker, studentId, 'confirmed', now)
  const part = partToEnter(
    person.parts.filter(({ present }) => present),
    now,
  )
  if (!part) throw new NotFound('Cursist')
  return { person, part }
}
