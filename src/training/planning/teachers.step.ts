import { ROLE } from '../../platform/access/roles.ts'
import { formatPeriod } from '../../platform/format/format.ts'
import { epochSeconds } from '../../platform/format/zone.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Services } from '../../platform/services.ts'
import type { Db } from '../../platform/database/types.ts'
import { type Occupation, RESPONSIBLE_ROLES, bookingLine, listOccupations, overlaps } from '../appointments/index.ts'
import { type Draft, type DraftRow, spanOf } from './planning.draft.ts'
import { type Person, type PlannedCourse, listBusyRooms, listPeople, listRoomChoices } from './planning.queries.ts'
import { skilledFirst } from './planning.rules.ts'

/** The step 'teachers': per part the people who can be a responsible, by role, with what occupies them. */
export async function teachersStep(
  ctx: { db: Db; services: Services; viewer: Viewer },
  course: PlannedCourse,
  draft: Draft,
) {
  const people = await listPeople(ctx.services, ctx.viewer)
  const rows = draft.appointments.filter(({ enabled }) => enabled)
  const roomNotes = course.online ? [] : await listRoomNotes(ctx.db, rows)
  const parts = []
  for (const row of rows) {
    const component = course.components.find(({ id }) => id === row.course_component_id)
    const span = spanOf(row)
    if (!component || !span) continue
    const busy = await listOccupations(ctx.db, span)
    const sorted = skilledFirst(
      people,
      component.skills.map(({ id }) => id),
    )
    parts.push({
      index: row.index,
      title: component.description,
      period: formatPeriod(span.from, span.to),
      from: epochSeconds(span.from),
      to: epochSeconds(span.to),
      skills: component.skills.map(({ name }) => name).join(', '),
      roomNote: roomNotes.find(({ index }) => index === row.index)?.text ?? null,
      groups: RESPONSIBLE_ROLES.map((role) => ({
        ...role,
        people: sorted
          .filter((person) => person.roles.includes(role.id))
          .map((person) => choice(person, role.id, row, busyLine(busy, person.id, span))),
      })),
    })
  }
  return { parts, confirm: draft.confirm_conflicts }
}

/** What occupies somebody during a span; '' when nothing does. */
export function busyLine(occupations: Occupation[], contactId: number, { from, to }: { from: Date; to: Date }): string {
  return occupations
    .filter((other) => other.contact_id === contactId && overlaps(other, { starts_at: from, ends_at: to }))
    .map(bookingLine)
    .join('; ')
}

function choice(person: Person & { skilled: boolean }, role: number, row: DraftRow, busy: string) {
  // Who can be either names the role along with the choice, so that both lists can offer the same person.
  const value = role === ROLE.lotus && person.roles.includes(ROLE.teacher) ? `${person.id}:${role}` : String(person.id)
  const times = row.times[`c${person.id}`]
  return {
    id: person.id,
    value,
    name: person.label,
    skilled: person.skilled,
    busy,
    checked: row.responsibles.includes(value),
    starts: times?.starts_at ?? '',
    ends: times?.ends_at ?? '',
  }
}

/** Parts whose room is in use at their time, as sentences. */
async function listRoomNotes(db: Db, rows: DraftRow[]): Promise<{ index: number; text: string }[]> {
  const placed = rows.flatMap((row) => {
    const span = spanOf(row)
    return span && row.room_id !== null ? [{ ...span, index: row.index, room_id: row.room_id }] : []
  })
  if (placed.length === 0) return []
  const [rooms, busy] = await Promise.all([listRoomChoices(db), listBusyRooms(db, placed)])
  return placed.flatMap(({ index, room_id }, span) => {
    const bookings = busy.filter((booking) => booking.span === span && booking.room_id === room_id)
    const name = rooms.find(({ id }) => id === room_id)?.label ?? 'Het lokaal'
    return bookings.length === 0 ? [] : [{ index, text: `${name} is bezet: ${bookings.map(bookingLine).join('; ')}.` }]
  })
}
