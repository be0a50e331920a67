import { type SqlBool, sql } from 'kysely'
import { valueGroup } from '../../platform/screens/table/value-groups.ts'
import { yesNoGroup } from '../../platform/screens/table/yes-no-group.ts'
import { roleNames } from './users.columns.ts'
import { userFields } from './users.fields.ts'
import { twoStep } from './users.queries.ts'

export const userGroups = {
  /** Who has several roles stands once, under all of them. */
  roles: valueGroup<{ roles: number[] }>({
    label: userFields.roles.label,
    column: sql<string>`array_to_string(users.roles, ',')`,
    name: (user) => (user.roles.length === 0 ? 'Geen rol' : roleNames(user.roles).join(', ')),
  }),
  two_step: yesNoGroup({ label: 'Tweestaps', holds: twoStep, names: { yes: 'Aan', no: 'Uit' } }),
  active: yesNoGroup({
    label: userFields.active.label,
    holds: sql<SqlBool>`users.active`,
    names: { yes: 'Actief', no: 'Uit' },
  }),
}
