import { moment } from '../../../../platform/forms/moment.ts'
import { formatCount } from '../../../../platform/format/format.ts'
import { wallClock } from '../../../../platform/format/zone.ts'
import type { Services } from '../../../../platform/services.ts'
import type { ClosedDays } from '../../../../system/holidays/index.ts'
import { type Occupation, bookingLine, listOccupations } from '../../../../system/occupations/index.ts'
import { type JudgedRoom, findJudgedRooms, hireNote } from '../../appointments/index.ts'
import { courseDays, formatDuration } from '../../../catalogue/courses/index.ts'
import { type DraftRow, spanOf } from './draft.rules.ts'
import { fieldText } from '../starting-moment.ts'
import { type PlannedCourse, type RoomChoice, listRoomChoices } from '../planning.queries.ts'
import { dateRemarks, predictParts } from '../planning.rules.ts'

interface Prediction {
  first: { day: string; time: string | null }
  exceptions?: readonly string[]
  closed: ClosedDays
  /** A room that was free, proposed until another is chosen. */
  room_id?: number | null
  /** Where a free room is proposed, until one is chosen. */
  establishment_id?: number | null
}

/**
 * The rows of the step 'components': what was typed where something was, what is predicted elsewhere; and what is
 * unusual about their dates.
 */
export async function componentRows(
  services: Services,
  course: PlannedCourse,
  prediction: Prediction,
  typed: DraftRow[],
) {
  const { first, exceptions = [], closed, room_id = null, establishment_id = null } = prediction
  const predicted = predictParts(first, course.components, { exceptions, isClosed: closed.isClosed })
  const days = courseDays(course.components)
  const rows = course.components.map((component, index) => {
    const row = typed.find(({ course_component_id }) => course_component_id === component.id)
    return {
      index,
      course_component_id: component.id,
      description: component.description,
      note: [`dag ${days[index]}`, component.optional && 'optioneel'].filter(Boolean).join(', '),
      duration: formatDuration(component.duration_minutes),
      /** A course without components is one part, which cannot be left out. */
      fixed: component.id === null,
      enabled: component.id === null || (row?.enabled ?? !component.optional),
      // The fields of a row that is off are not sent, so what is empty is predicted.
      start: row?.start_datetime || fieldText(predicted[index]!.start),
      end: row?.end_datetime || fieldText(predicted[index]!.end),
      room_id: row ? row.room_id : room_id,
      isNew: row === undefined,
      proposeIn: row ? null : establishment_id,
    }
  })
  return {
    rows: course.online
      ? rows.map((row) => ({ ...row, rooms: null, roomNotes: [] }))
      : await withRooms(services, rows, course.max_count),
    remarks: dateRemarks(
      rows
        .filter(({ enabled }) => enabled)
        .map(({ description, start }) => ({ description, start: wallMoment(start) })),
      (day) => closed.between(day, day)[day],
    ),
  }
}

function wallMoment(typed: string) {
  const read = moment.required.safeParse(typed)
  return read.success ? wallClock(read.data) : null
}

type Row = { start: string; end: string; room_id: number | null; isNew: boolean; proposeIn: number | null }

/** Adds the rooms to choose from, with what occupies each of them at the time of the row and which are not certain. */
async function withRooms<R extends Row>({ db, registry }: Services, rows: R[], places: number) {
  const spans = rows.map((row) => spanOf({ start_datetime: row.start, end_datetime: row.end }))
  const known = spans.flatMap((span) => span ?? [])
  const rooms = await listRoomChoices(db)
  const [judged, busy] = await Promise.all([
    findJudgedRooms(
      db,
      rooms.map(({ id }) => id),
    ),
    listOccupations(db, registry, { spans: known, of: { room: 'all' } }),
  ])
  return rows.map((row, i) => {
    const span = spans[i]
    const taken = span ? busy.filter((booking) => booking.span === known.indexOf(span)) : []
    const free = rooms.filter(({ id }) => !taken.some(({ resource_id }) => resource_id === id))
    const room_id = row.isNew ? proposedRoom(rooms, free, row, places) : row.room_id
    const own = taken.filter(({ resource_id }) => resource_id === room_id)
    const chosen = room_id === null ? undefined : judged.get(room_id)
    return {
      ...row,
      room_id,
      rooms: [
        { value: '', label: 'Geen lokaal' },
        ...rooms.map((room) => roomOption(room, taken, judged.get(room.id))),
      ],
      roomNotes: [
        ...(own.length > 0 ? [`Bezet: ${own.map(bookingLine).join('; ')}`] : []),
        ...(chosen ? [hireNote(chosen)] : []).filter((text) => text !== null),
      ],
    }
  })
}

/** The room that was asked for, else one that fits where one is wanted, else the only one there is. */
function proposedRoom(rooms: RoomChoice[], free: RoomChoice[], row: Row, places: number): number | null {
  if (row.proposeIn !== null) return fittingRoom(free, row.proposeIn, places)?.id ?? null
  return row.room_id ?? (rooms.length === 1 ? (free[0]?.id ?? null) : null)
}

/** The smallest room of an establishment that has places enough; one whose places nobody told comes last. */
function fittingRoom<R extends Pick<RoomChoice, 'establishment_id' | 'capacity'>>(
  rooms: readonly R[],
  establishmentId: number,
  places: number,
): R | undefined {
  const size = ({ capacity }: R) => capacity ?? Infinity
  return rooms
    .filter((room) => room.establishment_id === establishmentId && size(room) >= places)
    .toSorted((a, b) => size(a) - size(b))[0]
}

function roomOption(
  { id, label, capacity }: RoomChoice,
  taken: Occupation[],
  judged: JudgedRoom | undefined,
): { value: string; label: string } {
  const bookings = taken.filter(({ resource_id }) => resource_id === id)
  const places = capacity === null ? '' : ` (${formatCount(capacity, 'plaats', 'plaatsen')})`
  const hire = judged && hireNote(judged) !== null ? ' – huur niet bevestigd' : ''
  const note = bookings.length === 0 ? '' : ` – bezet: ${bookings.map(bookingLine).join('; ')}`
  return { value: String(id), label: `${label}${places}${hire}${note}` }
}
