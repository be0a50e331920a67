import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { deviceCategoryFields, inspectionScheduleFields } from './device-categories.fields.ts'

const category = parsersOf(
  deviceCategoryFields,
  'name',
  'parent_id',
  'product_id',
  'approved_product_id',
  'installed_product_id',
  'skill_id',
  'checklist_id',
)
export const DeviceCategoryForm = z.object(category)
export const DeviceCategoryEditForm = z.object({ ...category, version })
export type DeviceCategoryInput = z.output<typeof DeviceCategoryForm>
export type DeviceCategoryEdit = z.output<typeof DeviceCategoryEditForm>

/** Fields of both that name records. */
export const categoryRecords = {
  parent_id: 'device_category',
  product_id: 'product',
  approved_product_id: 'product',
  installed_product_id: 'product',
  skill_id: 'skill',
  checklist_id: 'checklist',
} as const

const schedule = parsersOf(
  inspectionScheduleFields,
  'name',
  'kind',
  'norm',
  'basis',
  'first_after',
  'repeat_after',
  'weight',
  'hard',
  'source',
  'active',
)
export const InspectionScheduleForm = z.object(schedule)
export const InspectionScheduleEditForm = z.object({ ...schedule, version })
export type InspectionScheduleInput = z.output<typeof InspectionScheduleForm>
export type InspectionScheduleEdit = z.output<typeof InspectionScheduleEditForm>
