import { type SqlBool, sql } from 'kysely'
import { counted } from '../../platform/screens/table/table-groups.ts'
import { yesNoGroup } from '../../platform/screens/table/yes-no-group.ts'
import { checklistFields } from './checklists.fields.ts'
import { asked, filled } from './checklists.queries.ts'

const sums = [counted(asked, 'vraag', 'vragen'), { of: filled, text: (times: number) => `${times} keer ingevuld` }]

export const checklistGroups = {
  filled: yesNoGroup({
    label: 'Ingevuld',
    holds: sql<SqlBool>`${filled} > 0`,
    names: { yes: 'Al ingevuld', no: 'Nog nooit ingevuld' },
    sums,
  }),
  active: yesNoGroup({
    label: checklistFields.active.label,
    holds: sql<SqlBool>`checklists.active`,
    names: { yes: 'In gebruik', no: 'Niet in gebruik' },
    sums,
  }),
}
