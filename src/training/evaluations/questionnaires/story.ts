import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    evaluations: {
      /** Asked of those who took BHV, by name; and without names of those who took the others. */
      named: number
      anonymous: number
      /** Of no course, and not in use. */
      spare: number
      category: number
      optionGroup: number
      spareGroup: number
      /** Of the one that nobody answers. */
      question: number
    }
  }
}

const GROUPS = [
  { name: 'Aansluiting', options: [['Helemaal', 100], ['Grotendeels', 70], ['Nauwelijks', 30], ['Niet', 0]] },
  { name: 'Ruimte en verzorging', options: [['Lokaal', null], ['Catering', null], ['Bereikbaarheid', null]] },
  { name: 'Waarover wij u mogen benaderen', options: [['Nieuwe opleidingen', null], ['Herhalingen', null]] },
] as const // prettier-ignore

const CATEGORIES = ['De docent', 'De opleiding', 'Tot slot']

const BASE = { description: null, option_group_id: null as number | null, required: false, teacher: false }
const ASKED = [
  { category_id: 1, type: 'rate', name: 'Hoe duidelijk legde de docent uit?', required: true, teacher: true },
  { category_id: 1, type: 'open', name: 'Wat kon de docent beter doen?', teacher: true },
  { category_id: 2, type: 'options', option_group_id: 1, name: 'Sluit de opleiding aan op uw werk?', required: true, description: 'Denk aan wat u op uw werkplek tegenkomt.' },
  { category_id: 2, type: 'sum', option_group_id: 2, name: 'Wat vond u van de ruimte?' },
  { category_id: 2, type: 'yes_no', name: 'Zou u ons aanraden?' },
  { category_id: 3, type: 'open', name: 'Wat wilt u ons nog zeggen?' },
  { category_id: 3, type: 'call', name: 'Mogen wij u bellen?' },
] // prettier-ignore

/** What is asked after courses: by name, without names, and one that is still being written. */
export async function seedQuestionnaires(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('evaluation_categories')
    .values(CATEGORIES.map((name, i) => ({ id: i + 1, name })))
    .execute()
  await trx
    .insertInto('evaluation_option_groups')
    .values(GROUPS.map(({ name }, i) => ({ id: i + 1, name })))
    .execute()
  await trx
    .insertInto('evaluation_options')
    .values(
      GROUPS.flatMap(({ options }, i) =>
        options.map(([label, value], at) => ({ group_id: i + 1, position: at + 1, label, value })),
      ),
    )
    .execute()
  await trx
    .insertInto('evaluations')
    .values([
      { id: 1, name: 'Na de opleiding', enabled: true, low_score: 60, intro: 'Dit kost u ongeveer twee minuten.' },
      { id: 2, name: 'Na de opleiding, anoniem', enabled: true, anonymous: true, low_score: 60 },
      { id: 3, name: 'Na een bijeenkomst' },
    ])
    .execute()
  await trx
    .insertInto('evaluation_versions')
    .values([1, 2, 3].map((id) => ({ id, evaluation_id: id, number: 1 })))
    .execute()
  const questions = [1, 2]
    .flatMap((version_id) => ASKED.map((asked, i) => ({ ...BASE, ...asked, version_id, position: i + 1 })))
    .concat([{ ...BASE, category_id: 2, type: 'rate', name: 'Hoe was de bijeenkomst?', version_id: 3, position: 1 }])
  await trx
    .insertInto('evaluation_questions')
    .values(questions.map((question, i) => ({ ...question, id: i + 1, origin_id: i + 1 })))
    .execute()
  for (const table of ['evaluation_categories', 'evaluation_option_groups', 'evaluations', 'evaluation_versions', 'evaluation_questions']) // prettier-ignore
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(trx) // prettier-ignore
  const courses = await trx.selectFrom('courses').select(['id', 'code']).orderBy('id').execute()
  await trx
    .insertInto('course_evaluations')
    .values(courses.map(({ id, code }) => ({ course_id: id, evaluation_id: code.startsWith('BHV') ? 1 : 2 })))
    .execute()
  story.evaluations = {
    ...{ named: 1, anonymous: 2, spare: 3 },
    ...{ category: 1, optionGroup: 1, spareGroup: 3, question: questions.length },
  }
}
