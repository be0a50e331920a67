import { sql } from 'kysely'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { lockParts, neededTeachers, offerEnds, teachersThere } from '../appointments/index.ts'
import { listCandidates } from './candidates.queries.ts'
import { mailReminder, mailRequest, mailWithdrawn } from './teacher-requests.mails.ts'
import {
  type Search,
  type SearchPart,
  type TeacherRequest,
  findOpenSearch,
  getSearchPart,
  listRequests,
} from './teacher-requests.queries.ts'
import { isMoved, lacking, whoIsNext, whyNotAsked, whyOver } from './teacher-requests.rules.ts'

const FILLED = 'Er is al iemand gevonden'
const NOBODY = 'Niemand zei ja'

interface Going {
  part: SearchPart
  search: Search
  now: Date
}

/** Teachers of a part are asked soon: whoever saved what makes it necessary can take that back first. */
export const askSoon = (trx: Trx, partId: number): Promise<void> =>
  addJob(trx, 'teachers.ask', { partId }, { key: `teachers-${partId}`, undoable: true })

/** Open screens of the part and of the teachers hear of it. */
export async function announce(trx: Trx, services: Services, partId: number, requestIds: number[]): Promise<void> {
  await services.changes.announce(trx, [
    { type: 'appointment', id: partId },
    ...requestIds.map((id) => ({ type: 'teacher-request', id })),
  ])
}

const setRequest = (trx: Trx, id: number, values: Record<string, unknown>) =>
  trx.updateTable('teacher_requests').set(values).where('id', '=', id).execute()

/** Requests that are not to be answered any more; who was asked hears why. */
export async function withdraw(
  trx: Trx,
  services: Services,
  { part, now }: Pick<Going, 'part' | 'now'>,
  requests: TeacherRequest[],
  why: string,
): Promise<void> {
  for (const request of requests) {
    await setRequest(trx, request.id, { state: 'withdrawn', ended_at: now, why })
    if (request.state === 'asked') await mailWithdrawn(trx, services, part, request, why)
  }
}

/** The search ends, with all that is still asked in it. */
export async function endSearch(
  trx: Trx,
  services: Services,
  { part, search, now }: Going,
  { state, why }: { state: 'filled' | 'ended'; why: string },
): Promise<void> {
  const open = (await listRequests(trx, [search.id])).filter((one) => one.state === 'asked' || one.state === 'waiting')
  await withdraw(trx, services, { part, now }, open, why)
  await trx
    .updateTable('teacher_searches')
    .set({ state, ended_at: now, why })
    .where('id', '=', search.id)
    .where('state', '=', 'open')
    .execute()
}

/** So many working hours from an instant, and never beyond the begin of the part. */
export async function endsAfter(db: Db | Trx, from: Date, hours: number, part: SearchPart): Promise<Date> {
  const { day_from, day_until, weekdays } = await readSetting(db, 'waiting_list')
  const closed = await closedDays(db)
  return offerEnds(from, { hours, from: day_from, until: day_until, weekdays }, closed.isClosed, part.starts_at)
}

/** Asks somebody for the part as it is now. */
async function request(trx: Trx, services: Services, { part, search, now }: Going, who: TeacherRequest) {
  const expires_at = await endsAfter(trx, now, search.answer_hours, part)
  const { starts_at, ends_at } = part
  const again = { ended_at: null, answered_by: null, reminded_at: null, why: '' }
  await setRequest(trx, who.id, { state: 'asked', starts_at, ends_at, asked_at: now, expires_at, ...again })
  const moved = who.state === 'asked' && isMoved(who, part)
  await mailRequest(trx, services, part, who, { message: search.message, until: expires_at, moved })
}

/** Of a part that moved: who is free then too is asked again, the others are not needed; a no was for another time. */
async function follow(trx: Trx, services: Services, going: Going, requests: TeacherRequest[]): Promise<void> {
  const { part, now } = going
  const moved = requests.filter((one) => isMoved(one, part))
  const asked = moved.filter(({ state }) => state === 'asked')
  const judged = await listCandidates(trx, services.registry, part, asked.map(({ contact_id }) => contact_id)) // prettier-ignore
  const why = new Map(judged.map((one) => [one.id, whyNotAsked(one)]))
  for (const one of asked)
    if (why.get(one.contact_id) === null) await request(trx, services, going, one)
    else
      await withdraw(trx, services, { part, now }, [one], 'Het onderdeel is verplaatst naar een moment dat u niet kunt')
  for (const one of moved.filter(({ state }) => state === 'no' || state === 'lapsed'))
    await setRequest(trx, one.id, { state: 'waiting', ended_at: null, answered_by: null })
}

