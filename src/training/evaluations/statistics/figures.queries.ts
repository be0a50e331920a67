import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { evaluationsArea } from '../questionnaires/rights.ts'
import { type Asked, FILTER_RECORDS, type FilterName, type Narrowed, narrowed } from './statistics.forms.ts'
import { listSums, namesOf } from './statistics.queries.ts'
import { categoriesOf, shownScore, trendOf } from './statistics.rules.ts'

/** Who teaches has the own results; whoever has none sees nobody's. */
export const ownTeacher = (viewer: Viewer): number | null =>
  viewerScope(viewer, evaluationsArea) === 'all' ? null : (viewer.contactId ?? -1)

/** What was asked, as far as the viewer may see each record that it names. @throws NotFound */
export async function narrowFor({ registry, db }: Services, viewer: Viewer, asked: Asked): Promise<Narrowed> {
  const narrow = narrowed(asked, ownTeacher(viewer))
  if (asked.type === 'teacher' && asked.ownerId !== null && narrow.teacher_id !== asked.ownerId) throw new NotFound()
  for (const [name, type] of Object.entries(FILTER_RECORDS)) {
    const id = narrow[name as FilterName]
    const isOwn = name === 'teacher_id' && id === ownTeacher(viewer)
    if (id !== null && !isOwn) await registry.assertVisible(db, viewer, type, id)
  }
  return narrow
}

/** Whatever is told of a filter, from 0 to 100. */
export async function figuresOf(db: Db, narrow: Narrowed) {
  const sums = await listSums(db, narrow)
  const names = await namesOf(db, sums)
  const all = sums.find(({ level }) => level === 'all')
  const teachers = sums
    .filter(({ level, teacher_id }) => level === 'teacher' && teacher_id !== null)
    .map((one) => ({
      id: one.teacher_id!,
      name: names.teachers.get(one.teacher_id!) ?? '',
      count: one.count,
      score: shownScore(one),
    })) // prettier-ignore
    .toSorted((a, b) => a.name.localeCompare(b.name, 'nl'))
  return {
    score: all ? shownScore(all) : null,
    categories: categoriesOf(sums, names),
    teachers,
    trend: trendOf(sums),
  }
}
