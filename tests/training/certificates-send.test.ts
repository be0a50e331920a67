import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { sendMail } from '../../src/platform/mail/sending.ts'
import { mailCertificates } from '../../src/training/proof/certificates/sending.commands.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'
import { readPdf } from '../support/pdf.ts'

const received: { to: string; text: string; files: { name: string; bytes: Buffer }[] }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        received.push({
          to: session.envelope.rcptTo[0]!.address,
          text: mail.text ?? '',
          files: mail.attachments.map(({ filename, content }) => ({
            name: filename ?? '',
            bytes: Buffer.from(content as ArrayBuffer),
          })),
        })
        done()
      })
    })
  },
})

let app: TestApp
let planner: Browser
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, BASE_URL: 'http://noordkaap.example' } })
  planner = await app.as(2)
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const LAYOUT = 1
const TODAY = formatDate(today())
const url = (part: number) => `/certificate/getCertificateSendWizard/${part}`

/** A planning that these people passed; the company of the story's supervisor for one of them. */
async function passedPlanning() {
  const { contacts } = app.story
  const anna = await addContact(app.db, { first_name: 'Anna', last_name: 'Aalbers', email: 'anna@post.example' })
  const bert = await addContact(app.db, { first_name: 'Bert', last_name: 'Boom', email: 'bert zonder apenstaart' })
  const cees = await addContact(app.db, { first_name: 'Cees', last_name: 'Cuijpers', email: null })
  const courseId = await addCourse(app.db, { description: 'BHV basis', validity_months: 12 })
  const planning = await addPassedPlanning(app.db, courseId, [anna, bert, cees])
  await app.db.insertInto('supervisions').values({ supervisor_id: contacts.supervisor, contact_id: bert }).execute()
  return { ...planning, anna, bert, cees, supervisor: contacts.supervisor }
}

type Form = Record<string, FormValue>
const form = (more: Form = {}): Form => ({
  'generate[]': LAYOUT,
  'send[]': LAYOUT,
  issued_on: TODAY,
  student_subject: 'Uw certificaat',
  student_text: 'Beste {naam}, gefeliciteerd.',
  supervisor_subject: 'Certificaten',
  supervisor_text: 'Beste {naam}, in de bijlage.',
  ...more,
})
const step = (part: number, key: string, more: Form = {}) => planner.post(`${url(part)}?step=${key}`, form(more))

/** Does what the queued jobs do, and answers the mails that arrived. */
async function deliver(planningId: number) {
  const before = received.length
  const mailings = await app.db
    .selectFrom('certificate_mailings')
    .select('id')
    .where('group_id', '=', planningId)
    .execute()
  await mailCertificates({ ids: mailings.map(({ id }) => id) }, app.services)
  const queued = await app.db
    .selectFrom('certificate_mailings')
    .select('mail_id')
    .where('group_id', '=', planningId)
    .execute()
  for (const { mail_id } of queued) await sendMail({ id: mail_id! }, app.services)
  return received.slice(before).sort((a, b) => a.to.localeCompare(b.to))
}

