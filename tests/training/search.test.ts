import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addEmptyPlanning, addPart } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

interface Hit {
  searchable_type: string
  searchable_id: number
  value: string
  name: string
  beside: string
  status?: { label: string; css: string }
}

let app: TestApp
let planner: Browser
let courseId: number
let teacher: number
const room = { zwolle: 0 }
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  courseId = await addCourse(app.db, { description: 'Zuurstoftoediening', code: 'ZUUR' })
  const { rows } = await app.pool.query<{ id: number }>(`
    with place as (insert into establishments (name, city) values ('Hoofdkantoor', 'Giethoorn') returning id)
    insert into rooms (establishment_id, name, capacity) select id, 'Kajuit', 12 from place returning id`)
  room.zwolle = rows[0]!.id
  const me = await app.pool.query<{ contact_id: number }>(
    `select contact_id from users where email = 'docent@noordkaap.example'`,
  )
  teacher = me.rows[0]!.contact_id
})
afterAll(() => app.close())

const search = async (browser: Browser, text: string, type?: string) => {
  const { data } = (await browser.get(`/ajax/superSearch?query=${encodeURIComponent(text)}`)).json<{ data: Hit[] }>()
  return data.filter(({ searchable_type }) => type === undefined || searchable_type === type)
}
const plannings = async (text: string, browser = planner) =>
  (await search(browser, text, 'Appointment')).map(({ searchable_id }) => searchable_id)

/** A part so many days from now, held at ten in the morning. */
const part = async (days: number, more: object = {}) =>
  addPart(app.db, {
    group_id: await addEmptyPlanning(app.db, courseId),
    status: 'confirmed',
    max_count: 14,
    starts_at: instantOf(addDays(today(), days), '10:00')!,
    ...more,
  })
const dayAhead = (days: number) => formatDate(addDays(today(), days)).slice(0, 5)

