// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import type { CertificateSnapshot } from '../../src/training/proof/certificates/certificates.rules.ts'
import { issue } from '../../src/training/proof/certificates/certificates.commands.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import {
  addContact,
  addCourse,
  addEnrolment,
  addEmptyPlanning,
  addPart,
  addPassedPlanning,
} from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const LAYOUT = 1
const TODAY = formatDate(today())
const url = (partId: number) => `/certificate/getCertificateWizard/${partId}`
const chosen = (students: number[], more: object = {}) => ({
  'layouts[]': LAYOUT,
  issued_on: TODAY,
  'students[]': students,
  ...more,
})

const certificatesOf = (planningId: number) =>
  app.db.selectFrom('certificates').selectAll().where('group_id', '=', planningId).orderBy('number').execute()
const printed = (certificate: { snapshot: unknown }) => certificate.snapshot as CertificateSnapshot

/** A planning that new people passed, with the certificates that were issued for it. */
async function issuedPlanning(students = 1) {
  const contacts: number[] = []
  for (let i = 0; i < students; i++) contacts.push(await addContact(app.db))
  const courseId = await addCourse(app.db, { validity_months: 12 })
  const planning = await addPassedPlanning(app.db, courseId, contacts)
  expect((await planner.post(url(planning.partId), chosen(contacts))).status).toBe(200)
  return { ...planning, courseId, contacts, certificates: await certificatesOf(planning.planningId) }
}

describe('what is printed', () => {
  it('is asked about where the font lacks letters of it, before it is issued or issued again', async () => {
    const wei = await addContact(app.db, { first_name: 'Wei', last_name: '王' })
    const planning = await addPassedPlanning(app.db, await addCourse(app.db), [wei])
    const asked = await planner.post(url(planning.partId), chosen([wei]))
    expect(asked.status).toBe(409)
    const { question } = asked.json<{ question: { text: string; go: string; field: string; value: string } }>()
    expect(question).toMatchObject({ go: 'Toch maken', field: 'letters_seen', value: '王' })
    expect(question.text).toBe('Dit kan niet gedrukt worden: 王 (Wei 王). Er komen vraagtekens in plaats van deze letters.') // prettier-ignore
    expect(await certificatesOf(planning.planningId)).toEqual([])
    const seen = { letters_seen: question.value }
    expect((await planner.post(url(planning.partId), chosen([wei], seen))).status).toBe(200)
    const [{ id, version } = { id: 0, version: 0 }] = await certificatesOf(planning.planningId)
    const again = { reason: 'Naam verkeerd', version }
    expect((await planner.post(`/certificate/reissue/${id}`, again)).status).toBe(409)
    expect((await planner.post(`/certificate/reissue/${id}`, { ...again, ...seen })).status).toBe(200)
  })

  it('has no birth date of people whose company hides it', async () => {
    const born = '1990-05-01'
    const [shown, hidden] = [
      await addContact(app.db, { birth_date: born }),
      await addContact(app.db, { birth_date: born }),
    ]
    await app.pool.query(
      `with hiding as (insert into companies (name, client_id, hidden_contact_fields)
         values ('Zonder geboortedatum', 990002, '{birth_date}') returning id)
       update contacts set company_id = (select id from hiding), client_id = null where id = $1`,
      [hidden],
    )
    const planning = await addPassedPlanning(app.db, app.story.courses.bhv, [shown, hidden])
    expect((await planner.post(url(planning.partId), chosen([shown, hidden]))).status).toBe(200)
    const dates = new Map(
      (await certificatesOf(planning.planningId)).map((row) => [row.contact_id, printed(row).person.birthDate]),
    )
    expect([dates.get(shown), dates.get(hidden)]).toEqual([born, null])
  })
})

