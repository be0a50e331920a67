// clock
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { sendMailing } from '../../src/system/messages/mailing.job.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { claimDue, listMoments } from '../../src/system/moments/moments.queries.ts'
import type { MomentKind } from '../../src/system/moments/points.ts'
import { changeMoments } from '../../src/training/messages/moments/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { daysFromNow } from '../support/around-now.ts'
import { CARRIED_HOURS, dueAt } from '../../src/system/moments/moments.rules.ts'
import { addPeople, addPlanning } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 30}' where key = 'mail'`)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.updateTable('message_moments').set({ active: false }).execute()
})

const later = (days: number, minutes = 1) => new Date(daysFromNow(days).getTime() + minutes * 60_000)
const template = () => app.story.defaultMessage

/** A moment that counts since long ago, as if it had been there before everything. */
async function addMoment(moment: {
  kind: string
  days?: number
  at?: string | null
  recipients?: string
  conditions?: string[]
}) {
  const { id } = await app.db
    .insertInto('message_moments')
    .values({
      days: 0,
      at: null,
      recipients: 'students',
      template_id: template(),
      active_since: new Date(0),
      ...moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const enrol = (part: number, people: number[]) =>
  app.db
    .insertInto('enrolments')
    .values(people.map((contact_id) => ({ appointment_id: part, contact_id })))
    .execute()

/** Mails that a moment made for a planning, by the address they went to. */
async function sentBy(moment: number, ...parts: number[]): Promise<string[]> {
  const rows = await app.db
    .selectFrom('mails')
    .innerJoin('moment_sends', 'moment_sends.mailing_id', 'mails.mailing_id')
    .select('mails.recipient')
    .distinct()
    .innerJoin('mailings', 'mailings.id', 'mails.mailing_id')
    .where('moment_sends.moment_id', '=', moment)
    .where('mailings.object_id', 'in', parts)
    .execute()
  return rows.map(({ recipient }) => recipient).sort()
}

describe('a confirmation shortly before the reminder', () => {
  const HOUR = 3_600_000

  /** People of plannings that begin so many hours from now, each enrolled now. */
  async function enrolled(leads: number[]) {
    const rows = []
    for (const hours of leads) {
      const { parts, planningId } = await addPlanning(app, { inDays: 20 })
      const starts_at = new Date(Date.now() + hours * HOUR)
      const ends_at = new Date(starts_at.getTime() + HOUR)
      await app.db.updateTable('appointments').set({ starts_at, ends_at }).where('id', '=', parts[0]!).execute()
      const [person] = await addPeople(app, 1)
      await enrol(parts[0]!, [person!])
      rows.push({ hours, starts_at, part: parts[0]!, planningId, person: person! })
    }
    return rows
  }
  const NINE = { days: 7, at: '09:00' }
  /** From the moment of undo on, each quarter of a day until all has begun. */
  async function passTime(hours: number) {
    for (let at = 1 / 60; at < hours; at += 6) await sendDue(app.services, new Date(Date.now() + at * HOUR))
  }

  it('is one mail: who is told within a day of the reminder, or after it, gets no second one, and everybody gets one', async () => {
    const leads = fc.sample(fc.integer({ min: 2, max: 12 * 24 }), { numRuns: 24, seed: 7 })
    const people = await enrolled([3, 7 * 24 - 1, 8 * 24 + 23, 9 * 24 + 2, ...leads])
    const confirmation = await addMoment({ kind: 'enrolment' })
    const reminder = await addMoment({ kind: 'planning-begin', ...NINE })
    const told = Date.now()
    await passTime(12 * 24)
    const outcome = []
    const wanted = []
    for (const { hours, starts_at, part } of people) {
      const due = dueAt({ days: -7, at: '09:00' }, starts_at)
      const count = async (moment: number) => (await sentBy(moment, part)).length
      outcome.push([hours, await count(confirmation), await count(reminder)])
      wanted.push([hours, 1, due.getTime() > told + CARRIED_HOURS * HOUR ? 1 : 0])
    }
    expect(outcome).toEqual(wanted)
    expect(new Set(wanted.map(([, , reminded]) => reminded))).toEqual(new Set([0, 1]))
  })

  it('that is stopped, switched off, for others or not for who was moved, carries nothing: the reminder goes', async () => {
    const [stopped, moved, own, other] = await enrolled([20, 20, 20, 20])
    await app.db.updateTable('enrolments').set({ moved: true }).where('contact_id', '=', moved!.person).execute()
    const confirmation = await addMoment({ kind: 'enrolment' })
    const reminder = await addMoment({ kind: 'planning-begin', ...NINE })
    const each = await addMoment({ kind: 'part-begin', ...NINE })
    await app.db.insertInto('moment_stops').values({ moment_id: confirmation, scope_id: stopped!.planningId }).execute()
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: own!.part, contact_id: other!.person, role_id: 3 })
      .execute()
    const teachers = await addMoment({ kind: 'planning-begin', ...NINE, recipients: 'responsibles' })
    await sendDue(app.services, later(0))
    const told = async (moment: number) => {
      const counts = await Promise.all([stopped!, moved!, own!, other!].map(({ part }) => sentBy(moment, part)))
      return counts.map(({ length }) => length)
    }
    expect(await told(confirmation)).toEqual([0, 0, 1, 1])
    expect(await told(reminder)).toEqual([1, 1, 0, 0])
    expect(await told(each)).toEqual([1, 1, 0, 0])
    expect(await told(teachers)).toEqual([0, 0, 1, 0])
    const off = await enrolled([20])
    await app.db.updateTable('message_moments').set({ active: false }).where('id', '=', confirmation).execute()
    await sendDue(app.services, later(0))
    expect(await sentBy(reminder, off[0]!.part)).toHaveLength(1)
  })
})

describe('a reminder before the begin', () => {
  it('goes to the students when it is due, once, whoever looks and how often', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    const people = await addPeople(app, 3)
    await enrol(parts[0]!, people)
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00' })
    await sendDue(app.services, later(11))
    expect(await sentBy(moment, parts[0]!)).toEqual([])
    await Promise.all([
      sendDue(app.services, later(14)),
      sendDue(app.services, later(14)),
      sendDue(app.services, later(14)),
    ])
    await sendDue(app.services, later(15))
    expect(await sentBy(moment, parts[0]!)).toHaveLength(3)
    const mails = await app.db
      .selectFrom('mails')
      .innerJoin('mailings', 'mailings.id', 'mails.mailing_id')
      .select(['mails.id', 'mailings.id as mailing'])
      .where('mailings.object_id', '=', parts[0]!)
      .execute()
    expect(mails).toHaveLength(3)
    await sendMailing({ id: mails[0]!.mailing }, app.services)
    const { subject } = await app.db
      .selectFrom('mails')
      .select('subject')
      .where('id', '=', mails[0]!.id)
      .executeTakeFirstOrThrow()
    expect(subject).toContain('Herinnering: BHV')
  })

  it('moves with the planning, as far as it has not gone', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    await enrol(parts[0]!, await addPeople(app, 1))
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00' })
    const starts_at = daysFromNow(40)
    await app.db
      .updateTable('appointments')
      .set({ starts_at, ends_at: new Date(starts_at.getTime() + 3_600_000) })
      .where('id', '=', parts[0]!)
      .execute()
    await sendDue(app.services, later(15))
    expect(await sentBy(moment, parts[0]!)).toEqual([])
    await sendDue(app.services, later(35))
    expect(await sentBy(moment, parts[0]!)).toHaveLength(1)
  })

  it('goes late when nothing ran, until the planning begins', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    await enrol(parts[0]!, await addPeople(app, 1))
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00' })
    await sendDue(app.services, later(20, 5))
    expect(await sentBy(moment, parts[0]!)).toEqual([])
    await sendDue(app.services, later(19))
    expect(await sentBy(moment, parts[0]!)).toHaveLength(1)
  })

  it('reaches who comes in after it went, and nobody who left, is not active or has a planning that is cancelled or an option', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    const [stays, leaves, gone, late] = await addPeople(app, 4)
    await enrol(parts[0]!, [stays!, leaves!, gone!])
    await app.db.deleteFrom('enrolments').where('contact_id', '=', leaves!).execute()
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', gone!).execute()
    const cancelled = await addPlanning(app, { inDays: 20, status: 'cancelled' })
    await enrol(cancelled.parts[0]!, [stays!])
    const option = await addPlanning(app, { inDays: 20, status: 'option' })
    await enrol(option.parts[0]!, [stays!])
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00', conditions: ['certain'] })
    const all = [...parts, ...cancelled.parts, ...option.parts]
    await sendDue(app.services, later(15))
    expect(await sentBy(moment, ...all)).toHaveLength(1)
    await enrol(parts[0]!, [late!])
    await sendDue(app.services, later(16))
    expect(await sentBy(moment, ...all)).toHaveLength(2)
  })

  it('that was due before it was switched on goes to who comes in since, and to nobody else', async () => {
    const { parts } = await addPlanning(app, { inDays: 5 })
    const [before, since] = await addPeople(app, 2)
    await enrol(parts[0]!, [before!, since!])
    const joined = (person: number, created_at: Date) =>
      app.db.updateTable('enrolments').set({ created_at }).where('contact_id', '=', person).execute()
    await joined(before!, later(-2))
    await joined(since!, later(0, -1))
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00' })
    await app.db
      .updateTable('message_moments')
      .set({ active_since: later(-1) })
      .where('id', '=', moment)
      .execute()
    await sendDue(app.services, later(0, 2))
    const { email } = await app.db
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', since!)
      .executeTakeFirstOrThrow()
    expect(await sentBy(moment, parts[0]!)).toEqual([email])
  })

  it('waits for an address, and does not tell of what was due before it was there', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    const [person] = await addPeople(app, 1)
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', person!).execute()
    await enrol(parts[0]!, [person!])
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00' })
    await sendDue(app.services, later(15))
    await app.db.updateTable('contacts').set({ email: 'nieuw@post.example' }).where('id', '=', person!).execute()
    const young = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00' })
    await app.db
      .updateTable('message_moments')
      .set({ active_since: later(15) })
      .where('id', '=', young)
      .execute()
    await sendDue(app.services, later(16))
    expect([await sentBy(moment, parts[0]!), await sentBy(young, parts[0]!)]).toEqual([['nieuw@post.example'], []])
  })
})

