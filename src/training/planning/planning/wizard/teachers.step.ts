import { ROLE } from '../../../../platform/access/roles.ts'
import { formatPeriod } from '../../../../platform/format/format.ts'
import { epochSeconds } from '../../../../platform/format/zone.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Services } from '../../../../platform/services.ts'
import { listTravelTimes } from '../../../../system/establishments/index.ts'
import { bookingLine, overlaps } from '../../../../system/occupations/index.ts'
import {
  type JudgedRoom,
  RESPONSIBLE_ROLES,
  type ResponsibleRole,
  findJudgedRooms,
  findProofs,
  hireNote,
  judgeBoth,
  judgePerson,
  listNearby,
  spanAround,
  travelFrom,
} from '../../appointments/index.ts'
import { listRemarks } from '../../code95/index.ts'
import { listShortages } from '../../../catalogue/material-needs/index.ts'
import { type Draft, type DraftRow, spanOf } from './draft.rules.ts'
import { type ResponsibleCandidate, type PlannedCourse, listResponsibleCandidates } from '../planning.queries.ts'
import { skilledFirst } from '../planning.rules.ts'

/** The step 'teachers': per part the people who can be a responsible, by role, with what occupies them. */
export async function teachersStep(
  { services, viewer }: { services: Services; viewer: Viewer },
  course: PlannedCourse,
  draft: Draft,
  /** Who was free on the board that the wizard was opened from, proposed until somebody is chosen. */
  proposed: number | null = null,
) {
  const { db, registry } = services
  const people = await listResponsibleCandidates(services, viewer)
  const planned = draft.appointments.flatMap((row) => {
    const component = course.components.find(({ id }) => id === row.course_component_id)
    const span = row.enabled ? spanOf(row) : null
    return component && span ? [{ row, component, span }] : []
  })
  const chosen = course.online ? [] : planned.flatMap(({ row }) => row.room_id ?? [])
  const busy = await listNearby(db, registry, {
    spans: planned.map(({ span }) => spanAround({ starts_at: span.from, ends_at: span.to })),
    of: { contact: 'all', room: chosen },
  })
  const [judgedRooms, travelTimes] = [await findJudgedRooms(db, chosen), await listTravelTimes(db)]
  const proofs = await findProofs(
    db,
    planned.flatMap(({ component }) => component.id ?? []),
    people.map(({ id }) => id),
  )
  const warnings = await warningsOf(services, planned, Number(draft.max_count) || course.max_count)
  const parts = planned.map(({ row, component, span }, place) => {
    const during = { starts_at: span.from, ends_at: span.to }
    const near = Map.groupBy(
      busy.filter((other) => other.span === place),
      ({ resource, resource_id }) => `${resource} ${resource_id}`,
    )
    const linesOf = (resource: string, id: number) =>
      (near.get(`${resource} ${id}`) ?? [])
        .filter((other) => overlaps(other, during))
        .map(bookingLine)
        .join('; ')
    const room = row.room_id === null ? undefined : judgedRooms.get(row.room_id)
    const travel = travelFrom(travelTimes, room)
    /** What beside being busy is not right about somebody, who would be there for the whole part. */
    const notesOf = (person: ResponsibleCandidate, role_id: ResponsibleRole) => {
      const lacks = component.skills.filter(({ id }) => !person.skills.includes(id)).map(({ name }) => name)
      const proved = proofs.get(`${component.id}-${person.id}`) ?? []
      const judged = { contact_id: person.id, name: person.label, role_id, lacks, proved, ...during }
      return judgePerson(judged, near.get(`contact ${person.id}`) ?? [], travel).filter(({ taken }) => !taken)
    }
    const sorted = skilledFirst(
      people,
      component.skills.map(({ id }) => id),
    )
    return {
      index: row.index,
      title: component.description,
      period: formatPeriod(span.from, span.to),
      from: epochSeconds(span.from),
      to: epochSeconds(span.to),
      skills: component.skills.map(({ name }) => name).join(', '),
      teachers: {
        own: row.has_custom_teacher_application_count ? row.teacher_application_count : null,
        needed: component.teacher_application_count,
      },
      warnings: [
        ...(room ? roomNotes(room, linesOf('room', room.id)) : []),
        ...earlierThan(planned, place, judgedRooms).flatMap((other) => judgeBoth(during, other, travel)),
        ...warnings[place]!,
      ],
      roles: RESPONSIBLE_ROLES.map((role) => ({
        ...role,
        people: sorted
          .filter((person) => person.roles.includes(role.id))
          .map((person) => ({
            ...choice(person, role.id, row, linesOf('contact', person.id), proposedFor(component, sorted, proposed)),
            notes: notesOf(person, role.id),
          })),
      })),
    }
  })
  return { parts }
}

