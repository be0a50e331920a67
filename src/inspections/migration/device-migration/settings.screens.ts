import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import {
  getSetting,
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../system/settings/index.ts'

const PLANNED = [
  'days_ahead',
  'visit_minutes',
  'visit_preparation',
  'visit_from',
  'visit_until',
  'travel_factor',
  'travel_speed',
] as const

const InspectionSettingsForm = z
  .object({ version, ...parsersOf(settingFields, 'approved_product_id', 'installed_product_id', 'own_company_id', ...PLANNED) })
  .refine(({ visit_from, visit_until }) => visit_from < visit_until, { path: ['visit_until'], error: 'Een bezoektijd eindigt na het begin.' }) // prettier-ignore

const chosenProduct = async (db: Db, id: number | null) =>
  id === null ? [] : db.selectFrom('products').select(['id', 'name as label']).where('id', '=', id).execute()

const chosenCompany = async (db: Db, id: number | null) =>
  id === null ? [] : db.selectFrom('companies').select(['id', 'name as label']).where('id', '=', id).execute()

/** What is billed for devices that are approved or installed, where their category says nothing else (rulings 11.7). */
export const inspectionSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('inspections'),
  path: '/settings/inspections',
  pageAddress: '/settings/?tab=inspections',
  title: 'Keuringen',
  view: 'inspections/device-migration/settings',
  form: InspectionSettingsForm,
  formRecords: { approved_product_id: 'product', installed_product_id: 'product', own_company_id: 'company' },
  load: async ({ db }) => {
    const setting = await getSetting(db, 'inspections')
    const { approved_product_id, installed_product_id, own_company_id } = setting.value
    const chosen = {
      approved_product_id: await chosenProduct(db, approved_product_id),
      installed_product_id: await chosenProduct(db, installed_product_id),
      own_company_id: await chosenCompany(db, own_company_id),
    }
    return { setting, chosen }
  },
  save: async ({ trx, form: { version: seen, ...value } }) => savedSetting(await writeSetting(trx, 'inspections', value, seen)), // prettier-ignore
  example: (story) => ({ form: { approved_product_id: story.products.powder } }),
})
