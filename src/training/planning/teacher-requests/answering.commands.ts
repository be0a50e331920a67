import { HttpError, Invalid } from '../../../platform/errors.ts'
import { inTransaction, sqlState } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { addTeacher, lockParts } from '../appointments/index.ts'
import { announce, goOn } from './create.commands.ts'
import { type TeacherRequest, getRequest, getSearchPart } from './teacher-requests.queries.ts'
import { isMoved, lacking, whyOver } from './teacher-requests.rules.ts'

export type Reply = 'yes' | 'no'

/** What an answer came to; why somebody who said yes does not give it is told in words. */
export type Outcome =
  | { kind: 'yes' | 'no' | 'moved' }
  /** The request is over: taken by another, lapsed, withdrawn. */
  | { kind: 'over'; why: string }
  /** It stays open: something else stands at that time. */
  | { kind: 'busy'; why: string }

interface Answer {
  reply: Reply
  /** Who is signed in; null: somebody who has the link. */
  actorId?: number | null
  reason?: string
  now?: Date
}

const FILLED = 'Deze plek is al vervuld door een collega'

/** Why a request is not to be answered any more, as its teacher reads it. */
export function whyClosed(request: TeacherRequest, part: Parameters<typeof whyOver>[0], now: Date): string | null {
  const over = whyOver(part, now)
  if (over !== null) return over
  switch (request.state) {
    case 'asked':
      return request.expires_at! <= now ? 'De tijd voor een antwoord is voorbij' : null
    case 'lapsed':
      return 'De tijd voor een antwoord is voorbij'
    case 'withdrawn':
      return request.search_state === 'filled' ? FILLED : request.why || 'De aanvraag is ingetrokken'
    case 'waiting':
      return 'De aanvraag is ingetrokken'
    case 'yes':
    case 'no':
      return 'U hebt al geantwoord'
  }
}

/**
 * Answers a request: the first who says yes gives the part, by the one way in which teachers come onto parts; after a no
 * the next is asked. Whoever answers at the same moment waits for this and reads what became of it.
 */
export async function answer(
  trx: Trx,
  services: Services,
  id: number,
  { reply, actorId = null, reason = '', now = new Date() }: Answer,
): Promise<Outcome> {
  const { appointment_id: partId } = await getRequest(trx, id)
  await lockParts(trx, [partId])
  const request = await getRequest(trx, id)
  const part = await getSearchPart(trx, partId)
  const closed = whyClosed(request, part, now)
  if (closed !== null) return { kind: 'over', why: closed }
  // What is asked anew of them comes with another mail.
  if (isMoved(request, part)) return { kind: 'moved' }
  if (reply === 'yes') {
    const isThere = part.responsibles.includes(request.contact_id)
    if (!isThere && lacking(part.needed, part.there) === 0) return { kind: 'over', why: FILLED }
    await addTeacher(trx, services.registry, partId, request.contact_id)
  }
  await trx
    .updateTable('teacher_requests')
    .set({ state: reply, ended_at: now, answered_by: actorId, why: reason })
    .where('id', '=', id)
    .execute()
  await goOn(trx, services, partId, now, { isSettled: true })
  await announce(trx, services, partId, [id])
  return { kind: reply }
}

/** What keeps somebody from a part in words, as the form of the part would tell the planner. */
const refusalText = (error: Invalid): string => Object.values(error.fields).flat().join(' ')

/** Answers in a transaction of its own; what keeps somebody from the part changes nothing and is told. */
export async function answerAlone(services: Services, id: number, reply: Answer): Promise<Outcome> {
  try {
    return await inTransaction(services.db, null, (trx) => answer(trx, services, id, reply))
  } catch (error) {
    if (error instanceof Invalid) return { kind: 'busy', why: refusalText(error) }
    // Booked double by somebody else at the same moment: the database refuses it at the end.
    if (sqlState(error) === '23P01') return { kind: 'busy', why: 'U bent op dat moment al ingedeeld.' }
    if (error instanceof HttpError && error.status === 409) return { kind: 'over', why: error.message }
    throw error
  }
}
