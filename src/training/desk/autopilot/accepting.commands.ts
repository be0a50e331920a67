import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { enrol, lockTogether } from '../../places/enrolment/index.ts'
import { planCourse } from '../../planning/planning/index.ts'
import { type AcceptPlan, partIdsIn, planAccepting } from './accepting.queries.ts'
import type { ChosenLine } from './accepting.rules.ts'
import { type Told, tellOfPlanning } from './notices.mails.ts'
import { listToTell, toldIn } from './notices.queries.ts'
import type { FreshPlanning, Opening } from './types.ts'

export interface Accepted {
  people: number
  /** Those whose line did not do any more, and why. */
  stays: AcceptPlan['stays']
  planningIds: number[]
  partIds: number[]
  enrolmentIds: number[]
  refresherIds: number[]
  /** Messages that are ready to go, beside those that go by themselves. */
  told: number
}

/** What new plannings are; of an option until when, where nothing is said as is proposed. */
interface NewStatus {
  status: 'planned' | 'option'
  option_until: string | null | undefined
}

const NOWHERE = {
  address_name: null,
  street: null,
  street_no: null,
  street_no_adding: null,
  postal_code: null,
  city: null,
}
const OFFLINE = { join_url: null, join_code: null, join_password: null }

/** Adds a planning that was proposed, by the command of the wizard. */
async function addFresh(trx: Trx, { registry }: Services, opening: Opening, fresh: FreshPlanning, as: NewStatus) {
  const places = { address: NOWHERE, online_details: OFFLINE }
  return planCourse(trx, registry, {
    course_id: opening.courseId,
    ...as,
    option_until: as.option_until ?? null,
    max_count: fresh.maxCount,
    incompany: false,
    selected_company_ids: [],
    same_location: true,
    same_online_details: true,
    ...places,
    confirm_conflicts: null,
    open: false,
    appointments: fresh.parts.map((part, index) => ({
      index,
      course_component_id: part.componentId,
      start_datetime: part.starts_at,
      end_datetime: part.ends_at,
      room_id: fresh.roomId,
      ...places,
      responsibles: [{ contact_id: fresh.teachers[index]!.id, role_id: ROLE.teacher }],
      has_custom_teacher_application_count: false,
      teacher_application_count: null,
      times: {},
    })),
  })
}

/**
 * Takes lines of a proposal over: new plannings are made and people enrolled, all in one change set. Everything is judged
 * again under the locks that enrolling takes; what does not do any more is left out and told, the rest goes on.
 * @throws Invalid when nothing is left to do
 */
export async function accept(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  { lines, tell, ...status }: { lines: ChosenLine[]; tell: Told } & NewStatus,
): Promise<Accepted> {
  const partIds = partIdsIn(lines)
  if (partIds.length > 0) await lockTogether(trx, partIds, 'all')
  const plan = await planAccepting(trx, services.registry, viewer, lines)
  const done: Accepted = {
    people: 0,
    stays: [...plan.stays],
    planningIds: [],
    partIds: [],
    enrolmentIds: [],
    refresherIds: [],
    told: 0,
  }
  // Known before anybody is in: who is told of it by itself is found by what they come into.
  const people = tell.kinds.length === 0 ? [] : await listToTell(trx, plan.going, status.status)
  for (const [slot, { opening, dues }] of plan.going.entries()) {
    const appointmentId = await partFor(trx, services, opening, status, done)
    if (appointmentId === null) {
      done.stays.push(...dues.map(({ id, name }) => ({ id, name, why: 'krijgt geen plaats: lokaal of docent is intussen bezet' }))) // prettier-ignore
      continue
    }
    const contactIds = dues.map(({ contactId }) => contactId)
    const enrolled = await enrol(trx, viewer, { appointmentId, contactIds, whatAppointments: 'all' })
    done.people += enrolled.people
    done.partIds.push(...enrolled.partIds)
    done.enrolmentIds.push(...enrolled.enrolmentIds)
    done.refresherIds.push(...dues.map(({ id }) => id))
    const own = toldIn(people, slot, tell.kinds)
    done.told += await tellOfPlanning(trx, services, viewer, { of: appointmentId, people: own, message: tell })
  }
  const [first] = done.stays
  if (done.people === 0) throw new Invalid({ _form: [first ? `${first.name} ${first.why}.` : 'Er is niets te doen.'] })
  return done
}

/** The part that stands for a planning, which is made where it is not there yet; null when it cannot be made any more. */
async function partFor(trx: Trx, services: Services, opening: Opening, status: NewStatus, done: Accepted) {
  if (opening.fresh === null) return Number(opening.key.slice(1))
  try {
    const { planningId, firstPart } = await addFresh(trx, services, opening, opening.fresh, status)
    done.planningIds.push(planningId)
    return firstPart
  } catch (error) {
    // It is refused before anything is written, so that the others can go on.
    if (error instanceof Invalid) return null
    throw error
  }
}
