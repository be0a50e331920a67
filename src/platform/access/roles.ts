/** The roles of people by their ids, which the database and the outside calls hold (rulings 4). */
export const ROLE = { administrator: 1, scheduler: 2, teacher: 3, supervisor: 4, student: 5, lotus: 6 } as const
export type RoleId = (typeof ROLE)[keyof typeof ROLE]

/** Roles that see a list of a few entries as their menu. */
export type ListRole = Exclude<keyof typeof ROLE, 'administrator' | 'scheduler'>

/** Who plan courses and keep the office. */
export const PLANNERS: readonly RoleId[] = [ROLE.administrator, ROLE.scheduler]
/** Who work for the training company; the others are its guests. */
export const STAFF: readonly RoleId[] = [...PLANNERS, ROLE.teacher]
/** Who can sign in. */
export const EVERYONE: readonly RoleId[] = Object.values(ROLE)

/** Their names, as outside calls know them. */
export const ROLES: Readonly<Record<RoleId, string>> = {
  [ROLE.administrator]: 'Administrator',
  [ROLE.scheduler]: 'Scheduler',
  [ROLE.teacher]: 'Teacher',
  [ROLE.supervisor]: 'Supervisor',
  [ROLE.student]: 'Student',
  [ROLE.lotus]: 'lotus',
}
/** The roles in Dutch, as people read them. */
export const ROLE_LABELS: Readonly<Record<RoleId, string>> = {
  [ROLE.administrator]: 'Beheerder',
  [ROLE.scheduler]: 'Planner',
  [ROLE.teacher]: 'Docent',
  [ROLE.supervisor]: 'Leidinggevende',
  [ROLE.student]: 'Cursist',
  [ROLE.lotus]: 'Lotus',
}
