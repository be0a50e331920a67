import { sql } from 'kysely'
import { Invalid } from '../../../platform/errors.ts'
import { formatCount, formatPeriod } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Services } from '../../../platform/services.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { companyNames } from '../../../relations/companies/index.ts'
import { contactsManageArea } from '../../../relations/contacts/rights.ts'
import { getAppointment, listIncompany, listParts, nameIncompany } from '../../planning/appointments/index.ts'
import { alternativeIdsOf, getCourse } from '../../catalogue/courses/index.ts'
import { getPeople, listEnrolledIn } from './enrolment.queries.ts'
import {
  MOST_PLACES,
  type WhatAppointments,
  freePlaces,
  partsBeside,
  pastQuestion,
  placesText,
} from './enrolment.rules.ts'
import { freed, keptFor } from './reservations/reserved-places.commands.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import { type Target, findPlace, listTargets } from './targets.queries.ts'

/** What an enrol popup is about: one planning, or a course of which a planning is still to be chosen. */
export interface EnrolSubject {
  courseId: number
  courseName: string
  /** The part the popup was opened for, or the one chosen in it. */
  appointmentId: number | null
}

/**
 * Reads `/calendar/enroll/:course/…`: the id is that of an appointment, or of a course with `?by=course` (rulings
 * 9.13), and the other planning of the same course that may have been chosen in the popup. What the id is of stands in
 * the query, so that it is checked here; what was chosen is checked as a record of the form.
 * @throws NotFound outside the viewer's scope; Invalid for a planning of a course that is no alternative either
 */
export async function getEnrolSubject(
  db: Db | Trx,
  viewer: Viewer,
  { registry }: Pick<Services, 'registry'>,
  asked: { id: number; by: string | undefined; chosen: number | null },
): Promise<EnrolSubject> {
  const byCourse = asked.by === 'course'
  if (!byCourse) await registry.assertVisible(db, viewer, 'appointment', asked.id)
  const opened = byCourse ? null : await getAppointment(db, asked.id)
  const course = await getCourse(db, opened?.course_id ?? asked.id)
  if (asked.chosen === null || asked.chosen === opened?.id)
    return { courseId: course.id, courseName: course.description, appointmentId: opened?.id ?? null }
  const chosen = await getAppointment(db, asked.chosen)
  if (chosen.course_id !== course.id && !(await alternativeIdsOf(db, course.id)).includes(chosen.course_id))
    throw new Invalid({ appointment_id: ['Kies een planning van deze opleiding of van een alternatief.'] })
  return { courseId: course.id, courseName: course.description, appointmentId: chosen.id }
}

/** The parts meant, with their free places, and how many there can be when the maximum is raised. */
export async function listChosenParts(
  db: Db | Trx,
  appointmentId: number,
  what: WhatAppointments,
  reservationId?: number,
) {
  const here = await getAppointment(db, appointmentId)
  const all = await listParts(db, here.group_id)
  const parts = freed(all, await keptFor(db, reservationId, all))
  return partsBeside(parts, appointmentId)
    .filter(({ id }) => what === 'all' || id === appointmentId)
    .map((part) => {
      const free = freePlaces(part)
      return { id: part.id, description: part.description, free, most: MOST_PLACES - part.max_count + free }
    })
}

/** Plannings offered in one popup; who needs another one finds it in the calendar. */
const MOST_PLANNINGS = 50

