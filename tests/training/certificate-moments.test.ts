// clock
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, alarmAt, today } from '../../src/platform/format/zone.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Browser } from '../support/app.ts'
import { daysFromNow } from '../support/around-now.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { sendWaiting } from '../support/waiting-mails.ts'
import { addPeople, addPlanning, put } from './enrolment-support.ts'

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
  await app.db.updateTable('message_moments').set({ active: false }).execute()
})

async function addMoment(moment: {
  kind: string
  days?: number
  at?: string
  recipients?: string
  conditions?: string[]
}) {
  const { id: template_id } = await app.db
    .insertInto('default_messages')
    .values({
      name: `Bericht ${moment.kind} ${Math.random()}`,
      subject: moment.kind,
      content:
        moment.recipients === 'supervisors'
          ? '<p>{{ planning.cursus }}</p>'
          : '<p>{{ certificaat.nummer }} tot {{ certificaat.geldig_tot }}; {{ dit_onderdeel.omschrijving }}</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await app.db
    .insertInto('message_moments')
    .values({ days: 0, at: null, recipients: 'students', active_since: new Date(0), ...moment, template_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Looks what is due then, and sends it. @returns what arrived, by whom it went to */
async function look(now: Date): Promise<typeof smtp.received> {
  smtp.received.length = 0
  await sendDue(app.services, now)
  await sendWaiting(app)
  return smtp.received.toSorted((a, b) => a.to.localeCompare(b.to))
}
const soon = () => new Date(Date.now() + 60_000)

/** A planning that is finished with a certificate for each; the files are drawn by a job. */
async function certified(count: number) {
  const planning = await addPlanning(app, { inDays: -10, status: 'executed' })
  const [part] = planning.parts as [number]
  const people = await addPeople(app, count)
  await put(app, planning.parts, people)
  const choices = people.flatMap((id) => [
    [`present_students[${id}-${part}]`, '1'],
    [`passed_students[${id}-${part}]`, '1'],
  ])
  const answer = await planner.post(`/calendar/getFinishWizard/${part}`, {
    ...(Object.fromEntries(choices) as Record<string, string>),
    'document_layouts[]': 1,
    issued_on: formatDate(today()),
    update_status: 'done',
  })
  expect(answer.status).toBeLessThan(300)
  return { ...planning, people, emails: await Promise.all(people.map(emailOf)) }
}
const emailOf = async (person: number) =>
  (await app.db.selectFrom('contacts').select('email').where('id', '=', person).executeTakeFirstOrThrow()).email!
const draw = () => app.runJobs('certificate.draw')

describe('the message with a certificate', () => {
  it('goes when the certificate is drawn and carries it, once, and not when it was withdrawn', async () => {
    await addMoment({ kind: 'certificate' })
    const { people, emails } = await certified(3)
    expect(await look(soon())).toEqual([])
    await draw()
    await app.db
      .updateTable('certificates')
      .set({ withdrawn_at: new Date(), withdrawn_reason: 'fout' })
      .where('contact_id', '=', people[2]!)
      .execute()
    const got = await look(soon())
    expect(got.map(({ to }) => to)).toEqual([emails[0], emails[1]].sort())
    for (const { files, text } of got) {
      const [number] = /\d{4}-\d{6}/.exec(text)!
      expect(files).toEqual([`certificaat-${number}.pdf`])
    }
    expect(await look(soon())).toEqual([])
  })

  it('is one for who leads them, with the certificates of all own people', async () => {
    await addMoment({ kind: 'certificate', recipients: 'supervisors' })
    const { people } = await certified(2)
    const { supervisor } = app.story.contacts
    await app.db
      .insertInto('supervisions')
      .values(people.map((contact_id) => ({ contact_id, supervisor_id: supervisor })))
      .execute()
    await draw()
    const got = await look(soon())
    expect(got.map(({ to, files }) => [to, files.length])).toEqual([[await emailOf(supervisor), 2]])
  })
})

describe('the message before a certificate expires', () => {
  it('goes so many days before, to who has no newer one, until that day comes', async () => {
    await addMoment({ kind: 'expiry', days: 30, at: '09:00', conditions: ['unrenewed'] })
    const { people, emails, planningId } = await certified(2)
    await draw()
    const day = addDays(today(), 400)
    const valid = (person: number, valid_until: string) =>
      app.db
        .updateTable('certificates')
        .set({ valid_until })
        .where('contact_id', '=', person)
        .where('group_id', '=', planningId)
        .execute()
    await valid(people[0]!, day)
    await valid(people[1]!, addDays(day, 1))
    expect(await look(new Date(alarmAt(addDays(day, -30), '09:00').getTime() - 60_000))).toEqual([])
    expect((await look(alarmAt(addDays(day, -30), '09:00'))).map(({ to }) => to)).toEqual([emails[0]])
    // The other comes a day later, unless renewed meanwhile.
    const newer = await certified(1)
    await app.db
      .updateTable('certificates')
      .set({ contact_id: people[1]!, valid_until: addDays(day, 900) })
      .where('group_id', '=', newer.planningId)
      .execute()
    expect(await look(alarmAt(addDays(day, -20), '09:00'))).toEqual([])
    await app.db.deleteFrom('certificates').where('group_id', '=', newer.planningId).execute()
    expect(await look(alarmAt(addDays(day, 1), '00:30'))).toEqual([])
    expect((await look(alarmAt(day, '23:30'))).map(({ to }) => to)).toEqual([emails[1]])
  })
})

describe('the message before each part', () => {
  it('goes for each part at its own time, and names that part', async () => {
    const moment = await addMoment({ kind: 'part-begin', days: 1, at: '00:00' })
    const { parts } = await addPlanning(app, { inDays: 20, components: [null, null] })
    const people = await addPeople(app, 3)
    await put(app, parts, people.slice(0, 2))
    const emails = await Promise.all(people.map(emailOf))
    const texts = async (now: Date) =>
      (await look(now)).filter(({ to }) => emails.includes(to)).map(({ text }) => /Deel \d/.exec(text)?.[0])
    expect(await texts(daysFromNow(18))).toEqual([])
    expect(await texts(daysFromNow(19.5))).toEqual(['Deel 1', 'Deel 1'])
    expect(await texts(daysFromNow(25))).toEqual([])
    expect(await texts(daysFromNow(26.5))).toEqual(['Deel 2', 'Deel 2'])
    const tab = await planner.get(`/messages/moments/of/appointment/${parts[1]!}`)
    expect(tab.$('li').text()).toContain('1 dag voor het begin van elk onderdeel')
    await planner.post(`/messages/moments/stop/${moment}/appointment/${parts[0]!}`)
    await put(app, parts, [people[2]!])
    expect(await texts(daysFromNow(26.6))).toEqual([])
  })
})
