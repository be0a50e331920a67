import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ELearningSupplier, startELearning } from '../../src/training/places/e-learning/index.ts'
import { sendMailing } from '../../src/system/messages/mailing.job.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse } from '../support/builders.ts'
import { addPlanning } from './enrolment-support.ts'

let app: TestApp
let supplier: ELearningSupplier
let planner: Browser
let part: number
let planning: number
beforeAll(async () => {
  supplier = await startELearning()
  app = await testApp({ env: { E_LEARNING_URL: supplier.url, E_LEARNING_API_KEY: 'sleutel' } })
  planner = await app.as(2)
  part = app.story.appointments.coming
  const { rows } = await app.pool.query<{ group_id: number }>('select group_id from appointments where id = $1', [part])
  planning = rows[0]!.group_id
})
afterAll(async () => {
  await app.close()
  await supplier.stop()
})
beforeEach(async () => {
  supplier.behave()
  await app.pool.query('delete from e_learning_licenses')
})

interface Row {
  id: number
  active: boolean
  group_id: number | null
  wish: string | null
  supplier_id: string | null
  stopped: boolean
  attempts: number
  message: string | null
  until: string
}
const licenses = async () =>
  (await app.pool.query<Row>('select *, expires_on::text as until from e_learning_licenses order by id')).rows
const tell = async () => {
  await app.pool.query(`update e_learning_licenses set next_attempt_at = now()`)
  await app.pool.query(`select graphile_worker.add_job('e-learning.tell', '{}'::json)`)
  await app.runJobs('e-learning.tell')
}
const attach = (students: number[], more: Record<string, string | number> = {}) =>
  planner.post(`/e-learning/${part}/attach`, {
    'students[]': students,
    e_learning_course_id: app.story.eLearning.course,
    ...more,
  })
const dayIn = async (days: number) =>
  (await app.pool.query<{ day: string }>(`select ((now() at time zone 'Europe/Amsterdam')::date + $1::integer)::text as day`, [days])).rows[0]!.day // prettier-ignore
const students = async (count: number) =>
  (
    await app.pool.query<{ id: number }>(
      `select c.id from contacts c join enrolments e on e.contact_id = c.id
       where e.appointment_id = $1 and c.email is not null order by c.id limit $2`,
      [part, count],
    )
  ).rows.map(({ id }) => id)

describe('a planning with e-learning', () => {
  it('shows who follows it and who can be attached, with what new licences cost [T-033][T-067][R-109][S-085]', async () => {
    const [one, two] = await students(2)
    await attach([one!])
    const overview = await planner.get(`/e-learning/${part}/view-for-students`)
    expect(overview.$('[role=tab]').get().map((tab) => overview.$(tab).text().replace(/\d+/g, '').trim())).toEqual(['Overzicht', 'Koppelen']) // prettier-ignore
    expect(overview.$('tr[data-license]')).toHaveLength(1)
    const { $ } = await planner.get(`/e-learning/${part}/view-for-students?item=attach`)
    const form = $('form[data-e-learning-attach]')
    expect(form.find(`input[value=${two}][data-new-license]`)).toHaveLength(1)
    const added = form.find('[data-new-license]:checked').length
    expect(added).toBeGreaterThan(1)
    const cents = Number(form.attr('data-price')) * added
    expect(form.find('[data-e-learning-total]').text()).toBe(
      `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`,
    )
  })

  it('attaches a new licence, valid so many days from today, and detaches it while it stays active [T-119][T-120][T-254][R-116]', async () => {
    const [one] = await students(1)
    expect((await attach([one!])).status).toBe(200)
    await tell()
    const [made] = await licenses()
    expect(made).toMatchObject({ group_id: planning, active: true, wish: null, until: await dayIn(90) })
    expect(supplier.licenses.get(made!.supplier_id!)).toMatchObject({ active: true, expires_on: made!.until })
    expect((await planner.post(`/e-learning/license/${made!.id}/${part}/detach`)).status).toBe(204)
    expect((await licenses())[0]).toMatchObject({ group_id: null, active: true, wish: null })
    expect((await planner.post(`/e-learning/license/${made!.id}/${part}/detach`)).status).toBe(404)
    // The one that hangs on nothing is taken, and costs nothing.
    await attach([one!])
    expect(await licenses()).toHaveLength(1)
    expect((await app.pool.query('select 1 from e_learning_charges')).rowCount).toBe(1)
    // Who has one here gets no second.
    expect((await attach([one!])).status).toBe(422)
  })

  it('attaches nobody who cannot be written to [T-184][M-063]', async () => {
    const [one] = await students(1)
    const { rows } = await app.pool.query<{ email: string }>('select email from contacts where id = $1', [one])
    await app.pool.query(`update contacts set email = null where id = $1`, [one])
    const sentence = 'Deze persoon heeft geen correct emailadres in het systeem staan en kan niet gekoppeld worden.'
    expect((await attach([one!])).json()).toMatchObject({ students: [sentence] })
    expect((await planner.post(`/e-learning/create/${one}`, { e_learning_course_id: app.story.eLearning.course })).text).toContain(sentence) // prettier-ignore
    expect((await planner.get(`/e-learning/${part}/view-for-students?item=attach`)).text).toContain(sentence)
    await app.pool.query(`update contacts set email = $2 where id = $1`, [one, rows[0]!.email])
    expect(await licenses()).toEqual([])
  })
})

