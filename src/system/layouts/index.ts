import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { fixedTables, settingsTabs } from '../settings/points.ts'
import { layoutFields } from './layouts.fields.ts'
import * as screens from './layouts.screens.ts'
import { layoutsArea } from './rights.ts'
import { seedLayouts } from './story.ts'

export { sheetPdf } from './layouts.files.ts'
export { getLayoutKind, layoutSource, listLayouts, usualSource } from './layouts.queries.ts'
export { rowsOf } from './layouts.rules.ts'

const { layoutForms, ...own } = screens

/** How what is printed looks: in the way of the product, or by code of one's own, of which each version stays. */
export const layouts: ModulePart = {
  screens: [...Object.values(own), ...layoutForms],
  records: [
    {
      type: 'layout',
      label: { one: 'layout', many: 'layouts' },
      area: layoutsArea,
      table: 'layouts',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: layoutFields,
      nameSql: sql`layouts.name`,
      names: async (db, ids) =>
        new Map(
          (await db.selectFrom('layouts').select(['id', 'name']).where('id', 'in', ids).execute()).map(
            ({ id, name }) => [id, name],
          ),
        ),
    },
  ],
  constraints: { layouts_name_key: { field: 'name', message: 'Deze naam is al in gebruik.' } },
  story: seedLayouts,
  gifts: [
    give(fixedTables, ['layouts']),
    give(settingsTabs, [
      {
        key: 'layouts',
        page: 'organisation',
        label: 'Layouts',
        icon: 'template',
        area: layoutsArea,
        order: 31,
        synonyms: ['sjabloon', 'factuur', 'certificaat', 'pdf', 'huisstijl'],
        url: '/settings/layouts',
      },
    ]),
  ],
}
