import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { addedFields } from '../../../platform/screens/form/added-fields.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { categoryOfProduct } from './asked.ts'
import { deviceCategoryFields, inspectionScheduleFields } from './device-categories.fields.ts'
import { categoryNames, scheduleNames } from './device-categories.queries.ts'
import * as screens from './device-categories.screens.ts'
import { deviceCategorySearch } from './device-categories.search.ts'
import { deviceCategorySelector } from './device-categories.selectors.ts'
import { ownFieldFields } from './own-fields/own-fields.fields.ts'
import { ownFieldNames } from './own-fields/own-fields.queries.ts'
import * as ownFields from './own-fields/own-fields.screens.ts'
import { deviceCategoriesArea, deviceFieldsArea } from './rights.ts'
import { seedDeviceCategories } from './story.ts'

export {
  categoriesOfProducts,
  categoryChoices,
  categoryNames,
  productsByCategory,
} from './device-categories.queries.ts'
export { fieldsOfCategory } from './own-fields/own-fields.queries.ts'
export { type FieldKind, type OwnField, factOf, metaText, typedValue } from './own-fields/own-fields.rules.ts'
export { planDevices } from './device-categories.commands.ts'
export { BASES, type ScheduleBasis, periodText, rhythmText } from './device-categories.rules.ts'

const everybody = () => sql<SqlBool>`true`

/** Kinds of devices, in a tree, and when what of them is due. */
export const deviceCategories: ModulePart = {
  screens: [screens, ownFields].flatMap((declared) => Object.values(declared).flat()),
  selectors: [deviceCategorySelector],
  records: [
    {
      type: 'device_category',
      label: { one: 'apparaatcategorie', many: 'apparaatcategorieën' },
      area: deviceCategoriesArea,
      table: 'device_categories',
      visibleTo: everybody,
      open: '/inspections/categories/view/{id}',
      fields: deviceCategoryFields,
      names: categoryNames,
    },
    {
      type: 'inspection_schedule',
      label: { one: 'keurschema', many: 'keurschema’s' },
      area: deviceCategoriesArea,
      table: 'inspection_schedules',
      visibleTo: everybody,
      open: null,
      fields: inspectionScheduleFields,
      names: scheduleNames,
    },
    {
      type: 'device_field',
      label: { one: 'eigen veld', many: 'eigen velden' },
      area: deviceFieldsArea,
      table: 'device_fields',
      visibleTo: everybody,
      open: null,
      fields: ownFieldFields,
      names: ownFieldNames,
    },
  ],
  nav: [
    {
      label: 'Apparaatcategorieën',
      icon: 'category',
      href: '/inspections/categories',
      area: deviceCategoriesArea,
      order: 84,
      setup: true,
    },
  ],
  constraints: {
    device_categories_name: { field: 'name', message: 'Deze categorie bestaat hier al.' },
    device_categories_tree: { field: 'parent_id', message: 'Een categorie kan niet onder zichzelf vallen.' },
    device_categories_checklist_id_fkey: {
      field: 'checklist_id',
      message: 'Deze checklist hoort nog bij een apparaatcategorie, of bestaat niet meer.',
    },
    device_fields_name: { field: 'name', message: 'Deze categorie heeft al zo’n veld.' },
    inspection_schedules_name: { field: 'name', message: 'Deze categorie heeft al zo’n schema.' },
  },
  story: seedDeviceCategories,
  gifts: [
    give(searchSources, [deviceCategorySearch]),
    give(historyLabels, [{ product: { fields: { product_id: { label: 'Product', record: 'product' } } } }]),
    give(addedFields, [categoryOfProduct]),
    give(blockers, [
      {
        record: 'checklist',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Apparaatcategorieën',
            one: 'apparaatcategorie',
            count: await countOf(db.selectFrom('device_categories').select('id').where('checklist_id', '=', id)),
          },
        ],
      },
      {
        record: 'device_category',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Categorieën hieronder',
            one: 'categorie hieronder',
            count: await countOf(db.selectFrom('device_categories').select('id').where('parent_id', '=', id)),
          },
          {
            label: 'Producten',
            one: 'product',
            count: await countOf(
              db.selectFrom('product_device_categories').select('id').where('device_category_id', '=', id),
            ),
          },
        ],
      },
    ]),
  ],
}