describe('a confirmation', () => {
  it('goes after the time in which enrolling can be taken back, and not at all when it was', async () => {
    const { parts } = await addPlanning(app, { inDays: 25 })
    const [person, other] = await addPeople(app, 2)
    const moment = await addMoment({ kind: 'enrolment' })
    const path = `/calendar/enroll/${parts[0]!}/0`
    const first = await planner.post(path, { 'students[]': person! })
    const second = await planner.post(path, { 'students[]': other! })
    expect([first.status, second.status]).toEqual([204, 204])
    await sendDue(app.services, new Date(Date.now() + 20_000))
    expect(await sentBy(moment, parts[0]!)).toEqual([])
    await planner.post(`/undo/${second.undo!.set}`)
    await sendDue(app.services, new Date(Date.now() + 40_000))
    expect(await sentBy(moment, parts[0]!)).toHaveLength(1)
  })

  it('is not sent of what is over, nor a second time to who is moved with a message of that', async () => {
    const over = await addPlanning(app, { inDays: -3 })
    const [from, to] = [await addPlanning(app, { inDays: 26 }), await addPlanning(app, { inDays: 27 })]
    const [person, mover] = await addPeople(app, 2)
    await enrol(over.parts[0]!, [person!])
    await enrol(from.parts[0]!, [mover!])
    const moment = await addMoment({ kind: 'enrolment' })
    const all = [over, from, to].flatMap(({ parts }) => parts)
    await sendDue(app.services, later(0, 2))
    expect(await sentBy(moment, ...all)).toHaveLength(1)
    const moved = await planner.post(`/calendar/moveStudents/${from.parts[0]!}`, {
      students: mover!,
      appointment_id: to.parts[0]!,
      what_appointments: 'all',
      send_message: '1',
    })
    expect([moved.status, moved.text]).toEqual([204, ''])
    await sendDue(app.services, later(0, 3))
    expect(await sentBy(moment, ...to.parts)).toEqual([])
  })
})

