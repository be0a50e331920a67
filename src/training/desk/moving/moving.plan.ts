import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { conflictsOf, readText } from '../../../relations/bookings/index.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import type { MoveLine, MoveOutcome } from '../../../system/calendar/points.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import {
  type Appointment,
  type AppointmentInput,
  type Finding,
  type ResponsibleRole,
  fixedReason,
  getAppointment,
  inputOf,
  isOutsidePart,
  judgeCrowd,
  judgeParts,
  listParts,
  listResponsibles,
  partTitle,
} from '../../planning/appointments/index.ts'
import { foreseeMoved, foreseePlanned } from '../../messages/moments/index.ts'
import type { MoveInput } from './moving.forms.ts'
import { findCrowdLimits, findRoom, findTeacher, listTakingPart } from './moving.queries.ts'
import {
  alongWith,
  dayLines,
  enumerate,
  inOrder,
  judgedLines,
  mailsIn,
  periodLine,
  siblingLines,
  statusOfCopy,
  toldLines,
  whenText,
} from './moving.rules.ts'

export type Wish = Omit<MoveInput, 'version' | 'confirm_conflicts'>

interface Person {
  contact_id: number
  role_id: ResponsibleRole
  starts_at: Date | null
  ends_at: Date | null
  name: string
}

/** What a move comes to: what is saved of it, and what is said of it before. */
export interface MovePlan extends MoveOutcome {
  part: Appointment
  /** What is not right about it there. */
  findings: Finding[]
  /** As the form of a part would send it. */
  input: Omit<AppointmentInput, 'version' | 'confirm_conflicts'>
  /** 'do 03-12, 18:30–21:30'. */
  when: string
  /** How many go by themselves. */
  mails: number
}

const held = ({ status }: { status: string }) => status !== 'cancelled'
const NO_TEACHER = 'Kies een docent die actief is.'
const NO_ROOM = 'Kies een lokaal dat in gebruik is.'

/** Who gives the part then, after a move from one row of teachers to another. */
async function peopleAfter(db: Db | Trx, people: Person[], { lanes, from_lane, to_lane }: Wish) {
  if (lanes !== 'teachers' || from_lane === to_lane) return { people, refused: null, added: null }
  const isOut = (one: Person) => one.contact_id === from_lane && one.role_id === ROLE.teacher
  if (from_lane > 0 && !people.some(isOut))
    return { people, refused: 'Deze docent staat niet meer bij dit onderdeel.', added: null }
  const rest = people.filter((one) => !isOut(one))
  if (to_lane <= 0) return { people: rest, refused: null, added: null }
  const name = await findTeacher(db, to_lane)
  if (name === undefined) return { people, refused: NO_TEACHER, added: null }
  const added: Person = { contact_id: to_lane, role_id: ROLE.teacher, starts_at: null, ends_at: null, name }
  const others = rest.filter(({ contact_id }) => contact_id !== to_lane)
  return { people: [...others, added], refused: null, added: name }
}

/** In which room it is then. */
async function roomAfter(db: Db | Trx, part: Appointment, { lanes, from_lane, to_lane }: Wish) {
  const stays = { id: part.room_id, name: roomOf(part), refused: null, changes: false }
  if (lanes !== 'locations' || from_lane === to_lane) return stays
  if (from_lane > 0 && part.room_id !== from_lane)
    return { ...stays, refused: 'Dit onderdeel is niet meer in dit lokaal.' }
  if (to_lane <= 0) return { id: null, name: null, refused: null, changes: true }
  const name = await findRoom(db, to_lane)
  return name === undefined ? { ...stays, refused: NO_ROOM } : { id: to_lane, name, refused: null, changes: true }
}

const roomOf = ({ establishment_name, room_name }: Appointment) =>
  room_name === null ? null : [establishment_name, room_name].filter(Boolean).join(', ')

/** What is judged of the part at its new place; a copy has no students yet. */
async function judge(
  db: Db | Trx,
  registry: Registry,
  part: Appointment,
  { copy, start_datetime, end_datetime, people, room_id }: Wish & { people: Person[]; room_id: number | null },
): Promise<{ findings: Finding[]; students: number }> {
  const students = copy ? [] : await listTakingPart(db, part.id)
  const booked = {
    description: part.description,
    component_id: part.component_id,
    starts_at: start_datetime,
    ends_at: end_datetime,
    room_id,
    max_count: part.max_count,
    people,
    ...(copy ? {} : { id: part.id }),
  }
  const [found = []] = await judgeParts(db, registry, [booked], students)
  const limits = await findCrowdLimits(db, part.component_id, room_id)
  const taken = copy ? 0 : part.enrolled_count + part.reserved_count
  const crowd = judgeCrowd(
    { id: part.id, students: taken, ...limits },
    people.map(({ role_id }) => role_id),
  )
  return { findings: [...found, ...crowd], students: students.length }
}

