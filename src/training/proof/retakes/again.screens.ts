import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { MAX_ID, idList } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import { listOpenings, lockTogether } from '../../places/enrolment/index.ts'
import { AGAIN_WORDS, type AgainInput, type AgainPlan, listMissed, planAgain } from './again.plan.ts'
import { enrolAgain } from './retakes.commands.ts'
import { retakesArea } from './rights.ts'

const HOME = '/courses/retakes'
const MOST = 200

/** Which planning was chosen, as 'c' and the course; without one the first that has a place. */
const plannings = z
  .record(z.string().regex(/^c\d{1,10}$/), z.coerce.number<string>().int().min(0).max(MAX_ID))
  .default({})
  .refine((chosen) => Object.keys(chosen).length <= MOST, 'Kies minder opleidingen tegelijk.')
  .transform(
    (chosen) =>
      new Map(
        Object.entries(chosen)
          .filter(([, planning]) => planning > 0)
          .map(([key, planning]) => [Number(key.slice(1)), planning]),
      ),
  )

const AgainForm = z.object({
  ids: idList(MOST),
  again: z.enum(['this', 'all'], 'Maak een keuze').default('this'),
  plannings,
})

const inputOf = ({ ids, ...form }: z.output<typeof AgainForm>): AgainInput => ({ enrolments: ids, ...form })

/** What there is to choose: the plannings of each course, and whether somebody missed less than all of it. */
async function choicesOf(db: Db, viewer: Viewer, ids: number[]) {
  const rows = await listMissed(db, ids)
  const courses = [...new Map(rows.map((row) => [row.course_id, row.course_description]))]
  const openings = await listOpenings(
    db,
    viewer,
    courses.map(([id]) => id),
    [],
  )
  return {
    parts: rows.some((row) => row.parts > 1),
    courses: courses.map(([id, name]) => ({
      id,
      name,
      options: openings
        .filter(({ courseId }) => courseId === id)
        .map((opening) => ({
          value: String(opening.id),
          label: `${formatDate(opening.starts_at)}, planning ${opening.id}, ${formatCount(opening.free, 'plaats', 'plaatsen')} vrij`,
        })),
    })),
  }
}

/** Who was absent or did not pass is enrolled again, several at once: it shows who goes where before it is done. */
export const [retakesAgain, retakesAgainPreview] = bulkAction({
  area: retakesArea,
  record: 'enrolment',
  recordParam: null,
  right: 'change',
  path: `${HOME}/again`,
  previewPath: `${HOME}/again/preview`,
  home: HOME,
  size: 'medium',
  words: AGAIN_WORDS,
  form: AgainForm,
  choices: { view: 'training/retakes/again', load: ({ db, viewer, form }) => choicesOf(db, viewer, form.ids) },
  plan: ({ db, viewer, form }) => planAgain(db, viewer, inputOf(form)),
  lock: async ({ trx, viewer, form }) => {
    const { going } = await planAgain(trx, viewer, inputOf(form))
    const parts = [...new Set(going.flatMap((one) => one.parts))]
    if (parts.length > 0) await lockTogether(trx, parts, 'all')
  },
  carryOut: async ({ trx, viewer, form }, plan) => {
    const { going, contactIds } = plan as AgainPlan
    const { partIds, enrolmentIds } = await enrolAgain(trx, viewer, going)
    return {
      changed: [
        ...[...new Set(partIds)].map((id) => ({ type: 'appointment', id })),
        ...[...enrolmentIds, ...form.ids].map((id) => ({ type: 'enrolment', id })),
        ...contactIds.map((id) => ({ type: 'contact', id })),
      ],
    }
  },
  example: (story) => ({ query: { ids: String(story.retakes.open) } }),
})
