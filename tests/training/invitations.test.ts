// clock
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Browser } from '../support/app.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { sendWaiting } from '../support/waiting-mails.ts'
import { addPeople, addPlanning, peopleIn, preview, put, saveList } from './enrolment-support.ts'

let app: MailingApp['app']
let smtp: MailingApp['smtp']
let close: MailingApp['close']
let planner: Browser
beforeAll(async () => {
  ;({ app, smtp, close } = await mailingApp())
  planner = await app.as(2)
})
afterAll(() => close())
beforeEach(async () => {
  smtp.received.length = 0
  await app.db
    .updateTable('message_moments')
    .set({ active_since: new Date(Date.now() - 1000), active: true })
    .execute()
})

/** What goes by itself a minute from now, and all that waits. */
async function work(): Promise<void> {
  await sendDue(app.services, new Date(Date.now() + 60_000))
  await sendWaiting(app)
  await app.runJobs('mail.send')
}

const facts = (ics: string) => {
  const line = (name: string) =>
    new RegExp(`^${name}[:;](.*)$`, 'm').exec(ics.replaceAll(/\r\n /g, '').replaceAll('\r', ''))?.[1]
  return { method: line('METHOD'), uid: line('UID'), sequence: Number(line('SEQUENCE')), organizer: line('ORGANIZER') }
}
/** What the calendar of an address was told by the mails that arrived, in turn. */
const toldTo = (email: string) =>
  smtp.received
    .filter(({ to }) => to === email)
    .flatMap(({ calendars }) => calendars.map(({ content }) => facts(content)))
const emailOf = async (person: number) =>
  (await app.db.selectFrom('contacts').select('email').where('id', '=', person).executeTakeFirstOrThrow()).email!

async function enrolled(parts: number, count = 1) {
  const planning = await addPlanning(app, { inDays: 40, components: Array.from({ length: parts }, () => null) })
  const people = await addPeople(app, count)
  const answer = await planner.post(`/calendar/enroll/${planning.parts[0]!}/0`, {
    'students[]': people,
    what_appointments: 'all',
  })
  expect(answer.status).toBe(204)
  return { ...planning, people, emails: await Promise.all(people.map(emailOf)) }
}