/** Who was asked for, else the only teacher there is; nobody who lacks what the component asks. */
function proposedFor(
  { skills }: Pick<PlannedCourse['components'][number], 'skills'>,
  people: readonly (ResponsibleCandidate & { skilled: boolean })[],
  asked: number | null,
): number | null {
  const teachers = people.filter(({ roles }) => roles.includes(ROLE.teacher))
  const found = people.find(({ id }) => id === asked) ?? (teachers.length === 1 ? teachers[0] : undefined)
  return found && (found.skilled || (asked === null && skills.length === 0)) ? found.id : null
}

/** What each of these is short of, and what keeps its hours from counting for code 95. */
async function warningsOf(
  { db, registry }: Services,
  planned: readonly PlannedPart[],
  max_count: number,
): Promise<string[][]> {
  const parts = planned.map(({ component, span }) => ({
    component_id: component.id,
    description: component.description,
    starts_at: span.from,
    ends_at: span.to,
    max_count,
  }))
  const short = await listShortages(db, registry, parts)
  const remarks = await listRemarks(db, parts)
  return parts.map((_part, i) => [...short[i]!, ...remarks[i]!].map(({ text }) => text))
}

interface PlannedPart {
  row: DraftRow
  component: PlannedCourse['components'][number]
  span: { from: Date; to: Date }
}

/** The parts of the draft that begin before this one, as somebody who gives both has them. */
const earlierThan = (planned: readonly PlannedPart[], place: number, rooms: Map<number, JudgedRoom>) =>
  planned
    .filter(
      ({ span }, i) =>
        i !== place &&
        (span.from < planned[place]!.span.from || (i < place && +span.from === +planned[place]!.span.from)),
    )
    .map(({ row, component, span }) => ({
      description: component.description,
      starts_at: span.from,
      ends_at: span.to,
      establishment_id: (row.room_id === null ? null : rooms.get(row.room_id)?.establishment_id) ?? null,
    }))

/** That a room is in use, and that its hire is not certain, as sentences. */
function roomNotes(room: JudgedRoom, lines: string): string[] {
  const taken = lines === '' ? null : `${room.name} is bezet: ${lines}.`
  return [taken, hireNote(room)].filter((text) => text !== null)
}

function choice(
  person: ResponsibleCandidate & { skilled: boolean },
  role: number,
  row: DraftRow,
  busy: string,
  proposed: number | null,
) {
  const isProposed = person.id === proposed && role === ROLE.teacher && busy === '' && row.responsibles.length === 0
  // Who can be either names the role along with the choice, so that both lists can offer the same person.
  const value = role === ROLE.lotus && person.roles.includes(ROLE.teacher) ? `${person.id}:${role}` : String(person.id)
  const times = row.times[`c${person.id}`]
  return {
    id: person.id,
    value,
    name: person.label,
    skilled: person.skilled,
    busy,
    checked: isProposed || row.responsibles.includes(value),
    starts: times?.starts_at ?? '',
    ends: times?.ends_at ?? '',
  }
}
