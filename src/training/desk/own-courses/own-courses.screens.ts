import { Readable } from 'node:stream'
import { NotFound } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { instantOf, today } from '../../../platform/format/zone.ts'
import { file } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { calendarFeed } from '../../../system/calendar/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { LIGHTS, listOwnCertificates } from '../../proof/certificates/index.ts'
import { findOwnStand, listCredits } from '../../proof/drivers/index.ts'
import { listOwnParts, listPartsBeside } from './own-courses.queries.ts'
import { driverModel, eventOf, ownCoursesModel } from './own-courses.rules.ts'
import { ownCoursesArea } from './rights.ts'

/** So many of the courses that count for code 95, the last ones. */
const SHOWN_CREDITS = 12

/** Where a student begins on a phone: what comes, where, what to bring, and the certificates, each one tap away. */
export const ownCoursesPage = page({
  area: ownCoursesArea,
  // Its rows are those of the viewer.
  record: null,
  right: 'view',
  path: '/my-courses',
  title: 'Mijn opleidingen',
  view: 'training/own-courses/page',
  load: async ({ db, viewer }) => {
    const now = new Date()
    const own = viewer.contactId ?? 0
    const [parts, certificates, office, driver, credits] = await Promise.all([
      listOwnParts(db, own, instantOf(today(now), '00:00')!),
      listOwnCertificates(db, own),
      readSetting(db, 'organisation'),
      findOwnStand(db, own),
      listCredits(db, own).orderBy('counted_on', 'desc').orderBy('id', 'desc').limit(SHOWN_CREDITS).execute(),
    ])
    return {
      name: viewer.name,
      phone: office.phone,
      courses: ownCoursesModel(parts, now),
      driver: driver ? driverModel(driver, credits, today(now)) : null,
      certificates: certificates.map(({ id, course_description, valid_until, state, light }) => ({
        id,
        course: course_description,
        light: light === null ? null : LIGHTS[light],
        until: valid_until === null ? 'Geen einddatum' : state === 'expired' ? 'Verlopen op' : 'Geldig tot en met',
        date: formatDate(valid_until),
      })),
    }
  },
})

/** The parts of one planning for the calendar of a phone; what stands there already is not doubled. */
export const ownCourseIcs = file({
  area: ownCoursesArea,
  record: 'appointment',
  right: 'view',
  path: '/my-courses/calendar/:id',
  open: async ({ db, viewer, params, services }) => {
    const parts = await listPartsBeside(db, viewer.contactId ?? 0, params.id)
    if (parts.length === 0) throw new NotFound('Planning')
    const host = new URL(services.config.baseUrl).hostname
    const name = parts[0]!.course
    const text = calendarFeed(parts.map(eventOf), { name, host, stamp: new Date() })
    return { name: `${name}.ics`, mimeType: 'text/calendar; charset=utf-8', content: Readable.from([text]) }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    foreign: { id: story.appointments.foreign },
  }),
})