describe('the send wizard', () => {
  it('has the screens certificates, contacts and send [T-028][R-054][S-060]', async () => {
    const { partId } = await passedPlanning()
    const first = await planner.get(url(partId))
    expect(first.status).toBe(200)
    const keys = first.$('[data-step-key]').toArray()
    expect(keys.map((key) => first.$(key).attr('data-step-key'))).toEqual(['certificates', 'contacts', 'send'])
    expect(first.$('input[name="generate[]"]').attr('checked')).toBeDefined()
  })

  it('does not offer to make what everybody has, and says what was made besides what is sent', async () => {
    const { partId, anna } = await passedPlanning()
    const first = await planner.get(url(partId))
    expect(first.$('tbody').text()).toContain('Voor 3 cursisten')
    const sent = await planner.post(url(partId), form({ 'students[]': anna }))
    expect(sent.trigger.flash?.str).toBe('3 certificaten gemaakt, 1 e-mail wordt verstuurd')
    const { $ } = await planner.get(url(partId))
    expect($('tbody').text()).toContain('Is al gemaakt voor iedereen')
    expect([$('input[type=checkbox][name="generate[]"]').length, $('input[type=text][name=issued_on]').length]).toEqual(
      [0, 0],
    )
    const fields = Object.fromEntries(
      ['generate[]', 'send[]', 'issued_on'].map((name) => [name, $(`[name="${name}"]`).val() as string]),
    )
    expect((await planner.post(url(partId), form({ ...fields, 'students[]': anna }))).trigger.flash?.str).toBe(
      '1 e-mail wordt verstuurd',
    )
  })

  it('is for one person alone where their certificate leads to it: for the others nothing is made or mailed', async () => {
    const { partId, planningId, anna, bert } = await passedPlanning()
    const own = `${url(partId)}?contact_id=${anna}`
    const first = await planner.get(own)
    expect(first.$('tbody').text()).toContain('Voor 1 cursist')
    const people = await planner.post(`${own}&step=contacts`, form())
    const offered = people.$('input[name="students[]"]').toArray()
    expect(offered.map((box) => people.$(box).val())).toEqual([String(anna)])
    // Who was not asked for is passed over, also when somebody sends their id along.
    const sent = await planner.post(own, form({ 'students[]': [anna, bert] }))
    expect(sent.trigger.flash?.str).toBe('1 certificaat gemaakt, 1 e-mail wordt verstuurd')
    const made = await app.db.selectFrom('certificates').selectAll().where('group_id', '=', planningId).execute()
    expect(made.map(({ contact_id }) => contact_id)).toEqual([anna])
    const lead = async () => {
      const { $ } = await planner.get(`/certificate/view/${made[0]!.id}`)
      return [$('.popup-tools .btn-primary[data-tool]').text(), $('dt:contains("Verstuurd")').next('dd').text()]
    }
    expect(await lead()).toEqual(['Downloaden', expect.stringContaining('anna@post.example')])
    expect((await planner.get(`${url(partId)}?contact_id=${app.story.contacts.gerrit}`)).status).toBe(409)
  })

  it('lets a certificate be sent only when it is made [T-106]', async () => {
    const { partId } = await passedPlanning()
    const { $ } = await planner.get(url(partId))
    expect($('input[name="send[]"]').closest('[data-enables]').attr('data-enables')).toBe(`generate[]=${LAYOUT}`)
    await app.db.insertInto('layouts').values({ name: 'Pasje', kind: 'certificate' }).execute()
    try {
      const several = await planner.get(url(partId))
      expect(several.$('input[name="send[]"]:not([disabled])')).toHaveLength(0)
      const { id } = await app.db
        .selectFrom('layouts')
        .select('id')
        .where('name', '=', 'Pasje')
        .executeTakeFirstOrThrow()
      const answer = await step(partId, 'contacts', { 'send[]': id })
      expect([answer.status, answer.json()]).toEqual([
        422,
        { send: ['Alleen een certificaat dat gemaakt wordt kan worden verstuurd.'] },
      ])
    } finally {
      await app.db.deleteFrom('layouts').where('name', '=', 'Pasje').execute()
    }
    expect((await planner.post(`${url(partId)}?step=contacts`, { issued_on: TODAY })).json()).toEqual({
      generate: ['Vink minimaal één certificaat aan.'],
      send: ['Vink aan welk certificaat wordt verstuurd.'],
    })
  })

  it('offers only who has a correct e-mail address [T-105][T-158]', async () => {
    const { partId, anna, bert, cees, supervisor } = await passedPlanning()
    const { $ } = await step(partId, 'contacts')
    const box = (name: string, id: number) => $(`input[name="${name}[]"][value="${id}"]`)
    expect(box('students', anna).attr('disabled')).toBeUndefined()
    expect(box('students', anna).attr('checked')).toBeDefined()
    for (const id of [bert, cees]) expect(box('students', id).attr('disabled')).toBeDefined()
    expect(box('students', bert).closest('tr').attr('class')).toBe('is-off')
    expect(box('supervisors', supervisor).attr('disabled')).toBeUndefined()
    expect(box('supervisors', supervisor).closest('tr').text()).toContain('Bert Boom')
  })

  it('asks for a message per kind of people that was chosen [T-107]', async () => {
    const { partId, anna, supervisor } = await passedPlanning()
    const forms = async (more: Form) => {
      const { $ } = await step(partId, 'send', more)
      return $('[data-message]')
        .toArray()
        .map((element) => $(element).attr('data-message'))
    }
    expect(await forms({ 'students[]': anna })).toEqual(['students'])
    expect(await forms({ 'supervisors[]': supervisor })).toEqual(['supervisors'])
    expect(await forms({ 'students[]': anna, 'supervisors[]': supervisor })).toEqual(['students', 'supervisors'])
    expect((await step(partId, 'send')).json()).toEqual({ students: ['Vink minimaal één ontvanger aan.'] })
    const empty = await planner.post(url(partId), form({ 'students[]': anna, student_text: ' ', supervisor_text: '' }))
    expect(empty.json()).toEqual({ student_text: ['Vul een :label in.'] })
  })

  it('makes, mails and keeps the certificates: to a student the own one, to a supervisor those of the people [T-004]', async () => {
    const { partId, planningId, anna, supervisor } = await passedPlanning()
    const answer = await planner.post(url(partId), form({ 'students[]': anna, 'supervisors[]': supervisor }))
    expect(answer.json()).toMatchObject({ issued: expect.objectContaining({ length: 3 }) as object, mails: 2 })
    expect(answer.trigger.flash?.str).toBe('3 certificaten gemaakt, 2 e-mails worden verstuurd')
    const mails = await deliver(planningId)
    const { email } = await app.db
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', supervisor)
      .executeTakeFirstOrThrow()
    expect(mails.map(({ to }) => to)).toEqual(['anna@post.example', email].sort())
    const [own] = mails.filter(({ to }) => to === 'anna@post.example')
    expect(own!.text).toContain('Beste Anna Aalbers, gefeliciteerd.')
    expect(own!.files).toHaveLength(1)
    expect(own!.files[0]!.name).toMatch(/^certificaat-\d{4}-\d{6}\.pdf$/)
    expect(readPdf(own!.files[0]!.bytes).pages[0]).toContain('Anna Aalbers')
    const [theirs] = mails.filter(({ to }) => to === email)
    expect(theirs!.files.map(({ bytes }) => readPdf(bytes).pages[0]!.includes('Bert Boom'))).toEqual([true])
    const downloaded = await fetch(`${app.url}/certificate/getFromAppointment/${partId}`, {
      headers: { cookie: planner.cookie },
    })
    expect(readPdf(Buffer.from(await downloaded.arrayBuffer())).pages).toHaveLength(3)
  })

  it('mails once, however often the job runs, and sends again what is there without making it twice', async () => {
    const { partId, planningId, anna } = await passedPlanning()
    await planner.post(url(partId), form({ 'students[]': anna }))
    expect(await deliver(planningId)).toHaveLength(1)
    expect(await deliver(planningId)).toHaveLength(0)
    const { $ } = await step(partId, 'send', { 'students[]': anna })
    expect($.text()).toContain('Er is nog niets verstuurd.')
    expect($.text()).not.toContain('niets gemaakt')
    const again = await planner.post(url(partId), form({ 'students[]': anna }))
    expect(again.json()).toEqual({ issued: [], mails: 1 })
    expect(await deliver(planningId)).toHaveLength(1)
  })

  it('mails nobody who did not pass, and no supervisor of others', async () => {
    const { partId, planningId, bert } = await passedPlanning()
    const stranger = await addContact(app.db, { email: 'vreemd@post.example', roles: [4] })
    const answer = await planner.post(
      url(partId),
      form({ 'students[]': [bert, app.story.contacts.anouk], 'supervisors[]': stranger }),
    )
    expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['students']])
    expect(await app.db.selectFrom('certificates').select('id').where('group_id', '=', planningId).execute()).toEqual(
      [],
    )
  })

  it('does not offer a supervisor the own certificate as that of one of the people', async () => {
    const { partId, planningId, anna, supervisor } = await passedPlanning()
    await app.db
      .updateTable('contacts')
      .set({ roles: [4, 5], supervisor_for_all: true })
      .where('id', '=', anna)
      .execute()
    for (const contact_id of [anna, supervisor])
      await app.db
        .insertInto('contact_companies')
        .values({ contact_id, company_id: app.story.companies.kuipers })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const { $ } = await step(partId, 'contacts')
    expect($(`input[name="students[]"][value="${anna}"]`).length).toBe(1)
    expect($(`input[name="supervisors[]"][value="${anna}"]`).length).toBe(0)
    await planner.post(url(partId), form({ 'students[]': anna, 'supervisors[]': anna }))
    expect((await deliver(planningId)).map(({ to }) => to)).toEqual(['anna@post.example'])
  })

  it('neither offers nor mails a supervisor who left, or who is none any more', async () => {
    const { partId, planningId, anna, bert } = await passedPlanning()
    const left = await addContact(app.db, { email: 'weg@post.example', roles: [4], active: false })
    const other = await addContact(app.db, { email: 'anders@post.example', roles: [5] })
    for (const supervisor_id of [left, other])
      await app.db.insertInto('supervisions').values({ supervisor_id, contact_id: bert }).execute()
    const { $ } = await step(partId, 'contacts')
    for (const id of [left, other]) expect($(`input[name="supervisors[]"][value="${id}"]`).length).toBe(0)
    await planner.post(url(partId), form({ 'students[]': anna, 'supervisors[]': [left, other] }))
    expect((await deliver(planningId)).map(({ to }) => to)).toEqual(['anna@post.example'])
  })

  it('refuses an issue date to come', async () => {
    const { partId, anna } = await passedPlanning()
    const answer = await planner.post(
      url(partId),
      form({ 'students[]': anna, issued_on: formatDate(addDays(today(), 1)) }),
    )
    expect(Object.keys(answer.json())).toEqual(['issued_on'])
  })
})