export function targetText({ starts_at, ends_at, place, parts, free, incompany, ...target }: Target): string {
  return [
    formatPeriod(starts_at, ends_at),
    target.is_option ? target.status_label : '',
    place,
    parts > 1 ? `${parts} onderdelen` : '',
    incompany === null ? '' : `incompany ${incompany}`,
    free === 0 ? 'vol' : formatCount(free, 'plaats vrij', 'plaatsen vrij'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * Whether people go to all parts of a planning or to the one that the popup was opened at: as the person did who was
 * enrolled in it last, and where another part takes nobody any more, to this one.
 */
async function likelyParts(db: Db, part: { id: number; group_id: number }): Promise<WhatAppointments> {
  const { rows } = await sql<{ whole: boolean }>`
    select not exists (
      select 1 from appointments other
      where other.group_id = ${part.group_id} and other.id <> ${part.id} and other.status <> 'cancelled'
        and (other.status = 'done' or other.starts_at <= now()
          or exists (select 1 from (
              select contact_id from enrolments where appointment_id = ${part.id} order by id desc limit 1) as latest
            where not exists (select 1 from enrolments
              where appointment_id = other.id and enrolments.contact_id = latest.contact_id)))) as whole
  `.execute(db)
  return rows[0]!.whole ? 'all' : 'this'
}

/** What the enrol and reserve popups show of the planning and of those that could take its place. */
export async function getEnrolScreen(db: Db, viewer: Viewer, subject: EnrolSubject) {
  const here = subject.appointmentId === null ? null : await getAppointment(db, subject.appointmentId)
  const parts = here === null ? [] : partsBeside(await listParts(db, here.group_id), here.id)
  const companies = here === null ? [] : await listIncompany(db, viewer, here.group_id)
  const others = await listTargets(db, viewer, {
    courseIds: [subject.courseId],
    exceptPlanning: here?.group_id ?? null,
    part: here === null ? null : { componentId: here.component_id, description: here.description },
    what: 'all',
    freeSpace: 1,
    componentIds: [],
    historical: false,
    page: 0,
    size: MOST_PLANNINGS,
  })
  const free = Math.min(...parts.map(freePlaces))
  const own: Target[] =
    here === null
      ? []
      : [
          {
            id: here.id,
            group_id: here.group_id,
            course_id: subject.courseId,
            course: subject.courseName,
            starts_at: here.starts_at,
            ends_at: here.ends_at,
            parts: parts.length,
            free,
            place: await findPlace(db, viewer, here.id),
            status_label: here.status_label,
            status_css: here.status_css,
            is_option: here.status === 'option',
            incompany: nameIncompany(companies).join(', ') || null,
          },
        ]
  return {
    subject,
    /** Who is in the part already. */
    enrolled: here === null || !may(viewer, enrolmentPlanningArea) ? [] : await listEnrolledIn(db, here.id),
    /** What is asked where the day of the planning that it was opened at is over. */
    past: here === null ? null : pastQuestion(subject.courseName, parts, today()),
    /** Of the planning it was opened at, when nobody gets into it any more. */
    full: here !== null && parts.length > 0 && free <= 0,
    part: here?.description ?? null,
    severalParts: parts.length !== 1,
    whatAppointments: here === null || parts.length < 2 ? 'all' : await likelyParts(db, here),
    places: parts.map((part) => placesText(part, new Date())),
    plannings: [...own, ...others].map((target) => ({ value: String(target.id), label: targetText(target) })),
    /** The one company of an in-company planning is that of the new people, unless somebody says otherwise. */
    company: companies.length === 1 && companies[0]!.named ? companies[0]! : null,
    mayRaise: may(viewer, enrolmentPlanningArea, 'change'),
    mayAddContacts: may(viewer, contactsManageArea, 'change'),
  }
}

/** Who is chosen already where it was opened, or whose people are to be chosen; with the planning where that is given. */
export async function getAnywhereScreen(
  db: Db,
  viewer: Viewer,
  services: Services,
  asked: { contactIds: number[]; companyId: number | null; appointmentId: number | null },
) {
  const { contactIds, companyId, appointmentId: id } = asked
  const names = companyId === null ? null : await companyNames(db, [companyId])
  const company = companyId === null ? null : { id: companyId, name: names?.get(companyId) ?? '', named: true }
  const people = await getPeople(db, viewer, contactIds)
  if (id === null) return { subject: null, past: null, plannings: [], people, company }
  const subject = await getEnrolSubject(db, viewer, services, { id, by: undefined, chosen: null })
  const screen = await getEnrolScreen(db, viewer, subject)
  return { ...screen, people, company: company ?? screen.company }
}
