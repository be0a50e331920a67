// clock
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatDateTime } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { mailingRetention } from '../../src/system/messages/person-data.ts'
import { resumeMailings, sendMailing } from '../../src/system/messages/mailing.job.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Answer, type Browser } from '../support/app.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { addPeople, addPlanning, put, tokenOf } from '../training/enrolment-support.ts'

let app: MailingApp['app']
let smtp: MailingApp['smtp']
let close: MailingApp['close']
let planner: Browser
beforeAll(async () => {
  ;({ app, smtp, close } = await mailingApp())
  planner = await app.as(2)
})
afterAll(() => close())
beforeEach(() => {
  smtp.received.length = 0
})

const IN_THREE_DAYS = instantOf(addDays(today(), 3), '09:00')!
const message = { subject: 'Andere zaal', content: '<p>Beste {{ ontvanger.naam }}, kom naar zaal 2.</p>' }

/** Writes to the students of a planning of its own, for in three days unless told. */
async function plan(more: Record<string, string> = {}) {
  const { parts } = await addPlanning(app, { inDays: 20 })
  await put(app, parts, await addPeople(app, 2))
  const answer = await planner.post(`/messages/write/course?appointment_id=${parts[0]!}`, {
    ...message,
    'kinds[]': 'students',
    send_at: formatDateTime(IN_THREE_DAYS),
    ...more,
  })
  const { id: mailing } = await app.db
    .selectFrom('mailings')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { answer, mailing, part: parts[0]! }
}
const mailsOf = (mailing: number) =>
  app.db.selectFrom('mails').select(['id', 'state']).where('mailing_id', '=', mailing).orderBy('id').execute()
const statesOf = async (mailing: number) => (await mailsOf(mailing)).map(({ state }) => state)
/** As if its time had come, or was then. */
const setTime = (mailing: number, at = new Date(Date.now() - 1000)) =>
  app.db.updateTable('mailings').set({ send_at: at, created_at: at }).where('id', '=', mailing).execute()

describe('the planned message of the demo', () => {
  it('has a job that lets it leave at its time', async () => {
    const { rows } = await app.pool.query<{ leaves: Date; send_at: Date }>(
      `select run_at as leaves, send_at from mails join mailings on mailings.id = mails.mailing_id
       join graphile_worker.jobs on key = 'mailing-' || mailings.id where mails.id = $1`,
      [app.story.plannedMessage],
    )
    expect(rows).toEqual([{ leaves: rows[0]!.send_at, send_at: expect.any(Date) as Date }])
  })
})

