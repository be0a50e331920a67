import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { BulkPlan, BulkWords } from '../../../platform/screens/table/bulk-plan.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { alternativeIdsOf } from '../../catalogue/courses/index.ts'
import {
  type CourseOpening,
  type Placed,
  listOpenings,
  placeAll,
  planUnsubscribing,
} from '../../places/enrolment/index.ts'
import { foreseeEnrolled } from '../../messages/moments/index.ts'
import { listUnfit } from '../../catalogue/requirements/index.ts'

const UNFIT = 'voldoet niet aan de eisen en kan alleen apart, met een reden'

/** Somebody in the planning, by their first enrolment there, with what they follow of it. */
interface Student {
  id: number
  contact_id: number
  name: string
  email: string | null
  waived: boolean
  parts: OwnPart[]
}

async function listStudents(db: Db | Trx, planningId: number): Promise<(Student & { enrolments: number[] })[]> {
  const { rows } = await sql<Student & { enrolments: number[] }>`
    select min(e.id) as id, e.contact_id, ${nameText} as name, contacts.email::text as email, bool_or(e.waiver <> '') as waived,
      array_agg(e.id order by e.id) as enrolments,
      json_agg(json_build_object('componentId', p.component_id, 'description', p.description) order by p.starts_at, p.id) as parts
    from enrolments e join appointments p on p.id = e.appointment_id join contacts on contacts.id = e.contact_id
    where p.group_id = ${planningId} and p.status <> 'cancelled'
    group by e.contact_id, contacts.id order by min(e.created_at), min(e.id)`.execute(db)
  return rows
}

type OwnPart = Pick<CourseOpening['parts'][number], 'componentId' | 'description'>

/** The part of a planning that has the same content, as moving knows it. */
const sameIn = ({ parts }: CourseOpening, own: OwnPart) =>
  parts.find((part) =>
    part.componentId === null && own.componentId === null
      ? part.description === own.description
      : part.componentId === own.componentId,
  )

const partsOf = ({ parts }: Student, opening: CourseOpening) => {
  const same = parts.map((own) => sameIn(opening, own))
  return same.every((part) => part !== undefined) ? [...new Set(same)] : null
}

type Going = { student: Student; to: Extract<Placed<CourseOpening>, { parts: number[] }> }

export interface MovingPlan extends BulkPlan {
  /** Who goes to which planning, by a part of it. */
  going: { target: number; parts: number[]; contactIds: number[] }[]
}

export interface MovingInput {
  /** A part of the planning that they leave. */
  appointmentId: number
  /** The planning that was chosen; 0 for the first ones with a place. */
  planning: number | null
  tell: boolean
}

/** Where they can go: plannings of the course, each with the parts of this one that it does not have, then those of its alternatives. */
export async function listGoals(db: Db | Trx, viewer: Viewer, appointmentId: number, people: number[] = []) {
  const { group_id, course_id } = await getAppointment(db, appointmentId)
  const courses = [course_id, ...(await alternativeIdsOf(db, course_id))]
  const openings = await listOpenings(db, viewer, courses, people, group_id)
  const own = await db
    .selectFrom('appointments')
    .select(['component_id as componentId', 'description'])
    .where('group_id', '=', group_id)
    .where('status', '<>', 'cancelled')
    .orderBy('starts_at')
    .execute()
  return openings
    .map((opening) => {
      const isOther = opening.courseId !== course_id
      // Of another course nothing is the same.
      const lacks = own.filter((part) => !isOther && !sameIn(opening, part))
      return { ...opening, isOther, lacks: lacks.map(({ description }) => description) }
    })
    .toSorted((a, b) => Number(a.isOther) - Number(b.isOther))
}

export type Goal = Awaited<ReturnType<typeof listGoals>>[number]

