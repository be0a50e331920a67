import { sql } from 'kysely'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'
import { ROLE_LABELS } from '../accounts/index.ts'

export const roleNames = (roles: number[]): string[] => roles.map((role) => ROLE_LABELS[role] ?? '')

const yesNo = (column: 'is_support' | 'is_developer') => () => sql<boolean>`${sql.ref(`users.${column}`)}`

/** What else is known of users, for who wants it in the list. */
export const userColumns = [
  askedColumn({ field: 'is_support', asks: yesNo('is_support'), cell: (is) => (is ? 'Ja' : 'Nee') }),
  askedColumn({ field: 'is_developer', asks: yesNo('is_developer'), cell: (is) => (is ? 'Ja' : 'Nee') }),
  askedColumn({
    field: 'password',
    label: 'Wachtwoord',
    asks: () => sql<boolean>`users.password_hash is not null`,
    cell: (has) => (has ? 'Gekozen' : { text: 'Nog niet gekozen', muted: true }),
  }),
  askedColumn({
    field: 'active_reason',
    asks: () => sql<string | null>`users.active_reason`,
    cell: (reason) => reason,
  }),
  addedColumn('users'),
]
