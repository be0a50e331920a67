import fc from 'fast-check'
import { expect } from 'vitest'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { formatDate } from '../../../src/platform/format/format.ts'
import { addDays, today } from '../../../src/platform/format/zone.ts'
import { addPlanning, put } from '../../training/enrolment-support.ts'
import type { Browser } from '../app.ts'
import { addCourse } from '../builders.ts'
import { shownFields } from '../example-calls.ts'
import { type Chosen, type Question, bulkRun, mailsIn, rowsOf } from './frame.ts'
import { addReader, placesOf, reader } from './people.ts'

let made = 0

const course = fc.record({
  active: fc.boolean(),
  max_count: fc.constantFrom(8, 12),
  language: fc.constantFrom(null, 'nl', 'en'),
})
const onCourses = (path: string, choice: fc.Arbitrary<Record<string, string>>) =>
  bulkRun({
    path,
    drawn: fc.record({ courses: fc.array(course, { minLength: 1, maxLength: 5 }), choice }),
    make: async (app, { courses, choice: choices }) => {
      const names = new Map<number, string>()
      for (const one of courses) {
        const description = `Gekozen opleiding ${++made}`
        names.set(await addCourse(app.db, { description, ...one }), description)
      }
      return { names, choices }
    },
    state: rowsOf('courses', 'active, max_count, language, minimum_age, replace_days, bring'),
  })

/** Step by step: those that are meant, then who of them has an address. */
async function askInviting(browser: Browser, { names, url, query }: Chosen): Promise<Question> {
  const address = `${url}?${query}`
  const first = shownFields((await browser.get(address)).$)
  const { 'refreshers[]': refreshers = [] } = first
  const chosen = { 'refreshers[]': refreshers }
  const people = await browser.post(`${address}&step=people`, chosen)
  const { 'recipients[]': ticked = [] } = people.status === 200 ? shownFields(people.$) : {}
  const goes = [ticked].flat().map(Number)
  const message = await browser.post(`${address}&step=message`, { ...chosen, 'recipients[]': ticked })
  const { subject = '', content = '' } = message.status === 200 ? shownFields(message.$) : {}
  const without = Number(/Deze (\d+) personen|(Deze persoon)/.exec(people.text)?.[1] ?? (people.text.includes('Deze persoon krijgt') ? 1 : 0)) // prettier-ignore
  const meant = [refreshers].flat().length
  return {
    goes,
    stays: [...names.keys()].filter((id) => !goes.includes(id)),
    mails: goes.length,
    told: { done: meant - without, of: names.size },
    form: { ...chosen, 'recipients[]': ticked, subject, content },
  }
}

/** Who is named as set aside; the others have a place by now, and are left out. */
async function askAside(browser: Browser, { names, url }: Chosen): Promise<Question> {
  const { $ } = await browser.get(url!)
  const listed = $('.stack-sm').text()
  const goes = [...names].filter(([, name]) => new RegExp(`${name}(?!\\d)`).test(listed)).map(([id]) => id)
  return {
    goes,
    stays: [...names.keys()].filter((id) => !goes.includes(id)),
    mails: null,
    told: { done: Number(/(\d+) cursist/.exec($('.popup-title').text())?.[1] ?? 1), of: names.size },
    form: { reason: 'Uit dienst' },
  }
}

/** The lines of a proposal, all of them taken over. */
const askProposing =
  (courseId: number) =>
  async (browser: Browser, { names, url }: Chosen): Promise<Question> => {
    const who = { course_id: courseId, until: formatDate(addDays(today(), 400)), minimum: 3 }
    const proposal = await browser.post(`${url}?step=proposal`, who)
    expect(proposal.status).toBe(200)
    const lines = proposal.$('input[name="lines[]"]').toArray().map((box) => proposal.$(box).attr('value')!) // prettier-ignore
    const check = await browser.post(`${url}?step=check`, { 'lines[]': lines })
    const words = lines.length === 0 ? '' : check.$.root().text()
    const goes = [...names].filter(([, name]) => new RegExp(`${name}(?!\\d)`).test(words)).map(([id]) => id)
    return {
      goes,
      stays: [...names.keys()].filter((id) => !goes.includes(id)),
      mails: mailsIn(lines.length === 0 ? '' : check.$('.outcomes').text()),
      told: {
        done: Number.parseInt(check.$('[data-accept-label]').attr('data-accept-label') ?? '0', 10),
        of: names.size,
      },
      form: { 'lines[]': lines },
    }
  }

