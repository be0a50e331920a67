import { ROLE } from '../../../platform/access/roles.ts'
import { type FieldMessages, Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { today } from '../../../platform/format/zone.ts'
import { holdForPlanning } from '../../../system/occupations/index.ts'
import { refuseUnread } from '../../../relations/bookings/index.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import {
  type BookedPart,
  type NewResponsible,
  addPlanning,
  judgeParts,
  ownCount,
  permitRead,
} from '../appointments/index.ts'
import { materialsOf } from '../../catalogue/material-needs/index.ts'
import type { PartInput, PlanningInput } from './planning.forms.ts'
import { type PlannedCourse, findCompanies, findPeople, findPlannable, listRoomChoices } from './planning.queries.ts'
import { defaultRole, firstDayOf, optionUntil, sharedLocation } from './planning.rules.ts'

export interface PlannedPart extends BookedPart {
  /** Its row in the form. */
  index: number
}

/** Collects what is wrong by field, so that everything is told at once. */
export class Refusals {
  readonly fields: FieldMessages = {}

  add(field: string, message: string): void {
    ;(this.fields[field] ??= []).push(message)
  }

  throwIfAny(): void {
    if (Object.keys(this.fields).length > 0) throw new Invalid(this.fields)
  }
}

/** What a form plans, with all that it names looked up. */
export interface ResolvedPlanning {
  course: PlannedCourse
  parts: PlannedPart[]
  company_ids: number[]
}

/**
 * Checks what the wizard sent, but for who and what is taken.
 * @throws Invalid for anything that cannot be planned, told on the row it is about
 */
export async function resolvePlanning(db: Db | Trx, input: PlanningInput): Promise<ResolvedPlanning> {
  const course = await findPlannable(db, input.course_id)
  if (!course) throw new Invalid({ course_id: ['Kies een opleiding die gegeven wordt.'] })
  const refusals = new Refusals()
  const parts = await resolveParts(db, input, course, refusals)
  const company_ids = input.incompany ? input.selected_company_ids : []
  if ((await findCompanies(db, company_ids)).length < company_ids.length)
    refusals.add('selected_company_ids', 'Een gekozen bedrijf bestaat niet meer.')
  refusals.throwIfAny()
  return { course, parts, company_ids }
}

/** Whoever plans with the same people and rooms waits until the transaction ends. */
export async function holdParts(trx: Trx, registry: Registry, parts: readonly BookedPart[]): Promise<void> {
  await holdForPlanning(trx, registry, {
    contact: parts.flatMap((part) => part.people.map(({ contact_id }) => contact_id)),
    room: parts.flatMap(({ room_id }) => room_id ?? []),
    material: await materialsOf(
      trx,
      parts.map(({ component_id }) => component_id),
    ),
  })
}

/** The field of a part that what is taken is told at. */
const TOLD_AT: Record<string, string> = { room: 'room_id', material: 'start_datetime' }

/**
 * Stores what the wizard sent, after checking all of it again: one planning with a part per component that is switched
 * on.
 * @throws Invalid for anything that cannot be planned, told on the row it is about; Unconfirmed for what is taken and was
 *   not read
 */
export async function planCourse(
  trx: Trx,
  registry: Registry,
  input: PlanningInput,
): Promise<{ planningId: number; firstPart: number }> {
  const { course, parts, company_ids } = await resolvePlanning(trx, input)
  await holdParts(trx, registry, parts)
  const found = await judgeParts(trx, registry, parts)
  const conflicts = refuseUnread(
    parts.map((part, i) => ({
      findings: found[i]!,
      fieldOf: ({ resource }) => `appointments.${part.index}.${TOLD_AT[resource] ?? 'responsibles'}`,
      ...(parts.length > 1 ? { about: part.description } : {}),
    })),
    input.confirm_conflicts,
  )

  const planning = {
    course_id: course.id,
    incompany: input.incompany,
    company_ids,
    option_until: optionUntil(input, firstDayOf(parts), today()),
  }
  const { planningId, partIds } = await addPlanning(trx, planning, newParts(input, course, parts))
  await permitRead(trx, registry, partIds, conflicts)
  const earliest = parts.reduce((first, part, i) => (part.starts_at < parts[first]!.starts_at ? i : first), 0)
  return { planningId, firstPart: partIds[earliest]! }
}

