import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import type { BulkPlan, BulkWords } from '../../../platform/screens/table/bulk-plan.ts'
import type { RecordRef } from '../../../platform/screens/models.ts'
import { changeCourses, setCoursesActive } from './courses.commands.ts'
import { courseFields } from './courses.fields.ts'
import { MASS_FIELDS, lockCourses, planDeactivating, planField } from './courses.plan.ts'
import { coursesArea } from './rights.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één opleiding aan.')
const access = { area: coursesArea, record: 'course', recordParam: null, right: 'change', home: '/courses' } as const
const words = (verb: string, done: string, will: BulkWords['will']): BulkWords => ({
  one: 'opleiding',
  many: 'opleidingen',
  verb,
  done,
  will,
})
const idsOf = ({ does }: BulkPlan): number[] => does.map(({ id }) => id)
const changed = (plan: BulkPlan): RecordRef[] => idsOf(plan).map((id) => ({ type: 'course', id }))
const lock = ({ trx, form }: { trx: Parameters<typeof lockCourses>[0]; form: { ids: number[] } }) =>
  lockCourses(trx, form.ids)

/** Puts courses out of use. */
export const [deactivateMany, deactivateManyPreview] = bulkAction({
  ...access,
  path: '/courses/bulk/deactivate',
  previewPath: '/courses/bulk/deactivate/preview',
  words: words('deactiveren', 'gedeactiveerd', { one: 'Wordt gedeactiveerd', many: 'Worden gedeactiveerd' }),
  danger: true,
  form: z.object({ ids }),
  formRecords: { ids: 'course' },
  plan: planDeactivating,
  lock,
  carryOut: async ({ trx }, plan) => {
    await setCoursesActive(trx, idsOf(plan), false)
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.courses.bhv) } }),
})

const max = courseFields.max_count

/** Changes one field of courses. */
export const [fieldOfMany, fieldOfManyPreview] = bulkAction({
  ...access,
  path: '/courses/bulk/field',
  previewPath: '/courses/bulk/field/preview',
  words: words('wijzigen', 'gewijzigd', { one: 'Wijziging', many: 'Wijzigingen' }),
  form: z.object({
    ids,
    field: z.enum([...MASS_FIELDS, '']).catch(''),
    ...parsersOf(courseFields, 'language', 'minimum_age', 'replace_days', 'bring'),
    // Asked for where that is the field; of another nobody fills it in.
    max_count: max.parse.nullable().catch(null),
  }),
  formRecords: { ids: 'course' },
  choices: { view: 'training/courses/bulk-field', load: () => ({ fields: MASS_FIELDS }) },
  asks: ({ field, max_count }) => {
    if (field === '') return 'Kies een veld.'
    return field === 'max_count' && max_count === null
      ? `Vul een aantal van ${max.min} tot en met ${max.max} in.`
      : null
  },
  plan: planField,
  lock,
  carryOut: async ({ trx, form }, plan) => {
    const { field } = form
    if (field !== '') await changeCourses(trx, idsOf(plan), { [field]: form[field] })
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.courses.bhv) }, form: { field: 'max_count', max_count: '9' } }),
})
