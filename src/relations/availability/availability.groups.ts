import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { stateGroup } from '../../platform/screens/table/state-group.ts'
import { fullName } from '../contacts/index.ts'
import type { NameParts } from '../naming/index.ts'
import { absenceFields } from './availability.fields.ts'
import { byPerson, plansForAll } from './availability.queries.ts'

/** By whom it is about, in the order of their names. Who sees the own alone has nothing to group. */
const personGroup = (contactId: RawBuilder<unknown>): Group<NameParts> => ({
  label: absenceFields.contact_id.label,
  when: (viewer) => plansForAll(viewer),
  sort: { by: [...byPerson, sql`contacts.id`], types: ['text', 'text', 'bigint'] },
  key: sql<string>`contacts.id::text`,
  among: (keys) => sql<SqlBool>`${contactId} = any(${keys.map(Number)}::integer[])`,
  name: fullName,
})

export const absenceGroups = {
  person: personGroup(sql`absences.contact_id`),
  kind: stateGroup({
    label: absenceFields.kind.label,
    when: (viewer) => plansForAll(viewer),
    column: sql<string>`absences.kind`,
    states: absenceFields.kind.options!,
    indexed: true,
  }),
}
export const freeDayGroups = { person: personGroup(sql`free_days.contact_id`) }
export const workingWeekGroups = { person: personGroup(sql`working_weeks.contact_id`) }
