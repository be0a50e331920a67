import { ROLE, ROLE_LABELS, STAFF } from '../../../platform/access/roles.ts'
import { formatPeriod } from '../../../platform/format/format.ts'
import { isPlanner, type Viewer, hasRole } from '../../../platform/access/viewer.ts'

/** What a planning can lack, as the tasks of lists and calendar call it. */
export const LACKING = { no_teacher: 'Docent ontbreekt', no_room: 'Lokaal, adres of link ontbreekt' } as const

/** What is cancelled keeps nobody busy. */
export const CANCELLED = 'cancelled'

/** What roles may see of an appointment (T-194…T-196). */
export const seenBy = (viewer: Viewer) => ({
  planner: isPlanner(viewer),
  staff: hasRole(viewer, ...STAFF, ROLE.supervisor),
})

/** Names of companies, and how many there are that must not be named: 'Bakkerij Smit en 1 ander bedrijf'. */
export function inCompanyNames(names: string[], others: number): string[] {
  if (others === 0) return names
  const rest = others === 1 ? '1 ander bedrijf' : `${others} andere bedrijven`
  const last = names.at(-1)
  return last === undefined ? [rest] : [...names.slice(0, -1), `${last} en ${rest}`]
}

interface Place {
  room_name: string | null
  establishment_name: string | null
  address_name: string | null
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
  online: boolean
}

/** Where a part takes place, on one line: the room, else the address, else 'Online'. */
export function placeLine(place: Place): string {
  if (place.room_name !== null) return [place.establishment_name, place.room_name].filter(Boolean).join(', ')
  const street = [place.street, place.street_no, place.street_no_adding].filter(Boolean).join(' ')
  const city = [place.postal_code, place.city].filter(Boolean).join(' ')
  return [place.address_name, street, city].filter(Boolean).join(', ') || (place.online ? 'Online' : '')
}

/** An address as the calls to the outside spell it. */
export interface Address {
  name: string | null
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
}

type EstablishmentAddress = { [K in Exclude<keyof Address, 'name'> as `establishment_${K}`]: string | null }

/** Where people go: the establishment of the room, else the address of the part itself. */
export function addressOf(place: Place & EstablishmentAddress): Address {
  if (place.room_name === null)
    return {
      name: place.address_name,
      street: place.street,
      street_no: place.street_no,
      street_no_adding: place.street_no_adding,
      postal_code: place.postal_code,
      city: place.city,
    }
  return {
    name: place.establishment_name,
    street: place.establishment_street,
    street_no: place.establishment_street_no,
    street_no_adding: place.establishment_street_no_adding,
    postal_code: place.establishment_postal_code,
    city: place.establishment_city,
  }
}

/** What a map is asked for; null when there is too little of an address to find. */
export function mapQuery({ street, street_no, street_no_adding, postal_code, city }: Address): string | null {
  if (!city && !postal_code) return null
  const line = [street, street_no, street_no_adding].filter(Boolean).join(' ')
  return [line, [postal_code, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** 'Planning 20418 · do 19-11-2026, 08:30–16:30 · Zwolle, lokaal 1 · Jeroen van Dijk'. */
export function summaryLine(
  appointment: Place & { group_id: number; starts_at: Date; ends_at: Date },
  teachers: string[],
): string {
  return [
    `Planning ${appointment.group_id}`,
    formatPeriod(appointment.starts_at, appointment.ends_at),
    placeLine(appointment),
    teachers.join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What somebody can be in a part (T-192); a teacher is there for the whole of it (T-193). */
export const RESPONSIBLE_ROLES = [
  { id: ROLE.teacher, name: ROLE_LABELS[ROLE.teacher], title: 'Docenten', ownTimes: false },
  { id: ROLE.lotus, name: ROLE_LABELS[ROLE.lotus], title: 'Lotussen', ownTimes: true },
] as const
export type ResponsibleRole = (typeof RESPONSIBLE_ROLES)[number]['id']

/** States in which there is nothing left to be done. */
export const OVER: readonly string[] = ['cancelled', 'done']

/** Whether there is anything to finish in a planning of these parts: what is cancelled or finished is over. */
export const canBeFinished = (parts: readonly { status: string }[]): boolean =>
  parts.some(({ status }) => !OVER.includes(status))

/** Why a part no longer moves by hand, by its status. */
const FIXED: Partial<Record<string, string>> = {
  executed: 'Dit onderdeel is uitgevoerd en staat vast.',
  done: 'Dit onderdeel is afgerond en staat vast.',
  cancelled: 'Dit onderdeel is geannuleerd en staat vast.',
}

/** Why a part stays where it is; null for one that can be moved. */
export const fixedReason = (status: string): string | null => FIXED[status] ?? null

/** Own times of somebody who is not there for the whole of a part. */
export const OUTSIDE_PART = 'Eigen tijden moeten binnen de tijden van het onderdeel vallen.'

/** Whether own times lie (partly) outside a part; one that is left open is that of the part itself. */
export const isOutsidePart = (
  own: { starts_at: Date | null; ends_at: Date | null },
  part: { start_datetime: Date; end_datetime: Date },
): boolean =>
  [own.starts_at, own.ends_at].some((at) => at !== null && (at < part.start_datetime || at > part.end_datetime)) ||
  own.starts_at?.getTime() === part.end_datetime.getTime() ||
  own.ends_at?.getTime() === part.start_datetime.getTime()
