import { sql } from 'kysely'
import { monthGroup, valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { STATES } from './expiring.rules.ts'
import type { ExpiringState } from './points.ts'

export const expiringGroups = {
  month: monthGroup('quotations.expires_on'),
  state: valueGroup<{ state: ExpiringState }>({
    label: 'Staat',
    column: sql<string>`quotations.state`,
    name: ({ state }) => STATES[state],
  }),
}