/** Who of a planning goes where, who stays and why, and which mails go. */
export async function planMovingAll(
  db: Db | Trx,
  viewer: Viewer,
  { appointmentId, planning, tell }: MovingInput,
): Promise<MovingPlan> {
  const { group_id, course_id } = await getAppointment(db, appointmentId)
  const students = await listStudents(db, group_id)
  const openings = await listGoals(db, viewer, appointmentId, students.map(({ contact_id }) => contact_id)) // prettier-ignore
  // By itself nobody goes to another course: that one is chosen.
  const goal = openings.find(({ id }) => id === planning)?.courseId ?? course_id
  const bound = await findBound(db, viewer, students)
  const free = students.filter(({ id }) => !bound.has(id))
  const placed = placeAll(
    free.map((student) => ({ ...student, contactId: student.contact_id, courseId: goal })),
    openings,
    // Of another course nothing is the same: there everybody goes to all of it.
    {
      partsOf: (one, opening) => (opening.courseId === course_id ? partsOf(one, opening) : opening.parts),
      chosen: new Map(planning ? [[goal, planning]] : []),
    },
  )
  const found = free.flatMap((student, i) => {
    const to = placed[i]!
    return 'parts' in to ? [{ student, to }] : []
  })
  const unfit = await findUnfit(db, found)
  const going = found.filter(({ student }) => !unfit.has(student.id))
  const why = new Map([...bound, ...placed.flatMap((to) => ('why' in to ? [[to.id, to.why] as const] : []))])
  const named = ({ id, name }: Student) => ({ id, name })
  return {
    does: going.map(({ student, to }) => ({
      ...named(student),
      change: {
        from: `Planning ${group_id}`,
        to: `Planning ${to.opening.id}, ${to.opening.courseId === course_id ? '' : `${to.opening.course}, `}${formatDate(to.opening.starts_at)}`,
      },
    })),
    stays: students.flatMap((student) => {
      const reason = unfit.has(student.id) ? UNFIT : why.get(student.id)
      return reason === undefined ? [] : [{ ...named(student), why: reason }]
    }),
    outcomes: [...(await reservedIn(db, group_id)), ...(await mailsOf(db, going, tell))],
    going: [...Map.groupBy(going, ({ to }) => to.opening)].map(([opening, own]) => ({
      target: opening.parts[0]!.id,
      parts: opening.parts.map(({ id }) => id),
      contactIds: own.map(({ student }) => student.contact_id),
    })),
  }
}

/** Who cannot leave, and why, as unsubscribing says it. */
async function findBound(db: Db | Trx, viewer: Viewer, students: Awaited<ReturnType<typeof listStudents>>) {
  const enrolments = students.flatMap((student) => student.enrolments)
  const { stays } = await planUnsubscribing(db, viewer, {
    appointmentId: null,
    students: [],
    enrolments,
    fromAll: false,
  })
  const own = new Map(students.flatMap((student) => student.enrolments.map((id) => [id, student.id] as const)))
  return new Map(stays.map(({ id, why }) => [own.get(id)!, why]))
}

/** Who does not meet what the course asks on the day of the other planning, unless they were let in before. */
async function findUnfit(db: Db | Trx, going: readonly Going[]): Promise<Set<number>> {
  const found = new Set<number>()
  const judged = going.filter(({ student }) => !student.waived)
  for (const [planning, own] of Map.groupBy(judged, ({ to }) => to.opening.id)) {
    const unfit = new Set((await listUnfit(db, planning, own.map(({ student }) => student.contact_id))).map(({ id }) => id)) // prettier-ignore
    for (const { student } of own) if (unfit.has(student.contact_id)) found.add(student.id)
  }
  return found
}

async function reservedIn(db: Db | Trx, planningId: number): Promise<BulkPlan['outcomes']> {
  const { most } = await db
    .selectFrom('appointments')
    .select((eb) => eb.fn.max<number | null>('reserved_count').as('most'))
    .where('group_id', '=', planningId)
    .executeTakeFirstOrThrow()
  return most ? [{ icon: 'bookmark', lead: `${formatCount(most, 'gereserveerde plaats blijft', 'gereserveerde plaatsen blijven')} bij deze planning.` }] : [] // prettier-ignore
}

async function mailsOf(db: Db | Trx, going: readonly Going[], tell: boolean): Promise<BulkPlan['outcomes']> {
  const told = tell ? going.filter(({ student }) => student.email !== null) : []
  const untold = tell ? going.length - told.length : 0
  const places = going.flatMap(({ student, to }) =>
    to.parts.map((partId) => ({ contactId: student.contact_id, partId })),
  )
  const foreseen = await foreseeEnrolled(db, places, true)
  const lines = [
    ...(told.length > 0 ? [{ icon: 'mail', lead: `${formatCount(told.length, 'e-mail gaat', 'e-mails gaan')} uit:`, text: 'de nieuwe datum.' }] : []), // prettier-ignore
    ...(untold > 0 ? [{ icon: 'mail-off', lead: `${formatCount(untold, 'cursist krijgt', 'cursisten krijgen')} geen bericht, zonder e-mailadres.` }] : []), // prettier-ignore
    ...foreseen.map(({ template, mails }) => ({
      icon: 'mail',
      lead: `${formatCount(mails, 'e-mail gaat', 'e-mails gaan')} vanzelf uit:`,
      text: `‘${template}’.`,
    })),
  ]
  return lines.length > 0 ? lines : [{ icon: 'mail-off', lead: 'Er gaat geen bericht uit.' }]
}

export const MOVING_WORDS: BulkWords = {
  one: 'cursist',
  many: 'cursisten',
  verb: 'verplaatsen',
  done: 'verplaatst',
  will: { one: 'Wordt verplaatst', many: 'Worden verplaatst' },
}