describe('the calendar of a student', () => {
  it('is asked with the confirmation: an object per part, one beside the text, all as files', async () => {
    const { parts, emails } = await enrolled(2)
    await work()
    const [mail] = smtp.received.filter(({ to }) => to === emails[0])
    expect(mail!.subject).toContain('Bevestiging')
    expect(mail!.calendars.map(({ mimeType, name }) => [mimeType, name])).toEqual([
      ['text/calendar', 'REQUEST'],
      ['text/calendar', 'invite-2.ics'],
      ['application/ics', 'invite.ics'],
    ])
    expect(toldTo(emails[0]!).map(({ uid, sequence }) => [uid, sequence])).toEqual([
      [`appointment-${parts[0]!}@localhost`, 0],
      [`appointment-${parts[1]!}@localhost`, 0],
      [`appointment-${parts[0]!}@localhost`, 0],
    ])
  })

  it('is told of what is still to come alone', async () => {
    const { parts, people, emails } = await enrolled(2)
    const [begun] = parts
    await app.db
      .updateTable('appointments')
      .set({ starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', begun!)
      .execute()
    const url = `/messages/write/course?appointment_id=${parts[1]!}`
    await planner.post(url, { subject: 'Tot dan', content: '<p>Tot dan.</p>', kinds: 'students', calendar: '1' })
    await work()
    expect(people).toHaveLength(1)
    const told = smtp.received.filter(({ to, subject }) => to === emails[0] && subject === 'Tot dan')
    expect(new Set(told.flatMap(({ calendars }) => calendars.map(({ content }) => facts(content).uid)))).toEqual(
      new Set([`appointment-${parts[1]!}@localhost`]),
    )
  })

  it('follows a change of time or place with a higher sequence and the same id, once', async () => {
    const { parts, emails } = await enrolled(1)
    await work()
    await app.db
      .updateTable('appointments')
      .set(({ eb }) => ({ ends_at: eb('ends_at', '+', `1 hour` as never) }))
      .where('id', '=', parts[0]!)
      .execute()
    smtp.received.length = 0
    await work()
    await work()
    expect(smtp.received.map(({ subject }) => subject)).toEqual([expect.stringContaining('Gewijzigd')])
    expect(toldTo(emails[0]!)).toMatchObject([
      { method: 'REQUEST', uid: `appointment-${parts[0]!}@localhost`, sequence: 1 },
      { sequence: 1 },
    ])
    await app.db.updateTable('appointments').set({ city: 'Assen' }).where('id', '=', parts[0]!).execute()
    smtp.received.length = 0
    await work()
    expect(toldTo(emails[0]!)[0]).toMatchObject({ sequence: 2 })
  })

  it('lets go of what the student left and of what is cancelled, and of nothing that was taken back', async () => {
    const { parts, people, emails } = await enrolled(1, 3)
    await work()
    smtp.received.length = 0
    const leave = (person: number) =>
      planner.post(`/calendar/unsubscribeStudents/${parts[0]!}`, {
        students: person,
        remove_from_all_appointments: '1',
      })
    await leave(people[0]!)
    // Who comes back on another day by an enrolment of its own is told of both.
    const instead = await addPlanning(app, { inDays: 45 })
    await planner.post(`/calendar/enroll/${instead.parts[0]!}/0`, { 'students[]': people[0]! })
    const regretted = await leave(people[1]!)
    await planner.post(`/undo/${regretted.undo!.set}`)
    await work()
    await work()
    const subjects = smtp.received.map(({ to, subject }) => [to, subject])
    expect(subjects).toHaveLength(2)
    expect(subjects).toContainEqual([emails[0], expect.stringContaining('is vervallen')])
    expect(subjects).toContainEqual([emails[0], expect.stringContaining('Bevestiging')])
    expect(toldTo(emails[0]!)).toContainEqual(expect.objectContaining({ method: 'CANCEL', sequence: 1 }))
    smtp.received.length = 0
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[0]!).execute()
    await work()
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([emails[1], emails[2]].sort())
    expect(toldTo(emails[2]!)[0]).toMatchObject({ method: 'CANCEL', sequence: 1 })
  })

  it('is what the question of unsubscribing tells of, for as long as it says something', async () => {
    const { parts, people, emails } = await enrolled(1, 2)
    const asked = async () =>
      (await planner.get(`/calendar/unsubscribeStudents/${parts[0]!}?students=${people.join(',')}`)).text
    expect(await asked()).toContain('Er gaat geen bericht uit.')
    await work()
    expect(await asked()).toContain('2 e-mails gaan vanzelf uit:')
    const single = await planner.get(`/calendar/cancelEnrollment/${parts[0]!}?id=${people[0]!}`)
    expect(single.text).toContain('1 e-mail gaat vanzelf uit: ‘Inschrijving vervallen’.')
    smtp.received.length = 0
    await planner.post(`/calendar/unsubscribeStudents/${parts[0]!}`, { students: people.join(',') })
    await work()
    await work()
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(emails.toSorted())
  })

  it('is what undoing asks about before it does anything, once mails have left', async () => {
    const { parts } = await addPlanning(app, { inDays: 40 })
    const people = await addPeople(app, 2)
    const saved = await planner.post(`/calendar/enroll/${parts[0]!}/0`, { 'students[]': people })
    const undo = (read?: string) =>
      planner.post(`/undo/${saved.undo!.set}`, read === undefined ? {} : { told_read: read })
    await work()
    smtp.received.length = 0
    const asked = await undo()
    const { question } = asked.json<{ question: { text: string; go: string; field: string; value: string } }>()
    expect([asked.status, asked.trigger.flash]).toEqual([409, undefined])
    expect(question.text).toContain('2 e-mails gaan vanzelf uit: ‘Inschrijving vervallen’.')
    expect([question.go, question.field]).toEqual(['Ongedaan maken, 2 e-mails', 'told_read'])
    expect((await undo('1 Inschrijving vervallen')).status).toBe(409)
    expect(await peopleIn(app, parts[0]!)).toEqual(people)
    expect((await undo(question.value)).status).toBe(204)
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    await work()
    await work()
    expect(smtp.received.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('is vervallen') as string),
    )
  })

  it('of who is new as well goes unsaid when that is undone, which is asked about too', async () => {
    const { parts } = await addPlanning(app, { inDays: 40 })
    const list = 'Voornaam;Achternaam;Geboortedatum;E-mail\nAns;Aardema;01-02-1980;ans@post.example'
    const shown = await preview(planner, parts[0]!, { text: list, header: '0' })
    const saved = await saveList(planner, parts[0]!, shown, { private_persons: '1' })
    await work()
    // Of one that is on its way, or of which nobody knows, it is not known that it did not arrive.
    for (const state of ['sending', 'uncertain'] as const) {
      await app.db.updateTable('mails').set({ state }).where('state', 'in', ['sent', 'sending']).execute()
      expect([state, (await planner.post(`/undo/${saved.undo!.set}`)).status]).toEqual([state, 409])
    }
    const asked = await planner.post(`/undo/${saved.undo!.set}`)
    const { question } = asked.json<{ question: { text: string; value: string } }>()
    expect(question.text).toBe(
      'Hiervan was al bericht gestuurd. 1 verstuurde e-mail ging naar gegevens die verdwijnen; daarvan hoort niemand vanzelf.',
    )
    expect(await peopleIn(app, parts[0]!)).toHaveLength(1)
    expect((await planner.post(`/undo/${saved.undo!.set}`, { told_read: question.value })).status).toBe(204)
    expect(await peopleIn(app, parts[0]!)).toEqual([])
  })

  it('is what the question of cancelling tells of, for whom no message tells it', async () => {
    const { parts, emails } = await enrolled(1, 2)
    const asked = async () => (await planner.get(`/calendar/cancel/${parts[0]!}`)).$('fieldset').text()
    expect(await asked()).not.toContain('vanzelf')
    await work()
    expect(await asked()).toMatch(/krijgt vanzelf ‘.+’, ook in de eigen agenda \(2 cursisten\)/)
    smtp.received.length = 0
    const cancel = { subject: 'Het gaat niet door', content: '<p>Tot ziens</p>' }
    expect((await planner.post(`/calendar/cancel/${parts[0]!}`, cancel)).status).toBe(204)
    await work()
    await work()
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(emails.toSorted())
  })

  it('lets go of a planning by the message that cancels it, and by no second one', async () => {
    const { parts, emails } = await enrolled(1, 2)
    await work()
    smtp.received.length = 0
    const cancel = { subject: 'Het gaat niet door', content: '<p>Tot ziens</p>', kinds: 'students' }
    expect((await planner.post(`/calendar/cancel/${parts[0]!}`, cancel)).status).toBe(204)
    await work()
    await work()
    expect(smtp.received.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      emails.map((email) => [email, cancel.subject]).sort(),
    )
    for (const email of emails) expect(toldTo(email)[0]).toMatchObject({ method: 'CANCEL', sequence: 1 })
  })

  it('hears of each part that is left or moves, one after another too', async () => {
    const { parts, people, emails } = await enrolled(3)
    await work()
    for (const [i, part] of [parts[0]!, parts[1]!].entries()) {
      smtp.received.length = 0
      await planner.post(`/calendar/unsubscribeStudents/${part}`, {
        students: people[0]!,
        remove_from_all_appointments: '0',
      })
      await work()
      expect([i, smtp.received.map(({ to }) => to)]).toEqual([i, [emails[0]]])
      expect(toldTo(emails[0]!)[0]).toMatchObject({ method: 'CANCEL', uid: `appointment-${part}@localhost` })
    }
  })

  it('is told that it is over as long as any of it is to come', async () => {
    const { parts, people, emails } = await enrolled(2)
    await work()
    await app.db
      .updateTable('invitations')
      .set({ starts_at: new Date(Date.now() - 86_400_000) })
      .where('object_id', '=', parts[0]!)
      .execute()
    smtp.received.length = 0
    await app.db.deleteFrom('enrolments').where('contact_id', '=', people[0]!).execute()
    await work()
    expect(smtp.received.map(({ to }) => to)).toEqual(emails)
  })

  it('moves along with a student by one mail, whose answers go to the planner; a move without a message says nothing', async () => {
    const { parts, people, emails } = await enrolled(1, 2)
    await work()
    smtp.received.length = 0
    const to = await addPlanning(app, { inDays: 50 })
    const move = (person: number, more: Record<string, string>) =>
      planner.post(`/calendar/moveStudents/${parts[0]!}`, {
        students: person,
        appointment_id: to.parts[0]!,
        what_appointments: 'all',
        ...more,
      })
    expect((await move(people[0]!, { send_message: '1' })).status).toBe(204)
    expect((await move(people[1]!, {})).status).toBe(204)
    await work()
    await work()
    expect(smtp.received.map(({ to: reader, subject }) => [reader, subject])).toEqual([
      [emails[0], 'Nieuwe datum: BHV basis'],
    ])
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', planner.userId!)
      .executeTakeFirstOrThrow()
    expect(smtp.received[0]!.replyTo).toBe(email)
    const told = toldTo(emails[0]!)
    expect(told.map(({ method, uid }) => [method, uid])).toEqual([
      ['REQUEST', `appointment-${to.parts[0]!}@localhost`],
      ['CANCEL', `appointment-${parts[0]!}@localhost`],
      ['REQUEST', `appointment-${to.parts[0]!}@localhost`],
    ])
    expect(told[0]!.organizer).toContain(`mailto:${email}`)
  })
})

