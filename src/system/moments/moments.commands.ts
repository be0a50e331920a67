import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { Services } from '../../platform/services.ts'
import { fitsRecipients } from '../messages/index.ts'
import type { MomentEdit } from './moments.forms.ts'
import { kindOf } from './moments.queries.ts'
import type { MomentKind } from './points.ts'

export interface NewMoment extends Omit<MomentEdit, 'version'> {
  kind: string
  object_type: string | null
  object_id: number | null
}

/**
 * What was chosen must go together, and the message must be one that these recipients can get.
 * @throws Invalid when it does not
 */
async function assertFits(
  trx: Trx,
  services: Pick<Services, 'registry'>,
  kind: MomentKind,
  { recipients, conditions, template_id }: Pick<MomentEdit, 'recipients' | 'conditions' | 'template_id'>,
): Promise<void> {
  if (!kind.recipients.includes(recipients)) throw new Invalid({ recipients: ['Kies aan wie het bericht gaat.'] })
  if (conditions.some((key) => !kind.conditions.some((condition) => condition.key === key)))
    throw new Invalid({ conditions: ['Deze voorwaarde hoort niet bij dit moment.'] })
  const problem = await fitsRecipients(trx, services, { record: kind.record, recipients, template: template_id })
  if (problem !== null) throw new Invalid({ template_id: [problem] })
}

/** @throws Invalid when nothing says at what time it goes */
function refuseTimeless({ days, at }: { days: number; at: string | null }, { side }: Pick<MomentKind, 'side'>): void {
  if (at === null && (days > 0 || side === 'before')) throw new Invalid({ at: ['Vul een tijd in, zoals 09:00.'] })
}

/** @throws Invalid when nothing says at what time it goes, or what was chosen does not go together */
export async function addMoment(
  trx: Trx,
  services: Pick<Services, 'registry'>,
  kind: MomentKind,
  moment: NewMoment,
): Promise<number> {
  await assertFits(trx, services, kind, moment)
  refuseTimeless(moment, kind)
  const { id } = await trx.insertInto('message_moments').values(moment).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Saves a moment. One that is switched on, or goes at another time, counts from now: what was due before by its new time
 * is not sent after all.
 * @throws Stale, Invalid as `addMoment`; NotFound when no module gives its kind any more
 */
export async function editMoment(
  trx: Trx,
  services: Pick<Services, 'registry'>,
  id: number,
  { version, ...input }: MomentEdit,
): Promise<void> {
  const before = await lockVersion(trx, 'message_moments', id, version, input)
  const kind = kindOf(services.registry, before.kind)
  if (!kind) throw new NotFound('Automatisch bericht')
  await assertFits(trx, services, kind, input)
  refuseTimeless(input, kind)
  const isAnew = (input.active && !before.active) || input.days !== before.days || input.at !== before.at
  await trx
    .updateTable('message_moments')
    .set({ ...input, ...(isAnew ? { active_since: new Date() } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Deletes a moment; what it sent stays known. */
export async function deleteMoment(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('message_moments').where('id', '=', id).execute()
}

/** Keeps a moment from sending anything more in one scope. */
export async function stopMoment(trx: Trx, id: number, scope: number): Promise<void> {
  await trx
    .insertInto('moment_stops')
    .values({ moment_id: id, scope_id: scope })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws NotFound when it was not stopped */
export async function resumeMoment(trx: Trx, id: number, scope: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('moment_stops')
    .where('moment_id', '=', id)
    .where('scope_id', '=', scope)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Gestopt bericht')
}
