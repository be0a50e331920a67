import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { formatScore } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { addTask } from '../../../system/tasks/index.ts'
import { listQuestions } from '../questionnaires/index.ts'
import { shuffle } from './anonymous.commands.ts'
import { type Answered, asksOf, readAnswers, scoreOf } from './form.rules.ts'
import { listTeachers } from './rounds.queries.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** A planning of the teacher that was evaluated by name, and one who did. */
    evaluated: { planning: number; appointment: number; contact: number }
  }
}

interface Held {
  group_id: number
  course_id: number
  course: string
  part_id: number
  version_id: number
  anonymous: boolean
  day: string
  establishment_id: number | null
  students: number[]
  teachers: number[]
}

async function listHeld(trx: Trx): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select g.id as group_id, g.course_id, min(courses.description) as course, min(p.id) as part_id, ev.id as version_id, ev.anonymous,
      to_char(max(p.ends_at) at time zone 'Europe/Amsterdam', 'YYYY-MM-DD') as day,
      min(r.establishment_id) as establishment_id, array_agg(distinct e.contact_id order by e.contact_id) as students,
      array(select distinct r.contact_id from appointment_responsibles r join appointments a on a.id = r.appointment_id
        where a.group_id = g.id) as teachers
    from appointment_groups g join course_evaluations ce on ce.course_id = g.course_id
      join evaluations ev on ev.id = ce.evaluation_id join courses on courses.id = g.course_id
      join appointments p on p.group_id = g.id and p.status not in ('cancelled', 'option')
      join enrolments e on e.appointment_id = p.id and e.present = 1 left join rooms r on r.id = p.room_id
    group by g.id, ev.id having max(p.ends_at) < now() order by max(p.ends_at), g.id`.execute(trx)
  return rows
}

const REMARKS = [
  'Mooie praktijkhal, veel kunnen oefenen.',
  'Het tempo lag hoog na de lunch.',
  'Lokaal 1 was koud, wij zaten met jassen aan.',
  'Duidelijke uitleg met voorbeelden van de werkvloer.',
  'De parkeerplaats was vol.',
]

/** What a student says, the same in each story: mostly content, once in a while not. */
function sent(
  key: string,
  type: string,
  options: { id: number }[],
  { seed, low }: { seed: number; low: boolean },
): [string, string | string[]][] {
  const rate = low ? 4 : [8, 9, 7, 9, 8, 10, 8, 6][seed % 8]!
  if (low && type === 'options') return [[key, String(options.at(-1)!.id)]]
  if (type === 'rate') return [[key, String(rate)]]
  if (type === 'options') return [[key, String(options[seed % 3 === 0 ? 0 : 1]!.id)]]
  if (type === 'sum')
    return options.map(({ id }, i): [string, string] => [`${key}.${id}`, `${id}:${Math.max(4, rate - i)}`])
  if (type === 'yes_no') return [[key, seed % 9 === 0 ? '0' : '1']]
  return type === 'open' && seed % 3 === 0 ? [[key, REMARKS[seed % REMARKS.length]!]] : []
}

async function answersOf(trx: Trx, held: Held, contactId: number, low: boolean): Promise<Answered[]> {
  const [questions, teachers] = [await listQuestions(trx, held.version_id), await listTeachers(trx, held.group_id)]
  const asks = asksOf(questions, teachers)
  const seed = contactId * 7 + held.group_id
  const answers = Object.fromEntries(asks.flatMap(({ key, question }, i) => sent(key, question.type, question.options, { seed: seed + i, low }))) // prettier-ignore
  return readAnswers(asks, { answers, reasons: {}, phone: null }, true)
}

async function fillIn(trx: Trx, held: Held, contactId: number, low: boolean): Promise<number | null> {
  const { group_id, course_id, version_id, day, establishment_id, anonymous } = held
  const named = { contact_id: contactId, started_at: new Date(`${day}T16:00:00Z`), finished_at: new Date(`${day}T16:03:00Z`) } // prettier-ignore
  const { id } = await trx
    .insertInto('evaluation_submissions')
    .values({
      group_id,
      course_id,
      version_id,
      day,
      establishment_id,
      done: true,
      counts: !anonymous,
      ...(anonymous ? {} : named),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answers = (await answersOf(trx, held, contactId, low)).map(({ type: _type, ...one }) => ({ ...one, submission_id: id, counts: !anonymous })) // prettier-ignore
  await trx.insertInto('evaluation_answers').values(answers).execute()
  if (anonymous)
    await trx.insertInto('evaluation_struck_off').values({ group_id, contact_id: contactId, day }).execute()
  return scoreOf(answers)
}

/** What students of the last year said: the newest planning still runs, and one low score waits in the office. */
export async function seedSubmissions(trx: Trx, story: Story, now: Date): Promise<void> {
  const all = await listHeld(trx)
  const ofTeacher = all.filter(({ anonymous, teachers }) => !anonymous && teachers.includes(story.contacts.teacher))
  const own = ofTeacher.at(-1)!
  let lowest: number | null = null
  for (const held of all) {
    const students = held.students.filter((id, i) => (held === own ? i < 3 : (id + held.group_id) % 4 !== 0))
    for (const id of students) {
      const low = held === own && id === students.at(-1)
      const score = await fillIn(trx, held, id, low)
      if (low) lowest = score
    }
    if (held.anonymous && students.length > 0) await shuffle(trx, held.group_id)
  }
  await addTask(trx, {
    of: { type: 'appointment', id: own.part_id },
    kind: 'low_score',
    title: `Evaluatie: ${formatScore(lowest ?? 0)} voor ${own.course}`,
    day: addDays(today(now), 5),
  })
  story.evaluated = { planning: own.group_id, appointment: own.part_id, contact: own.students[0]! }
}