describe('a licence', () => {
  const make = async (more: Record<string, string | number> = {}) => {
    const [one] = await students(1)
    await planner.post(`/e-learning/create/${one}`, { e_learning_course_id: app.story.eLearning.course, ...more })
    return (await licenses()).at(-1)!
  }

  it('is made at the supplier once, whatever becomes of the answer [R-114][S-088]', async () => {
    const { id } = await make()
    supplier.behave('cut')
    const asked = supplier.asked.length
    await tell()
    expect((await licenses())[0]).toMatchObject({ wish: 'create', attempts: 1, stopped: false })
    expect((await licenses())[0]!.message).toContain('niet bereikbaar')
    await tell()
    expect((await licenses())[0]).toMatchObject({ id, wish: null, message: null })
    expect(supplier.asked.slice(asked).filter((line) => line === 'POST /licenses')).toHaveLength(1)
    supplier.behave({ status: 400 })
    const refused = await make()
    await tell()
    expect((await licenses()).find((one) => one.id === refused.id)).toMatchObject({ stopped: true, wish: 'create' })
    expect((await planner.get('/e-learning/licenses?state=stopped')).text).toContain('Niet gelukt')
  })

  it('is active, expired or completed, as the supplier tells [T-118][R-110][R-112][S-087]', async () => {
    const made = await make()
    await tell()
    const [{ supplier_id }] = (await licenses()) as [Row]
    const ask = async () =>
      (await planner.get(`/e-learning/getElearningLicensesForCourse/EHBO-ONLINE?contact_ids=${(await students(1))[0]}`)).json<{ licenses: object[] }>().licenses // prettier-ignore
    expect(await ask()).toMatchObject([
      {
        id: made.id,
        course_code: 'EHBO-ONLINE',
        active: true,
        expired: false,
        isCompleted: false,
        grade: null,
        license_data: { end_date: made.until },
      },
    ])
    const theirs = supplier.licenses.get(supplier_id!)!
    supplier.licenses.set(supplier_id!, {
      ...theirs,
      progress: 100,
      grade: 8.2,
      completed_at: new Date().toISOString(),
    })
    expect(await ask()).toMatchObject([{ isCompleted: true, grade: 8.2 }])
    expect((await planner.get(`/e-learning/license/${made.id}`)).$('.status').first().text()).toBe('Afgerond')
    await app.pool.query(
      `update e_learning_licenses set completed_at = null, expires_on = current_date - 1, supplier_id = null`,
    )
    expect(await ask()).toMatchObject([{ expired: true, isCompleted: false }])
  })

  it('says so when it cannot be read [T-245][M-013]', async () => {
    await make()
    await tell()
    supplier.behave('html', 'html', 'html')
    const answer = await planner.get(`/e-learning/getElearningLicensesForCourse/EHBO-ONLINE?contact_ids=${(await students(1))[0]}`) // prettier-ignore
    expect([answer.status, answer.json<{ message: string }>().message]).toEqual([409, 'Er is een fout opgetreden'])
  })

  it('shows its grades, and says so where there are none [T-232][R-111][M-064][S-086]', async () => {
    const made = await make()
    await tell()
    const none = await planner.get(`/e-learning/license/${made.id}/grades`)
    expect([none.status, none.text]).toEqual([409, expect.stringContaining('Licentie lijkt niet meer actief')])
    const [{ supplier_id }] = (await licenses()) as [Row]
    const theirs = supplier.licenses.get(supplier_id!)!
    supplier.licenses.set(supplier_id!, { ...theirs, grade: 7.5, completed_at: new Date().toISOString() })
    expect((await planner.get(`/e-learning/license/${made.id}/grades`)).$('td.num-r').text()).toBe('7,5')
  })

  it('is renewed from today, which costs anew, and ended [T-121][R-115][R-113]', async () => {
    const made = await make()
    await tell()
    await app.pool.query('update e_learning_licenses set expires_on = current_date + 3')
    expect((await planner.post(`/e-learning/license/${made.id}/renew`)).status).toBe(204)
    expect((await licenses())[0]).toMatchObject({ until: await dayIn(90), wish: 'renew' })
    expect((await app.pool.query('select 1 from e_learning_charges')).rowCount).toBe(2)
    expect((await planner.post(`/e-learning/license/${made.id}/renew`)).status).toBe(409)
    await tell()
    const [{ supplier_id }] = (await licenses()) as [Row]
    expect(supplier.licenses.get(supplier_id!)!.expires_on).toBe(await dayIn(90))
    expect((await planner.delete(`/e-learning/license/${made.id}`)).status).toBe(204)
    await tell()
    expect(supplier.licenses.get(supplier_id!)!.active).toBe(false)
    expect((await planner.delete(`/e-learning/license/${made.id}`)).status).toBe(409)
  })

  it('has a link that only who follows it reads [R-117][R-118]', async () => {
    const [one] = await students(1)
    await attach([one!], { send_link: 1 })
    await tell()
    await app.runJobs('e-learning.link')
    const mails = () =>
      app.pool.query<{ text_body: string; secret: string }>(
        `select text_body, secret from mails where subject like 'Uw e-learning%' order by id`,
      )
    expect((await mails()).rows).toHaveLength(1)
    const { id } = (await licenses())[0]!
    await planner.post(`/e-learning/license/${id}/${part}/send-link`)
    await planner.post(`/e-learning/license/${id}/send-link`)
    await app.runJobs('e-learning.link')
    const { rows } = await mails()
    // Asked twice before it went, it goes once; and a job that is done again after its end sends nothing.
    expect(rows).toHaveLength(2)
    await app.services.jobs.add(app.db, 'e-learning.link', { id })
    await app.runJobs('e-learning.link')
    expect((await mails()).rows).toHaveLength(2)
    const again = await planner.post(`/e-learning/license/${id}/send-link`)
    expect((await planner.post(`/undo/${again.undo!.set}`)).status).toBe(204)
    await app.runJobs('e-learning.link')
    expect((await mails()).rows).toHaveLength(2)
    expect(rows[0]!.text_body).toContain('/access/LIC-')
    expect(rows[0]!.secret).toContain('/access/LIC-')
    expect((await planner.post(`/e-learning/license/${id}/${app.story.appointments.toFinish}/send-link`)).status).toBe(
      404,
    )
  })

  it('is invoiced to its customer once, at the price of the engine [R-120]', async () => {
    const made = await make()
    const bill = () => planner.post('/e-learning/licenses/makeInvoices', { 'licenses[]': [made.id] })
    // What the supplier refuses costs nothing.
    supplier.behave({ status: 400 })
    await tell()
    expect((await bill()).status).toBe(422)
    await app.pool.query('update e_learning_licenses set stopped = false')
    await tell()
    const { invoices } = (await bill()).json<{ invoices: number[] }>()
    const { rows } = await app.pool.query<{ name: string; count: string }>(
      `select name, count::text from sale_lines where invoice_id = $1`,
      [invoices[0]],
    )
    expect(rows).toMatchObject([{ name: 'E-learning EHBO, 8 uur' }])
    expect((await bill()).status).toBe(422)
  })

  it('comes with the end of the month where nobody billed it', async () => {
    await make()
    await tell()
    expect((await planner.get(`/administration/billing/list?until=${(await dayIn(0)).split('-').reverse().join('-')}`)).text).toContain('E-learning, 1 licentie') // prettier-ignore
  })

  const undo = (answer: { undo?: { set: number } }) => planner.post(`/undo/${answer.undo!.set}`)
  const saves: Record<string, () => Promise<{ undo?: { set: number } }>> = {
    attaching: async () => attach(await students(1)),
    renewing: async () => {
      const { id } = await make()
      await tell()
      await app.pool.query('update e_learning_licenses set expires_on = current_date + 3')
      return planner.post(`/e-learning/license/${id}/renew`)
    },
    ending: async () => {
      const { id } = await make()
      await tell()
      return planner.delete(`/e-learning/license/${id}`)
    },
  }
  it.each(Object.entries(saves))('is taken back after %s until the supplier was told', async (_what, save) => {
    const standing = async () => [
      (await licenses()).map(({ active, until, wish }) => ({ active, until, wish })),
      (await app.pool.query('select license_id from e_learning_charges order by id')).rowCount,
    ]
    const told = await save()
    await tell()
    const before = await standing()
    const refused = await undo(told)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('al aan de leverancier')])
    expect(await standing()).toEqual(before)
    await app.pool.query('delete from e_learning_licenses')
    const untold = await save()
    const saved = await standing()
    expect((await undo(untold)).status).toBe(204)
    expect(await standing()).not.toEqual(saved)
  })

  it('is not renewed while it is still ordered, and costs what it did once the supplier was told', async () => {
    const charges = async () => (await app.pool.query('select 1 from e_learning_charges')).rowCount
    const untold = await make()
    await app.pool.query('update e_learning_licenses set expires_on = expires_on - 1')
    expect((await planner.post(`/e-learning/license/${untold.id}/renew`)).status).toBe(409)
    expect((await planner.get(`/e-learning/license/${untold.id}`)).text).not.toContain('/renew')
    const asked = supplier.asked.length
    await planner.delete(`/e-learning/license/${untold.id}`)
    await tell()
    expect([await charges(), supplier.asked.length]).toEqual([0, asked])
    const used = await make()
    await tell()
    await app.pool.query('update e_learning_licenses set completed_at = now() where id = $1', [used.id])
    await planner.delete(`/e-learning/license/${used.id}`)
    expect(await charges()).toBe(1)
  })

  it('ends at the supplier too where its order got no answer', async () => {
    const { id } = await make()
    supplier.behave('cut')
    await tell()
    const [theirs] = [...supplier.licenses.keys()].slice(-1)
    await planner.delete(`/e-learning/license/${id}`)
    await tell()
    expect(supplier.licenses.get(theirs!)!.active).toBe(false)
    expect(await licenses()).toMatchObject([{ active: false, wish: null, supplier_id: theirs }])
  })

  it('tells who has not finished that it ends, once, and anew after it was renewed', async () => {
    const moments = await app.db.selectFrom('message_moments').selectAll().execute()
    const { id, active, days } = moments.find(({ kind }) => kind === 'license-expiry')!
    // It is proposed, and goes once somebody switches it on.
    expect([active, days]).toEqual([false, 7])
    await app.db.updateTable('message_moments').set({ active: false }).execute()
    await app.db.updateTable('message_moments').set({ active: true, at: '00:00', active_since: new Date(0) }).where('id', '=', id).execute() // prettier-ignore
    const made = await make()
    const ends = (days: number) => app.pool.query(`update e_learning_licenses set expires_on = (now() at time zone 'Europe/Amsterdam')::date + $1::integer`, [days]) // prettier-ignore
    const mailings = async () => {
      await sendDue(app.services, new Date(Date.now() + 60_000))
      return app.db.selectFrom('mailings').select('id').where('object_type', '=', 'e_learning_license').where('object_id', '=', made.id).orderBy('id').execute() // prettier-ignore
    }
    await ends(5)
    // What the supplier never made ends for nobody.
    expect(await mailings()).toHaveLength(0)
    await tell()
    expect([(await mailings()).length, (await mailings()).length]).toEqual([1, 1])
    await ends(6)
    const [, second] = await mailings()
    await sendMailing({ id: second!.id }, app.services)
    const mail = await app.db.selectFrom('mails').select(['subject', 'text_body']).where('mailing_id', '=', second!.id).executeTakeFirstOrThrow() // prettier-ignore
    const day = formatDate(await dayIn(6))
    expect(mail.subject).toBe(`Uw e-learning E-learning EHBO, 8 uur loopt tot en met ${day}`)
    expect(mail.text_body).toContain(`tot en met ${day} inloggen`)
    await app.pool.query('update e_learning_licenses set completed_at = now()')
    await ends(4)
    expect(await mailings()).toHaveLength(2)
    for (const { id, active } of moments)
      await app.db.updateTable('message_moments').set({ active }).where('id', '=', id).execute()
  })

  it('is asked by a course: who finished it can be enrolled, and gets the certificate', async () => {
    const course = await addCourse(app.db, { asks_e_learning: true, validity_months: 12 })
    const eLearning = app.story.eLearning.course
    const before = await app.db.selectFrom('e_learning_courses').select('course_id').where('id', '=', eLearning).executeTakeFirstOrThrow() // prettier-ignore
    const belongsTo = (course_id: number | null) =>
      app.db.updateTable('e_learning_courses').set({ course_id }).where('id', '=', eLearning).execute()
    await belongsTo(course)
    const person = await addContact(app.db, { first_name: 'Ilse', last_name: 'Thuis', email: 'ilse@post.example' })
    const [first, other] = [await addPlanning(app, { courseId: course }), await addPlanning(app, { courseId: course })]
    const enrol = (planning: { parts: number[] }) =>
      planner.post(`/calendar/enroll/${planning.parts[0]}/0`, { 'students[]': [person] })
    const lacks = 'Ilse Thuis heeft de e-learning van deze opleiding nog niet afgerond.'
    const asked = async () => (await planner.get(`/calendar/${first.parts[0]}/requirements?students=${person}`)).text
    expect((await enrol(first)).json()).toMatchObject({ waiver: [expect.stringContaining(lacks)] })
    expect(await asked()).toContain(lacks)
    await planner.post(`/e-learning/create/${person}`, { e_learning_course_id: eLearning })
    await tell()
    expect((await enrol(first)).status).toBe(422)
    const { supplier_id } = (await licenses())[0]!
    const theirs = supplier.licenses.get(supplier_id!)!
    supplier.licenses.set(supplier_id!, { ...theirs, progress: 100, completed_at: new Date().toISOString() })
    await app.pool.query(`select graphile_worker.add_job('e-learning.progress', '{}'::json)`)
    await app.runJobs('e-learning.progress')
    expect(await asked()).not.toContain(lacks)
    expect((await enrol(first)).status).toBe(204)
    // What hangs on one planning counts for no other.
    await app.pool.query('update e_learning_licenses set group_id = $1', [first.planningId])
    expect((await enrol(other)).status).toBe(422)
    expect(await asked()).not.toContain(lacks)
    await app.pool.query(`update appointments set starts_at = now() - interval '2 days', ends_at = now() - interval '46 hours' where id = $1`, [first.parts[0]]) // prettier-ignore
    await app.pool.query('update enrolments set present = 1, passed = 1 where appointment_id = $1', [first.parts[0]])
    const form = { 'layouts[]': 1, issued_on: formatDate(today()), 'students[]': [person] }
    expect((await planner.post(`/certificate/getCertificateWizard/${first.parts[0]}`, form)).status).toBe(200)
    expect((await app.pool.query('select 1 from certificates where contact_id = $1', [person])).rowCount).toBe(1)
    await belongsTo(before.course_id)
  })

  it('is of a course that can be looked up by its code [R-119][S-089]', async () => {
    expect((await planner.get('/e-learning/courses/EHBO-ONLINE')).text).toContain('E-learning EHBO, 8 uur')
    expect((await planner.get('/e-learning/courses/NIETS')).status).toBe(404)
  })
})

describe('the module', () => {
  it('is told with the user, and gives the registrations a column, until it is switched off [P-207][T-052]', async () => {
    const administrator = await app.as(1)
    const modules = async () => (await planner.get('/ajax/getCurrentUser')).json<{ modules: string[] }>().modules
    const columns = async () => {
      const { $ } = await planner.get('/registrations/process')
      return $('thead')
        .first()
        .find('th')
        .get()
        .map((th) => $(th).text())
    }
    expect(await modules()).toContain('e_learning')
    expect(await columns()).toContain('E-learning')
    const { $ } = await administrator.get('/settings/modules')
    const others = $('input[name="modules[]"], input[name=modules]').get().map((box) => box.attribs.value!).filter((key) => key !== 'e_learning') // prettier-ignore
    const version = $('input[name=version]').attr('value')!
    expect((await administrator.post('/settings/modules', { version, 'modules[]': others })).status).toBe(200)
    expect(await modules()).not.toContain('e_learning')
    expect(await columns()).not.toContain('E-learning')
  })
})
