import type { Trx } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'
import type { Registry } from '../../../../platform/registry.ts'
import { fullName } from '../../../../relations/contacts/index.ts'
import { type Booking, holdForPlanning, listOccupations, overlaps } from '../../../../system/occupations/index.ts'
import {
  type NewPart,
  type NewResponsible,
  type ResponsibleRole,
  addPlanning,
  getAppointment,
  listResponsibles,
} from '../../appointments/index.ts'
import type { DuplicateInput } from './duplicating.forms.ts'
import { heldParts, listCompanyIds } from './duplicating.queries.ts'
import { findPeople, findPlannable, listRoomChoices } from '../planning.queries.ts'

type Part = Awaited<ReturnType<typeof heldParts>>[number]
type Span = Pick<Booking, 'starts_at' | 'ends_at'>

/** Somebody or something that is taken for a while. */
interface Taken extends Span {
  resource: string
  resource_id: number
}

/** A part at its new moment, with those who come if they are free. */
interface Wanted {
  part: Part
  span: Span
  people: {
    contact_id: number
    name: string
    role_id: ResponsibleRole
    own: [Date | null, Date | null]
    during: Span
  }[]
}

/**
 * Plans the same course once more at other moments: parts, places, companies, and rooms and people as far as they are
 * free then.
 * @returns the new planning, and who and what is left out
 * @throws Invalid when the course is given no more, or a part is not of this planning
 */
export async function duplicatePlanning(
  trx: Trx,
  registry: Registry,
  id: number,
  form: DuplicateInput,
): Promise<{ planningId: number; partIds: number[]; left: string[] }> {
  const { course_id, incompany, group_id } = await getAppointment(trx, id)
  if (!(await findPlannable(trx, course_id))) throw new Invalid({ _form: ['Deze opleiding wordt niet meer gegeven.'] })
  const wanted = await wantedParts(trx, group_id, form)
  const contacts = wanted.flatMap(({ people }) => people.map(({ contact_id }) => contact_id))
  await holdForPlanning(trx, registry, { contact: contacts, room: wanted.flatMap(({ part }) => part.room_id ?? []) })
  const roles = new Map((await findPeople(trx, contacts)).map((one) => [one.id, one.roles]))
  const rooms = new Set((await listRoomChoices(trx)).map((room) => room.id))
  const left = new Set<string>()
  const own: Taken[] = []
  const parts: NewPart[] = []
  for (const { part, span, people } of wanted) {
    const taken = [...own, ...(await takenIn(trx, registry, part, span, people))]
    const isFree = (resource: string, resourceId: number, during: Span) =>
      !taken.some((one) => one.resource === resource && one.resource_id === resourceId && overlaps(one, during))
    const come = people.filter(
      (one) =>
        roles.get(one.contact_id)?.includes(one.role_id) === true && isFree('contact', one.contact_id, one.during),
    )
    for (const { name } of people.filter((one) => !come.includes(one))) left.add(name)
    const { id: _id, room_name, ...kept } = part
    const room_id =
      part.room_id !== null && rooms.has(part.room_id) && isFree('room', part.room_id, span) ? part.room_id : null
    if (part.room_id !== room_id) left.add(room_name)
    own.push(...come.map((one) => ({ ...one.during, resource: 'contact', resource_id: one.contact_id })))
    if (room_id !== null) own.push({ ...span, resource: 'room', resource_id: room_id })
    parts.push({ ...kept, ...span, status: form.status, room_id, responsibles: come.map(responsibleOf) })
  }
  const planning = { course_id, incompany, company_ids: await listCompanyIds(trx, group_id) }
  return { ...(await addPlanning(trx, planning, parts)), left: [...left] }
}

/** The parts that are asked for, at their new moments. @throws Invalid for a part of another planning */
async function wantedParts(trx: Trx, planningId: number, { appointments }: DuplicateInput): Promise<Wanted[]> {
  const parts = await heldParts(trx, planningId)
  const people = await listResponsibles(
    trx,
    appointments.map(({ id }) => id),
  )
  return appointments.map(({ id, start_datetime, end_datetime }) => {
    const part = parts.find((one) => one.id === id)
    if (!part) throw new Invalid({ _form: ['Dit onderdeel hoort niet bij de planning.'] })
    const span = { starts_at: start_datetime, ends_at: end_datetime }
    const delay = start_datetime.getTime() - part.starts_at.getTime()
    return {
      part,
      span,
      people: people.filter((one) => one.appointment_id === id).map((one) => wantedPerson(one, span, delay)),
    }
  })
}

function wantedPerson(
  one: Awaited<ReturnType<typeof listResponsibles>>[number],
  span: Span,
  delay: number,
): Wanted['people'][number] {
  const own = [moved(one.starts_at, delay), moved(one.ends_at, delay)] as [Date | null, Date | null]
  return {
    contact_id: one.contact_id,
    name: fullName(one),
    role_id: one.role_id as ResponsibleRole,
    own,
    during: { starts_at: own[0] ?? span.starts_at, ends_at: own[1] ?? span.ends_at },
  }
}

const moved = (instant: Date | null, by: number): Date | null => instant && new Date(instant.getTime() + by)

/** What keeps the room and the people of a part busy at its new moment. */
const takenIn = (trx: Trx, registry: Registry, { room_id }: Part, span: Span, people: Wanted['people']) =>
  listOccupations(trx, registry, {
    spans: [{ from: span.starts_at, to: span.ends_at }],
    of: { contact: people.map(({ contact_id }) => contact_id), room: room_id === null ? [] : [room_id] },
  })

const responsibleOf = ({ contact_id, role_id, own }: Wanted['people'][number]): NewResponsible => ({
  contact_id,
  role_id,
  starts_at: own[0],
  ends_at: own[1],
})