describe('a planning', () => {
  it('is found by its course, the coming ones first; by a day or a place beside it; by a mistyped course not at all', async () => {
    const [past, later, soon] = [await part(-20), await part(40), await part(4, { room_id: room.zwolle })]
    expect(await plannings('zuurstof')).toEqual([soon, later, past])
    expect(await plannings('zuur giethoorn')).toEqual([soon])
    expect(await plannings('giethoorn')).toEqual([soon])
    expect(await plannings('kajuit')).toEqual([soon])
    expect(await plannings(`zuurstof ${dayAhead(40)}`)).toEqual([later])
    expect(await plannings(`${dayAhead(4)} zuurstof giethoorn`)).toEqual([soon])
    expect(await plannings(`zuurstof ${dayAhead(5)}`)).toEqual([])
    expect(await plannings('zuurstof hoorn kajuit bestaatniet')).toEqual([])
  })

  it('is found by its number, as that is typed and as it is written in messages', async () => {
    const own = await part(6)
    const { group_id } = await app.db
      .selectFrom('appointments')
      .select('group_id')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    for (const typed of [group_id, `planning ${group_id}`, `Planning ${group_id}`])
      expect(await plannings(String(typed)), String(typed)).toEqual([own])
  })

  it('says its day, place, places taken and status beside its name', async () => {
    const reserve = (places: number, company: number) =>
      app.pool.query(
        `insert into reservations (appointment_id, company_id, places, note)
         select max(id), $2, $1, '' from appointments where room_id = $3`,
        [places, company, room.zwolle],
      )
    await reserve(2, app.story.companies.deLinde)
    const [found] = await search(planner, `zuurstof ${dayAhead(4)}`, 'Appointment')
    expect(found!.name).toMatch(/^Zuurstoftoediening · planning \d+$/)
    expect(found!.beside).toMatch(/^(ma|di|wo|do|vr|za|zo) \d\d-\d\d(-\d{4})? · Hoofdkantoor · 2\/14$/)
    expect(found!.status).toEqual({ label: 'Bevestigd', css: 'st-confirmed' })
  })

  it('that is an option says so, and comes after what is certain that day, in the list to enrol from too', async () => {
    const at = (time: string, status: string) => part(33, { status, starts_at: instantOf(addDays(today(), 33), time)! })
    const [option, certain] = [await at('09:00', 'option'), await at('13:00', 'confirmed')]
    const [first, second] = await search(planner, `zuurstof ${dayAhead(33)}`, 'Appointment')
    expect([first!.searchable_id, first!.status?.label]).toEqual([certain, 'Bevestigd'])
    expect([second!.searchable_id, second!.status?.label]).toEqual([option, 'Optie'])
    const path = `/ajax/specialSelectorSearch?type=open-planning&returnObjects=1&v=zuurstof ${formatDate(addDays(today(), 33))}`
    const offered = (await planner.get(encodeURI(path))).json<{ id: number; sub: string }[]>()
    expect(offered.map(({ id, sub }) => [id, sub.startsWith('Optie · ')])).toEqual([
      [certain, false],
      [option, true],
    ])
    const { $ } = await planner.get(`/calendar/enroll/${courseId}/0?by=course`)
    const listed = $('select[name=planning_id] option').toArray()
    const those = listed.filter((one) => [option, certain].includes(Number($(one).attr('value'))))
    expect(those.map((one) => [Number($(one).attr('value')), $(one).text().includes(' · Optie')])).toEqual([
      [certain, false],
      [option, true],
    ])
  })

  it('shows a teacher the own ones alone, without number, places and room, a student no status either [T-194][T-195]', async () => {
    const browser = await app.as(3)
    expect(await plannings('zuurstof', browser)).toEqual([])
    // Later than anything that the story has the teacher give.
    const own = await part(440, { room_id: room.zwolle })
    await app.pool.query(
      'insert into appointment_responsibles (appointment_id, contact_id, role_id) values ($1, $2, 3)',
      [own, teacher],
    )
    const [seen, ...others] = await search(browser, 'zuurstof', 'Appointment')
    expect([seen!.searchable_id, others.length, seen!.name]).toEqual([own, 0, 'Zuurstoftoediening'])
    expect([seen!.beside.endsWith('Hoofdkantoor'), seen!.status?.label]).toEqual([true, 'Bevestigd'])
    expect(await plannings('kajuit', browser)).toEqual([])
    const student = await app.as(5)
    await app.pool.query(
      `insert into enrolments (appointment_id, contact_id) select $1, contact_id from users where email = 'cursist@noordkaap.example'`,
      [own],
    )
    expect(await search(student, 'zuurstof', 'Appointment')).toEqual([
      expect.not.objectContaining({ status: expect.anything() as unknown }),
    ])
  })
})

