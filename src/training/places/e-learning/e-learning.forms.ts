import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, id, idList, version } from '../../../platform/forms/fields.ts'
import { eLearningCourseFields } from './e-learning.fields.ts'

const course = parsersOf(
  eLearningCourseFields,
  'code',
  'description',
  'expiry_days',
  'product_id',
  'course_id',
  'active',
)
export const CourseForm = z.object(course)
export const CourseEditForm = z.object({ ...course, version })
export type CourseInput = z.output<typeof CourseForm>
export type CourseEdit = z.output<typeof CourseEditForm>

/** Licences that are worked on at once. */
export const MOST_LICENSES = 500

const courseId = z.string('Kies een e-learning.').pipe(id)

export const AttachForm = z.object({
  students: idList(MOST_LICENSES),
  e_learning_course_id: courseId,
  send_link: checkbox,
})
export const CreateForm = z.object({ e_learning_course_id: courseId, send_link: checkbox })
export const InvoicesForm = z.object({
  licenses: idList(MOST_LICENSES).refine((chosen) => chosen.length > 0, 'Kies minimaal één licentie.'),
})