describe('the download screen', () => {
  it('asks for the day of issue, and leads to the file of that day [T-029][R-056]', async () => {
    const { partId, anna } = await passedPlanning()
    expect((await planner.get(`/certificate/getCertificatesDownloadScreen/${partId}`)).$('.empty')).toHaveLength(1)
    await planner.post(url(partId), form({ 'students[]': anna }))
    const { $ } = await planner.get(`/certificate/getCertificatesDownloadScreen/${partId}`)
    expect($('form').attr('action')).toBe(`/certificate/getFromAppointment/${partId}`)
    expect($('input[name="issued_at"]').val()).toBe('')
    expect($('button[type="submit"]').attr('disabled')).toBeDefined()
    expect($('form').text()).toContain(`Afgegeven op ${TODAY} (3)`)
    const file = (day: string) => planner.get(`/certificate/getFromAppointment/${partId}?issued_at=${day}`)
    expect((await file(TODAY)).headers.get('content-type')).toBe('application/pdf')
    expect((await file('01-01-2001')).status).toBe(404)
    expect((await file('31-02-2026')).status).toBe(422)
  })
})

describe('who sent certificates', () => {
  it('reads in the tab of the planning what became of every mail, and which did not arrive', async () => {
    const { planningId, partId, anna, supervisor } = await passedPlanning()
    const tab = async () => (await planner.get(`/certificate/forAppointment/${partId}`)).$
    const noteOf = ($: Awaited<ReturnType<typeof tab>>) => $('.note').text().trim()
    expect(noteOf(await tab())).toBe('')
    expect((await planner.post(url(partId), form({ 'students[]': anna, 'supervisors[]': supervisor }))).status).toBe(
      200,
    )
    expect(noteOf(await tab())).toBe('Per e-mail: 2 in de wachtrij.')
    await deliver(planningId)
    expect(noteOf(await tab())).toBe('Per e-mail: 2 verzonden.')
    const { mail_id } = await app.db
      .selectFrom('certificate_mailings')
      .select('mail_id')
      .where('group_id', '=', planningId)
      .where('contact_id', '=', anna)
      .executeTakeFirstOrThrow()
    const became = (state: string) => app.db.updateTable('mails').set({ state }).where('id', '=', mail_id).execute()
    for (const [state, asksALook] of Object.entries({ queued: false, sending: false, kept: true, uncertain: true })) {
      await became(state)
      expect([state, (await tab())('.note').hasClass('note--warning')]).toEqual([state, asksALook])
    }
    await became('refused')
    const $ = await tab()
    expect(noteOf($)).toBe('Per e-mail: 1 verzonden, 1 geweigerd.')
    expect($('.note').hasClass('note--warning')).toBe(true)
    const failed = $(`a[href="/messages/view/${mail_id}"][data-popup]`)
    expect(failed.parent().text()).toBe('anna@post.example: geweigerd')
    const sendAgain = (recipient: string, state: string) =>
      app.pool.query(
        `insert into mails (recipient, subject, text_body, state, resend_of) values ($1, 'S', 'T', $2, $3)`,
        [recipient, state, mail_id],
      )
    await sendAgain('anna@oud.example', 'bounced')
    const bounced = await tab()
    expect(noteOf(bounced)).toBe('Per e-mail: 1 verzonden, 1 teruggekomen.')
    expect(bounced('.note').hasClass('note--warning')).toBe(true)
    // The last try counts, whatever became of those before it.
    await sendAgain('anna@thuis.example', 'sent')
    expect(noteOf(await tab())).toBe('Per e-mail: 2 verzonden.')
    const seen = (await (await app.as(4)).get(`/certificate/forAppointment/${partId}`)).text
    expect(seen).not.toContain('Per e-mail')
  })
})
