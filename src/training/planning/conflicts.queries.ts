import type { Trx } from '../../platform/database/types.ts'
import { listOccupations, listRoomOccupations } from '../appointments/index.ts'
import { type Booking, conflictLine, overlaps } from './conflicts.rules.ts'
import type { ResponsibleRole } from './planning.rules.ts'

export interface PlannedPart extends Booking {
  /** Its row in the form. */
  index: number
  component_id: number | null
  room_id: number | null
  room: string
  people: {
    contact_id: number
    role_id: ResponsibleRole
    /** Own times within the part; null: from its start, to its end. */
    starts_at: Date | null
    ends_at: Date | null
    name: string
  }[]
}

/** When somebody is needed in a part. */
const presence = (part: PlannedPart, { starts_at, ends_at }: PlannedPart['people'][number]): Booking => ({
  description: part.description,
  starts_at: starts_at ?? part.starts_at,
  ends_at: ends_at ?? part.ends_at,
})

/**
 * Double bookings of people and rooms, with other plannings and among these parts themselves, as sentences by the field
 * they are about.
 */
export async function conflictsOf(trx: Trx, parts: PlannedPart[]): Promise<Map<string, string[]>> {
  const conflicts = new Map<string, string[]>()
  for (const part of parts) {
    const row = `appointments.${part.index}`
    const rooms = await roomConflicts(trx, part, parts)
    if (rooms.length > 0) conflicts.set(`${row}.room_id`, [conflictLine(part.room, rooms)])
    const people = await peopleConflicts(trx, part, parts)
    if (people.length > 0) conflicts.set(`${row}.responsibles`, [people.join(' ')])
  }
  return conflicts
}

async function roomConflicts(trx: Trx, part: PlannedPart, parts: PlannedPart[]): Promise<Booking[]> {
  if (part.room_id === null) return []
  const range = { from: part.starts_at, to: part.ends_at, roomId: part.room_id }
  const own = parts.filter((other) => other !== part && other.room_id === part.room_id && overlaps(other, part))
  return [...(await listRoomOccupations(trx, range)), ...own]
}

async function peopleConflicts(trx: Trx, part: PlannedPart, parts: PlannedPart[]): Promise<string[]> {
  if (part.people.length === 0) return []
  const contactIds = part.people.map(({ contact_id }) => contact_id)
  const elsewhere = await listOccupations(trx, { from: part.starts_at, to: part.ends_at, contactIds })
  return part.people.flatMap((person) => {
    const here = presence(part, person)
    const own = parts
      .filter((other) => other !== part)
      .flatMap((other) =>
        other.people.filter(({ contact_id }) => contact_id === person.contact_id).map((one) => presence(other, one)),
      )
    const theirs = elsewhere.filter(({ contact_id }) => contact_id === person.contact_id)
    const busy = [...theirs, ...own].filter((booking) => overlaps(booking, here))
    return busy.length > 0 ? [conflictLine(person.name, busy)] : []
  })
}