/** Courses, and who takes one again. */
export const REFRESHING = [
  onCourses('/courses/bulk/deactivate', fc.constant({})),
  onCourses(
    '/courses/bulk/field',
    fc.constantFrom<Record<string, string>>(
      { field: 'max_count', max_count: '12' },
      { field: 'language', language: 'en' },
      { field: 'language', language: '' },
      { field: 'minimum_age', minimum_age: '18' },
    ),
  ),
  bulkRun({
    path: '/courseRefresher/invitations',
    role: ROLE.scheduler,
    drawn: fc.array(fc.record({ ...reader, booked: fc.boolean() }), { minLength: 1, maxLength: 5 }),
    make: async (app, people) => {
      const courseId = app.story.courses.bhvRefresher
      const { parts } = await addPlanning(app, { courseId, inDays: 10 })
      const names = new Map<number, string>()
      const ids: number[] = []
      for (const { booked, ...one } of people) {
        const { id, name } = await addReader(app, one)
        const { id: refresher } = await app.db
          .insertInto('contact_refreshers')
          .values({ contact_id: id, course_id: courseId, expires_at: addDays(today(), 30) })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (booked) await put(app, parts, [id])
        ids.push(refresher)
        names.set(id, name)
      }
      return { names, url: '/courseRefresher/invitations', query: `ids=${ids.join(',')}` }
    },
    ask: askInviting,
    state: async ({ pool }, ids) => {
      const { rows } = await pool.query<{ contact_id: number; invited_at: Date | null }>(
        'select contact_id, invited_at from contact_refreshers where contact_id = any($1)',
        [ids],
      )
      return new Map(rows.map(({ contact_id, invited_at }) => [contact_id, invited_at]))
    },
  }),
  bulkRun({
    path: '/courses/retakes/aside',
    role: ROLE.scheduler,
    drawn: fc.array(fc.record({ address: fc.boolean(), again: fc.boolean() }), { minLength: 1, maxLength: 5 }),
    make: async (app, people) => {
      const courseId = await addCourse(app.db)
      const { parts } = await addPlanning(app, { courseId, inDays: -30, status: 'done' })
      const coming = await addPlanning(app, { courseId, inDays: 30 })
      const names = new Map<number, string>()
      const ids: number[] = []
      for (const { again, ...one } of people) {
        const { id, name } = await addReader(app, one)
        const { id: missed } = await app.db
          .insertInto('enrolments')
          .values({ appointment_id: parts[0]!, contact_id: id, present: 0 })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (again) await put(app, coming.parts, [id])
        ids.push(missed)
        names.set(id, name)
      }
      return { names, url: `/courses/retakes/aside?ids=${ids.join(',')}` }
    },
    ask: askAside,
    state: async ({ pool }, ids) => {
      const { rows } = await pool.query<{ contact_id: number; reason: string }>(
        'select contact_id, reason from retakes_set_aside where contact_id = any($1)',
        [ids],
      )
      return new Map(rows.map(({ contact_id, reason }) => [contact_id, reason]))
    },
  }),
  bulkRun({
    path: '/courseRefresher/proposal',
    role: ROLE.scheduler,
    drawn: fc.record({
      people: fc.array(fc.record({ ...reader, days: fc.integer({ min: 5, max: 90 }) }), { minLength: 1, maxLength: 5 }),
      places: fc.array(fc.record({ max: fc.integer({ min: 1, max: 3 }), inDays: fc.integer({ min: 10, max: 60 }) }), { maxLength: 2 }), // prettier-ignore
    }),
    make: async (app, { people, places }) => {
      const courseId = await addCourse(app.db, { max_count: 8 })
      for (const one of places) await addPlanning(app, { courseId, ...one })
      const names = new Map<number, string>()
      for (const { days, ...one } of people) {
        const { id, name } = await addReader(app, one)
        const row = { contact_id: id, course_id: courseId, expires_at: addDays(today(), days) }
        await app.db.insertInto('contact_refreshers').values(row).execute()
        names.set(id, name)
      }
      return { names, url: '/courseRefresher/proposal', about: courseId }
    },
    ask: (browser, chosen) => askProposing(chosen.about!)(browser, chosen),
    state: placesOf,
    byMoments: true,
  }),
]