describe('the search', () => {
  it('finds certificates by number, a part of it, and the name of who has them', async () => {
    const { rows } = await app.pool.query<{ id: number; number: string; last_name: string; name: string }>(`
      select certificates.id, number, last_name, concat_ws(' ', first_name, nullif(last_name_prefix, ''), last_name) as name from certificates
      join contacts on contacts.id = contact_id order by certificates.id limit 1`)
    const { id, number, name, last_name } = rows[0]!
    for (const typed of [number, number.replace('-', ''), number.slice(0, -1), name, last_name]) {
      const found = await search(planner, typed, 'Certificate')
      expect([typed, found.some(({ searchable_id }) => searchable_id === id)]).toEqual([typed, true])
    }
    const [one] = await search(planner, number, 'Certificate')
    expect(one!.name).toContain(` · `)
    expect([one!.name.includes(last_name), one!.beside.includes(number)]).toEqual([true, true])
    expect(one!.status?.label).toMatch(/Geldig|Verlopen|Ingetrokken/)
    expect(await search(await app.as(3), number, 'Certificate')).toEqual([])
  })

  it('finds rooms and establishments for who may open them', async () => {
    expect((await search(planner, 'kajuit', 'Room'))[0]).toMatchObject({
      name: 'Hoofdkantoor, Kajuit',
      beside: '12 plaatsen',
    })
    expect((await search(planner, 'giethoorn', 'Establishment'))[0]).toMatchObject({ name: 'Hoofdkantoor' })
    const teaching = await app.as(3)
    expect([
      ...(await search(teaching, 'kajuit', 'Room')),
      ...(await search(teaching, 'giethoorn', 'Establishment')),
    ]).toEqual([])
  })

  it('tells the code of courses and products, what kind they are, and which are not in use', async () => {
    await addCourse(app.db, { description: 'Wondverzorging', code: 'WOND-E', online: true, active: false })
    expect((await search(planner, 'zuurstoftoediening', 'Course'))[0]).toMatchObject({ beside: 'ZUUR' })
    expect((await search(planner, 'wondverzorging', 'Course'))[0]).toMatchObject({
      beside: 'WOND-E · Online',
      status: { label: 'Niet actief' },
    })
    const { id: category_id } = await app.db
      .insertInto('product_categories')
      .values({ name: 'Verband' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tax_type_id = app.story.taxTypes.high
    await app.db
      .insertInto('products')
      .values({ name: 'Snelverband', code: 'SV-10', category_id, tax_type_id })
      .execute()
    expect((await search(planner, 'snelverband', 'Product'))[0]).toMatchObject({ beside: 'SV-10 · Verband' })
  })

  it('finds people by a part of a phone number or the domain of an address, companies by those and by their place', async () => {
    await app.pool.query(`
      insert into companies (name, client_id, city, phone, email)
      values ('Kaasmakerij', 700001, 'Appelscha', '+31 (0)516-43 21 98', 'post@kaas-appelscha.example')`)
    const person = await addContact(app.db, {
      last_name: 'Telefoon',
      mobile_phone: '06 - 9753 1864',
      email: 'telefoon@kaas-appelscha.example',
    })
    for (const typed of [
      '069753',
      '+31 6 97',
      '0697',
      '97531',
      '1864',
      '53 18 64',
      '@kaas-app',
      'kaas-appelscha.example',
    ]) {
      const found = await search(planner, typed, 'Contact')
      expect([typed, found.map(({ searchable_id }) => searchable_id)]).toEqual([typed, [person]])
    }
    for (const typed of ['appelscha', '0516-43', '0516432198', '@kaas-app', 'post@kaas-appelscha.example'])
      expect([typed, (await search(planner, typed, 'Company'))[0]]).toMatchObject([
        typed,
        { name: 'Kaasmakerij', beside: 'Appelscha' },
      ])
  })

  it('finds nobody by a number that is not used, and names neither place nor company that are not to be read', async () => {
    const { id: company_id } = await app.db
      .insertInto('companies')
      .values({ name: 'Zwijgzaam', client_id: 700_002, hidden_contact_fields: ['mobile_phone'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hidden = await addContact(app.db, { last_name: 'Wonderloos', mobile_phone: '0677665544', company_id })
    expect(await search(planner, '0677 66', 'Contact')).toEqual([])
    const besideOf = async (browser: Browser, name: string) =>
      (await search(browser, name, 'Contact')).map(({ beside }) => beside)
    expect(await besideOf(planner, 'wonderloos')).toEqual(['Zwijgzaam'])
    await app.pool.query('insert into supervisions (contact_id, supervisor_id) values ($1, $2)', [
      hidden,
      app.story.contacts.supervisor,
    ])
    expect(await besideOf(await app.as(4), 'wonderloos')).toEqual([''])
    await addContact(app.db, { last_name: 'Particuliers', city: 'Dokkum', client_id: 700_003 })
    expect(await besideOf(planner, 'particuliers')).toEqual(['Dokkum'])
    await app.pool.query(
      `insert into settings (key, value) values ('hidden_contact_fields', '["address"]')
       on conflict (key) do update set value = excluded.value`,
    )
    expect(await besideOf(planner, 'particuliers')).toEqual([''])
    await app.pool.query(`delete from settings where key = 'hidden_contact_fields'`)
  })

  it('finds a supervisor no certificate of anybody but the own people', async () => {
    const supervisor = await app.as(4)
    const own = (await supervisor.get('/certificates?checkAll=1')).json<number[]>()
    const { rows } = await app.pool.query<{ last_name: string }>(
      `select distinct last_name from certificates join contacts on contacts.id = contact_id where certificates.id <> all($1)`,
      [own],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { last_name } of rows) {
      const found = await search(supervisor, last_name, 'Certificate')
      expect([last_name, found.filter(({ searchable_id }) => !own.includes(searchable_id))]).toEqual([last_name, []])
    }
  })

  it('begins with plannings and people, then courses and companies; of a type what is out of use comes last', async () => {
    await addPart(app.db, {
      group_id: await addEmptyPlanning(app.db, await addCourse(app.db, { description: 'Ganzepas', code: 'GANZ-1' })),
      starts_at: instantOf(addDays(today(), 20), '10:00')!,
    })
    await addCourse(app.db, { description: 'Ganzepas', code: 'GANZ-0', active: false })
    await addCourse(app.db, { description: 'Ganzepas vervolg', code: 'GANZ-2' })
    await addContact(app.db, { last_name: 'Ganzepas', client_id: 700_010, active: false })
    await addContact(app.db, { last_name: 'Ganzepas', client_id: 700_011 })
    await app.pool.query(
      `insert into companies (name, client_id) select 'Ganzepas ' || n, 700020 + n from generate_series(1, 8) n`,
    )
    const tax_type_id = app.story.taxTypes.high
    for (let n = 0; n < 12; n++)
      await app.db
        .insertInto('products')
        .values({ name: `Ganzepas ${n}`, code: `GP-${n}`, tax_type_id })
        .execute()
    const found = await search(planner, 'ganzepas')
    expect([...new Set(found.map((hit) => hit.searchable_type))]).toEqual(['Appointment', 'Contact', 'Course', 'Company', 'Product']) // prettier-ignore
    const inUse = (type: string) =>
      found.filter((hit) => hit.searchable_type === type).map((hit) => hit.status?.label ?? 'in gebruik')
    expect(inUse('Contact')).toEqual(['in gebruik', 'Niet actief'])
    expect(inUse('Course')).toEqual(['in gebruik', 'in gebruik', 'Niet actief'])
    // All of them are there, over the pages.
    const pages = [found, (await planner.get('/ajax/superSearch?query=ganzepas&page=2')).json<{ data: Hit[] }>().data]
    expect(new Set(pages.flat().map((hit) => `${hit.searchable_type} ${hit.searchable_id}`)).size).toBe(26)
  })

  it('tells private persons of one name apart by their birth date, or else their place, as selectors do', async () => {
    const twin = (more: object) => addContact(app.db, { first_name: 'Noor', last_name: 'Naamgenoot', ...more })
    await twin({ birth_date: '1990-02-03', city: 'Assen' })
    await twin({ city: 'Emmen' })
    const told = async () => {
      const hits = (await search(planner, 'naamgenoot', 'Contact')).map(({ beside }) => beside)
      const path = '/ajax/specialSelectorSearch?type=contact&returnObjects=1&v=naamgenoot'
      return [hits.sort(), (await planner.get(path)).json<{ sub: string }[]>().map(({ sub }) => sub).sort()] // prettier-ignore
    }
    expect(await told()).toEqual([
      ['03-02-1990', 'Emmen'],
      ['Particulier · 03-02-1990', 'Particulier · Emmen'],
    ])
    await app.pool.query(
      `insert into settings (key, value) values ('hidden_contact_fields', '["birth_date"]')
       on conflict (key) do update set value = excluded.value`,
    )
    expect(await told()).toEqual([
      ['Assen', 'Emmen'],
      ['Particulier · Assen', 'Particulier · Emmen'],
    ])
    await app.pool.query(`delete from settings where key = 'hidden_contact_fields'`)
  })

  it('asks no more when it finds more', async () => {
    const asked = (text: string) => countQueries(app, () => search(planner, text))
    const few = await asked('zuurstof')
    for (let day = 50; day < 80; day++) await part(day)
    expect(await asked('zuurstof')).toBeLessThanOrEqual(few)
  })
})
