import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { ROLE_LABELS } from '../accounts/index.ts'
import { userFields } from './users.fields.ts'

export const roleNames = (roles: number[]): string[] => roles.map((role) => ROLE_LABELS[role] ?? '')

const { shown, added } = columnsOf('users', userFields)

/** What else is known of users, for who wants it in the list. */
export const userColumns = [
  shown('is_support'),
  shown('is_developer'),
  shown('password', {
    label: 'Wachtwoord',
    as: (has: boolean) => (has ? 'Gekozen' : { text: 'Nog niet gekozen', muted: true }),
    of: sql`users.password_hash is not null`,
  }),
  shown('active_reason', { as: 'text' }),
  added,
]
