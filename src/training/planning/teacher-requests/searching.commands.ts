import { sql } from 'kysely'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { lockParts } from '../appointments/index.ts'
import { announce, askSoon, endSearch, withdraw } from './create.commands.ts'
import { listCandidates } from './candidates.queries.ts'
import type { Way } from './labels.ts'
import {
  type SearchPart,
  type TeacherRequest,
  findOpenSearch,
  getRequest,
  getSearch,
  getSearchPart,
} from './teacher-requests.queries.ts'
import { lacking, whyNotAsked, whyOver } from './teacher-requests.rules.ts'

/** Why no teachers can be asked for a part; null when they can. */
export function whyNoSearch(part: SearchPart, hasSearch: boolean, now: Date): string | null {
  const over = whyOver(part, now)
  if (over !== null) return `${over}.`
  if (hasSearch) return 'Voor dit onderdeel worden al docenten gevraagd.'
  return lacking(part.needed, part.there) === 0 ? 'Dit onderdeel heeft alle docenten die nodig zijn.' : null
}

interface NewSearch {
  way: Way
  answer_hours: number
  message: string
  /** Contacts, in the order in which they are asked. */
  teachers: number[]
}

/** @throws Invalid when somebody among them cannot be asked, with why */
async function refuseUnfit(trx: Trx, services: Services, part: SearchPart, ids: number[]): Promise<void> {
  const candidates = new Map((await listCandidates(trx, services.registry, part, ids)).map((one) => [one.id, one]))
  const refused = ids.flatMap((id) => {
    const one = candidates.get(id)
    const why = one ? whyNotAsked(one) : 'Kies docenten die actief zijn en nog niet bij het onderdeel staan.'
    if (why === null) return []
    return [one && !why.includes(one.name) ? `${one.name}: ${why.slice(0, 1).toLowerCase()}${why.slice(1)}.` : why]
  })
  if (refused.length > 0) throw new Invalid({ teachers: [...new Set(refused)] })
}

/**
 * Begins to ask teachers for a part: nobody hears of it before the time for taking it back is over.
 * @throws HttpError (409) when none can be asked for it any more; Invalid for somebody who cannot be asked
 */
export async function startSearch(trx: Trx, services: Services, partId: number, input: NewSearch): Promise<number> {
  await lockParts(trx, [partId])
  const part = await getSearchPart(trx, partId)
  const refusal = whyNoSearch(part, (await findOpenSearch(trx, partId)) !== undefined, new Date())
  if (refusal !== null) throw new HttpError(409, refusal)
  const { teachers, ...values } = input
  await refuseUnfit(trx, services, part, teachers)
  const { id } = await trx
    .insertInto('teacher_searches')
    .values({ appointment_id: partId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('teacher_requests')
    .values(teachers.map((contact_id, i) => ({ search_id: id, appointment_id: partId, contact_id, place: i + 1 })))
    .execute()
  await askSoon(trx, partId)
  return id
}

/** Ends a search by hand; who was asked hears why. @throws HttpError (409) when it ended already */
export async function stopSearch(trx: Trx, services: Services, id: number, why: string): Promise<number> {
  const { appointment_id: partId } = await getSearch(trx, id)
  await lockParts(trx, [partId])
  const search = await getSearch(trx, id)
  if (search.state !== 'open') throw new HttpError(409, 'Er worden geen docenten meer gevraagd.')
  const part = await getSearchPart(trx, partId)
  await endSearch(trx, services, { part, search, now: new Date() }, { state: 'ended', why })
  await announce(trx, services, partId, [])
  return partId
}

/** Takes back what one teacher is asked; the next is asked instead. @throws HttpError (409) when it is over already */
export async function withdrawRequest(trx: Trx, services: Services, id: number, why: string): Promise<TeacherRequest> {
  const { appointment_id: partId } = await getRequest(trx, id)
  await lockParts(trx, [partId])
  const request = await getRequest(trx, id)
  if (request.state !== 'asked' && request.state !== 'waiting')
    throw new HttpError(409, 'Deze aanvraag loopt niet meer.')
  const part = await getSearchPart(trx, partId)
  await withdraw(trx, services, { part, now: new Date() }, [request], why)
  await askSoon(trx, partId)
  await announce(trx, services, partId, [id])
  return request
}

/**
 * Asks somebody once more who said no, did not answer or was not needed, behind those who wait; a search that ended goes
 * on with them.
 * @throws HttpError (409) when nobody can be asked for the part, or this teacher not
 */
export async function askAgain(trx: Trx, services: Services, id: number): Promise<TeacherRequest> {
  const { appointment_id: partId } = await getRequest(trx, id)
  await lockParts(trx, [partId])
  const request = await getRequest(trx, id)
  if (request.state === 'asked' || request.state === 'waiting') throw new HttpError(409, 'Deze docent is al gevraagd.')
  const part = await getSearchPart(trx, partId)
  const open = await findOpenSearch(trx, partId)
  const refusal = whyNoSearch(part, open !== undefined && open.id !== request.search_id, new Date())
  if (refusal !== null) throw new HttpError(409, refusal)
  const [candidate] = await listCandidates(trx, services.registry, part, [request.contact_id])
  const why = candidate ? whyNotAsked(candidate) : 'Deze docent staat al bij het onderdeel of is niet meer actief.'
  if (why !== null) throw new HttpError(409, why)
  if (!open)
    await trx
      .updateTable('teacher_searches')
      .set({ state: 'open', ended_at: null, why: '' })
      .where('id', '=', request.search_id)
      .execute()
  await trx
    .updateTable('teacher_requests')
    .set((eb) => ({
      state: 'waiting',
      ended_at: null,
      answered_by: null,
      why: '',
      place: eb
        .selectFrom('teacher_requests as other')
        .select(sql<number>`max(other.place) + 1`.as('last'))
        .where('other.search_id', '=', request.search_id),
    }))
    .where('id', '=', id)
    .execute()
  await askSoon(trx, partId)
  await announce(trx, services, partId, [id])
  return request
}