describe('a message for later', () => {
  it('waits for its time, whoever looks before, and is in the list until then', async () => {
    const { answer, mailing } = await plan()
    expect(answer.trigger.flash?.str).toBe(`Het bericht gaat op ${formatDateTime(IN_THREE_DAYS)} naar 2 ontvangers`)
    await sendMailing({ id: mailing }, app.services)
    await resumeMailings({}, app.services)
    expect(await statesOf(mailing)).toEqual(['scheduled', 'scheduled'])
    const list = await planner.get(`/messages?embed=1&mailing_id=${mailing}`)
    expect(list.$('tbody').text()).toMatch(new RegExp(`Gepland.*${formatDateTime(IN_THREE_DAYS)}`, 's'))
    const [mail] = await mailsOf(mailing)
    const view = await planner.get(`/messages/view/${mail!.id}`)
    expect(view.text).toContain('kom naar zaal 2.')
    expect(view.text).toMatch(/Beste Proef Persoon\d+/)
    await setTime(mailing)
    await sendMailing({ id: mailing }, app.services)
    expect(await statesOf(mailing)).toEqual(['sent', 'sent'])
    expect(smtp.received.map(({ subject }) => subject)).toEqual(['Andere zaal', 'Andere zaal'])
  })

  it('shows its text as well while it waits for its turn, with nothing left to fill in', async () => {
    const { mailing } = await plan()
    await app.pool.query(`update mails set state = 'queued' where mailing_id = $1`, [mailing])
    const [mail] = await mailsOf(mailing)
    const view = await planner.get(`/messages/view/${mail!.id}`)
    expect(view.text).toMatch(/Beste Proef Persoon\d+/)
    expect(view.text).not.toContain('{{')
  })

  it('stands in the list under the subject that each reader gets, also while it waits for its turn', async () => {
    const { mailing } = await plan({ subject: 'Voor {{ ontvanger.naam }}: andere zaal' })
    const readersOf = async (of: number) => {
      const { rows } = await app.pool.query<{ name: string }>(
        `select first_name || ' ' || last_name as name from mails join contacts on contacts.id = object_id
         where mailing_id = $1`,
        [of],
      )
      return rows.map(({ name }) => name)
    }
    const subjects = async () => {
      const { $ } = await planner.get(`/messages?embed=1&mailing_id=${mailing}`)
      const cells = $('tbody tr[data-id] td.c-main').toArray()
      return cells.map((cell) => $(cell).text().trim()).toSorted()
    }
    const filledIn = (await readersOf(mailing)).map((name) => `Voor ${name}: andere zaal`).toSorted()
    expect(await subjects()).toEqual(filledIn)
    await app.pool.query(`update mails set state = 'queued' where mailing_id = $1`, [mailing])
    expect(await subjects()).toEqual(filledIn)
    expect(filledIn).toHaveLength(2)
    // One that cannot be made any more keeps neither the list nor the others from being shown.
    const other = await plan({ subject: 'Aan {{ ontvanger.naam }}' })
    await app.pool.query(`update mailings set content = '{% for' where id = $1`, [mailing])
    const list = await planner.get('/messages?embed=1')
    expect(list.status).toBe(200)
    for (const name of await readersOf(other.mailing)) expect(list.text).toContain(`Aan ${name}`)
    expect(await subjects()).toEqual(['Voor …: andere zaal', 'Voor …: andere zaal'])
  })

  it('goes at its time by its own job, and after all when that was lost', async () => {
    const { mailing } = await plan()
    const { rows } = await app.pool.query<{ at: Date }>(
      `select run_at as at from graphile_worker.jobs where key = $1`,
      [`mailing-${mailing}`],
    )
    expect(rows.map(({ at }) => at)).toEqual([IN_THREE_DAYS])
    await app.pool.query(`delete from graphile_worker._private_jobs where key = $1`, [`mailing-${mailing}`])
    await setTime(mailing, new Date(Date.now() - 3_600_000))
    await resumeMailings({}, app.services)
    await app.runJobs('message.mailing')
    expect(await statesOf(mailing)).toEqual(['sent', 'sent'])
  })

  it('is refused for a time that has been, that is a year away, or that there is none of', async () => {
    for (const send_at of [
      '01-01-2020 09:00',
      formatDateTime(instantOf(addDays(today(), 400), '09:00')),
      '31-13-2027 09:00',
    ]) {
      const { answer } = await plan({ send_at })
      expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['send_at']])
    }
  })

  it('is undone as a whole', async () => {
    const { answer, mailing } = await plan()
    await planner.post(`/undo/${answer.undo!.set}`)
    await setTime(mailing)
    await sendMailing({ id: mailing }, app.services)
    expect([await mailsOf(mailing), smtp.received]).toEqual([[], []])
  })
})

const send = (id: number): Promise<Answer> => planner.post(`/messages/planned/send/${id}`)
const withdraw = (id: number): Promise<Answer> => planner.post(`/messages/planned/withdraw/${id}`)

describe('a message that waits for its time', () => {
  it('is taken back for all, and its text and readers stand in the writer again', async () => {
    const { mailing, part } = await plan()
    const [mail] = await mailsOf(mailing)
    const answer = await withdraw(mail!.id)
    expect(answer.trigger.flash?.str).toBe('Het bericht aan 2 personen is teruggehaald')
    expect(await mailsOf(mailing)).toEqual([])
    const { url } = (answer.trigger as { 'popup-open'?: { url: string } })['popup-open']!
    expect(url).toContain(`appointment_id=${part}`)
    const writer = await planner.get(url)
    expect(writer.$('[name=subject]').attr('value')).toBe('Andere zaal')
    expect(writer.$('[name=content]').text()).toBe(message.content)
    expect(writer.$('[name=kinds][checked]').attr('value')).toBe('students')
  })

  it('is sent now for all', async () => {
    const { mailing } = await plan()
    const [mail] = await mailsOf(mailing)
    expect((await send(mail!.id)).trigger.flash?.str).toBe('Het bericht gaat nu naar 2 personen')
    await app.runJobs('message.mailing')
    expect(smtp.received).toHaveLength(2)
    const again = await Promise.all([send(mail!.id), withdraw(mail!.id)])
    expect(again.map(({ status }) => status)).toEqual([409, 409])
  })

  it('is sent or taken back, never half of it, when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { mailing } = await plan()
      const [mail] = await mailsOf(mailing)
      const answers = await Promise.all([send(mail!.id), withdraw(mail!.id), send(mail!.id), withdraw(mail!.id)])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      const isSent = answers[0].status === 204 || answers[2].status === 204
      expect(await statesOf(mailing)).toEqual(isSent ? ['queued', 'queued'] : [])
    }
  })
})

