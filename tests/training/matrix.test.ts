// clock
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse } from '../support/builders.ts'
import { statementsOf } from '../support/queries.ts'
import { addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const inDays = (days: number) => addDays(today(), days)
let made = 0
async function addCompany(parent_id: number | null = null): Promise<number> {
  const number = ++made
  const { id } = await app.db
    .insertInto('companies')
    .values({ name: `Matrix ${number}`, client_id: 900_000 + number, parent_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function addMember(company_id: number, job_title: string | null = null): Promise<number> {
  const id = await addContact(app.db, { first_name: 'Lid', last_name: `Matrix${++made}`, company_id, job_title })
  await app.db
    .insertInto('contact_companies')
    .values({ contact_id: id, company_id })
    .onConflict((c) => c.doNothing())
    .execute()
  return id
}
/** A certificate of somebody, as if it had been issued. */
async function hold(contact_id: number, course_id: number, valid_until: string | null): Promise<void> {
  const like = await app.db.selectFrom('certificates').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const { planningId } = await addPlanning(app, { courseId: course_id, inDays: -200 })
  await app.db
    .insertInto('certificates')
    .values({
      contact_id,
      course_id,
      group_id: planningId,
      layout_id: like.layout_id,
      layout_version: like.layout_version,
      snapshot: JSON.stringify(like.snapshot),
      issued_on: inDays(-200),
      valid_until,
      number: `1999-${String(++made).padStart(6, '0')}`,
      token: randomBytes(24).toString('base64url'),
    })
    .execute()
}

/** The rows of the matrix: who, and the text of each cell; and its needs. */
async function read(company: number, query = '', browser = planner) {
  const { $, status } = await browser.get(`/company/${company}/matrix?${query}`)
  const text = (element: Parameters<typeof $>[0]) => $(element).text().replace(/\s+/g, ' ').trim()
  return {
    status,
    columns: $('.matrix-table thead th').toArray().slice(1).map(text),
    rows: Object.fromEntries(
      $('.matrix-table tbody tr')
        .toArray()
        .map((row) => [text($(row).find('th a').get(0)), $(row).find('td').toArray().map(text)]),
    ),
    lights: $('.matrix-table .light')
      .toArray()
      .map((light) => ($(light).attr('class') ?? '').replaceAll('light', '').trim()),
    needs: $('[aria-label=Nodig] li').toArray().map(text),
    enrol: $('a[href^="/calendar/enroll?ids="]')
      .toArray()
      .map((link) => $(link).attr('href')),
    counts: text($('p.muted').last().get(0)),
  }
}
const nameOf = async (id: number) => {
  const { last_name } = await app.db
    .selectFrom('contacts')
    .select('last_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `Lid ${last_name}`
}

describe('the matrix of a company', () => {
  it('tells of each person by word and by light what is valid, ends, ended, is planned', async () => {
    const company = await addCompany()
    const course = await addCourse(app.db, { description: 'Matrix A' })
    const people = await Promise.all(Array.from({ length: 5 }, () => addMember(company)))
    const [ok, soon, late, none, endless] = people as [number, number, number, number, number]
    await hold(ok, course, inDays(300))
    await hold(soon, course, inDays(30))
    await hold(late, course, inDays(-3))
    await hold(endless, course, null)
    const { parts } = await addPlanning(app, { courseId: course, inDays: 12 })
    await put(app, parts, [late])
    const { columns, rows, lights, counts } = await read(company)
    expect(columns).toEqual(['Matrix A'])
    const planned = `Ingepland op ${formatDate(inDays(12))}`
    expect(rows).toEqual({
      [await nameOf(ok)]: [`Geldig t/m ${formatDate(inDays(300))}`],
      [await nameOf(soon)]: [`Verloopt ${formatDate(inDays(30))}`],
      [await nameOf(late)]: [`Verlopen ${formatDate(inDays(-3))}${planned}`],
      [await nameOf(none)]: ['–'],
      [await nameOf(endless)]: ['Geldig, zonder einde'],
    })
    expect(lights.toSorted()).toEqual(['', '', '--booked', '--soon'])
    expect(counts).toBe('5 cursisten · 0 verlopen of ontbreekt · 1 verloopt binnen 3 maanden · 1 ingepland')
    const paper = await planner.get(`/company/${company}/matrix.pdf`)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it('takes a course and its refresher as one certificate, and the day of the refresher where another school gave it', async () => {
    const company = await addCompany()
    const again = await addCourse(app.db, { description: 'Herhaling M' })
    const course = await addCourse(app.db, { description: 'Basis M', refresher_course_id: again })
    const [both, other] = [await addMember(company), await addMember(company)]
    await hold(both, course, inDays(-100))
    await hold(both, again, inDays(200))
    await app.db
      .insertInto('contact_refreshers')
      .values({ contact_id: other, course_id: again, expires_at: inDays(150) })
      .execute()
    const { columns, rows } = await read(company)
    expect(columns).toEqual(['Basis M'])
    expect(rows).toEqual({
      [await nameOf(both)]: [`Geldig t/m ${formatDate(inDays(200))}`],
      [await nameOf(other)]: [`Geldig t/m ${formatDate(inDays(150))}`],
    })
  })

  it('says how many are needed and valid on a day, and leads to enrolling who is missing', async () => {
    const company = await addCompany()
    const below = await addCompany(company)
    const course = await addCourse(app.db, { description: 'Nodig N' })
    const [a, b, c] = [await addMember(company), await addMember(below, 'Heftruck'), await addMember(below, 'Kantoor')]
    await hold(a, course, inDays(20))
    await hold(b, course, inDays(400))
    const add = (form: Record<string, string | number>) => planner.post(`/certificateNeed/add/${company}`, form)
    expect((await add({ course_id: course, job_title: '', needed: 2 })).status).toBe(204)
    const now = await read(company)
    expect(now.needs).toEqual([expect.stringContaining(`2 nodig, 2 geldig op ${formatDate(today())}`)])
    expect(now.enrol).toEqual([])
    const later = await read(company, `on=${formatDate(inDays(21))}`)
    expect(later.needs[0]).toContain(`2 nodig, 1 geldig op ${formatDate(inDays(21))}, 1 tekort`)
    // Who held one before comes first.
    expect(later.enrol).toEqual([`/calendar/enroll?ids=${a}`])
    expect(later.rows[await nameOf(a)]).toEqual([`Verlopen ${formatDate(inDays(20))}`])
    // Each of a function: nobody of another one is asked for it.
    await add({ course_id: course, job_title: 'Kantoor', needed: '' })
    const all = await read(company)
    expect(all.needs[1]).toContain('1 nodig (iedereen), 0 geldig op')
    expect(all.rows[await nameOf(c)]).toEqual(['Ontbreekt'])
    expect(all.enrol).toEqual([`/calendar/enroll?ids=${c}`])
    const narrowed = await read(company, `company=${below}&job=Heftruck`)
    expect(Object.keys(narrowed.rows)).toEqual([await nameOf(b)])
    const enrol = await planner.post(`/calendar/enroll?ids=${c}&step=students`, {
      planning_id: app.story.appointments.coming,
    })
    expect(enrol.$('select[name="students[]"] option[selected]').val()).toBe(String(c))
  })

  it('counts who is planned for the needed day only where all of the planning is over by then', async () => {
    const company = await addCompany()
    const course = await addCourse(app.db, { description: 'Nodig P' })
    const member = await addMember(company)
    await planner.post(`/certificateNeed/add/${company}`, { course_id: course, job_title: '', needed: 1 })
    const { parts } = await addPlanning(app, { courseId: course, inDays: 10, components: [null, null] })
    await put(app, parts, [member])
    const between = await read(company, `on=${formatDate(inDays(14))}`)
    expect(between.needs[0]).toContain('1 tekort')
    expect(between.needs[0]).not.toContain('ingepland')
    expect(between.counts).toContain('0 ingepland')
    expect(between.rows[await nameOf(member)]![0]).toContain(`, klaar op ${formatDate(inDays(17))}`)
    const after = await read(company, `on=${formatDate(inDays(17))}`)
    expect(after.needs[0]).toContain('1 ingepland')
    expect(after.counts).toContain('1 ingepland')
    expect(after.rows[await nameOf(member)]![0]).not.toContain('klaar op')
    expect((await read(company)).counts).toContain('1 ingepland')
  })

  it('is asked by as many queries for 200 people as for 20', async () => {
    const count = async (people: number) => {
      const company = await addCompany()
      const course = await addCourse(app.db)
      for (let i = 0; i < people; i++) await addMember(company)
      await planner.post(`/certificateNeed/add/${company}`, { course_id: course, job_title: '', needed: 5 })
      const sent = await statementsOf(app, () => read(company))
      return sent.length
    }
    expect(await count(200)).toBe(await count(20))
  })
})

describe('too few certificates', () => {
  const soon = inDays(90)
  const add = (company: number, form: Record<string, string | number>) =>
    planner.post(`/certificateNeed/add/${company}`, { job_title: '', ...form })
  /** The needs of a company that are short, as the list tells them: how many valid, planned, too few. */
  async function shortOf(company: number): Promise<string[]> {
    const { $ } = await planner.get(`/certificates/shortages?company_id=${company}&rows=1`)
    return $('tr[data-id]')
      .toArray()
      .map((row) =>
        $(row)
          .find('td')
          .toArray()
          .map((cell) => $(cell).text().replace(/\s+/g, ' ').trim())
          .filter((text) => text !== '')
          .slice(1)
          .join('|'),
      )
  }
  const due = (contact_id: number, course_id: number, expires_at: string) =>
    app.db.insertInto('contact_refreshers').values({ contact_id, course_id, expires_at }).execute()

  it('are told at the company and above the calendar while there is time, with who is planned', async () => {
    const company = await addCompany()
    const below = await addCompany(company)
    const course = await addCourse(app.db, { description: 'Hulpverlening' })
    const [a, b, c, d] = [
      await addMember(company),
      await addMember(below),
      await addMember(below),
      await addMember(company),
    ]
    await hold(a, course, inDays(91))
    await hold(b, course, inDays(89))
    await due(c, course, inDays(120))
    await add(company, { course_id: course, needed: 4 })
    expect(await shortOf(company)).toEqual([`Hulpverlening|Alle functies|4|2 op ${formatDate(soon)}|0|2`])
    const { parts } = await addPlanning(app, { courseId: course, inDays: 30 })
    await put(app, parts, [b])
    expect(await shortOf(company)).toEqual([`Hulpverlening|Alle functies|4|2 op ${formatDate(soon)}|1|1`])
    const popup = await planner.get(`/company/view/${company}`)
    expect(popup.text).toContain('Te weinig certificaten: Hulpverlening')
    expect(popup.text).toContain(`4 nodig, 2 geldig op ${formatDate(soon)}, 1 ingepland`)
    const count = async () =>
      Number((await planner.get('/attention')).$('[data-attention=certificates_short] b').text() || 0)
    const before = await count()
    await put(app, parts, [d])
    expect(await shortOf(company)).toEqual([])
    expect(await count()).toBe(before - 1)
    expect((await planner.get(`/company/view/${company}`)).text).not.toContain('Te weinig certificaten')
  })

  it('are those of the matrix on that day, whatever people hold, are due and are planned for', async () => {
    const top = await addCompany()
    const company = await addCompany(top)
    const course = await addCourse(app.db, { description: 'Gelijk' })
    const refresher = await addCourse(app.db, { description: 'Gelijk herhaling' })
    await app.db.updateTable('courses').set({ refresher_course_id: refresher }).where('id', '=', course).execute()
    const late = await addPlanning(app, { courseId: refresher, inDays: 88, components: [null, null, null] })
    const intime = await addPlanning(app, { courseId: refresher, inDays: 20 })
    const held: (string | null | undefined)[] = [undefined, null, inDays(-5), inDays(89), inDays(90), inDays(200)]
    const dues = [null, inDays(80), inDays(90)]
    let n = 0
    for (const [i, until] of held.entries())
      for (const day of dues) {
        const member = await addMember(n % 2 === 0 ? company : top, n % 3 === 0 ? ' kantoor' : 'Heftruck')
        if (until !== undefined) await hold(member, i % 2 === 0 ? course : refresher, until)
        if (day !== null) await due(member, refresher, day)
        if (n % 2 === 1) await put(app, n % 4 === 1 ? late.parts : intime.parts, [member])
        n += 1
      }
    for (const [of, job_title, needed] of [
      [top, '', 18],
      [company, 'Kantoor', ''],
      [company, '', 9],
      [top, 'Heftruck', 12],
    ] as const)
      await add(of, { course_id: course, job_title, needed })
    const { $ } = await planner.get(`/company/${top}/matrix?on=${formatDate(soon)}`)
    const told = $('[aria-label=Nodig] li .small')
      .toArray()
      .map((line) =>
        [/(\d+) nodig/, /(\d+) geldig/, /(\d+) ingepland/].map((of) => Number(of.exec($(line).text())?.[1] ?? 0)),
      )
    const short = told.filter(([needed, valid, booked]) => valid! + booked! < needed!)
    expect(short.length).toBeGreaterThan(1)
    const listed = [...(await shortOf(top)), ...(await shortOf(company))].map((row) =>
      row
        .split('|')
        .slice(2, 5)
        .map((cell) => Number.parseInt(cell, 10)),
    )
    expect(listed.map(String).sort()).toEqual(short.map(String).sort())
  })
})

describe('a need', () => {
  it('is changed and taken away, and both are taken back; what says nothing or is there already is refused', async () => {
    const company = await addCompany()
    const course = await addCourse(app.db)
    const add = (form: Record<string, string | number>) => planner.post(`/certificateNeed/add/${company}`, form)
    const nothing = await add({ course_id: course, job_title: '', needed: '' })
    expect([nothing.status, nothing.json()]).toEqual([422, { needed: ['Vul een aantal in, of kies een functie.'] }])
    expect((await add({ course_id: course, job_title: '', needed: 3 })).status).toBe(204)
    const twice = await add({ course_id: course, job_title: '', needed: 4 })
    expect(twice.json()).toEqual({ course_id: ['Dit certificaat staat hier al voor deze functie.'] })
    const need = () =>
      app.db.selectFrom('certificate_needs').selectAll().where('company_id', '=', company).executeTakeFirst()
    const { id, version } = (await need())!
    const changed = await planner.post(`/certificateNeed/edit/${id}`, {
      course_id: course,
      job_title: '',
      needed: 7,
      version,
    })
    expect([changed.status, (await need())!.needed]).toEqual([204, 7])
    await planner.post(`/undo/${changed.undo!.set}`)
    expect((await need())!.needed).toBe(3)
    const gone = await planner.post('/certificateNeed/delete', { id })
    expect([gone.status, await need()]).toEqual([204, undefined])
    await planner.post(`/undo/${gone.undo!.set}`)
    expect((await need())!.needed).toBe(3)
  })
})

describe('who leads students', () => {
  it('by name sees these alone, not the others of the company', async () => {
    const { supervisor: leader, anouk } = app.story.contacts
    const { deLinde } = app.story.companies
    const forAll = (supervisor_for_all: boolean) =>
      app.db.updateTable('contacts').set({ supervisor_for_all }).where('id', '=', leader).execute()
    const supervisor = await app.as(ROLE.supervisor)
    await forAll(false)
    const other = await nameOf(await addMember(deLinde))
    await app.db
      .insertInto('supervisions')
      .values({ supervisor_id: leader, contact_id: anouk })
      .onConflict((c) => c.doNothing())
      .execute()
    const own = Object.keys((await read(deLinde, '', supervisor)).rows)
    await forAll(true)
    expect(own).toContain('Anouk van der Linden')
    expect(own).not.toContain(other)
    expect(Object.keys((await read(deLinde, '', supervisor)).rows)).toContain(other)
  })

  it('sees the own people at the own company, and changes no need', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    const { deLinde, vanLoon } = app.story.companies
    const own = await read(deLinde, '', supervisor)
    expect([own.status, Object.keys(own.rows).length > 0]).toEqual([200, true])
    expect((await supervisor.get(`/company/${vanLoon}/matrix`)).status).toBe(404)
    expect((await supervisor.get(`/company/${vanLoon}/matrix.pdf`)).status).toBe(404)
    expect((await supervisor.get(`/certificateNeed/add/${deLinde}`)).status).toBe(403)
    const page = await supervisor.page(`/certificates/matrix/${deLinde}`)
    expect([page.status, page.$('a[href^="/certificateNeed"]').length]).toEqual([200, 0])
    for (const role of [ROLE.teacher, ROLE.student])
      expect((await (await app.as(role)).get(`/company/${deLinde}/matrix`)).status).toBe(403)
  })
})
