import type { Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { type Booking, type Occupation, listOccupations, overlaps } from '../../system/occupations/index.ts'
import type { ResponsibleRole } from './appointments.rules.ts'
import { conflictLine } from './conflicts.rules.ts'

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
  registry: Registry,
  part: BookedPart,
  { others = [], except }: { others?: BookedPart[]; except?: number },
): Promise<{ room: string | null; people: string[] }> {
  const stored = await listOccupations(trx, registry, {
    spans: [{ from: part.starts_at, to: part.ends_at }],
    of: {
      contact: part.people.map(({ contact_id }) => contact_id),
      room: part.room_id === null ? [] : [part.room_id],
    },
    except: except === undefined ? undefined : { record: 'appointment', ids: [except] },
  })
  return { room: roomConflict(part, stored, others), people: peopleConflicts(part, stored, others) }
}

function roomConflict(part: BookedPart, stored: Occupation[], others: BookedPart[]): string | null {
  if (part.room_id === null) return null
  const own = others.filter((other) => other.room_id === part.room_id && overlaps(other, part))
  const busy = [...stored.filter(({ resource }) => resource === 'room'), ...own]
  return busy.length > 0 ? conflictLine(part.room, busy) : null
}

function peopleConflicts(part: BookedPart, stored: Occupation[], others: BookedPart[]): string[] {
  return part.people.flatMap((person) => {
    const here = presence(part, person)
    const own = others.flatMap((other) =>
      other.people.filter(({ contact_id }) => contact_id === person.contact_id).map((one) => presence(other, one)),
    )
    const theirs = stored.filter(
      ({ resource, resource_id }) => resource === 'contact' && resource_id === person.contact_id,
    )
    const busy = [...theirs, ...own].filter((booking) => overlaps(booking, here))
    return busy.length > 0 ? [conflictLine(person.name, busy)] : []
  })
}