describe('the sender of a message', () => {
  const name = async () =>
    await app.db
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', planner.userId!)
      .executeTakeFirstOrThrow()

  it('is who wrote it, or the house where somebody reads the answers there', async () => {
    const own = await plan({ send_at: '' })
    await sendMailing({ id: own.mailing }, app.services)
    const { name: planned, email } = await name()
    expect(smtp.received.map(({ from, replyTo }) => [from, replyTo])).toEqual([
      [planned, email],
      [planned, email],
    ])
    expect((await plan({ send_at: '', sender: 'house' })).answer.status).toBe(422)
    await app.owner.pool.query(
      `update settings set value = value || '{"sender_name": "De Opleider", "reply_to": "info@opleider.example"}' where key = 'mail'`,
    )
    smtp.received.length = 0
    const house = await plan({ send_at: '', sender: 'house' })
    expect(house.answer.status).toBe(204)
    await sendMailing({ id: house.mailing }, app.services)
    expect(smtp.received.map(({ from, replyTo }) => [from, replyTo])[0]).toEqual([
      'De Opleider',
      'info@opleider.example',
    ])
  })

  it('is an establishment in use where answers are read, and no other', async () => {
    const { zwolle, deventer } = app.story.establishments
    const addressOf = async (id: number, values: { email?: string; active?: boolean }) =>
      app.owner.db.updateTable('establishments').set(values).where('id', '=', id).execute()
    await addressOf(zwolle, { email: 'zwolle@opleider.example' })
    const offered = async () =>
      (await planner.get(`/messages/write/course?appointment_id=${app.story.appointments.coming}`))
        .$('select[name=sender] option')
        .toArray()
        .map((option) => String(option.attribs.value))
    expect(await offered()).toEqual(['own', 'house', `establishment-${zwolle}`])
    smtp.received.length = 0
    const sent = await plan({ send_at: '', sender: `establishment-${zwolle}` })
    await sendMailing({ id: sent.mailing }, app.services)
    expect(smtp.received.map(({ from, replyTo }) => [from, replyTo])[0]).toEqual([
      'De Opleider Zwolle',
      'zwolle@opleider.example',
    ])
    const signed = await planner.post(`/messages/preview/course?appointment_id=${app.story.appointments.coming}`, {
      subject: 'Van wie',
      content: '<p>Groeten van {{ afzender.naam }}</p>',
      'kinds[]': 'students',
      sender: `establishment-${zwolle}`,
    })
    expect(signed.$('.mail-body').text()).toContain('Groeten van De Opleider Zwolle')
    for (const sender of [`establishment-${deventer}`, 'establishment-99999', 'zwolle'])
      expect((await plan({ send_at: '', sender })).answer.json()).toHaveProperty('sender')
    await addressOf(zwolle, { active: false })
    expect(await offered()).toEqual(['own', 'house'])
    expect((await plan({ send_at: '', sender: `establishment-${zwolle}` })).answer.status).toBe(422)
    await addressOf(zwolle, { active: true })
  })
})

