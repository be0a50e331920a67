/** Asking teachers, as tests do it: parts that lack them, their links, and the clock later. */
import { goOnAll } from '../../src/training/planning/teacher-requests/teacher-requests.job.ts'
import { type Browser, type TestApp, browser as browserAt } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPlanning } from './enrolment-support.ts'

const HOUR = 3_600_000

export function askingIn(app: () => TestApp, planner: () => Browser) {
  let days = 40
  /** A part on a day of its own that lacks teachers, and so many teachers who are free. */
  async function lacking({ teachers = 3, needs = 1 }: { teachers?: number; needs?: number } = {}) {
    days += 3
    const { parts } = await addPlanning(app(), { inDays: days })
    const part = parts[0]!
    if (needs !== 1)
      await app()
        .db.updateTable('appointments')
        .set({ teacher_application_count: needs })
        .where('id', '=', part)
        .execute()
    const people: number[] = []
    for (let i = 0; i < teachers; i++)
      people.push(
        await addContact(app().db, { first_name: 'Docent', roles: [3], email: `docent${days}-${i}@post.example` }),
      )
    return { part, people }
  }
  const ask = (part: number, teachers: number[], more: Record<string, string | number> = {}) =>
    planner().post(`/teacher-requests/ask/${part}`, {
      way: 'in_order',
      answer_hours: 8,
      'teachers[]': teachers,
      ...more,
    })
  /** The clock, so many hours later; what was saved can be taken back no more. */
  const later = (hours = 0.1) => goOnAll(app().services, new Date(Date.now() + hours * HOUR))
  const requestsOf = (part: number) =>
    app().db.selectFrom('teacher_requests').selectAll().where('appointment_id', '=', part).orderBy('place').execute()
  const statesOf = async (part: number) => (await requestsOf(part)).map(({ state }) => state)
  const teachersOf = async (part: number) =>
    (
      await app()
        .db.selectFrom('appointment_responsibles')
        .select('contact_id')
        .where('appointment_id', '=', part)
        .where('role_id', '=', 3)
        .orderBy('id')
        .execute()
    ).map(({ contact_id }) => contact_id)
  const mailsTo = (contactId: number) =>
    app()
      .db.selectFrom('mails')
      .select(['subject', 'text_body', 'secret'])
      .where('object_type', '=', 'contact')
      .where('object_id', '=', contactId)
      .orderBy('id')
      .execute()
  /** The link that somebody was mailed last. */
  const tokenTo = async (contactId: number) =>
    /\/docent\/([\w-]+)/.exec(
      (await mailsTo(contactId)).findLast(({ secret }) => secret !== null)?.text_body ?? '',
    )?.[1] ?? ''
  /** Somebody without an account, with a session of their own. */
  async function visitor(token: string) {
    const shown = await app().anonymous.page(`/docent/${token}`)
    const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? ''
    const field = (name: string) => String(shown.$(`input[name=${name}]`).attr('value') ?? '')
    const [csrf, seen] = [field('_token'), field('seen')]
    return {
      shown,
      answer: (answer: string) => browserAt(app().url, cookie, csrf, null).post(`/docent/${token}`, { answer, seen }),
    }
  }
  /** How long what was saved can be taken back, in seconds. */
  const undoSeconds = (seconds: number) =>
    app().pool.query(`update settings set value = jsonb_set(value, '{undo_seconds}', $1) where key = 'mail'`, [seconds])
  const sayBy = async (contactId: number, answer: string) => (await visitor(await tokenTo(contactId))).answer(answer)
  /** Days from now of the part that was made last. */
  const lastDay = () => days
  return {
    lacking,
    lastDay,
    ask,
    later,
    requestsOf,
    statesOf,
    teachersOf,
    mailsTo,
    tokenTo,
    visitor,
    undoSeconds,
    sayBy,
  }
}
