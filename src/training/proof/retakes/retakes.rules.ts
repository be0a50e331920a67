import type { Lacking } from './retakes.queries.ts'

/** What came of it: 'Niet gekomen' where somebody missed all that is to be done again, else 'Niet geslaagd'. */
export const outcomeText = (lacking: readonly Lacking[]): string =>
  lacking.every(({ absent }) => absent) ? 'Niet gekomen' : 'Niet geslaagd'

/** What enrolling somebody again needs to know. */
interface Again {
  contact_id: number
  course_id: number
  next_part: number | null
}

/** Where somebody is enrolled again: at the first planning that fits, for the part alone or for the whole course. */
export const enrolUrl = ({ contact_id, course_id, next_part }: Again, what: 'this' | 'all'): string =>
  next_part === null
    ? `/calendar/enroll/${course_id}/0?by=course&contact_id=${contact_id}`
    : `/calendar/enroll/${next_part}/0?contact_id=${contact_id}&what=${what}`
