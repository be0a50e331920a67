import { formatDate, formatTime } from '../../../platform/format/format.ts'
import { ZONE } from '../../../platform/format/zone.ts'

const days = new Intl.DateTimeFormat('nl-NL', { timeZone: ZONE, weekday: 'long' })

/** 'maandag 30-11-2026, 08:30–16:00'; with both days where it ends on another one. */
export function whenText(from: Date, to: Date): string {
  const [first, last] = [`${days.format(from)} ${formatDate(from)}`, `${days.format(to)} ${formatDate(to)}`]
  return first === last
    ? `${first}, ${formatTime(from)}–${formatTime(to)}`
    : `${first}, ${formatTime(from)} – ${last}, ${formatTime(to)}`
}

/** People of one form at most. */
export const MOST_PEOPLE = 20

interface Asked {
  first_name: string
  last_name_prefix: string
  last_name: string
  email: string
  birth_date: string | null
}

/** What two rows of a form have in common when they are about one person. */
export const identityOf = ({ first_name, last_name_prefix, last_name, email }: Asked): string =>
  [first_name + last_name_prefix + last_name, email].map((text) => text.toLowerCase().replace(/\s/g, '')).join(' ')

/** Somebody of the company with the name of the person at `place` of the form. */
export interface Namesake {
  place: number
  id: number
  email: string | null
  birth_date: string | null
}

/**
 * Who of the company the person at a place is: of that name, with that address or, where nobody has that, that birth
 * date. Where several fit nobody is taken, for then it is not sure who is meant.
 */
export function ownOf(person: Asked, place: number, namesakes: readonly Namesake[]): number | null {
  const here = namesakes.filter((one) => one.place === place)
  const byEmail = here.filter(({ email }) => email === person.email.toLowerCase())
  const byBirth = here.filter(({ birth_date }) => birth_date !== null && birth_date === person.birth_date)
  const fitting = byEmail.length > 0 ? byEmail : byBirth
  return fitting.length === 1 ? fitting[0]!.id : null
}