describe('files that go along', () => {
  /** Writes to a student of a planning of its own, as the browser's form does. */
  async function writeWith(files: Record<string, string>, more: Record<string, string> = {}, query = '') {
    const { parts } = await addPlanning(app, { inDays: 20 })
    await put(app, parts, await addPeople(app, 1))
    const body = new FormData()
    for (const [key, value] of Object.entries({ ...message, kinds: 'students', ...more })) body.set(key, value)
    for (const [name, content] of Object.entries(files)) body.append('files', new Blob([content]), name)
    const answer = await planner.request(`/messages/write/course?appointment_id=${parts[0]!}${query}`, {
      method: 'POST',
      headers: { 'HX-Request': 'true', 'X-CSRF-Token': await tokenOf(planner) },
      body,
    })
    const { id: mailing } = await app.db
      .selectFrom('mailings')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { answer, mailing }
  }
  const keptFiles = async () => (await app.db.selectFrom('stored_files').select('storage_key').execute()).length

  it('are sent with every mail, are in the message, and go with the text when that is no longer kept', async () => {
    const before = await keptFiles()
    const { answer, mailing } = await writeWith({ 'route.txt': 'Afslag 18', 'lijst.txt': 'Veiligheidsschoenen' })
    expect(answer.status).toBe(204)
    await sendMailing({ id: mailing }, app.services)
    expect(smtp.received.map(({ files }) => files)).toEqual([['route.txt', 'lijst.txt']])
    const [mail] = await mailsOf(mailing)
    const view = await planner.get(`/messages/view/${mail!.id}`)
    const links = view.$('a[download]').toArray()
    expect(links.map((link) => view.$(link).text())).toEqual(['route.txt', 'lijst.txt'])
    expect((await planner.get(view.$(links[0]).attr('href')!)).text).toBe('Afslag 18')
    await app.db.deleteFrom('mails').where('mailing_id', '=', mailing).execute()
    await setTime(mailing, new Date(0))
    await inTransaction(app.db, null, (trx) => mailingRetention.remove(trx, new Date(1), app.services))
    expect(await keptFiles()).toBe(before)
  })

  it('are refused by what is in them, how many and how large they are, and then nothing is kept', async () => {
    const before = await keptFiles()
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.txt`, 'x']))
    const answers = [
      (await writeWith({ 'virus.pdf': 'MZ\u0000\u0001' })).answer,
      (await writeWith(many)).answer,
      (await writeWith({ 'groot.txt': 'x'.repeat(10_000_001) })).answer,
      (await writeWith({ 'leeg.txt': '' })).answer,
    ]
    expect(answers.map(({ status }) => status)).toEqual([415, 422, 413, 422])
    expect(answers[1]!.json()).toEqual({ files: ['Kies hooguit 5 bestanden.'] })
    expect(await keptFiles()).toBe(before)
  })

  it('go along again with a message that is written anew, and those of no other message', async () => {
    const other = await writeWith({ 'geheim.txt': 'niet voor u' })
    const planned = await writeWith({ 'route.txt': 'Afslag 18' }, { send_at: formatDateTime(IN_THREE_DAYS) })
    const [mail] = await mailsOf(planned.mailing)
    const { url } = ((await withdraw(mail!.id)).trigger as { 'popup-open'?: { url: string } })['popup-open']!
    const writer = await planner.get(url)
    const [kept] = writer.$('[name="keep[]"]').toArray()
    expect(writer.$(kept).closest('label').text()).toBe('route.txt')
    const foreign = await app.db
      .selectFrom('mailing_attachments')
      .select('file_id')
      .where('mailing_id', '=', other.mailing)
      .executeTakeFirstOrThrow()
    const keep = `${writer.$(kept).attr('value')!},${foreign.file_id}`
    const again = await writeWith({}, { keep }, `&mailing=${planned.mailing}`)
    expect(again.answer.status).toBe(204)
    smtp.received.length = 0
    await sendMailing({ id: again.mailing }, app.services)
    expect(smtp.received.map(({ files }) => files)).toEqual([['route.txt']])
  })
})

describe('files of a default message', () => {
  /** Saves a default message as the browser's form does. */
  async function save(path: string, form: Record<string, string>, files: Record<string, string> = {}) {
    const body = new FormData()
    for (const [key, value] of Object.entries({ subject: 'Route', content: '<p>Hoi</p>', ...form }))
      body.set(key, value)
    for (const [name, content] of Object.entries(files)) body.append('files', new Blob([content]), name)
    return planner.request(path, {
      method: 'POST',
      headers: { 'HX-Request': 'true', 'X-CSRF-Token': await tokenOf(planner) },
      body,
    })
  }
  const filesOf = async (id: number) => {
    const { $ } = await planner.get(`/messages/default/view/${id}`)
    const boxes = $('[name="keep[]"]').toArray()
    return boxes.map((box) => ({ id: Number($(box).attr('value')), name: $(box).closest('label').text() }))
  }
  const countKept = async () => (await app.db.selectFrom('stored_files').select('id').execute()).length
  let number = 0
  async function add(files: Record<string, string>) {
    const answer = await save('/messages/default/add', { name: `Met bijlage ${++number}` }, files)
    expect(answer.status).toBe(200)
    return answer.json<{ id: number }>().id
  }

  it('go along with each mail that goes by itself, kept once, and with what is written from it', async () => {
    const template = await add({ 'route.txt': 'Afslag 18', 'huisregels.txt': 'Schoenen' })
    const before = await countKept()
    await app.db.updateTable('message_moments').set({ active: false }).execute()
    const { parts } = await addPlanning(app, { inDays: 5 })
    await put(app, parts, await addPeople(app, 2))
    await app.db
      .insertInto('message_moments')
      .values({
        kind: 'planning-begin',
        days: 7,
        at: '00:00',
        recipients: 'students',
        template_id: template,
        active_since: new Date(0),
      })
      .execute()
    await sendDue(app.services, new Date(Date.now() + 60_000))
    const { id: mailing } = await app.db
      .selectFrom('mailings')
      .select('id')
      .where('object_id', '=', parts[0]!)
      .where('subject', '=', 'Route')
      .executeTakeFirstOrThrow()
    smtp.received.length = 0
    await sendMailing({ id: mailing }, app.services)
    expect(smtp.received.map(({ files }) => files)).toEqual(Array(2).fill(['route.txt', 'huisregels.txt']))
    expect(await countKept()).toBe(before)
    const writer = await planner.get(`/messages/write/course?appointment_id=${parts[0]!}&template=${template}`)
    const kept = writer.$('[data-message] [name="keep[]"]').toArray()
    expect(kept.map((box) => writer.$(box).closest('label').text())).toEqual(['route.txt', 'huisregels.txt'])
    const { text } = await planner.get('/messages/moments/add')
    expect(text).toContain(`Met bijlage ${number} (2 bijlagen)`)
    const body = { subject: 'x', content: '<p>x</p>', kinds: 'students', 'keep[]': writer.$(kept[0]).attr('value')! }
    expect((await save(`/messages/write/course?appointment_id=${parts[0]!}`, body)).status).toBe(204)
    const { id } = await app.db.selectFrom('mailings').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    smtp.received.length = 0
    await sendMailing({ id }, app.services)
    expect(smtp.received.map(({ files }) => files)).toEqual(Array(2).fill(['route.txt']))
    await app.db.deleteFrom('message_moments').where('template_id', '=', template).execute()
    expect((await planner.post('/messages/default/delete', { id: template })).status).toBe(204)
    // What was sent stays with its mails.
    expect(await countKept()).toBe(before)
  })

  it('stay or go when it is saved, and are at most five of 10 MB together', async () => {
    const before = await countKept()
    const id = await add({ 'a.txt': 'x'.repeat(6_000_000), 'b.txt': 'b' })
    const path = `/messages/default/view/${id}`
    const version = async () =>
      String(
        (await app.db.selectFrom('default_messages').select('version').where('id', '=', id).executeTakeFirstOrThrow())
          .version,
      )
    const [a, b] = await filesOf(id)
    const name = `Met bijlage ${number}`
    const keep = `${a!.id},${b!.id}`
    const large = await save(path, { name, version: await version(), keep }, { 'c.txt': 'x'.repeat(5_000_000) })
    expect([large.status, large.json()]).toEqual([422, { files: ['De bijlagen zijn samen hooguit 10 MB.'] }])
    const four = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`${i}.txt`, 'x']))
    const many = await save(path, { name, version: await version(), keep }, four)
    expect([many.status, many.json()]).toEqual([422, { files: ['Kies hooguit 5 bestanden.'] }])
    expect(await filesOf(id)).toEqual([a, b])
    expect((await save(path, { name, version: await version(), keep: String(b!.id) }, { 'c.txt': 'c' })).status).toBe(
      204,
    )
    expect((await filesOf(id)).map((file) => file.name)).toEqual(['b.txt', 'c.txt'])
    expect((await planner.post('/messages/default/delete', { id })).status).toBe(204)
    expect(await countKept()).toBe(before)
  })
})
