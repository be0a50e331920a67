import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { yesNoGroup } from '../../platform/screens/table/yes-no-group.ts'
import { momentFields } from './moments.fields.ts'

/** By what they are relative to, in the words of who gives the kind. */
const kind: Group<{ relative: string }> = {
  label: momentFields.kind.label,
  sort: { by: [sql`message_moments.kind`] },
  key: sql<string>`message_moments.kind`,
  among: (keys) => sql<SqlBool>`message_moments.kind = any(${keys}::text[])`,
  name: (moment) => moment.relative,
}

export const momentGroups = {
  kind,
  active: yesNoGroup({
    label: momentFields.active.label,
    holds: sql<SqlBool>`message_moments.active`,
    names: { yes: 'Aan', no: 'Uit' },
  }),
}
