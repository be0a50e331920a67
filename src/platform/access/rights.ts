/**
 * The rights matrix (rulings 4; tests/fixtures/permissions.csv is its source): per area which roles may view and
 * change, and whether only 'own' records. Areas of calls that override their area's row have a name of their own.
 */
import { ROLE, type RoleId } from './roles.ts'

export type Right = 'view' | 'change'
export type Scope = 'all' | 'own' | 'none'

const { administrator: A, scheduler: S, teacher: T, supervisor: V, student: C, lotus: L } = ROLE
const everyone = [A, S, T, V, C, L] as const

interface Row {
  view: readonly RoleId[]
  viewOwn?: readonly RoleId[]
  change: readonly RoleId[]
  changeOwn?: readonly RoleId[]
}

export const MATRIX = {
  platform: { view: everyone, change: everyone },
  'errors-truncate': { view: [A], change: [A] },
  upload: { view: everyone, change: everyone },
  'auth-session': { view: everyone, change: everyone },
  'login-as': { view: [A], change: [A] },
  'user-self': { view: everyone, change: everyone },
  calendar: { view: [A, S], viewOwn: [T, V, C, L], change: [A, S] },
  occupations: { view: [A, S], viewOwn: [T], change: [] },
  appointments: { view: [A, S], viewOwn: [T, V, C, L], change: [A, S] },
  // The note on a student is the one thing of an appointment that a teacher changes (matrix, appointments).
  'appointment-notes': { view: [A, S], viewOwn: [T], change: [A, S], changeOwn: [T] },
  results: { view: [A, S], viewOwn: [T], change: [A, S], changeOwn: [T] },
  enrolment: { view: [A, S], viewOwn: [V], change: [A, S], changeOwn: [V] },
  'enrolment-planning': { view: [A, S], change: [A, S] },
  finish: { view: [A, S], change: [A, S] },
  certificates: { view: [A, S], viewOwn: [V, C], change: [A, S] },
  companies: { view: [A, S], viewOwn: [V], change: [A, S] },
  contacts: { view: [A, S], viewOwn: [V, C], change: [A, S], changeOwn: [V, C] },
  'contacts-manage': { view: [A, S], change: [A, S] },
  courses: { view: [A, S, T, V], change: [A, S] },
  establishments: { view: [A, S], change: [A] },
  settings: { view: [A], change: [A] },
  // Documents: supervisors and students see external ones only, teachers change their own uploads (documents.rules.ts).
  documents: { view: [A, S], viewOwn: [T, V, C], change: [A, S], changeOwn: [T] },
  notes: { view: [A, S], viewOwn: [T], change: [A, S], changeOwn: [T] },
  messages: { view: [A, S], change: [A, S] },
  history: { view: [A, S], change: [] },
  dashboard: { view: [A, S], viewOwn: [T, V, C], change: [] },
  terms: { view: [A], change: [A] },
  user: { view: [A], change: [A] },
  // No role opens it but the developer flag of a user (viewer.ts).
  dev: { view: [], change: [] },
} as const satisfies Record<string, Row>

export type Area = keyof typeof MATRIX
type HasOwn<K extends Area, R extends Right> = `${R}Own` extends keyof (typeof MATRIX)[K] ? K : never
/** Areas where some role sees only its own records: their screens must name a record type to compile. */
export type OwnArea = { [K in Area]: HasOwn<K, 'view'> | HasOwn<K, 'change'> }[Area]

/** How much a person with these roles may view or change in an area; the rights of several roles add up. */
export function scopeOf(roles: readonly RoleId[], area: Area, right: Right): Scope {
  const row: Row = MATRIX[area]
  if (roles.some((role) => row[right].includes(role))) return 'all'
  const own = right === 'view' ? row.viewOwn : row.changeOwn
  return roles.some((role) => own?.includes(role)) ? 'own' : 'none'
}
