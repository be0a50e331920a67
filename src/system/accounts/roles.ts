import { PLANNERS, ROLE, ROLE_LABELS as labels, type RoleId } from '../../platform/access/roles.ts'

/** Roles that an Administrator alone gives and takes, and whatever somebody signs in to them by (rulings 4). */
export const GUARDED_ROLES: readonly RoleId[] = PLANNERS

/** By the ids that are stored, among which may be one that is no role any more. */
export const ROLE_LABELS: Record<number, string> = labels
export const roleOptions = Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label }))

/** What a role may do, in one sentence for whoever grants it. */
export const ROLE_MEANINGS: Record<number, string> = {
  [ROLE.administrator]: 'Mag alles, ook gebruikers en instellingen beheren.',
  [ROLE.scheduler]: 'Plant opleidingen, schrijft in en beheert relaties en certificaten.',
  [ROLE.teacher]: 'Ziet de eigen planningen en vult daarvan resultaten en aanwezigheid in.',
  [ROLE.supervisor]: 'Ziet de eigen mensen, hun inschrijvingen en certificaten, en schrijft hen in.',
  [ROLE.student]: 'Ziet de eigen gegevens, planningen en certificaten.',
  [ROLE.lotus]: 'Ziet alleen de eigen agenda.',
}
