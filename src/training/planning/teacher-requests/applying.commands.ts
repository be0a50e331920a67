import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { addTeacher, lockParts } from '../appointments/index.ts'
import { goOn } from './create.commands.ts'
import { getApplication, listOpenParts } from './applications.queries.ts'
import { mailDecided } from './teacher-requests.mails.ts'
import { getSearchPart } from './teacher-requests.queries.ts'
import { lacking, whyOver } from './teacher-requests.rules.ts'

/** A teacher applies for a part that is open to them. @throws NotFound when it is not (any more) */
export async function applyFor(
  trx: Trx,
  services: Services,
  partId: number,
  { contactId, note, seen }: { contactId: number; note: string; seen: number },
): Promise<number> {
  await lockParts(trx, [partId])
  const [part] = await listOpenParts(trx, services.registry, contactId, partId)
  if (!part) throw new NotFound('Onderdeel')
  if (part.starts_at.getTime() !== seen) throw new HttpError(409, 'Dit onderdeel is zojuist verplaatst.')
  const { id } = await trx
    .insertInto('teacher_applications')
    .values({ appointment_id: partId, contact_id: contactId, note })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function lockOpen(trx: Trx, id: number) {
  const { appointment_id: partId } = await getApplication(trx, id)
  await lockParts(trx, [partId])
  const application = await getApplication(trx, id)
  if (application.state !== 'open') throw new HttpError(409, 'Deze aanmelding is al beantwoord.')
  return application
}

/** A teacher takes an application back. @throws HttpError (409) when it was answered already */
export async function withdrawApplication(trx: Trx, id: number): Promise<number> {
  const { appointment_id } = await lockOpen(trx, id)
  await trx
    .updateTable('teacher_applications')
    .set({ state: 'withdrawn', ended_at: new Date() })
    .where('id', '=', id)
    .execute()
  return appointment_id
}

/**
 * A planner accepts somebody, who then gives the part, or refuses; they are mailed.
 * @throws HttpError (409) when it was answered already or nobody is needed; Invalid for a double booking
 */
export async function decide(
  trx: Trx,
  services: Services,
  id: number,
  { answer, why, actorId }: { answer: 'accepted' | 'refused'; why: string; actorId: number },
) {
  const application = await lockOpen(trx, id)
  const part = await getSearchPart(trx, application.appointment_id)
  const now = new Date()
  if (answer === 'accepted') {
    const over = whyOver(part, now)
    if (over !== null) throw new HttpError(409, `${over}.`)
    if (lacking(part.needed, part.there) === 0)
      throw new HttpError(409, 'Dit onderdeel heeft alle docenten die nodig zijn.')
    await addTeacher(trx, services.registry, part.id, application.contact_id).catch((error: unknown) => {
      if (error instanceof Invalid) throw new Invalid({ _form: Object.values(error.fields).flat() })
      throw error
    })
  }
  await trx
    .updateTable('teacher_applications')
    .set({ state: answer, ended_at: now, decided_by: actorId, why })
    .where('id', '=', id)
    .execute()
  await mailDecided(trx, services, part, application, { accepted: answer === 'accepted', why })
  await goOn(trx, services, part.id, now)
  return application
}