describe('thanks', () => {
  it('go to who was there, at most a week late', async () => {
    const { parts } = await addPlanning(app, { inDays: 10 })
    const [present, absent] = await addPeople(app, 2)
    await enrol(parts[0]!, [present!, absent!])
    await app.db.updateTable('enrolments').set({ present: 1 }).where('contact_id', '=', present!).execute()
    const moment = await addMoment({ kind: 'planning-end', days: 1, at: '00:00', conditions: ['present'] })
    await sendDue(app.services, later(19.5))
    expect(await sentBy(moment, parts[0]!)).toEqual([])
    await sendDue(app.services, later(12))
    expect(await sentBy(moment, parts[0]!)).toHaveLength(1)
  })

  it('go to nobody who came in when it was over, and to who passed every part where that is asked', async () => {
    const { parts } = await addPlanning(app, { inDays: 3, components: [null, null] })
    const [passed, half, late] = await addPeople(app, 3)
    await enrol(parts[0]!, [passed!, half!, late!])
    await enrol(parts[1]!, [passed!, half!, late!])
    await app.db.updateTable('enrolments').set({ present: 1, passed: 1 }).where('appointment_id', 'in', parts).execute()
    await app.db
      .updateTable('enrolments')
      .set({ passed: 0 })
      .where('contact_id', '=', half!)
      .where('appointment_id', '=', parts[0]!)
      .execute()
    await app.db
      .updateTable('enrolments')
      .set({ created_at: later(11) })
      .where('contact_id', '=', late!)
      .execute()
    const moment = await addMoment({ kind: 'planning-end', days: 1, at: '00:00', conditions: ['passed'] })
    await sendDue(app.services, later(12))
    const { email } = await app.db
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', passed!)
      .executeTakeFirstOrThrow()
    expect(await sentBy(moment, ...parts)).toEqual([email])
  })

  it('are signed by who made the planning, and by the house once they are gone', async () => {
    const signedBy = async () => {
      const { parts } = await inTransaction(app.db, { id: planner.userId!, actedBy: null }, (db) =>
        addPlanning({ ...app, db }, { inDays: 3 }),
      )
      await enrol(parts[0]!, await addPeople(app, 1))
      await sendDue(app.services, later(5))
      const { sender_id } = await app.db
        .selectFrom('mailings')
        .select('sender_id')
        .where('object_id', '=', parts[0]!)
        .executeTakeFirstOrThrow()
      return sender_id
    }
    await addMoment({ kind: 'planning-end', days: 1, at: '00:00' })
    const set = (active: boolean) =>
      app.db.updateTable('users').set({ active }).where('id', '=', planner.userId!).execute()
    expect(await signedBy()).toBe(planner.userId)
    await set(false)
    const gone = await signedBy()
    await set(true)
    expect(gone).toBeNull()
  })
})

