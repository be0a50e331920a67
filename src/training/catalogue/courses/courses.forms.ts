import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { skillFields } from '../../../relations/skills/index.ts'
import { courseFields } from './courses.fields.ts'

const course = parsersOf(
  courseFields,
  'description',
  'code',
  'online',
  'max_count',
  'validity_months',
  'validity_basis',
  'grace_months',
  'repeat_after',
  'repeat_unit',
  'reminds',
  'tells_replacement',
  'refresher_course_id',
  'proves_skill_id',
  'required_courses',
  'language',
  'minimum_age',
  'asks_e_learning',
  'replace_days',
  'bring',
  'code95_code',
  'code95_hours',
  'code95_elearning_hours',
  'code95_practice',
  'code95_certified_until',
  'product_id',
  'group_product_id',
  'group_max_count',
  'group_extra_price',
  'order_by',
  'no_show_product_id',
  'cancellation_costs',
  'checklist_id',
  'components',
)

const ONE_PRICE = 'Kies een product of vul een prijs in, niet allebei.'

/** A new course can bring the product along as which a place in it is sold. */
export const CourseForm = z
  .object({ ...course, ...parsersOf(courseFields, 'place_price', 'place_tax_type_id') })
  .superRefine(({ product_id, place_price, place_tax_type_id }, ctx) => {
    const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (place_price === null) return
    if (product_id !== null) refuse('place_price', ONE_PRICE)
    else if (place_tax_type_id === null) refuse('place_tax_type_id', 'Kies welke btw erover komt.')
  })
export const CourseEditForm = z.object({ ...course, version })
export type NewCourse = z.output<typeof CourseForm>
export type CourseInput = Omit<NewCourse, 'place_price' | 'place_tax_type_id'>
export type ComponentInput = CourseInput['components'][number]
export type CourseEdit = z.output<typeof CourseEditForm>

export const SkillForm = z.object(parsersOf(skillFields, 'name'))
