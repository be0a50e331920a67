import type { Trx } from '../../platform/database/types.ts'
import { listOccupations, listRoomOccupations } from './appointments.queries.ts'
import type { ResponsibleRole } from './appointments.rules.ts'
import { type Booking, conflictLine, overlaps } from './conflicts.rules.ts'

/** A part as it is about to be stored. */
export interface BookedPart extends Booking {
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
const presence = (part: BookedPart, { starts_at, ends_at }: BookedPart['people'][number]): Booking => ({
  description: part.description,
  starts_at: starts_at ?? part.starts_at,
  ends_at: ends_at ?? part.ends_at,
})

/**
 * Double bookings of the room and the people of a part, as sentences: with what is stored, but for the part `except`
 * that is being edited, and with the `others` that are about to be stored along with it.
 */
export async function conflictsOf(
  trx: Trx,
  part: BookedPart,
  { others = [], except }: { others?: BookedPart[]; except?: number },
): Promise<{ room: string | null; people: string[] }> {
  const room = await roomConflicts(trx, part, others, except)
  return {
    room: room.length > 0 ? conflictLine(part.room, room) : null,
    people: await peopleConflicts(trx, part, others, except),
  }
}

async function roomConflicts(
  trx: Trx,
  part: BookedPart,
  others: BookedPart[],
  except: number | undefined,
): Promise<Booking[]> {
  if (part.room_id === null) return []
  const range = { from: part.starts_at, to: part.ends_at, roomId: part.room_id, except }
  const own = others.filter((other) => other.room_id === part.room_id && overlaps(other, part))
  return [...(await listRoomOccupations(trx, range)), ...own]
}

async function peopleConflicts(
  trx: Trx,
  part: BookedPart,
  others: BookedPart[],
  except: number | undefined,
): Promise<string[]> {
  if (part.people.length === 0) return []
  const contactIds = part.people.map(({ contact_id }) => contact_id)
  const elsewhere = await listOccupations(trx, { from: part.starts_at, to: part.ends_at, contactIds, except })
  return part.people.flatMap((person) => {
    const here = presence(part, person)
    const own = others.flatMap((other) =>
      other.people.filter(({ contact_id }) => contact_id === person.contact_id).map((one) => presence(other, one)),
    )
    const theirs = elsewhere.filter(({ contact_id }) => contact_id === person.contact_id)
    const busy = [...theirs, ...own].filter((booking) => overlaps(booking, here))
    return busy.length > 0 ? [conflictLine(person.name, busy)] : []
  })
}