function titleOf(part: Appointment, wish: Wish, after: { when: string; added: string | null; room: string | null }) {
  const name = partTitle(part.course_description, part.description)
  const isMoved = wish.lanes !== null && wish.from_lane !== wish.to_lane
  const who = isMoved && wish.lanes === 'teachers' ? (after.added ? `met ${after.added}` : 'zonder docent') : ''
  const where = isMoved && wish.lanes === 'locations' ? (after.room ? `in ${after.room}` : 'zonder lokaal') : ''
  return [wish.copy ? `Kopie van ${name} op ${after.when}` : `${name} naar ${after.when}`, who, where]
    .filter(Boolean)
    .join(', ')
}

/** What is said of the planning, with how many mails go by themselves. */
interface Telling {
  lines: MoveLine[]
  mails: number
}

/** Who gives a copy may hear of it at once, as of any part that is planned. */
async function linesOfCopy(db: Db | Trx, part: Appointment, wish: Wish, people: Person[]): Promise<Telling> {
  const ids = people.map(({ contact_id }) => contact_id)
  const { course_id } = part
  const status = statusOfCopy(part.status)
  const mails = await foreseePlanned(db, { course_id, status, starts_at: wish.start_datetime, people: ids })
  return {
    mails: mailsIn(mails),
    lines: [
      { tone: 'plain', text: 'De kopie wordt een nieuwe planning, zonder cursisten.' },
      ...toldLines({ students: 0, names: people.map(({ name }) => name) }, mails),
    ],
  }
}

/** What the move means for the planning that the part is in, and who hears of it. */
async function linesOfMove(
  db: Db | Trx,
  part: Appointment,
  wish: Wish,
  after: {
    people: Person[]
    concerned: string[]
    room: { changes: boolean; name: string | null }
    students: number
    now: Date
  },
): Promise<Telling> {
  const { now } = after
  if (wish.copy) return linesOfCopy(db, part, wish, after.people)
  const span = { description: part.description, starts_at: wish.start_datetime, ends_at: wish.end_datetime }
  const siblings = (await listParts(db, part.group_id)).filter((other) => other.id !== part.id && held(other))
  const mails = await foreseeMoved(db, {
    id: part.id,
    starts_at: span.starts_at,
    ends_at: span.ends_at,
    place: after.room.changes ? (after.room.name ?? '') : null,
  })
  return {
    mails: mailsIn(mails),
    lines: [
      ...siblingLines(part, span, siblings, now),
      ...periodLine(part, span, siblings, now),
      ...toldLines({ students: after.students, names: after.concerned }, mails),
    ],
  }
}

/**
 * A part as it would be: the one function for what is shown before a move and for its save.
 * @param read what was read of it before, so that what came since can say so
 * @throws NotFound
 */
export async function planMove(
  db: Db | Trx,
  registry: Registry,
  id: number,
  wish: Wish,
  read: readonly string[] = [],
  now = new Date(),
): Promise<MovePlan> {
  const part = await getAppointment(db, id)
  const span = { starts_at: wish.start_datetime, ends_at: wish.end_datetime }
  const by = span.starts_at.getTime() - part.starts_at.getTime()
  const stored = (await listResponsibles(db, [id])).map((row): Person =>
    alongWith({ ...row, role_id: row.role_id as ResponsibleRole, name: fullName(row) }, by),
  )
  const { people, refused: noTeacher, added } = await peopleAfter(db, stored, wish)
  const room = await roomAfter(db, part, wish)
  const outside = people.filter((one) => isOutsidePart(one, wish)).map(({ name }) => name)
  const { findings, students } = await judge(db, registry, part, { ...wish, people, room_id: room.id })
  const closed = (await closedDays(db)).between(wallClock(span.starts_at).day, wallClock(lastMinute(span)).day)
  const names = [...people.map(({ name }) => name), ...(room.name === null ? [] : [room.name])]
  // Who had it, and who gets it.
  const concerned = [...new Set([...people, ...stored].map(({ name }) => name))]
  const when = whenText(span, now)
  const { lines, mails } = await linesOfMove(db, part, wish, { people, concerned, room, students, now })
  return {
    part,
    when,
    input: { ...inputOf(part, span), room_id: room.id, responsibles: people.map(withoutName) },
    title: titleOf(part, wish, { when, added, room: room.name }),
    lines: inOrder([...judgedLines(findings, names, read), ...dayLines(span, closed, now), ...lines]),
    mails,
    refused:
      (wish.copy ? null : fixedReason(part.status)) ??
      noTeacher ??
      room.refused ??
      (outside.length === 0 ? null : `De eigen tijden van ${enumerate(outside)} vallen dan buiten dit onderdeel.`),
    findings,
    asks: findings.some(({ taken }) => taken),
    value: readText(conflictsOf(findings)),
  }
}

/** The midnight that ends a part still belongs to its last day. */
const lastMinute = ({ ends_at }: { ends_at: Date }) => new Date(ends_at.getTime() - 60_000)
const withoutName = ({ contact_id, role_id, starts_at, ends_at }: Person) => ({
  contact_id,
  role_id,
  starts_at,
  ends_at,
})

/**
 * As it is told.
 * @param noMail that none of its mails can leave; null while they can
 */
export const outcomeOf = ({ title, lines, refused, asks, value }: MovePlan, noMail: string | null): MoveOutcome => ({
  title,
  lines: noMail === null ? lines : [...lines, { tone: 'orange', text: noMail }],
  refused,
  asks,
  value,
})