describe('what was sent', () => {
  it('is remembered with the message that told it, and with no later one', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    const [student, first, second] = await addPeople(app, 3)
    await enrol(parts[0]!, [student!])
    const lead = (supervisor_id: number) =>
      app.db.insertInto('supervisions').values({ contact_id: student!, supervisor_id }).execute()
    await lead(first!)
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '00:00', recipients: 'supervisors' })
    await sendDue(app.services, later(14))
    const sends = () =>
      app.db
        .selectFrom('moment_sends')
        .select(['recipient_id', 'mailing_id'])
        .where('moment_id', '=', moment)
        .where('subject_id', '=', student!)
        .orderBy('id')
        .execute()
    const mailing_id = (await sends())[0]!.mailing_id!
    // As retention does in the end.
    await app.db.deleteFrom('mails').where('mailing_id', '=', mailing_id).execute()
    await app.db.deleteFrom('mailings').where('id', '=', mailing_id).execute()
    await lead(second!)
    await sendDue(app.services, later(15))
    expect(await sends()).toEqual([
      { recipient_id: first!, mailing_id: null },
      { recipient_id: second!, mailing_id: expect.any(Number) as unknown },
    ])
  })

  it('is taken once for each time that it happens', async () => {
    const { parts, planningId } = await addPlanning(app, { inDays: 20 })
    const [person] = await addPeople(app, 1)
    const id = await addMoment({ kind: 'planning-change' })
    const moment = await listMoments(app.db).where('message_moments.id', '=', id).executeTakeFirstOrThrow()
    const twice: MomentKind['subjects'] = () => sql`
      select ${parts[0]!}::integer as record_id, ${planningId}::integer as scope_id, 1 as of_id, ${person!}::integer as subject_id,
             ${person!}::integer as recipient_id, now() as anchor, null::timestamptz as until, now() as joined_at,
             now() as settled_at, '{}'::text[] as meets, occasion, 'proef@post.example' as email
      from generate_series(1, 2) as occasion`
    const kind = { ...changeMoments[0]!, subjects: twice }
    const claimed = await inTransaction(app.db, null, (trx) => claimDue(trx, kind, moment, later(0, 2)))
    expect(claimed.claimed.map(({ occasion }) => occasion).sort()).toEqual([1, 2])
  })
})

