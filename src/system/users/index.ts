import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../platform/blockers.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { userArea } from './rights.ts'
import * as bulk from './bulk.screens.ts'
import * as calls from './calls.screens.ts'
import { userFields } from './users.fields.ts'
import { accountBlockers, userNames } from './users.queries.ts'
import * as screens from './users.screens.ts'
import { employeeSelector, userSelector } from './users.selectors.ts'

export const users: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(bulk), ...Object.values(calls)],
  records: [
    {
      type: 'user',
      label: { one: 'gebruiker', many: 'gebruikers' },
      area: userArea,
      table: 'users',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/user/view/{id}',
      fields: userFields,
      names: userNames,
    },
  ],
  selectors: [employeeSelector, userSelector],
  nav: [{ label: 'Gebruikers', icon: 'user-shield', href: '/users', key: 'g', area: userArea, order: 82, setup: true }],
  constraints: {
    users_email_key: { field: 'email', message: 'Er is al een account met dit e-mailadres.' },
    users_last_administrator: { field: '_form', message: 'Er moet altijd een actieve beheerder overblijven.' },
  },
  gifts: [give(blockers, [{ record: 'contact', what: 'delete', reasons: accountBlockers }])],
}