/** Asks who is next; who cannot any more is passed over with why. @returns whether anybody was asked */
async function askNext(trx: Trx, services: Services, going: Going): Promise<boolean> {
  const { part, search, now } = going
  let hasAsked = false
  for (;;) {
    const requests = await listRequests(trx, [search.id])
    const next = new Set(whoIsNext(search.way, requests, lacking(part.needed, part.there)))
    const chosen = requests.filter(({ id }) => next.has(id))
    if (chosen.length === 0) return hasAsked
    const judged = await listCandidates(trx, services.registry, part, chosen.map(({ contact_id }) => contact_id)) // prettier-ignore
    const why = new Map(judged.map((one) => [one.id, whyNotAsked(one)]))
    for (const one of chosen) {
      const not = why.has(one.contact_id)
        ? why.get(one.contact_id)!
        : 'Staat al bij het onderdeel of is niet meer actief'
      if (not === null) await request(trx, services, going, one)
      else await setRequest(trx, one.id, { state: 'withdrawn', ended_at: now, why: not })
    }
    hasAsked = true
  }
}

/** Requests whose time is over, and those that are halfway without an answer. */
async function followTime(trx: Trx, services: Services, going: Going): Promise<boolean> {
  const { part, search, now } = going
  const asked = (await listRequests(trx, [search.id])).filter(({ state }) => state === 'asked')
  let hasChanged = false
  for (const one of asked) {
    if (one.expires_at! <= now) {
      await setRequest(trx, one.id, { state: 'lapsed', ended_at: now })
      hasChanged = true
    } else if (
      one.reminded_at === null &&
      (await endsAfter(trx, one.asked_at!, search.answer_hours / 2, part)) <= now
    ) {
      await setRequest(trx, one.id, { reminded_at: now })
      await mailReminder(trx, services, part, one, one.expires_at!)
      hasChanged = true
    }
  }
  return hasChanged
}

/**
 * Goes on with the search for the teachers of a part: what is over ends, who did not answer is reminded or passed by, who
 * is next is asked. Nothing happens where nothing has to: it may be done again at any moment, by any process.
 * @param isSettled what became of the part is to hold already: somebody answered
 */
export async function goOn(
  trx: Trx,
  services: Services,
  partId: number,
  now: Date,
  { isSettled = false }: { isSettled?: boolean } = {},
): Promise<void> {
  const [locked] = await lockParts(trx, [partId])
  const search = locked && (await findOpenSearch(trx, partId))
  if (!search) return
  const part = await getSearchPart(trx, partId)
  const going = { part, search, now }
  const lack = lacking(part.needed, part.there)
  const over = whyOver(part, now)
  const requests = await listRequests(trx, [search.id])
  const moved = requests.some((one) => ['asked', 'no', 'lapsed'].includes(one.state) && isMoved(one, part))
  // Who cancelled or moved it, or put somebody there, may take that back.
  if ((over !== null || lack === 0 || moved) && !isSettled && part.settled_at > now) return
  let hasChanged = over !== null || lack === 0 || moved
  if (over !== null) await endSearch(trx, services, going, { state: 'ended', why: over })
  else if (lack === 0) await endSearch(trx, services, going, { state: 'filled', why: FILLED })
  else {
    if (moved) await follow(trx, services, going, requests)
    if (await followTime(trx, services, going)) hasChanged = true
    if (await askNext(trx, services, going)) hasChanged = true
    const left = (await listRequests(trx, [search.id])).some(({ state }) => state === 'asked' || state === 'waiting')
    if (!left) {
      await endSearch(trx, services, going, { state: 'ended', why: NOBODY })
      hasChanged = true
    }
  }
  if (hasChanged) await announce(trx, services, partId, requests.map(({ id }) => id)) // prettier-ignore
}

/**
 * Parts whose search has something to go on with at `now`; half of the working hours, counted from a whole minute, is
 * never sooner than half of the time, and no time for an answer is longer than until the part begins.
 */
export async function listToGoOn(trx: Trx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select appointments.id from teacher_searches s join appointments on appointments.id = s.appointment_id
    cross join lateral (select ${neededTeachers} - ${teachersThere} as lack,
      count(*) filter (where r.state = 'asked') as asked, count(*) filter (where r.state = 'waiting') as waiting,
      bool_or(r.state = 'asked' and (r.expires_at <= ${now} or (r.reminded_at is null
        and date_trunc('minute', r.asked_at) + make_interval(mins => s.answer_hours * 30) <= ${now}))) as due,
      bool_or(r.state in ('asked', 'no', 'lapsed')
        and (r.starts_at <> appointments.starts_at or r.ends_at <> appointments.ends_at)) as moved
      from teacher_requests r where r.search_id = s.id) found
    where s.state = 'open' and (appointments.status not in ('option', 'planned', 'confirmed')
      or found.lack <= 0 or found.due or found.moved or found.asked = 0
      or (found.waiting > 0 and found.asked < found.lack))
    order by appointments.id`.execute(trx)
  return rows.map(({ id }) => id)
}
