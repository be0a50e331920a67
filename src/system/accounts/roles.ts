import { ROLE_LABELS as labels, type RoleId } from '../../platform/access/rights.ts'

/** Roles that an Administrator alone gives and takes, and whatever somebody signs in to them by (rulings 4). */
export const GUARDED_ROLES: readonly RoleId[] = [1, 2]

/** By the ids that are stored, among which may be one that is no role any more. */
export const ROLE_LABELS: Record<number, string> = labels
export const roleOptions = Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label }))

/** What a role may do, in one sentence for whoever grants it. */
export const ROLE_MEANINGS: Record<number, string> = {
  1: 'Mag alles, ook gebruikers en instellingen beheren.',
  2: 'Plant opleidingen, schrijft in en beheert relaties en certificaten.',
  3: 'Ziet de eigen planningen en vult daarvan resultaten en aanwezigheid in.',
  4: 'Ziet de eigen mensen, hun inschrijvingen en certificaten, en schrijft hen in.',
  5: 'Ziet de eigen gegevens, planningen en certificaten.',
  6: 'Ziet alleen de eigen agenda.',
}
