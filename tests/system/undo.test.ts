import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../src/platform/access/viewer.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { offerUndo } from '../../src/platform/undo/undoable.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addResponsible } from '../support/builders.ts'
import { shownFields } from '../support/example-calls.ts'
import { statementsOf } from '../support/queries.ts'
import { addPeople, addPlanning } from '../training/enrolment-support.ts'

let app: TestApp
let planner: Browser
let other: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  other = await app.as(1)
  teacher = await app.as(3)
})
afterAll(() => app.close())

/** The answer of a save that went well, with what it offers to take back. */
async function done(answer: Promise<Answer>): Promise<number> {
  const { status, text, undo } = await answer
  expect([status, text]).toEqual([
    expect.toBeOneOf([200, 204]),
    expect.toBeOneOf(['', expect.stringMatching(/^\{"id":/)]),
  ])
  return undo!.set
}
const undo = (set: number, browser = planner) => browser.post(`/undo/${set}`)
const enrol = (part: number, people: number[], browser = planner) =>
  done(browser.post(`/calendar/enroll/${part}/0`, { 'students[]': people }))
const unsubscribe = (part: number, people: number[], browser = planner) =>
  done(browser.post(`/calendar/unsubscribeStudents/${part}`, { students: people.join(',') }))
const enrolledIn = async (part: number) =>
  (
    await app.db
      .selectFrom('enrolments')
      .select('contact_id')
      .where('appointment_id', '=', part)
      .orderBy('contact_id')
      .execute()
  ).map(({ contact_id }) => contact_id)
async function edit(id: number, values: Record<string, string>, browser = planner) {
  const form = shownFields((await browser.get(`/contact/edit/${id}`)).$)
  return done(browser.post(`/contact/edit/${id}`, { ...form, ...values }))
}
const contactOf = (id: number) =>
  app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('undoing', () => {
  it('gives back every record of the save, and says so to every browser', async () => {
    const { parts } = await addPlanning(app)
    const people = await addPeople(app, 3)
    await enrol(parts[0]!, people)
    await app.db
      .updateTable('enrolments')
      .set({ note: 'Komt met de trein' })
      .where('contact_id', '=', people[0]!)
      .execute()
    const before = await app.db
      .selectFrom('enrolments')
      .selectAll()
      .where('contact_id', 'in', people)
      .orderBy('id')
      .execute()
    const set = await unsubscribe(parts[0]!, people)
    expect(await enrolledIn(parts[0]!)).toEqual([])
    const answer = await undo(set)
    expect(answer.trigger.flash).toEqual({ str: 'Ongedaan gemaakt', type: 'success' })
    // What the save announced too: the planning, whose numbers are back.
    expect(answer.trigger.changed!.items.map(({ type }) => type)).toEqual([
      ...people.map(() => 'enrolment'),
      'appointment',
    ])
    expect(answer.trigger.changed!.items).toContainEqual({ type: 'appointment', id: parts[0] })
    const after = await app.db
      .selectFrom('enrolments')
      .selectAll()
      .where('contact_id', 'in', people)
      .orderBy('id')
      .execute()
    const kept = ({ id, note, company_id, created_at }: (typeof after)[number]) => ({
      id,
      note,
      company_id,
      created_at,
    })
    expect(after.map(kept)).toEqual(before.map(kept))
    const { enrolled_count } = await app.db
      .selectFrom('appointments')
      .select('enrolled_count')
      .where('id', '=', parts[0]!)
      .executeTakeFirstOrThrow()
    expect(enrolled_count).toBe(3)
  })

  it('brings a record back under a version that no form has seen', async () => {
    const id = await addContact(app.db)
    const seen = shownFields((await planner.get(`/contact/edit/${id}`)).$)
    const { version } = await contactOf(id)
    await undo(await done(planner.post('/contact/delete', { id })))
    expect((await contactOf(id)).version).toBe(version + 1)
    const late = await planner.post(`/contact/edit/${id}`, { ...seen, job_title: 'Lasser' })
    expect([late.status, (await contactOf(id)).job_title]).toEqual([409, null])
  })

  it('of two at once happens once', async () => {
    const contact = await addContact(app.db)
    const set = await edit(contact, { city: 'Deventer' })
    const answers = await Promise.all([undo(set), undo(set, other), undo(set)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.json()).toEqual({
      message: 'Dit is al ongedaan gemaakt.',
      undone: true,
    })
    expect((await contactOf(contact)).city).toBeNull()
  })

  it('leaves what somebody changed since, names who, and gives back the rest', async () => {
    const { parts } = await addPlanning(app)
    const people = await addPeople(app, 2)
    const set = await enrol(parts[0]!, people)
    await other.post(`/calendar/saveStudentNotes2/${parts[0]}/${people[0]}`, { notes: 'Rolstoel' })
    const answer = await undo(set)
    const name = (
      await app.db.selectFrom('users').select('name').where('id', '=', other.userId!).executeTakeFirstOrThrow()
    ).name
    expect(answer.trigger.flash).toEqual({
      str: expect.stringMatching(
        new RegExp(`^Deels ongedaan gemaakt: 1 van 2\\. .* is daarna gewijzigd door ${name}\\.$`),
      ) as string,
      type: 'warning',
    })
    expect(await enrolledIn(parts[0]!)).toEqual([people[0]])
  })

  it('changes nothing when nothing can come back, and can be tried again', async () => {
    const contact = await addContact(app.db)
    const set = await edit(contact, { city: 'Deventer' })
    const later = await edit(contact, { city: 'Zwolle' }, other)
    const refused = await undo(set)
    expect(refused.status).toBe(409)
    expect(refused.json<{ message: string }>().message).toMatch(
      /^Dit kan niet ongedaan worden gemaakt\. .* is daarna gewijzigd door /,
    )
    expect((await contactOf(contact)).city).toBe('Zwolle')
    expect((await undo(later)).status).toBe(204)
    expect((await undo(set)).status).toBe(204)
    expect((await contactOf(contact)).city).toBeNull()
  })

  it('keeps a new record on which something newer hangs', async () => {
    const set = await done(
      planner.post('/contact/add', { first_name: 'Nieuw', last_name: 'Iemand', 'roles[]': 5, company_id: '' }),
    )
    const { id } = await app.db
      .selectFrom('contacts')
      .select('id')
      .where('last_name', '=', 'Iemand')
      .executeTakeFirstOrThrow()
    const { parts } = await addPlanning(app)
    await enrol(parts[0]!, [id])
    const refused = await undo(set)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nieuw Iemand is intussen gebruikt')])
    expect((await contactOf(id)).last_name).toBe('Iemand')
  })

  it('never fills a part beyond its places', async () => {
    const { parts } = await addPlanning(app, { max: 2 })
    const [one, two, three] = await addPeople(app, 3)
    await enrol(parts[0]!, [one!, two!])
    const set = await unsubscribe(parts[0]!, [one!, two!])
    await enrol(parts[0]!, [three!], other)
    const answer = await undo(set)
    expect(answer.trigger.flash!.str).toMatch(
      /^Deels ongedaan gemaakt: 1 van 2\. .* Er zijn niet genoeg vrije plaatsen\.$/,
    )
    expect(await enrolledIn(parts[0]!)).toHaveLength(2)
  })

  it('keeps the rules of the commands: not into a cancelled part, nobody inactive, not out of a finished one', async () => {
    const people = await addPeople(app, 3)
    const [cancelled, closed, finished] = [
      (await addPlanning(app)).parts[0]!,
      (await addPlanning(app)).parts[0]!,
      (await addPlanning(app)).parts[0]!,
    ]
    const into = async (part: number, person: number) => {
      await enrol(part, [person])
      return unsubscribe(part, [person])
    }
    const first = await into(cancelled, people[0]!)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    expect((await undo(first)).text).toContain('is geannuleerd')
    const second = await into(closed, people[1]!)
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', people[1]!).execute()
    expect((await undo(second)).text).toContain('niet actief')
    const third = await enrol(finished, [people[2]!])
    await app.db.updateTable('appointments').set({ status: 'done' }).where('id', '=', finished).execute()
    expect((await undo(third)).text).toContain('is afgerond')
    expect([await enrolledIn(cancelled), await enrolledIn(closed), await enrolledIn(finished)]).toEqual([
      [],
      [],
      [people[2]],
    ])
  })

  it('is of the own actions; planners take back those of all', async () => {
    const contact = await addContact(app.db)
    const mine = await edit(contact, { city: 'Deventer' })
    expect((await undo(mine, teacher)).status).toBe(404)
    expect((await undo(mine, await app.as(4))).status).toBe(404)
    expect((await undo(mine, other)).status).toBe(204)
    expect((await undo(2_000_000_000)).status).toBe(404)
  })

  it('asks for the right by which it was done, as it is now', async () => {
    const id = await addUserWith([2])
    const scheduler = await app.asUser(id)
    const contact = await addContact(app.db)
    const set = await edit(contact, { city: 'Deventer' }, scheduler)
    await app.db
      .updateTable('users')
      .set({ roles: [3] })
      .where('id', '=', id)
      .execute()
    expect((await undo(set, await app.asUser(id))).status).toBe(403)
    expect((await contactOf(contact)).city).toBe('Deventer')
  })

  it('reaches no record that is the own one no longer', async () => {
    const { coming } = app.story.appointments
    const set = await done(teacher.post(`/notes/create/appointment/${coming}`, { body: 'Sleutel bij de receptie' }))
    const notes = () => app.db.selectFrom('notes').select('id').where('body', '=', 'Sleutel bij de receptie').execute()
    await app.db.deleteFrom('appointment_responsibles').where('appointment_id', '=', coming).execute()
    expect((await undo(set, teacher)).json()).toEqual({
      message: expect.stringContaining('hoort niet (meer) bij wat u mag wijzigen') as string,
    })
    expect(await notes()).toHaveLength(1)
    expect((await undo(set, other)).status).toBe(204)
    expect(await notes()).toEqual([])
  })

  it('is over after 24 hours, and after a person in it was anonymised', async () => {
    const contact = await addContact(app.db, { last_name: 'Vergeetmij', first_name: 'Wim' })
    const set = await edit(contact, { city: 'Deventer', last_name: 'Vergeten' })
    const old = await edit(await addContact(app.db), { city: 'Deventer' })
    await app.pool.query(`update undoable_sets set at = now() - interval '24 hours' where change_set = $1`, [old])
    expect((await undo(old)).status).toBe(404)
    const word = (await other.get(`/privacy/anonymise/${contact}`)).$('input[name=word]').length
    expect(word).toBe(1)
    const answer = await other.post(`/privacy/anonymise/${contact}`, { word: 'anonimiseren' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await undo(set)).status).toBe(404)
    expect(JSON.stringify(await app.db.selectFrom('undoable_sets').selectAll().execute())).not.toContain('Vergeten')
  })

  it('takes back mail that waits, with its work, and says which had left', async () => {
    await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 30}' where key = 'mail'`)
    const from = await addPlanning(app)
    const to = await addPlanning(app, { inDays: 60 })
    const people = await addPeople(app, 2)
    await enrol(from.parts[0]!, people)
    const move = () =>
      planner.post(`/calendar/moveStudents/${from.parts[0]}`, {
        students: people.join(','),
        appointment_id: to.parts[0]!,
        whatAppointments: 'all',
        send_message: 1,
      })
    const waiting = async () =>
      (
        await app.pool.query<{ in_seconds: number }>(
          `select round(extract(epoch from j.run_at - now()))::integer as in_seconds
           from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = 'mail.send' and j.locked_at is null`,
        )
      ).rows.map(({ in_seconds }) => in_seconds)
    const answer = await move()
    expect(answer.undo!.seconds).toBe(30)
    const seconds = await waiting()
    expect(seconds).toHaveLength(2)
    for (const each of seconds) expect(each).toBeGreaterThan(25)
    expect((await undo(answer.undo!.set)).status).toBe(204)
    expect(await waiting()).toEqual([])
    expect(await app.db.selectFrom('mails').select('id').where('recipient', 'like', 'proef%').execute()).toEqual([])

    const again = await move()
    await app.db.updateTable('mails').set({ state: 'sent' }).where('recipient', 'like', 'proef%').execute()
    // What their calendars were told no longer holds.
    const asked = (await undo(again.undo!.set)).json<{ question: { text: string; value: string } }>().question
    expect(asked.text).toBe('Hiervan was al bericht gestuurd. 2 e-mails gaan vanzelf uit: ‘Inschrijving vervallen’.')
    expect(await enrolledIn(from.parts[0]!)).toEqual([])
    const gone = await planner.post(`/undo/${again.undo!.set}`, { told_read: asked.value })
    expect(gone.trigger.flash).toEqual({
      str: 'Ongedaan gemaakt. 2 e-mails waren al verstuurd.',
      type: 'warning',
    })
    expect(await enrolledIn(from.parts[0]!)).toEqual(people)
  })

  it('leaves the mail of who stays where the save brought them', async () => {
    const from = await addPlanning(app)
    const to = await addPlanning(app, { inDays: 60 })
    const people = await addPeople(app, 2)
    await enrol(from.parts[0]!, people)
    const address = `/calendar/moveStudents/${from.parts[0]}`
    const form = { students: people.join(','), appointment_id: to.parts[0]!, whatAppointments: 'all', send_message: 1 }
    const moved = await planner.post(address, form)
    const waiting = async () =>
      (
        await app.pool.query<{ object_id: number }>(
          `select m.object_id from mails m join graphile_worker._private_jobs j on (j.payload ->> 'id')::integer = m.id
           where m.state = 'queued' and m.object_id = any($1)`,
          [people],
        )
      ).rows.map(({ object_id }) => object_id)
    await other.post(`/calendar/saveStudentNotes2/${to.parts[0]}/${people[0]}`, { notes: 'Rolstoel' })
    await app.db
      .updateTable('enrolments')
      .set({ appointment_id: (await addPlanning(app)).parts[0]! })
      .where('contact_id', '=', people[0]!)
      .execute()
    expect((await undo(moved.undo!.set)).trigger.flash!.str).toMatch(/^Deels ongedaan gemaakt: 1 van 2\./)
    expect(await enrolledIn(from.parts[0]!)).toEqual([people[1]])
    expect(await waiting()).toEqual([people[0]])
  })

  it('of which nothing can be given back leaves its mail to go', async () => {
    const from = await addPlanning(app)
    const to = await addPlanning(app, { inDays: 60 })
    const [person] = await addPeople(app, 1)
    await enrol(from.parts[0]!, [person!])
    const form = { students: `${person}`, appointment_id: to.parts[0]!, whatAppointments: 'all', send_message: 1 }
    const moved = await planner.post(`/calendar/moveStudents/${from.parts[0]}`, form)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', from.parts[0]!).execute()
    expect((await undo(moved.undo!.set)).status).toBe(409)
    const mails = () => app.db.selectFrom('mails').select('state').where('object_id', '=', person!).execute()
    expect(await mails()).toEqual([{ state: 'queued' }])
  })

  it('names the first of those that stay, counts the others and has why of each, in as many questions for ten as for four', async () => {
    const told = async (count: number) => {
      const { parts } = await addPlanning(app, { max: 20 })
      const set = await enrol(parts[0]!, await addPeople(app, count))
      await app.db.updateTable('enrolments').set({ note: 'x' }).where('appointment_id', '=', parts[0]!).execute()
      let answer = { message: '', kept: [] as string[] }
      const sent = await statementsOf(app, async () => {
        answer = (await undo(set)).json()
      })
      return { text: answer.message, kept: answer.kept, questions: sent.length }
    }
    await told(4)
    const [four, ten] = [await told(4), await told(10)]
    expect([four.text, ten.text]).toEqual([
      expect.stringMatching(/En nog één ander\.$/),
      expect.stringMatching(/En nog 7 andere\.$/),
    ])
    expect(ten.text.match(/is daarna gewijzigd door/g)).toHaveLength(3)
    expect(new Set(ten.kept).size).toBe(10)
    for (const line of ten.kept) expect(line).toMatch(/ is daarna gewijzigd door .+\.$/)
    expect(ten.questions).toBe(four.questions)
  })

  it('has why of each that stays, where others came back too', async () => {
    const { parts } = await addPlanning(app, { max: 20 })
    const people = await addPeople(app, 6)
    const set = await enrol(parts[0]!, people)
    await app.db.updateTable('enrolments').set({ note: 'x' }).where('contact_id', 'in', people.slice(1)).execute()
    const answer = await undo(set)
    expect(answer.trigger.flash?.str).toMatch(/^Deels ongedaan gemaakt: 1 van 6\. .*En nog 2 andere\.$/)
    expect(answer.json<{ kept: string[] }>().kept).toHaveLength(5)
  })

  it('brings a supervisor nobody back into a part that has begun', async () => {
    const supervisor = await app.as(4)
    const { supervisor: contact } = app.story.contacts
    const company = (await contactOf(contact)).company_id
    const { parts } = await addPlanning(app)
    const people = await addPeople(app, 1, company)
    await app.db.insertInto('supervisions').values({ contact_id: people[0]!, supervisor_id: contact }).execute()
    await enrol(parts[0]!, people)
    const set = await unsubscribe(parts[0]!, people, supervisor)
    await app.db
      .updateTable('appointments')
      .set({ starts_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', parts[0]!)
      .execute()
    expect((await undo(set, supervisor)).text).toContain('is al begonnen of gesloten')
    expect(await enrolledIn(parts[0]!)).toEqual([])
    expect((await undo(set)).status).toBe(204)
  })

  /** Does something in one transaction that can be taken back, which no screen does in this way. */
  const offer = async (work: (trx: Trx) => Promise<unknown>) => {
    const viewer = { id: planner.userId! } as Viewer
    const offered = await inTransaction(app.db, { id: planner.userId!, actedBy: null }, async (trx) => {
      await work(trx)
      const { area } = app.services.registry.record('appointment')
      return offerUndo(trx, viewer, { area, right: 'view', label: 'Gedaan', changed: [] })
    })
    return offered!.set
  }

  it('gives back a double booking that was there before', async () => {
    const teach = async (part: number) => {
      await addResponsible(app.db, { appointment_id: part, contact_id: app.story.contacts.teacher, role_id: 3 })
      return part
    }
    const parts = [
      await teach((await addPlanning(app, { inDays: 300 })).parts[0]!),
      await teach((await addPlanning(app, { inDays: 300 })).parts[0]!),
    ]
    const set = await offer((trx) => trx.deleteFrom('appointments').where('id', 'in', parts).execute())
    expect((await undo(set)).trigger.flash).toEqual({ str: 'Ongedaan gemaakt', type: 'success' })
  })

  it('brings no teacher back who teaches no more', async () => {
    const teacherId = await addContact(app.db, { roles: [3] })
    const { parts } = await addPlanning(app, { inDays: 310 })
    const values = { appointment_id: parts[0]!, contact_id: teacherId, role_id: 3 }
    await app.db.insertInto('appointment_responsibles').values(values).execute()
    const set = await offer((trx) =>
      trx.deleteFrom('appointment_responsibles').where('contact_id', '=', teacherId).execute(),
    )
    await app.db
      .updateTable('contacts')
      .set({ roles: [5] })
      .where('id', '=', teacherId)
      .execute()
    expect((await undo(set)).text).toContain('deze docent of lotus is niet meer actief')
  })

  it('reserves no places in a part that is cancelled', async () => {
    const { parts } = await addPlanning(app)
    await app.db
      .insertInto('reservations')
      .values({ appointment_id: parts[0]!, company_id: app.story.companies.deLinde, places: 2, note: '' })
      .execute()
    const set = await offer((trx) => trx.deleteFrom('reservations').where('appointment_id', '=', parts[0]!).execute())
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[0]!).execute()
    expect((await undo(set)).text).toContain('is geannuleerd')
  })

  it('takes no number of a certificate back, nor that it was mailed', async () => {
    const issued = await offer((trx) =>
      sql`insert into certificates (number, contact_id, group_id, course_id, layout_id, layout_version, issued_on, token, snapshot)
        select '2001-' || lpad(id::text, 6, '0'), ${app.story.contacts.anouk}, group_id, course_id, layout_id, layout_version, issued_on, repeat('x', 24), snapshot
        from certificates order by id limit 1`.execute(trx),
    )
    expect((await undo(issued)).text).toContain('het nummer is al uitgegeven')

    const mailed = async (state: string) =>
      offer((trx) =>
        sql`with mail as (
            insert into mails (recipient, subject, text_body, state) values ('a@b.example', 'S', 'T', ${state}) returning id)
          insert into certificate_mailings (group_id, contact_id, recipient, subject, text_body, certificate_ids, mail_id)
          select c.group_id, c.contact_id, 'a@b.example', 'S', 'T', array[c.id], mail.id from certificates c, mail
          order by c.id limit 1`.execute(trx),
      )
    expect((await undo(await mailed('sent'))).text).toContain('de e-mail is al verstuurd')
    expect((await undo(await mailed('queued'))).status).toBe(204)
  })

  it('never makes a double booking', async () => {
    const { parts } = await addPlanning(app, { inDays: 200 })
    const second = await addPlanning(app, { inDays: 200 })
    const teach = (part: number) =>
      app.db
        .insertInto('appointment_responsibles')
        .values({ appointment_id: part, contact_id: app.story.contacts.teacher, role_id: 3 })
        .execute()
    await teach(parts[0]!)
    const set = await done(planner.post('/calendar/appointments/delete', { id: parts[0]! }))
    await teach(second.parts[0]!)
    const answer = await undo(set)
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('Jeroen van Dijk is bezet op de volgende planningen: Deel 1, '),
    ])
  })

  it('finds its place free: until the mail about it leaves, nobody else gets it', async () => {
    const full = await addPlanning(app, { max: 1 })
    const free = await addPlanning(app)
    const [one, next] = await addPeople(app, 2)
    await enrol(full.parts[0]!, [one!])
    const move = () =>
      done(
        planner.post(`/calendar/moveStudents/${full.parts[0]}`, {
          students: String(one),
          appointment_id: free.parts[0]!,
          what_appointments: 'this',
          send_message: '1',
        }),
      )
    const taken = (browser: Browser) => browser.post(`/calendar/enroll/${full.parts[0]}/0`, { 'students[]': [next!] })
    const set = await move()
    const refused = await taken(other)
    expect([refused.status, refused.json()]).toEqual([
      422,
      {
        students: [
          'Er zijn niet genoeg vrije plaatsen: Deel 1 heeft geen plaats vrij voor 1 cursist (één plaats komt zo vrij, zodra de mail daarover weg is).',
        ],
      },
    ])
    await undo(set)
    expect(await enrolledIn(full.parts[0]!)).toEqual([one])

    for (const left of [{ created_at: sql<Date>`now() - interval '31 seconds'` }, { state: 'sent' }]) {
      const again = await move()
      await app.db.updateTable('mails').set(left).where('change_set', '=', again).execute()
      const added = await done(taken(other))
      expect(await enrolledIn(full.parts[0]!)).toEqual([next])
      await undo(added, other)
      await app.db.deleteFrom('enrolments').where('contact_id', '=', one!).execute()
      await enrol(full.parts[0]!, [one!])
    }
  })

  it('is no hindrance to who freed a place and gives it to somebody else', async () => {
    const full = await addPlanning(app, { max: 1 })
    const free = await addPlanning(app)
    const [one, next] = await addPeople(app, 2)
    await enrol(full.parts[0]!, [one!])
    await done(
      planner.post(`/calendar/moveStudents/${full.parts[0]}`, {
        students: String(one),
        appointment_id: free.parts[0]!,
        what_appointments: 'this',
        send_message: '1',
      }),
    )
    await enrol(full.parts[0]!, [next!])
    expect(await enrolledIn(full.parts[0]!)).toEqual([next])
  })
})