describe('the messages of a planning', () => {
  const tabOf = (part: number) => planner.get(`/messages/moments/of/appointment/${part}`)

  it('are told with what comes, and stop and go on there', async () => {
    const { parts } = await addPlanning(app, { inDays: 20 })
    await enrol(parts[0]!, await addPeople(app, 2))
    const moment = await addMoment({ kind: 'planning-begin', days: 7, at: '09:00' })
    const before = await tabOf(parts[0]!)
    expect(before.$('li').text()).toMatch(
      /Herinnering cursusdag\s+Gepland.*7 dagen voor.*aan cursisten.*naar 2 personen/s,
    )
    const stopped = await planner.post(`/messages/moments/stop/${moment}/appointment/${parts[0]!}`)
    expect(stopped.trigger.flash?.str).toBe('Automatisch bericht gestopt voor deze planning')
    const going = await addPlanning(app, { inDays: 20 })
    await enrol(going.parts[0]!, await addPeople(app, 1))
    await sendDue(app.services, later(15))
    // Stopped for this one alone.
    expect([await sentBy(moment, parts[0]!), (await sentBy(moment, going.parts[0]!)).length]).toEqual([[], 1])
    expect((await tabOf(parts[0]!)).$('li').text()).toContain('Gestopt')
    await planner.post(`/messages/moments/resume/${moment}/appointment/${parts[0]!}`)
    await sendDue(app.services, later(15))
    expect(await sentBy(moment, parts[0]!)).toHaveLength(2)
    expect((await tabOf(parts[0]!)).$('li').text()).toContain('Verstuurd aan 2 personen')
    const [first] = await sentBy(moment, parts[0]!)
    await app.db.updateTable('mails').set({ state: 'kept' }).where('recipient', '=', first!).execute()
    expect((await tabOf(parts[0]!)).$('li').text()).toMatch(/Verstuurd aan 1 persoon · Niet verstuurd aan 1 persoon/)
    const again = await planner.post(`/messages/moments/resume/${moment}/appointment/${parts[0]!}`)
    expect(again.status).toBe(404)
  })

  it('stand above the messages in its popup, and are a tab of that of its course', async () => {
    const { appointments, courses } = app.story
    const planning = `/calendar/view-appointment/${appointments.coming}?item=messages`
    expect((await planner.get(planning)).$('.tab-blocks h3').first().text()).toBe('Automatische berichten')
    expect((await planner.get(`/course/view/${courses.bhv}`)).$('[data-item=moments]').text()).toContain(
      'Automatische berichten',
    )
  })
})

