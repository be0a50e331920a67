/** People, plannings and courses of which proposals are made. */
import { addDays, instantOf } from '../../src/platform/format/zone.ts'
import type { Due, Ground, Opening, Stretch } from '../../src/training/desk/autopilot/types.ts'

/** A Monday, so that two weeks later is a working day. */
export const DAY = '2026-11-23'
export const hours = (day: string): Stretch[] => [
  { starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '16:00')! },
]

/** The first working day from so many days on. */
export function workday(inDays: number): string {
  let day = addDays(DAY, inDays)
  while ([0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())) day = addDays(day, 1)
  return day
}

export const daysTo = (day: string) => (Date.parse(day) - Date.parse(DAY)) / 86_400_000

export const due = (id: number, more: Partial<Due> = {}): Due => ({
  id,
  contactId: id,
  name: `Cursist ${id}`,
  companyId: null,
  company: null,
  courseId: 1,
  course: 'BHV herhaling',
  dueOn: addDays(DAY, 60),
  lastOn: addDays(DAY, 150),
  postalCode: '8011 AA',
  email: null,
  ...more,
})

export function opening(id: number, inDays: number, more: Partial<Opening> = {}): Opening {
  const day = workday(inDays)
  return {
    key: `p${id}`,
    courseId: 1,
    spans: hours(day),
    first: day,
    last: day,
    free: 10,
    place: 'Zwolle, lokaal 1',
    postalCode: '8011 AA',
    companies: null,
    fresh: null,
    ...more,
  }
}

const timing = { default_start: '09:00', duration_minutes: 420, days_after_previous: 0, optional: false }
export const component = { id: 1, description: 'Herhaling BHV', skills: [7], ...timing }
export const course = { id: 1, name: 'BHV herhaling', online: false, maxCount: 8, minimum: 4, components: [component] }
export const room = { id: 1, label: 'Zwolle, lokaal 1', capacity: 12, establishment: 'Zwolle', postalCode: '8011 AA' }
export const teacher = { id: 900, name: 'Jeroen van Dijk', skills: [7], proofs: [] }

export const ground = (more: Partial<Ground> = {}): Ground => ({
  today: DAY,
  dues: [],
  openings: [],
  courses: [course],
  rooms: [room],
  teachers: [teacher],
  busy: new Map(),
  closed: new Set(),
  asks: new Map(),
  birthDates: new Map(),
  languages: new Map(),
  proofs: [],
  withinKm: null,
  ...more,
})
export const many = (count: number, more: Partial<Due> = {}) =>
  Array.from({ length: count }, (_, i) => due(i + 1, more))