describe('the last actions', () => {
  it('are the own ones, for planners those of all, each with what became of it', async () => {
    const contact = await addContact(app.db)
    const set = await edit(contact, { city: 'Raalte' })
    const own = await planner.get('/undo')
    expect(own.$(`[data-undo="${set}"]`).length).toBe(1)
    expect((await other.get('/undo')).$(`[data-undo="${set}"]`).length).toBe(1)
    expect((await teacher.get('/undo')).$('[data-undo]').length).toBe(0)
    await undo(set, other)
    const after = await planner.get('/undo')
    expect(after.$(`[data-undo="${set}"]`).length).toBe(0)
    expect(after.text).toContain('Ongedaan gemaakt door')
  })

  it('are found as long as they can be taken back, whatever others did since, a page at a time', async () => {
    const contact = await addContact(app.db)
    const own = await edit(contact, { city: 'Ommen' })
    // More than a page by somebody else, some of them in the same moment.
    await sql`insert into undoable_sets (change_set, actor_id, area, "right", label, at)
      select nextval('change_set_series'), ${other.userId}, area, "right", 'Drukte', now() + (n / 3) * interval '1 millisecond'
      from undoable_sets, generate_series(1, 250) n where change_set = ${own}`.execute(app.db)
    const offered: string[] = []
    let asked: string | undefined = '/undo'
    let pages = 0
    while (asked !== undefined) {
      const { $ } = await planner.get(asked)
      offered.push(
        ...$('[data-undo]')
          .toArray()
          .map((button) => button.attribs['data-undo']!),
      )
      asked = $('[hx-get^="/undo/earlier"]').attr('hx-get')
      pages += 1
    }
    expect([pages >= 3, offered.includes(String(own))]).toEqual([true, true])
    expect(new Set(offered).size).toBe(offered.length)
    expect((await planner.get('/undo/earlier?before=rommel')).status).toBe(200)
    // Opened on its own it is the popup.
    expect((await planner.page('/undo/earlier')).status).toBe(303)
    await sql`delete from undoable_sets where label = 'Drukte'`.execute(app.db)
  })
})

async function addUserWith(roles: number[]): Promise<number> {
  const { id } = await app.db
    .insertInto('users')
    .values({ name: 'Tijdelijk', email: 'tijdelijk@noordkaap.example', roles })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
