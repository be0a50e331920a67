import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { resourcesArea } from '../../../system/materials/rights.ts'
import { occupations } from '../../../system/occupations/points.ts'
import { needFields } from './needs.fields.ts'
import { needOccupations } from './occupations.ts'
import { needNames } from './needs.queries.ts'
import * as screens from './needs.screens.ts'
import { permitRestoring } from './restoring.ts'
import { seedMaterialNeeds } from './story.ts'

export { permitShortages } from './needs.commands.ts'
export { type NeedingPart, listShortages, materialsOf } from './needs.queries.ts'
export type { Shortage } from './needs.rules.ts'

/** What components of courses are given with, and what is short of it. */
export const materialNeeds: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'component_material',
      label: { one: 'middel van een onderdeel', many: 'middelen van onderdelen' },
      area: resourcesArea,
      table: 'component_materials',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/course/materials/edit/{id}',
      fields: needFields,
      names: needNames,
    },
  ],
  constraints: {
    component_materials_once: { field: 'materials', message: 'Dit middel staat al bij dit onderdeel.' },
    component_materials_material_id_fkey: { field: 'materials', message: 'Dit middel is bij een opleiding nodig.' },
  },
  story: seedMaterialNeeds,
  gifts: [
    give(occupations, needOccupations),
    give(restorings, [permitRestoring]),
    give(blockers, [
      {
        record: 'material',
        reasons: async (db, id) => {
          const count = await countOf(db.selectFrom('component_materials').where('material_id', '=', id))
          return count === 0 ? [] : [{ label: 'Onderdelen van opleidingen', count }]
        },
      },
    ]),
    give(popupTabs, [
      {
        key: 'materials',
        label: needFields.materials.label,
        icon: 'packages',
        record: 'course',
        area: resourcesArea,
        order: 30,
        url: (id) => `/course/${id}/materials?embed=1`,
        count: (_viewer, id) => sql<number>`select count(*) from component_materials n
          join course_components c on c.id = n.component_id where c.course_id = ${id}`,
      },
    ]),
  ],
}