describe('the wizard', () => {
  it('has the steps layout and students [T-027][R-055][S-059]', async () => {
    const anna = await addContact(app.db, { first_name: 'Anna', last_name: 'Aalbers' })
    const bert = await addContact(app.db, { first_name: 'Bert', last_name: 'Zwart' })
    const { partId } = await addPassedPlanning(app.db, app.story.courses.bhv, [bert, anna])
    const first = await planner.get(url(partId))
    expect(first.status).toBe(200)
    expect(
      first
        .$('[data-step-key]')
        .toArray()
        .map((step) => first.$(step).attr('data-step-key')),
    ).toEqual(['layout', 'students'])
    expect(first.$('input[name="layouts[]"]').attr('checked')).toBe('checked')
    const second = await planner.post(`${url(partId)}?step=students`, { 'layouts[]': LAYOUT, issued_on: TODAY })
    expect(second.$('td.c-main').text()).toBe('Anna AalbersBert Zwart')
    expect(second.$('input[name="students[]"]:checked').length).toBe(2)
  })

  it('wants a certificate to be ticked [T-155][M-055]', async () => {
    const { partId } = await addPassedPlanning(app.db, app.story.courses.bhv, [await addContact(app.db)])
    const answer = await planner.post(`${url(partId)}?step=students`, { issued_on: TODAY })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ layouts: ['Vink minimaal één certificaat aan.'] })
  })

  it('wants a student to be ticked [T-156][M-056]', async () => {
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [await addContact(app.db)])
    const answer = await planner.post(url(partId), { 'layouts[]': LAYOUT, issued_on: TODAY })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ students: ['Vink minimaal één cursist aan.'] })
    expect(await certificatesOf(planningId)).toEqual([])
  })

  it('does not open when nobody passed, and says so [T-157][M-057]', async () => {
    const planningId = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const partId = await addPart(app.db, { group_id: planningId })
    await addEnrolment(app.db, { appointment_id: partId, contact_id: app.story.contacts.anouk, passed: 0 })
    const answer = await planner.get(url(partId))
    expect(answer.trigger.flash?.str).toBe('Er zijn geen cursisten geslaagd gemeld.')
    expect(answer.$('dialog').length).toBe(0)
  })

  it('closes when nobody passes any more by the time it is sent [T-157]', async () => {
    const person = await addContact(app.db)
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [person])
    await app.db.updateTable('enrolments').set({ passed: 0 }).where('appointment_id', '=', partId).execute()
    const answer = await planner.post(url(partId), chosen([person]))
    expect(answer.trigger.flash?.str).toBe('Er zijn geen cursisten geslaagd gemeld.')
    expect(answer.trigger['popup-close']).toEqual({})
    expect(await certificatesOf(planningId)).toEqual([])
  })

  it('refuses an issue date in the future or before the course', async () => {
    const person = await addContact(app.db)
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [person])
    const future = await planner.post(url(partId), chosen([person], { issued_on: '01-01-2199' }))
    expect(future.json()).toEqual({ issued_on: ['De datum van afgifte mag niet in de toekomst liggen.'] })
    const before = await planner.post(url(partId), chosen([person], { issued_on: '01-01-2001' }))
    expect(before.json()).toEqual({ issued_on: ['De datum van afgifte ligt vóór de eerste dag van de opleiding.'] })
    expect(await certificatesOf(planningId)).toEqual([])
  })

  it('shows who has one already', async () => {
    const { partId, certificates } = await issuedPlanning()
    const { $ } = await planner.post(`${url(partId)}?step=students`, { 'layouts[]': LAYOUT, issued_on: TODAY })
    expect($('input[name="students[]"]').attr('disabled')).toBe('disabled')
    expect($('tbody').text()).toContain(`Heeft al ${certificates[0]!.number}`)
  })
})

