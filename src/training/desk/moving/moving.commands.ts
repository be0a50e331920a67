import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { refuseUnread } from '../../../relations/bookings/index.ts'
import { holdForPlanning } from '../../../system/occupations/index.ts'
import { addPlanning, editAppointment, listResponsibles, permitRead } from '../../planning/appointments/index.ts'
import { findPlannable, listCompanyIds } from '../../planning/planning/index.ts'
import type { MoveInput } from './moving.forms.ts'
import { type MovePlan, planMove } from './moving.plan.ts'
import { movedText, statusOfCopy } from './moving.rules.ts'

/**
 * Moves a part by hand, by the command of its form; or plans it once more as a planning of its own.
 * @returns the part that stands there then, and what to say of it
 * @throws Invalid when it cannot be so; Unconfirmed for what is taken and was not read; Stale when somebody changed it meanwhile
 */
export async function moveByHand(
  trx: Trx,
  registry: Registry,
  id: number,
  { version, confirm_conflicts, ...wish }: MoveInput,
): Promise<{ id: number; done: string }> {
  if (wish.copy) await holdForCopy(trx, registry, id, wish)
  const plan = await planMove(trx, registry, id, wish)
  if (plan.refused !== null) throw new Invalid({ _form: [plan.refused] })
  if (wish.copy) return copyPart(trx, registry, plan, confirm_conflicts)
  await editAppointment(trx, registry, id, { ...plan.input, version, confirm_conflicts })
  return { id, done: movedText(plan.part, { starts_at: wish.start_datetime, ends_at: wish.end_datetime }, plan.when) }
}

/** Waits for whoever plans with the same people or room at this moment, and they for this. */
async function holdForCopy(
  trx: Trx,
  registry: Registry,
  id: number,
  { lanes, to_lane }: Pick<MoveInput, 'lanes' | 'to_lane'>,
): Promise<void> {
  const people = (await listResponsibles(trx, [id])).map(({ contact_id }) => contact_id)
  const part = await trx.selectFrom('appointments').select('room_id').where('id', '=', id).executeTakeFirst()
  const to = (kind: MoveInput['lanes']) => (lanes === kind && to_lane > 0 ? [to_lane] : [])
  await holdForPlanning(trx, registry, {
    contact: [...new Set([...people, ...to('teachers')])],
    room: [...new Set([...(part?.room_id ? [part.room_id] : []), ...to('locations')])],
  })
}

async function copyPart(
  trx: Trx,
  registry: Registry,
  plan: MovePlan,
  read: string[],
): Promise<{ id: number; done: string }> {
  const { part, input } = plan
  if (!(await findPlannable(trx, part.course_id)))
    throw new Invalid({ _form: ['Deze opleiding wordt niet meer gegeven.'] })
  const conflicts = refuseUnread([{ findings: plan.findings, fieldOf: () => 'start_datetime' }], read)
  const {
    start_datetime: starts_at,
    end_datetime: ends_at,
    status,
    has_custom_teacher_application_count: _own,
    ...kept
  } = input
  const company_ids = await listCompanyIds(trx, part.group_id)
  const { planningId, partIds } = await addPlanning(
    trx,
    { course_id: part.course_id, incompany: part.incompany, company_ids },
    [{ ...kept, component_id: part.component_id, starts_at, ends_at, status: statusOfCopy(status) }],
  )
  await permitRead(trx, registry, partIds, conflicts)
  return { id: partIds[0]!, done: `Gekopieerd als planning ${planningId}: ${plan.when}` }
}