describe('writing down a moment', () => {
  const form = () => ({ kind: 'planning-begin', days: 3, at: '08:00', recipients: 'students', template_id: template() })

  it('takes what fits its kind and its recipients alone', async () => {
    const refused = async (more: object) => {
      const answer = await planner.post('/messages/moments/add', { ...form(), ...more })
      expect(answer.status).toBe(422)
      return Object.keys(answer.json())
    }
    for (const days of [0, 3]) expect(await refused({ at: '', days })).toEqual(['at'])
    expect(await refused({ recipients: 'contacts' })).toEqual(['recipients'])
    expect(await refused({ 'conditions[]': 'present' })).toEqual(['conditions'])
    const { id } = await app.db
      .insertInto('default_messages')
      .values({
        name: 'Lijst',
        subject: 'Lijst',
        content: '<p>{% for cursist in cursisten %}{{ cursist.naam }}{% endfor %}</p>',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await refused({ template_id: id })).toEqual(['template_id'])
    const added = await planner.post('/messages/moments/add', { ...form(), recipients: 'supervisors', template_id: id })
    expect(added.status).toBe(200)
    const kept = await planner.post('/messages/default/delete', { id })
    expect([kept.status, kept.text]).toEqual([409, expect.stringContaining('Automatische berichten') as unknown])
  })

  it('counts from when it is switched on', async () => {
    const id = await addMoment({ kind: 'planning-begin', days: 3, at: '08:00' })
    await app.db.updateTable('message_moments').set({ active: false }).where('id', '=', id).execute()
    const { version } = await app.db
      .selectFrom('message_moments')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await planner.post(`/messages/moments/edit/${id}`, { ...form(), active: '1', version })).status).toBe(204)
    const { active_since } = await app.db
      .selectFrom('message_moments')
      .select('active_since')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(active_since).not.toEqual(new Date(0))
  })

  it('counts anew from a change of its time, and holds for one course where it says so', async () => {
    const other = await addPlanning(app, { inDays: 20, courseId: app.story.courses.vca })
    const { parts } = await addPlanning(app, { inDays: 20 })
    await enrol(parts[0]!, await addPeople(app, 1))
    await enrol(other.parts[0]!, await addPeople(app, 1))
    const added = await planner.post('/messages/moments/add', {
      ...form(),
      active: '1',
      object_id: app.story.courses.bhv,
    })
    const { id } = added.json<{ id: number }>()
    const longAgo = new Date(0)
    for (const change of [{ at: '10:00' }, { at: '10:00', days: 4 }]) {
      const { version } = await app.db
        .updateTable('message_moments')
        .set({ active_since: longAgo })
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow()
      const edited = await planner.post(`/messages/moments/edit/${id}`, { ...form(), active: '1', version, ...change })
      expect([edited.status, edited.text]).toEqual([204, ''])
      const { active_since } = await app.db
        .selectFrom('message_moments')
        .select('active_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(active_since).not.toEqual(longAgo)
    }
    await sendDue(app.services, later(17))
    expect(await sentBy(id, parts[0]!, other.parts[0]!)).toHaveLength(1)
  })
})
