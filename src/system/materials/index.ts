import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { occupations } from '../occupations/points.ts'
import { materialFields, outageFields } from './materials.fields.ts'
import { materialOccupations } from './occupations.ts'
import { materialNames, outageNames } from './materials.queries.ts'
import * as screens from './materials.screens.ts'
import * as list from './list.screens.ts'
import { materialSelector } from './materials.selectors.ts'
import * as outages from './outages.screens.ts'
import { resourcesArea } from './rights.ts'
import { seedMaterials } from './story.ts'

/** The register of material: how much there is of it, where, and when it cannot be used. */
export const materials: ModulePart = {
  screens: [list, screens, outages].flatMap((part) => Object.values(part)),
  selectors: [materialSelector],
  records: [
    {
      type: 'material',
      label: { one: 'middel', many: 'middelen' },
      area: resourcesArea,
      table: 'materials',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/resource/view/{id}',
      fields: materialFields,
      names: materialNames,
    },
    {
      type: 'material_outage',
      label: { one: 'tijd buiten gebruik', many: 'tijden buiten gebruik' },
      area: resourcesArea,
      table: 'material_outages',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/resource/outage/edit/{id}',
      fields: outageFields,
      names: outageNames,
    },
  ],
  nav: [
    {
      label: 'Middelen',
      icon: 'packages',
      href: '/settings/resources',
      setup: true,
      area: resourcesArea,
      order: 85,
    },
  ],
  constraints: {
    materials_establishment_id_name_key: { field: 'name', message: 'Dit middel staat er al voor deze vestiging.' },
    materials_establishment_id_fkey: { field: 'establishment_id', message: 'Hier staan nog middelen.' },
  },
  story: seedMaterials,
  gifts: [give(occupations, materialOccupations)],
}