/** The parts with their components, rooms and people looked up. */
async function resolveParts(
  db: Db | Trx,
  { appointments, max_count }: PlanningInput,
  course: PlannedCourse,
  refusals: Refusals,
): Promise<PlannedPart[]> {
  const rooms = new Set((await listRoomChoices(db)).map(({ id }) => id))
  const ids = appointments.flatMap(({ responsibles }) => responsibles.map(({ contact_id }) => contact_id))
  const people = new Map((await findPeople(db, ids)).map((person) => [person.id, person]))
  return appointments.map((part): PlannedPart => {
    const row = `appointments.${part.index}`
    const component = course.components.find(({ id }) => id === part.course_component_id)
    if (!component) refusals.add(`${row}.course_component_id`, 'Dit onderdeel hoort niet bij de opleiding.')
    if (
      appointments.some((other) => other.index < part.index && other.course_component_id === part.course_component_id)
    )
      refusals.add(`${row}.course_component_id`, 'Dit onderdeel staat er al bij.')
    const room_id = course.online ? null : part.room_id
    if (room_id !== null && !rooms.has(room_id)) refusals.add(`${row}.room_id`, 'Maak een keuze')
    return {
      index: part.index,
      description: component?.description ?? '',
      component_id: part.course_component_id,
      starts_at: part.start_datetime,
      ends_at: part.end_datetime,
      room_id,
      max_count: max_count ?? course.max_count,
      people: resolvePeople(part, people, (field, message) => refusals.add(`${row}.${field}`, message)),
    }
  })
}

function resolvePeople(
  part: PartInput,
  known: Map<number, Awaited<ReturnType<typeof findPeople>>[number]>,
  refuse: (field: string, message: string) => void,
): PlannedPart['people'] {
  return part.responsibles.flatMap(({ contact_id, role_id }, i) => {
    const person = known.get(contact_id)
    const role = role_id ?? defaultRole(person?.roles ?? [])
    if (!person || role === null || !person.roles.includes(role)) {
      refuse('responsibles', 'Kies een docent of lotus die actief is.')
      return []
    }
    const name = fullName(person)
    if (part.responsibles.findIndex((other) => other.contact_id === contact_id) !== i)
      refuse('responsibles', `${name} is bij dit onderdeel twee keer gekozen.`)
    const { starts_at = null, ends_at = null } = part.times[`c${contact_id}`] ?? {}
    if (role === ROLE.teacher && (starts_at || ends_at))
      refuse(`times.c${contact_id}.starts_at`, 'Een docent heeft geen eigen tijden.')
    return [{ contact_id, role_id: role, starts_at, ends_at, name }]
  })
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

/** Rows for the database: with a room its establishment says where it is, so no address is kept beside it. */
export function newParts(input: PlanningInput, course: PlannedCourse, parts: PlannedPart[]) {
  const { online } = course
  const wanted = online ? input.same_online_details : input.same_location
  const { same } = sharedLocation(parts, { online, wanted })
  return parts.map(({ people, index, ...part }) => {
    const own = input.appointments.find((row) => row.index === index)!
    const { address, online_details } = same ? input : own
    return {
      ...part,
      status: input.status,
      max_count: input.max_count ?? course.max_count,
      ...(online || part.room_id !== null ? NOWHERE : address),
      ...(online ? online_details : OFFLINE),
      teacher_application_count: ownCount(own),
      responsibles: people.map(({ name: _name, ...responsible }): NewResponsible => responsible),
    }
  })
}
