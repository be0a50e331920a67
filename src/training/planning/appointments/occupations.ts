import { sql } from 'kysely'
import type { OccupationRow, OccupationSource } from '../../../system/occupations/points.ts'

// Spelled as the index appointments_during has it.
const during = sql`tstzrange(a.starts_at, a.ends_at)`
const counts = sql`a.status <> 'cancelled'`

/** Who teaches a part or plays in it, for as long as they are needed there. */
const people: OccupationSource = {
  resource: 'contact',
  record: 'appointment',
  rows: sql<OccupationRow>`
    select r.contact_id as resource_id, a.id as record_id, a.description, coalesce(r.starts_at, a.starts_at) as starts_at,
           coalesce(r.ends_at, a.ends_at) as ends_at, ${during} as during, ${counts} as counts
    from appointment_responsibles r join appointments a on a.id = r.appointment_id`,
}

const rooms: OccupationSource = {
  resource: 'room',
  record: 'appointment',
  rows: sql<OccupationRow>`
    select a.room_id as resource_id, a.id as record_id, a.description, a.starts_at, a.ends_at, ${during} as during,
           ${counts} as counts
    from appointments a where a.room_id is not null`,
}

/** Whom a part keeps busy as a student: apart from who gives it, since others ask for them. */
const students: OccupationSource = {
  resource: 'student',
  record: 'appointment',
  rows: sql<OccupationRow>`
    select e.contact_id as resource_id, a.id as record_id, a.description, a.starts_at, a.ends_at, ${during} as during,
           ${counts} as counts
    from enrolments e join appointments a on a.id = e.appointment_id`,
}

export const appointmentOccupations = [people, rooms, students]