/** Each of its runs plans, enrols, tells and unsubscribes. */
const PATIENT = { timeout: 120_000 }

describe('the question before unsubscribing', () => {
  /** What the question said of mails that go by themselves, as a number. */
  const foreseen = (text: string) => Number(/(\d+) e-mails? gaat?n? vanzelf uit/.exec(text)?.[1] ?? 0)

  it('tells how many mails go by themselves, and so many do, whoever was told of what', PATIENT, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ told: fc.boolean(), active: fc.boolean(), address: fc.boolean(), leaves: fc.boolean() }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.record({ all: fc.boolean(), stopped: fc.boolean(), on: fc.boolean() }),
        async (wanted, { all, stopped, on }) => {
          const { parts, planningId } = await addPlanning(app, { inDays: 40, components: [null, null] })
          const people = await addPeople(app, wanted.length)
          const chosen = (which: (who: (typeof wanted)[number]) => boolean) =>
            people.filter((_id, i) => which(wanted[i]!))
          const told = chosen((who) => who.told)
          if (told.length > 0) await put(app, parts, told)
          await work()
          const late = chosen((who) => !who.told)
          // As by a move without a message: nobody told them to come.
          if (late.length > 0)
            await app.db
              .insertInto('enrolments')
              .values(
                parts.flatMap((part) => late.map((id) => ({ appointment_id: part, contact_id: id, moved: true }))),
              )
              .execute()
          const change = (which: number[], set: object) =>
            which.length > 0 && app.db.updateTable('contacts').set(set).where('id', 'in', which).execute()
          await change(
            chosen((who) => !who.active),
            { active: false },
          )
          await change(
            chosen((who) => !who.address),
            { email: null },
          )
          const over = app.db.updateTable('message_moments').where('kind', '=', 'planning-over')
          await over.set({ active: on }).execute()
          if (stopped)
            await app.owner.pool.query(
              `insert into moment_stops (moment_id, scope_id) select id, $1 from message_moments where kind = 'planning-over'`,
              [planningId],
            )
          const leaving = chosen((who) => who.leaves)
          if (leaving.length === 0) return
          smtp.received.length = 0
          const form = { 'students[]': leaving, ...(all ? { remove_from_all_appointments: '1' } : {}) }
          const question = await planner.post(`/calendar/unsubscribeStudents/${parts[0]!}/preview`, form)
          expect(question.status).toBe(200)
          const answer = await planner.post(`/calendar/unsubscribeStudents/${parts[0]!}`, form)
          expect([answer.status, answer.text]).toEqual([204, ''])
          await work()
          expect(foreseen(question.$('.outcomes').text())).toBe(smtp.received.length)
        },
      ),
      { numRuns: 10 },
    )
  })
})

