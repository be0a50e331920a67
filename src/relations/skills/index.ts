import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { skillsArea } from '../contacts/rights.ts'
import { skillFields } from './skills.fields.ts'

export { addSkill } from './skills.commands.ts'
export { skillFields }

/** What teachers can do, and parts of courses ask of them. */
export const skills: ModulePart = {
  records: [
    {
      type: 'skill',
      label: { one: 'vaardigheid', many: 'vaardigheden' },
      area: skillsArea,
      table: 'skills',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: skillFields,
    },
  ],
}