describe('issuing', () => {
  it('keeps everything that is printed', async () => {
    const teacher = await addContact(app.db, { last_name: 'Leraar', hok_teacher_number: '12345', roles: [3] })
    const person = await addContact(app.db, {
      first_name: 'Łukasz',
      last_name_prefix: 'van der',
      last_name: 'Yıldız',
      birth_date: '1985-03-12',
    })
    const courseId = await addCourse(app.db, { description: 'BHV basis', code: 'BHV-X', validity_months: 12 })
    const planningId = await addEmptyPlanning(app.db, courseId)
    const [theory, practice] = [
      await addPart(app.db, { group_id: planningId, description: 'Theorie', starts_at: '2026-03-02T08:00:00Z' }),
      await addPart(app.db, {
        group_id: planningId,
        description: 'Praktijk',
        starts_at: '2026-03-09T08:00:00Z',
        minutes: 450,
        room_id: Object.values(app.story.rooms)[0]!,
      }),
    ]
    const cancelled = await addPart(app.db, { group_id: planningId, status: 'cancelled' })
    for (const part of [theory, practice]) {
      await addEnrolment(app.db, { appointment_id: part, contact_id: person })
      await app.db
        .insertInto('appointment_responsibles')
        .values({ appointment_id: part, contact_id: teacher, role_id: 3 })
        .execute()
    }
    await addEnrolment(app.db, { appointment_id: cancelled, contact_id: person, present: null, passed: null })
    expect((await planner.post(url(theory), chosen([person], { issued_on: '31-03-2026' }))).status).toBe(200)
    const [certificate] = await certificatesOf(planningId)
    expect(certificate).toMatchObject({
      contact_id: person,
      course_id: courseId,
      layout_id: LAYOUT,
      issued_on: '2026-03-31',
      valid_until: '2027-03-31',
    })
    expect(certificate!.token).toMatch(/^[\w-]{24}$/)
    expect(printed(certificate!)).toEqual({
      title: 'Certificaat',
      number: certificate!.number,
      organisation: 'Noordkaap Opleidingen',
      person: {
        name: 'Łukasz van der Yıldız',
        lastNamePrefix: 'van der',
        lastName: 'Yıldız',
        birthDate: '1985-03-12',
      },
      course: { description: 'BHV basis', code: 'BHV-X' },
      parts: [
        { description: 'Theorie', firstDay: '2026-03-02', lastDay: '2026-03-02', minutes: 240 },
        { description: 'Praktijk', firstDay: '2026-03-09', lastDay: '2026-03-09', minutes: 450 },
      ],
      teachers: [{ name: 'Test Leraar', number: 'HOK 12345' }],
      place: 'Zwolle',
      issuedOn: '2026-03-31',
      validUntil: '2027-03-31',
    })
  })

  it('gives none to who was absent, failed or is not in the planning', async () => {
    const [passed, failed, absent, stranger] = [
      await addContact(app.db),
      await addContact(app.db),
      await addContact(app.db),
      await addContact(app.db),
    ]
    const planningId = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const parts = [await addPart(app.db, { group_id: planningId }), await addPart(app.db, { group_id: planningId })]
    for (const part of parts) await addEnrolment(app.db, { appointment_id: part, contact_id: passed })
    await addEnrolment(app.db, { appointment_id: parts[0]!, contact_id: failed })
    await addEnrolment(app.db, { appointment_id: parts[1]!, contact_id: failed, passed: 0 })
    await addEnrolment(app.db, { appointment_id: parts[0]!, contact_id: absent, present: 0, passed: 0 })
    const answer = await planner.post(url(parts[0]!), chosen([passed, failed, absent, stranger]))
    expect(answer.trigger.flash?.str).toBe('1 certificaat gemaakt')
    expect((await certificatesOf(planningId)).map(({ contact_id }) => contact_id)).toEqual([passed])
  })

  it('makes nothing twice', async () => {
    const { partId, planningId, contacts, certificates } = await issuedPlanning(2)
    const again = await planner.post(url(partId), chosen(contacts))
    expect(again.status).toBe(200)
    expect(again.trigger.flash?.str).toBe('De gekozen cursisten hebben dit certificaat al.')
    expect(await certificatesOf(planningId)).toEqual(certificates)
  })

  it('makes one per layout', async () => {
    const { id: pass } = await app.db
      .insertInto('layouts')
      .values({ name: 'Pasje', kind: 'certificate' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = await addContact(app.db)
    const courseId = await addCourse(app.db, { validity_months: 24, validity_basis: 'previous_expiry' })
    const { partId, planningId } = await addPassedPlanning(app.db, courseId, [person])
    await planner.post(url(partId), chosen([person], { 'layouts[]': [pass, LAYOUT] }))
    const certificates = await certificatesOf(planningId)
    expect(certificates.map((row) => [row.layout_id, printed(row).title])).toEqual([
      [LAYOUT, 'Certificaat'],
      [pass, 'Pasje'],
    ])
    // The first one of this very planning is no earlier certificate that the second would prolong.
    expect(certificates[0]!.valid_until).toBe(certificates[1]!.valid_until)
    await app.db.updateTable('layouts').set({ active: false }).where('id', '=', pass).execute()
    const gone = await planner.post(url(partId), chosen([person], { 'layouts[]': pass }))
    expect(gone.json()).toEqual({ _form: ['Deze layout is niet meer in gebruik.'] })
  })

  it('numbers in the order of the names and announces them with the drawing queued', async () => {
    const zwart = await addContact(app.db, { last_name: 'Zwart' })
    const aalbers = await addContact(app.db, { last_name: 'Aalbers' })
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [zwart, aalbers])
    const answer = await planner.post(url(partId), chosen([zwart, aalbers]))
    const certificates = await certificatesOf(planningId)
    expect(certificates.map(({ contact_id }) => contact_id)).toEqual([aalbers, zwart])
    const ids = certificates.map(({ id }) => id)
    expect(answer.trigger.changed?.items).toEqual([
      ...ids.map((id) => ({ type: 'certificate', id })),
      { type: 'appointment', id: partId },
    ])
    const { rows } = await app.pool.query<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'certificate.draw' order by j.id desc limit 1`,
    )
    expect(rows).toEqual([{ payload: { ids, changeSet: expect.any(Number) as number } }])
  })

  it('lets the end date follow the previous certificate of the course or of the one it refreshes', async () => {
    const person = await addContact(app.db)
    const refresher = await addCourse(app.db, { validity_months: 24, validity_basis: 'previous_expiry' })
    const base = await addCourse(app.db, { validity_months: 24, refresher_course_id: refresher })
    const start = { starts_at: '2024-04-10T09:00:00Z' }
    const first = await addPassedPlanning(app.db, base, [person], start)
    await planner.post(url(first.partId), chosen([person], { issued_on: '10-04-2024' }))
    const second = await addPassedPlanning(app.db, refresher, [person], { starts_at: '2026-02-01T09:00:00Z' })
    await planner.post(url(second.partId), chosen([person], { issued_on: '01-02-2026' }))
    expect((await certificatesOf(second.planningId))[0]!.valid_until).toBe('2028-04-10')

    // A withdrawn one counts no more.
    await app.db
      .updateTable('certificates')
      .set({ withdrawn_at: new Date(), withdrawn_reason: 'x' })
      .where('contact_id', '=', person)
      .execute()
    const third = await addPassedPlanning(app.db, refresher, [person], { starts_at: '2026-02-01T09:00:00Z' })
    await planner.post(url(third.partId), chosen([person], { issued_on: '01-02-2026' }))
    expect((await certificatesOf(third.planningId))[0]!.valid_until).toBe('2028-02-01')
  })

  it('has no end date for a course without validity', async () => {
    const person = await addContact(app.db)
    const courseId = await addCourse(app.db, { validity_months: null })
    const { partId, planningId } = await addPassedPlanning(app.db, courseId, [person])
    await planner.post(url(partId), chosen([person]))
    const [certificate] = await certificatesOf(planningId)
    expect(certificate!.valid_until).toBeNull()
    const row = (await planner.get(`/certificates?search=${certificate!.number}`)).$('tbody tr').text()
    expect(row).toContain('Geen einddatum')
  })
})

describe('an organisation without a name', () => {
  let fresh: TestApp
  beforeAll(async () => {
    fresh = await testApp()
    await fresh.pool.query(`delete from settings where key = 'organisation'`)
  })
  afterAll(() => fresh.close())

  const passedPlanning = async () =>
    addPassedPlanning(fresh.db, await addCourse(fresh.db), [await addContact(fresh.db, { last_name: 'Eerste' })])

  it('is told before anything is made, with what helps', async () => {
    const { partId } = await passedPlanning()
    for (const [role, hint] of [
      [1, 'Vul de naam in bij Instellingen, Organisatie.'],
      [2, 'Vraag een beheerder de naam in te vullen.'],
    ] as const) {
      const someone = await fresh.as(role)
      const opened = await someone.get(url(partId))
      expect([opened.status, opened.json().message]).toEqual([409, expect.stringContaining(hint)])
      const tab = await someone.get(`/certificate/forAppointment/${partId}`)
      expect(tab.$('.note').text()).toContain(hint)
      expect(tab.$('a[href*=getCertificateWizard]').length).toBe(0)
    }
  })

  it('issues none in another name, also when the wizard stood open', async () => {
    const { partId, planningId } = await passedPlanning()
    const { contact_id } = await fresh.db
      .selectFrom('enrolments')
      .select('contact_id')
      .where('appointment_id', '=', partId)
      .executeTakeFirstOrThrow()
    const answer = await (await fresh.as(2)).post(url(partId), chosen([contact_id]))
    expect([answer.status, answer.json()]).toEqual([422, { _form: [expect.stringContaining('nog geen naam')] }])
    expect(await fresh.db.selectFrom('certificates').select('id').where('group_id', '=', planningId).execute()).toEqual(
      [],
    )
  })

  it('finishes a planning without documents', async () => {
    const { partId } = await passedPlanning()
    const planner = await fresh.as(2)
    const wizard = `/calendar/getFinishWizard/${partId}`
    const first = await planner.get(wizard)
    const results = Object.fromEntries(
      first
        .$(
          'select[name^=present_students], select[name^=passed_students], input[name^=present_students], input[name^=passed_students]',
        )
        .toArray()
        .map((field) => [first.$(field).attr('name')!, '1']),
    )
    const documents = await planner.post(`${wizard}?step=documents`, results)
    expect(documents.$('.note').text()).toContain('U kunt wel afronden')
    expect(documents.$('[name="document_layouts[]"]').length).toBe(0)
    const done = await planner.post(wizard, { ...results, issued_on: '', update_status: 'done' })
    expect([done.status, done.$('[data-end] p').text()]).toEqual([200, 'Er zijn geen certificaten gemaakt.'])
  })
})

describe('many at once', () => {
  /** The sequence numbers of a year that are given out. */
  const sequences = async (year: number) =>
    (await app.db.selectFrom('certificates').select('number').where('number', 'like', `${year}-%`).execute())
      .map(({ number }) => Number(number.slice(5)))
      .sort((a, b) => a - b)

  it('numbers twenty plannings without gaps or doubles', async () => {
    const plannings = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const contacts = [await addContact(app.db), await addContact(app.db), await addContact(app.db)]
        return { contacts, ...(await addPassedPlanning(app.db, app.story.courses.bhv, contacts)) }
      }),
    )
    const answers = await Promise.all(
      plannings.map(({ partId, contacts }) => planner.post(url(partId), chosen(contacts))),
    )
    expect(answers.map(({ status }) => status)).toEqual(plannings.map(() => 200))
    const year = Number(today().slice(0, 4))
    const numbers = await sequences(year)
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    const counter = await app.db
      .selectFrom('certificate_counters')
      .select('last')
      .where('year', '=', year)
      .executeTakeFirstOrThrow()
    expect(counter.last).toBe(numbers.length)
  })

  it('makes nothing twice when one planning is sent twenty times', async () => {
    const contacts = [await addContact(app.db), await addContact(app.db), await addContact(app.db)]
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, contacts)
    const answers = await Promise.all(Array.from({ length: 20 }, () => planner.post(url(partId), chosen(contacts))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.filter(({ trigger }) => trigger.changed).length).toBe(1)
    expect((await certificatesOf(planningId)).map(({ contact_id }) => contact_id).sort()).toEqual([...contacts].sort())
    const numbers = await sequences(Number(today().slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  })

  it('loses no number to a transaction that fails', async () => {
    const person = await addContact(app.db)
    const { planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [person])
    const input = { planningId, contactIds: [person], layoutId: LAYOUT, issuedOn: '1999-05-05' }
    await expect(
      inTransaction(app.db, null, async (trx) => {
        expect(await issue(trx, input, app.services)).toHaveLength(1)
        throw new Error('the rest failed')
      }),
    ).rejects.toThrow('the rest failed')
    await inTransaction(app.db, null, (trx) => issue(trx, input, app.services))
    expect((await certificatesOf(planningId)).map(({ number }) => number)).toEqual(['1999-000001'])
  })

  it('cannot give a second certificate of a layout even by a writer that forgets to look', async () => {
    const { certificates } = await issuedPlanning()
    const { id: _id, ...row } = certificates[0]!
    const copy = { ...row, number: '1998-000001', token: 'x'.repeat(24), snapshot: JSON.stringify(row.snapshot) }
    await expect(app.db.insertInto('certificates').values(copy).execute()).rejects.toMatchObject({
      constraint: 'certificates_once',
    })
  })
})

describe('the popup of a certificate', () => {
  it('leads with sending it as long as nobody got it, and says what is in the way of that', async () => {
    const { contacts, certificates } = await issuedPlanning()
    const own = certificates.find(({ contact_id }) => contact_id === contacts[0])!
    const shown = async (browser = planner) => {
      const { $ } = await browser.get(`/certificate/view/${own.id}`)
      const lead = $('.popup-tools .btn-primary[data-tool]').text()
      return [lead, $('.todo-line').toArray().map((line) => $(line).attr('href'))] // prettier-ignore
    }
    const reach = (email: string | null) =>
      app.db.updateTable('contacts').set({ email }).where('id', '=', own.contact_id).execute()
    await reach('bereikbaar@post.example')
    expect(await shown()).toEqual(['Versturen', []])
    await reach(null)
    expect(await shown()).toEqual(['Downloaden', [`/contact/edit/${own.contact_id}`]])
    const { number } = own
    const { $ } = await planner.get(`/certificate/view/${own.id}`)
    expect([$('dialog').text().split(number).length - 1, $('.popup-sub').length]).toEqual([1, 0])
    const asked = await countQueries(app, () => planner.get(`/certificate/view/${own.id}`))
    expect(asked).toBe(1)
  })

  it('leads to the refresher when it ends, and to nothing once it was withdrawn', async () => {
    const { contacts, certificates } = await issuedPlanning()
    const own = certificates.find(({ contact_id }) => contact_id === contacts[0])!
    await app.db
      .updateTable('certificates')
      .set({ valid_until: addDays(today(), 20) })
      .where('id', '=', own.id)
      .execute()
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', own.contact_id).execute()
    const shown = async () => (await planner.get(`/certificate/view/${own.id}`)).$('.popup-tools [data-tool]').text()
    expect(await shown()).toBe('Inschrijven voor herhalingDownloaden')
    const { version } = (await certificatesOf(own.group_id)).find(({ id }) => id === own.id)!
    await planner.post(`/certificate/withdraw/${own.id}`, { version, reason: 'Verkeerde uitslag' })
    expect(await shown()).toBe('')
  })
})

describe('withdrawing', () => {
  it('keeps the certificate in the list with the reason, and frees the place for a new one', async () => {
    const { partId, planningId, contacts, certificates } = await issuedPlanning()
    const [{ id, version, number }] = certificates as [(typeof certificates)[number]]
    const answer = await planner.post(`/certificate/withdraw/${id}`, { version, reason: 'Verkeerde uitslag' })
    expect(answer.trigger).toMatchObject({
      changed: { items: [{ type: 'certificate', id }] },
      flash: { str: 'Certificaat ingetrokken' },
      'popup-close': {},
    })
    const shown = await planner.get(`/certificate/view/${id}`)
    expect(shown.$('.popup-head .status').text()).toBe('Ingetrokken')
    expect(shown.$('dl').text()).toContain('Verkeerde uitslag')
    expect((await planner.get(`/certificates?search=${number}`)).$('tbody tr').text()).toContain('Ingetrokken')
    await planner.post(url(partId), chosen(contacts))
    expect((await certificatesOf(planningId)).map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true])
  })

  it('wants a reason, and happens once', async () => {
    const { certificates } = await issuedPlanning()
    const [{ id, version }] = certificates as [(typeof certificates)[number]]
    const without = await planner.post(`/certificate/withdraw/${id}`, { version, reason: ' ' })
    expect(without.json()).toEqual({ reason: ['Vul een reden van intrekken in.'] })
    await planner.post(`/certificate/withdraw/${id}`, { version, reason: 'Eerste' })
    expect((await planner.post(`/certificate/withdraw/${id}`, { version, reason: 'Tweede' })).status).toBe(409)
    const again = await planner.post(`/certificate/withdraw/${id}`, { version: version + 1, reason: 'Tweede' })
    expect(again.json()).toEqual({ _form: ['Dit certificaat is al ingetrokken.'] })
  })

  it('is in the history, where neither token nor snapshot is', async () => {
    const { certificates } = await issuedPlanning()
    const [{ id, version }] = certificates as [(typeof certificates)[number]]
    await planner.post(`/certificate/withdraw/${id}`, { version, reason: 'Verkeerde uitslag' })
    const history = await app.db
      .selectFrom('history')
      .select(['action', 'actor_id', 'changes'])
      .where('record_type', '=', 'certificate')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
    expect(history.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['insert', planner.userId],
      ['update', planner.userId],
    ])
    expect(Object.keys(history[1]!.changes as object).sort()).toEqual(['withdrawn_at', 'withdrawn_reason'])
    expect(history.flatMap(({ changes }) => Object.keys(changes as object))).not.toContain('token')
    expect(history.flatMap(({ changes }) => Object.keys(changes as object))).not.toContain('snapshot')
  })
})

describe('issuing anew', () => {
  it('makes a new version with what is known now and withdraws the old one', async () => {
    const { contacts, certificates, planningId } = await issuedPlanning()
    const old = certificates[0]!
    await app.db
      .updateTable('certificates')
      .set({ issued_on: '2026-01-31', valid_until: '2027-01-31' })
      .where('id', '=', old.id)
      .execute()
    const { version } = (await certificatesOf(planningId))[0]!
    await app.db.updateTable('contacts').set({ last_name: 'Güneş' }).where('id', '=', contacts[0]!).execute()
    const answer = await planner.post(`/certificate/reissue/${old.id}`, { version, reason: 'Naam verkeerd gespeld' })
    expect(answer.status).toBe(200)
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger['popup-open']).toEqual({ url: `/certificate/view/${id}` })
    const [first, second] = await certificatesOf(planningId)
    const [before, after] = first!.id === old.id ? [first!, second!] : [second!, first!]
    expect(before).toMatchObject({ withdrawn_reason: 'Naam verkeerd gespeld', number: old.number })
    expect(before.withdrawn_at).toBeInstanceOf(Date)
    expect(printed(before).person.lastName).not.toBe('Güneş')
    expect(after).toMatchObject({ id, replaces_id: old.id, withdrawn_at: null })
    expect(printed(after).person.lastName).toBe('Güneş')
    // A correction prolongs nothing.
    expect([after.issued_on, after.valid_until]).toEqual(['2026-01-31', '2027-01-31'])
    expect(after.number).not.toBe(before.number)
    const { $ } = await planner.get(`/certificate/view/${old.id}`)
    expect($('dl').text()).toContain(`Vervangen door${after.number}`)
  })

  it('is not for who does not pass any more', async () => {
    const { certificates, partId, planningId } = await issuedPlanning()
    await app.db.updateTable('enrolments').set({ passed: 0 }).where('appointment_id', '=', partId).execute()
    const answer = await planner.post(`/certificate/reissue/${certificates[0]!.id}`, { version: 1, reason: 'Naam' })
    expect(answer.json()).toEqual({ _form: ['Deze cursist is niet (meer) geslaagd.'] })
    expect(await certificatesOf(planningId)).toEqual(certificates)
  })
})

describe('chosen certificates', () => {
  const file = (ids: number[]) => `/certificates/file?ids=${ids.join(',')}`

  it('come as one file, those that were withdrawn left out', async () => {
    const { certificates } = await issuedPlanning(3)
    const [one, two, withdrawn] = certificates.map(({ id }) => id) as [number, number, number]
    await planner.post(`/certificate/withdraw/${withdrawn}`, { version: 1, reason: 'x' })
    const pagesOf = ({ text }: Answer) => text.match(/\/Type\s*\/Page\b/g)?.length
    const both = await planner.get(file([one, two, withdrawn]))
    expect([both.status, pagesOf(both)]).toEqual([200, 2])
    expect((await planner.get(file([withdrawn]))).status).toBe(409)
    expect((await planner.get(file([]))).status).toBe(422)
    // Of somebody who is not of the own people there is none.
    const supervisor = await app.as(4)
    expect((await supervisor.get(file([app.story.certificates.foreign]))).status).toBe(404)
  })

  it('are what a message to their holders goes by, each of whom gets it once', async () => {
    const { contacts, certificates } = await issuedPlanning(2)
    const again = await addPassedPlanning(app.db, app.story.courses.bhv, [contacts[0]!])
    await planner.post(url(again.partId), chosen([contacts[0]!]))
    await app.db.updateTable('contacts').set({ email: 'a@holder.example' }).where('id', '=', contacts[0]!).execute()
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', contacts[1]!).execute()
    const ids = [...certificates, ...(await certificatesOf(again.planningId))].map(({ id }) => id)
    expect(ids).toHaveLength(3)
    const writer = `/messages/write/certificate-holders?ids=${ids.join(',')}`
    const popup = await planner.get(writer)
    expect(popup.$('[type=submit]').first().text()).toContain('1 persoon')
    const sent = await planner.post(writer, { subject: 'Uw certificaat verloopt', content: '<p>Let op</p>' })
    expect(sent.status).toBe(204)
    const mails = app.db.selectFrom('mails').select('recipient').where('subject', '=', 'Uw certificaat verloopt')
    expect(await mails.execute()).toEqual([{ recipient: 'a@holder.example' }])
  })
})

describe('the list', () => {
  const numbers = async (browser: Browser, query: string) => {
    const { $ } = await browser.get(`/certificates?max_per_page=200&${query}`)
    return $('tbody tr td:nth-child(2), tbody tr td:first-child')
      .toArray()
      .map((cell) => $(cell).text().trim())
      .filter((text) => /^\d{4}-\d{6}$/.test(text))
  }

  it('has its columns', async () => {
    const { $ } = await planner.page('/certificates')
    const heads = $('th')
      .toArray()
      .map((head) => $(head).text().trim())
    expect(heads.filter((head) => !['', 'Opties'].includes(head))).toEqual([
      'Nummer',
      'Naam',
      'Opleiding',
      'Datum van afgifte',
      'Geldig tot en met',
      'Status',
    ])
  })

  it('finds by number, part of a number and name, without accents or prefix', async () => {
    const person = await addContact(app.db, { first_name: 'Zoë', last_name_prefix: 'ter', last_name: 'Çelikbaş' })
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [person])
    await planner.post(url(partId), chosen([person]))
    const { number } = (await certificatesOf(planningId))[0]!
    for (const search of [number, 'celikbas', 'zoe ter', `Çelikbaş ${number.slice(0, 6)}`])
      expect(await numbers(planner, `search=${encodeURIComponent(search)}`)).toEqual([number])
    expect(await numbers(planner, `search=${number.slice(-3)}`)).toContain(number)
    expect(await numbers(planner, 'search=100%25')).toEqual([])
    expect(await numbers(planner, `contact_id=${person}`)).toEqual([number])
    expect(await numbers(planner, `group_id=${planningId}`)).toEqual([number])
    expect((await planner.get('/certificates?group_id=x')).status).toBe(422)
  })

  it('filters by course and by status on the last day that counts', async () => {
    const { courseId, certificates } = await issuedPlanning(3)
    const [valid, expired, withdrawn] = certificates as [
      (typeof certificates)[number],
      (typeof certificates)[number],
      (typeof certificates)[number],
    ]
    await app.db
      .updateTable('certificates')
      .set({ issued_on: '2020-01-01', valid_until: today() })
      .where('id', '=', valid.id)
      .execute()
    await app.db
      .updateTable('certificates')
      .set({ issued_on: '2020-01-01', valid_until: addDays(today(), -1) })
      .where('id', '=', expired.id)
      .execute()
    await planner.post(`/certificate/withdraw/${withdrawn.id}`, { version: 1, reason: 'x' })
    const course = `course_id=${courseId}`
    expect((await numbers(planner, course)).sort()).toEqual(certificates.map(({ number }) => number))
    expect(await numbers(planner, `${course}&status=valid`)).toEqual([valid.number])
    expect(await numbers(planner, `${course}&status=expired`)).toEqual([expired.number])
    expect(await numbers(planner, `${course}&status=withdrawn`)).toEqual([withdrawn.number])
  })

  it('shows a supervisor the own people and a student the own certificates only', async () => {
    const { anouk, student } = app.story.contacts
    const own = async (contact: number) =>
      (await app.db.selectFrom('certificates').select('number').where('contact_id', '=', contact).execute()).map(
        ({ number }) => number,
      )
    const supervised = await numbers(await app.as(4), '')
    expect(supervised).toEqual(expect.arrayContaining(await own(anouk)))
    const foreign = await app.db
      .selectFrom('certificates')
      .select('number')
      .where('id', '=', app.story.certificates.foreign)
      .executeTakeFirstOrThrow()
    expect(supervised).not.toContain(foreign.number)
    expect((await numbers(await app.as(5), '')).sort()).toEqual((await own(student)).sort())
    expect((await (await app.as(3)).get('/certificates')).status).toBe(403)
  })

  it('is a tab of the contact and of the planning', async () => {
    const contact = await planner.get(`/contact/view/${app.story.contacts.anouk}`)
    expect(contact.text).toContain(`/certificates?embed=1&amp;contact_id=${app.story.contacts.anouk}`)
    const { finished } = app.story.appointments
    const planning = await planner.get(`/calendar/view-appointment/${finished}`)
    expect(planning.text).toContain(`/certificate/forAppointment/${finished}`)
    const tab = await planner.get(`/certificate/forAppointment/${finished}`)
    expect(tab.text).toContain(`/certificates?embed=1&amp;group_id=${app.story.plannings.finished}`)
    expect(tab.$(`a[href="${url(finished)}"]`).length).toBe(1)
    const supervisor = await (await app.as(4)).get(`/certificate/forAppointment/${finished}`)
    expect(supervisor.$(`a[href="${url(finished)}"]`).length).toBe(0)
  })

  it('offers making and sending in the tab of a planning as soon as somebody passed', async () => {
    const planningId = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const partId = await addPart(app.db, { group_id: planningId })
    const wizards = async () => {
      const { $ } = await planner.get(`/certificate/forAppointment/${partId}`)
      return $('.tab-bar a[href*="Wizard"]').length
    }
    expect(await wizards()).toBe(0)
    await addEnrolment(app.db, { appointment_id: partId, contact_id: await addContact(app.db) })
    expect(await wizards()).toBe(2)
  })

  it('leaves out in such a tab what the tab is about, also in rows that come later, but not in its file', async () => {
    const { anouk } = app.story.contacts
    const ALL = ['Nummer', 'Naam', 'Opleiding', 'Datum van afgifte', 'Geldig tot en met', 'Status', 'Opties']
    const heads = ({ $ }: Answer) =>
      $('thead th:not(.c-check)')
        .toArray()
        .map((head) => $(head).text().trim())
    const without = (name: string) => ALL.filter((head) => head !== name)
    expect(heads(await planner.get('/certificates'))).toEqual(ALL)
    const ofPlanning = await planner.get(`/certificates?embed=1&group_id=${app.story.plannings.finished}`)
    expect(heads(ofPlanning)).toEqual(without('Opleiding'))
    const tab = await planner.get(`/certificates?embed=1&contact_id=${anouk}&max_per_page=1`)
    expect(heads(tab)).toEqual(without('Naam'))
    const cells = ({ text }: Answer) => text.match(/<tr data-id.*?<\/tr>/s)?.[0].match(/<td/g)?.length
    const later = await planner.get(tab.$('[data-sentinel]').attr('data-next')!)
    const own = String(tab.$('input[name=own]').val())
    const again = await planner.get(`/certificates?onlyGet=${app.story.certificates.anouk}&own=${own}`)
    expect([cells(tab), cells(later), cells(again)]).toEqual([7, 7, 7])
    expect((await planner.get(`/certificates?contact_id=${anouk}&own=${own}&export=csv`)).text).toContain('Naam')
  })
})