describe('who leads them', () => {
  it('gets one mail with all own people, and no calendar object', async () => {
    const { companies, contacts } = app.story
    const planning = await addPlanning(app, { inDays: 41 })
    const people = await addPeople(app, 3, companies.deLinde)
    await app.db
      .insertInto('supervisions')
      .values(people.map((contact_id) => ({ contact_id, supervisor_id: contacts.supervisor })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id: template } = await app.db
      .insertInto('default_messages')
      .values({
        name: 'Uw cursisten',
        subject: 'Uw cursisten',
        content: '<p>{% for cursist in cursisten %}{{ cursist.naam }};{% endfor %}</p>',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('message_moments')
      .values({
        kind: 'enrolment',
        days: 0,
        recipients: 'supervisors',
        template_id: template,
        active_since: new Date(Date.now() - 1000),
      })
      .execute()
    await planner.post(`/calendar/enroll/${planning.parts[0]!}/0`, { 'students[]': people, what_appointments: 'all' })
    await work()
    const supervisor = await emailOf(contacts.supervisor)
    const mails = smtp.received.filter(({ subject }) => subject === 'Uw cursisten')
    expect(mails.filter(({ to }) => to === supervisor)).toHaveLength(1)
    const [mail] = mails
    expect(mail!.text.match(/Persoon\d+;/g)).toHaveLength(3)
    expect(mail!.calendars).toEqual([])
  })

  it.each(['alone', 'beside the students'])('are told of each change, %s', async (who) => {
    const { contacts, companies } = app.story
    const planning = await addPlanning(app, { inDays: 42 })
    const people = await addPeople(app, 1, companies.deLinde)
    await app.db
      .insertInto('supervisions')
      .values(people.map((contact_id) => ({ contact_id, supervisor_id: contacts.supervisor })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await planner.post(`/calendar/enroll/${planning.parts[0]!}/0`, { 'students[]': people, what_appointments: 'all' })
    await work()
    const { id: template } = await app.db
      .insertInto('default_messages')
      .values({ name: `Gewijzigd ${who}`, subject: `Gewijzigd ${who}`, content: '<p>Gewijzigd</p>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const students = app.db.updateTable('message_moments').where('recipients', '=', 'students')
    await students
      .set({ active: who !== 'alone' })
      .where('kind', '=', 'planning-change')
      .execute()
    await app.db
      .insertInto('message_moments')
      .values({
        kind: 'planning-change',
        days: 0,
        recipients: 'supervisors',
        template_id: template,
        active_since: new Date(Date.now() - 1000),
      })
      .execute()
    const supervisor = await emailOf(contacts.supervisor)
    const told = () =>
      smtp.received.filter((mail) => mail.subject === `Gewijzigd ${who}` && mail.to === supervisor).length
    for (const [times, city] of [
      [1, 'Assen'],
      [2, 'Meppel'],
    ] as const) {
      await app.db.updateTable('appointments').set({ city }).where('id', '=', planning.parts[0]!).execute()
      await work()
      await work()
      expect(told()).toBe(times)
    }
  })
})
