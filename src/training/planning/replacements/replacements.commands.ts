import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { type FieldMessages, Invalid } from '../../../platform/errors.ts'
import { assertShown } from '../../../platform/screens/table/bulk-plan.ts'
import type { Services } from '../../../platform/services.ts'
import { holdForPlanning } from '../../../system/occupations/index.ts'
import { lockParts, replaceResponsibles } from '../appointments/index.ts'
import { handOver, holdHandedOver } from './handing-over.plan.ts'
import { NOBODY, type ReplaceInput } from './replacements.forms.ts'
import { tellConcerned } from './replacements.mails.ts'
import { type Absent, type ReplacingPlan, planReplacing } from './replacements.plan.ts'
import { listHits, spanOf } from './replacements.queries.ts'

/**
 * What was shown, once nobody else plans with these parts and people until the transaction ends.
 * @throws HttpError (409) when somebody changed what was shown; Invalid for who cannot be, and for what is not chosen yet
 */
export async function planHeld(
  trx: Trx,
  { registry }: Pick<Services, 'registry'>,
  viewer: Viewer,
  { absent, plan: key, ...form }: ReplaceInput & { absent: Absent },
): Promise<ReplacingPlan> {
  const parts = (await listHits({ db: trx, registry, viewer }, absent.contactId, absent.period)).map(({ id }) => id)
  if (parts.length > 0) await lockParts(trx, parts)
  await holdHandedOver(trx, registry, absent.contactId, await spanOf(trx, absent.period))
  const people = [...form.choices.values(), ...form.others.values()].filter((id) => id > NOBODY)
  await holdForPlanning(trx, registry, { contact: [...new Set([absent.contactId, ...people])] })
  const plan = await planReplacing(trx, registry, viewer, { ...form, absent })
  assertShown(plan.shown, key)
  const wrong: FieldMessages = {}
  for (const { id, problem } of plan.hits) if (problem !== null) wrong[`choices.p${id}`] = [problem]
  for (const { key: name, problem } of plan.handed) if (problem !== null) wrong[`others.${name}`] = [problem]
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
  if (plan.question !== null) throw new Invalid({ _form: [plan.question] })
  return plan
}

/** Others take over what the plan says, it is remembered with the absence, and who is concerned is told. @returns mails */
export async function carryOut(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  { absenceId, plan, form }: { absenceId: number; plan: ReplacingPlan; form: ReplaceInput },
): Promise<number> {
  const { swaps, handed } = plan
  await handOver(trx, services.registry, handed)
  if (swaps.length === 0) return 0
  await replaceResponsibles(
    trx,
    swaps.map(({ hit, by }) => ({ id: hit.responsible_id, by })),
  )
  await trx
    .insertInto('replacements')
    .values(
      swaps.map(({ hit, by }) => ({
        absence_id: absenceId,
        appointment_id: hit.id,
        contact_id: by,
        role_id: hit.role_id,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['absence_id', 'appointment_id']).doUpdateSet((eb) => ({
        contact_id: eb.ref('excluded.contact_id'),
        role_id: eb.ref('excluded.role_id'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
  return tellConcerned(trx, services, viewer, { absenceId, plan, form })
}
