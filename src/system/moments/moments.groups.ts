import { type SqlBool, sql } from 'kysely'
import { valueGroup } from '../../platform/screens/table/value-groups.ts'
import { yesNoGroup } from '../../platform/screens/table/yes-no-group.ts'
import { momentFields } from './moments.fields.ts'

export const momentGroups = {
  /** By what they are relative to, in the words of who gives the kind. */
  kind: valueGroup<{ relative: string }>({
    label: momentFields.kind.label,
    column: sql<string>`message_moments.kind`,
    name: (moment) => moment.relative,
  }),
  active: yesNoGroup({
    label: momentFields.active.label,
    holds: sql<SqlBool>`message_moments.active`,
    names: { yes: 'Aan', no: 'Uit' },
  }),
}
