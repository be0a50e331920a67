import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { yesNoGroup } from '../../platform/screens/table/yes-no-group.ts'
import { roleNames } from './users.columns.ts'
import { userFields } from './users.fields.ts'
import { twoStep } from './users.queries.ts'

const asText = sql<string>`array_to_string(users.roles, ',')`

/** Who has several roles stands once, under all of them. */
const roles: Group<{ roles: number[] }> = {
  label: userFields.roles.label,
  sort: { by: [asText] },
  key: asText,
  among: (keys) => sql<SqlBool>`${asText} = any(${keys}::text[])`,
  name: (user) => (user.roles.length === 0 ? 'Geen rol' : roleNames(user.roles).join(', ')),
}

const twoStepGroup = yesNoGroup({ label: 'Tweestaps', holds: twoStep, names: { yes: 'Aan', no: 'Uit' } })
const active = yesNoGroup({
  label: userFields.active.label,
  holds: sql<SqlBool>`users.active`,
  names: { yes: 'Actief', no: 'Uit' },
})

export const userGroups = { roles, two_step: twoStepGroup, active }
