import { instantOf, wallClock } from '../../src/platform/format/zone.ts'
import type { Answer, Browser, TestApp } from '../support/app.ts'
import { daysFromNow } from '../support/around-now.ts'
import { addPart } from '../support/builders.ts'

export interface PlanningOptions {
  courseId?: number
  /** Days from now of the first part; the others follow a week apart. */
  inDays?: number
  status?: string
  max?: number
  /** Component of each part; null for a part without one. */
  components?: (number | null)[]
  incompany?: number
}

/** A part ends on the day on which it begins, also where a test runs late in the evening. */
function within(starts_at: Date): Date {
  const { day, time } = wallClock(starts_at)
  const isNear = Math.abs(starts_at.getTime() - Date.now()) < 2 * 86_400_000
  return isNear || time < '19:00' ? starts_at : instantOf(day, '19:00')!
}

/** Plans a course once; answers its id and the ids of its parts. */
export async function addPlanning(
  app: TestApp,
  options: PlanningOptions = {},
): Promise<{ planningId: number; parts: number[] }> {
  const course_id = options.courseId ?? app.story.courses.bhv
  const { id: planningId } = await app.db
    .insertInto('appointment_groups')
    .values({ course_id, incompany: options.incompany !== undefined })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (options.incompany !== undefined)
    await app.db
      .insertInto('appointment_group_companies')
      .values({ group_id: planningId, company_id: options.incompany })
      .execute()
  const parts: number[] = []
  for (const [i, component_id] of (options.components ?? [null]).entries()) {
    const starts_at = within(daysFromNow((options.inDays ?? 30) + i * 7))
    const part = {
      group_id: planningId,
      component_id,
      description: component_id === null ? `Deel ${i + 1}` : `Component ${component_id}`,
      starts_at,
      status: options.status ?? 'planned',
      max_count: options.max ?? 12,
    }
    parts.push(await addPart(app.db, part))
  }
  return { planningId, parts }
}

let people = 0
/** Adds so many people, of a company or private. */
export async function addPeople(app: TestApp, count: number, company_id: number | null = null): Promise<number[]> {
  const rows = await app.db
    .insertInto('contacts')
    .values(
      Array.from({ length: count }, () => {
        const number = ++people
        return { first_name: 'Proef', last_name: `Persoon${number}`, company_id, email: `proef${number}@post.example` }
      }),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Enrols people past every rule, as a starting point. */
export async function put(app: TestApp, parts: number[], contacts: number[]): Promise<void> {
  const rows = parts.flatMap((appointment_id) => contacts.map((contact_id) => ({ appointment_id, contact_id })))
  await app.db.insertInto('enrolments').values(rows).execute()
}

/** Who is in a part, in order of their ids. */
export async function peopleIn(app: TestApp, part: number): Promise<number[]> {
  const rows = await app.db
    .selectFrom('enrolments')
    .select('contact_id')
    .where('appointment_id', '=', part)
    .orderBy('contact_id')
    .execute()
  return rows.map(({ contact_id }) => contact_id)
}

export const countsOf = (app: TestApp, part: number) =>
  app.db
    .selectFrom('appointments')
    .select(['enrolled_count', 'reserved_count', 'max_count'])
    .where('id', '=', part)
    .executeTakeFirstOrThrow()

/** What a browser would send of a fragment: every named field with its value. */
export function fieldsIn(answer: Answer): Record<string, string> {
  const { $ } = answer
  const fields: Record<string, string> = {}
  $('input[name], select[name], textarea[name]').each((_, element) => {
    const field = $(element)
    const name = field.attr('name')!
    if (field.is('[type=checkbox], [type=radio]') && field.attr('checked') === undefined) return
    if (field.is('select')) {
      const options = field.find('option')
      const chosen = options.filter('[selected]').first()
      fields[name] = (chosen.length > 0 ? chosen : options.first()).attr('value') ?? ''
    } else fields[name] = field.attr('value') ?? field.text()
  })
  return fields
}

/** The preview of a list that was pasted. */
export const preview = (browser: Browser, part: number, form: Record<string, string | string[]>) =>
  browser.post(`/calendar/enroll/${part}/0/list`, form)

/** The CSRF token, for requests that a browser makes without a form. */
export const tokenOf = async (browser: Browser): Promise<string> =>
  (await browser.get('/ajax/getToken')).json<{ token: string }>().token

/** The preview of a list that was uploaded, as the browser's FormData sends it. */
export async function upload(browser: Browser, part: number, bytes: Uint8Array, name: string) {
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(bytes)]), name)
  const token = await tokenOf(browser)
  return browser.request(`/calendar/enroll/${part}/0/list`, {
    method: 'POST',
    headers: { 'HX-Request': 'true', 'X-CSRF-Token': token },
    body,
  })
}

/** Saves the lines of a preview as they were drawn, with changes. */
export const saveList = (browser: Browser, part: number, answer: Answer, more: Record<string, string> = {}) =>
  browser.post(`/calendar/enroll/${part}/0`, { way: 'list', ...fieldsIn(answer), ...more })
