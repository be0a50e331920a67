import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

interface Hit {
  searchable_type: string
  searchable_id: number
  searchable_field: string
  value: string
  name: string
}
const search = async (browser: Browser, query: string, page = 1, path = '/ajax/superSearch') =>
  (await browser.get(`${path}?query=${encodeURIComponent(query)}&page=${page}`)).json<{
    data: Hit[]
    last_page: number
  }>()

/** The name of a person without that of the company behind it. */
const personOf = ({ name }: Hit) => name.split(' · ')[0] ?? ''

describe('global search', () => {
  it('answers type, id, field, value and name, under both paths alike [R-001][R-002][P-104][P-105]', async () => {
    const answer = await search(planner, 'anouk')
    expect(answer.data[0]).toEqual({
      searchable_type: 'Contact',
      searchable_id: app.story.contacts.anouk,
      searchable_field: 'first_name',
      value: 'Anouk',
      name: 'Anouk van der Linden',
      beside: expect.stringContaining('Zorggroep De Linde') as string,
    })
    expect(answer.last_page).toBe(1)
    expect(await search(planner, 'anouk', 1, '/api/superSearch')).toEqual(answer)
  })

  it('finds companies by name, debtor number, KVK number and address for invoices [P-106]', async () => {
    const { vanLoon } = app.story.companies
    await app.db
      .updateTable('companies')
      .set({ email: 'info@vanloon.example', invoice_email: 'facturen@vanloon.example' })
      .where('id', '=', vanLoon)
      .execute()
    expect((await search(planner, 'facturen@vanloon.example')).data[0]).toMatchObject({
      searchable_id: vanLoon,
      searchable_field: 'invoice_email',
    })
    for (const text of ['Bakkerij Van Loon', 'bakkerij', '10208', '02345671'])
      expect([text, (await search(planner, text)).data[0]]).toMatchObject([
        text,
        { searchable_type: 'Company', searchable_id: app.story.companies.vanLoon },
      ])
  })

  it('finds people with typing errors, without accents and without their prefix [P-107]', async () => {
    const names = async (text: string) => (await search(planner, text)).data.map(personOf)
    for (const typed of ['dijkstraa', 'dijsktra', 'dykstra']) expect(await names(typed)).toContain('Fenna Dijkstra')
    expect(await names('anouk linden')).toContain('Anouk van der Linden')
    expect((await names('yildiz')).some((name) => name.includes('Yıldız'))).toBe(true)
    expect((await search(planner, 'a.vanderlinden@delinde.example')).data[0]).toMatchObject({
      searchable_field: 'email',
      searchable_id: app.story.contacts.anouk,
    })
  })

  it('finds a planning by its number [P-112]', async () => {
    const number = app.story.plannings.coming
    expect((await search(planner, String(number))).data[0]).toMatchObject({
      searchable_type: 'Appointment',
      searchable_field: 'appointment_group_id',
      searchable_id: app.story.appointments.coming,
    })
  })

  it('opens the first part of a planning that is not over yet; when all are over, the first [P-112]', async () => {
    const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const part = (days: number) => addPart(app.db, { group_id, starts_at: new Date(Date.now() + days * 86_400_000) })
    const opened = async () =>
      (await search(planner, String(group_id))).data.find(({ searchable_type }) => searchable_type === 'Appointment')
        ?.searchable_id
    await part(-7)
    const first = await part(-14)
    expect(await opened()).toBe(first)
    await part(14)
    const next = await part(7)
    expect(await opened()).toBe(next)
  })

  it('shows only what the viewer may see, and nothing for an empty text', async () => {
    const supervisor = await app.as(4)
    expect(
      (await search(supervisor, 'gerrit')).data.filter(
        ({ searchable_id }) => searchable_id === app.story.contacts.gerrit,
      ),
    ).toEqual([])
    // With her certificates.
    const { data } = await search(supervisor, 'anouk')
    expect(data.filter(({ searchable_type }) => searchable_type === 'Contact')).toHaveLength(1)
    expect(new Set(data.map(personOf))).toEqual(new Set(['Anouk van der Linden']))
    expect((await search(await app.as(6), 'anouk')).data).toEqual([])
    expect(await search(planner, '  ')).toEqual({ data: [], last_page: 1 })
  })

  it('finds people and companies by phone number, however it is written, and by postal code', async () => {
    await app.pool.query(
      `insert into contacts (last_name, mobile_phone, postal_code) values ('Bereikbaar', '06-1122 3344', '1911 XK')`,
    )
    await app.pool.query(`update companies set postal_code = '1911 XK' where id = $1`, [app.story.companies.vanLoon])
    for (const phone of ['0611223344', '+31 6 11 22 33 44', '06 - 11223344'])
      expect((await search(planner, phone)).data[0]).toMatchObject({
        name: 'Bereikbaar',
        searchable_field: 'mobile_phone',
        value: '06-1122 3344',
      })
    const found = (await search(planner, '1911xk')).data
    expect(found.map(({ searchable_type, searchable_field }) => [searchable_type, searchable_field])).toEqual([
      ['Contact', 'postal_code'],
      ['Company', 'postal_code'],
    ])
  })

  it('ranks the whole name, then its beginning, then the word, then what is like it', async () => {
    await app.pool.query(
      `insert into contacts (first_name, last_name_prefix, last_name) values
         ('Aad', '', 'Zandkuyl-Oosten'), ('Bep', 'van der', 'Zandkuyl'), ('Cor', '', 'Zandkuil'), ('Dik', '', 'Oost-Zandkuyl')`,
    )
    const names = async (text: string) => (await search(planner, text)).data.map(personOf)
    const ranked = ['Bep van der Zandkuyl', 'Aad Zandkuyl-Oosten', 'Dik Oost-Zandkuyl', 'Cor Zandkuil']
    expect(await names('zandkuyl')).toEqual(ranked)
    expect(await names('van der Zandkuyl')).toEqual(expect.arrayContaining([ranked[0], ranked[1]]))
    expect((await names('van der Zandkuyl'))[0]).toBe(ranked[0])
    expect((await names('zandkuyl bep'))[0]).toBe(ranked[0])
    // Two letters swapped: at the beginning of a name before inside it, with a prefix or without.
    expect((await names('zankduyl')).slice(0, 3)).toEqual([ranked[0], ranked[1], ranked[2]])
    expect((await names('van der Zankduyl')).slice(0, 2)).toEqual([ranked[0], ranked[1]])
  })

  it('takes signs that mean something to a search for what they are', async () => {
    for (const text of ['%', '_', '\\', "' or 1=1 --", '😀', 'van der'])
      expect([text, (await planner.get(`/ajax/superSearch?query=${encodeURIComponent(text)}`)).status]).toEqual([
        text,
        200,
      ])
    expect((await search(planner, '%')).data).toEqual([])
  })

  it('answers what stands in the field that was found', async () => {
    for (const [text, field, value] of [
      ['02345671', 'coc_no', '02345671'],
      ['10208', 'client_id', '10208'],
      ['Bakkerij Van Loon', 'name', 'Bakkerij Van Loon B.V.'],
      ['van der Linden', 'last_name', 'van der Linden'],
      ['a.vanderlinden@delinde.example', 'email', 'a.vanderlinden@delinde.example'],
    ] as const)
      expect([text, (await search(planner, text)).data[0]]).toMatchObject([text, { searchable_field: field, value }])
  })

  it('says which page is the last one, and offers the next while there is one [P-157]', async () => {
    await app.pool.query(
      `insert into contacts (first_name, last_name) select 'Reeks', 'Bladzijde' || n from generate_series(1, 45) n`,
    )
    const pages = [1, 2, 3, 4].map((page) => search(planner, 'bladzijde', page))
    const answers = await Promise.all(pages)
    expect(answers.map(({ data, last_page }) => [data.length, last_page])).toEqual([
      [20, 3],
      [20, 3],
      [5, 3],
      [0, 3],
    ])
    expect(new Set(answers.flatMap(({ data }) => data.map(({ searchable_id }) => searchable_id))).size).toBe(45)
  })
})

describe('selectors', () => {
  it('search by text, type and filters, and fetch one by id [R-003][P-217][P-218][P-121]', async () => {
    const map = (await planner.get('/ajax/specialSelectorSearch?type=company&v=bakkerij')).json()
    expect(map).toEqual({ [app.story.companies.vanLoon]: 'Bakkerij Van Loon B.V.' })
    const one = (
      await planner.get(`/ajax/specialSelectorSearch?type=company&id=${app.story.companies.vanLoon}&get_object=true`)
    ).json()
    expect(one).toMatchObject({ id: app.story.companies.vanLoon, label: 'Bakkerij Van Loon B.V.' })
    const teachers = (
      await planner.get(
        '/ajax/specialSelectorSearch?type=contact&limit=1000&returnObjects=1&filters[roles]=teacher,lotus',
      )
    ).json<{ id: number; roles: number[]; skills: number[] }[]>()
    expect(teachers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([3, 4, 6, 7])
    expect(teachers.find(({ id }) => id === 3)!.skills).toContain(app.story.skills.bhv)
    expect((await planner.get('/ajax/specialSelectorSearch?type=onbekend')).status).toBe(404)
  })

  it('tell namesakes apart by company and birth date, as far as the viewer may read them', async () => {
    const of = async (browser: Browser) =>
      (await browser.get('/ajax/specialSelectorSearch?type=contact&v=naamgenoot&returnObjects=1'))
        .json<{ sub: string }[]>()
        .map(({ sub }) => sub)
        .sort()
    const told = async (text: string) =>
      (await search(planner, text)).data.map((hit) => (hit as Hit & { beside: string }).beside)
    const { deLinde, vanLoon } = app.story.companies
    for (const company_id of [deLinde, vanLoon, null])
      await addContact(app.db, { first_name: 'Jan', last_name: 'Naamgenoot', birth_date: '1980-05-02', company_id })
    const all = ['Bakkerij Van Loon B.V. · 02-05-1980', 'Particulier · 02-05-1980', 'Zorggroep De Linde · 02-05-1980']
    expect(await of(planner)).toEqual(all)
    // The search tells as much; a birth date or its year behind the name puts who was born then first.
    const besides = ['02-05-1980', 'Bakkerij Van Loon B.V. · Deventer · 02-05-1980', 'Zorggroep De Linde · Zwolle · 02-05-1980'] // prettier-ignore
    expect((await told('naamgenoot')).toSorted()).toEqual(besides)
    await addContact(app.db, {
      first_name: 'Jan',
      last_name: 'Naamgenoot',
      birth_date: '1979-06-18',
      company_id: vanLoon,
    })
    const other = 'Bakkerij Van Loon B.V. · Deventer · 18-06-1979'
    for (const [typed, first] of [
      ['jan naamgenoot 18-06-1979', other],
      ['naamgenoot 18-6-1979', other],
      ['naamgenoot 1979', other],
      ['jan naamgenoot 1980', expect.stringContaining('1980')],
    ] as const)
      expect([typed, (await told(typed))[0]]).toEqual([typed, first])
    await app.db.deleteFrom('contacts').where('birth_date', '=', '1979-06-18').where('last_name', '=', 'Naamgenoot').execute() // prettier-ignore
    await app.db
      .updateTable('companies')
      .set({ hidden_contact_fields: ['birth_date'] })
      .where('id', '=', vanLoon)
      .execute()
    expect(await of(planner)).toEqual(['Bakkerij Van Loon B.V.', ...all.slice(1)])
    expect((await told('naamgenoot')).toSorted()).toEqual([besides[0], 'Bakkerij Van Loon B.V. · Deventer', besides[2]])
    const byBirth = (await search(planner, 'naamgenoot 02-05-1980')).data
    expect(byBirth.filter(({ searchable_field }) => searchable_field === 'birth_date')).toHaveLength(2)
  })

  it('put whom they find in the order of the global search: the words whole, begun, inside, and what looks like them', async () => {
    const people = [
      ['Anita', 'Querjak'],
      ['Qerjak', 'Alting'],
      ['Bob', 'Querjakman'],
      ['Querjakje', 'Zanting'],
      ['Aquerjak', 'Aa'],
      ['Theo', 'Zee-Querjak'],
      ['Querjak', 'Zuidema'],
    ] as const
    for (const [first_name, last_name] of people) await addContact(app.db, { first_name, last_name })
    const chosen = async (text: string) =>
      (await planner.get(`/ajax/specialSelectorSearch?type=contact&v=${encodeURIComponent(text)}&returnObjects=1`))
        .json<{ label: string }[]>()
        .map(({ label }) => label)
    const whole = ['Anita Querjak', 'Theo Zee-Querjak', 'Querjak Zuidema']
    const all = [...whole, 'Bob Querjakman', 'Querjakje Zanting', 'Aquerjak Aa']
    expect(await chosen('querjak')).toEqual(all)
    expect(await chosen('QUERJAK')).toEqual(all)
    expect(await chosen('querjak zu')).toEqual(['Querjak Zuidema'])
    expect(await chosen('zee-quer')).toEqual(['Theo Zee-Querjak'])
    // As many as are asked for are the nearest, not the first of the alphabet.
    const few = await planner.get('/ajax/specialSelectorSearch?type=contact&v=querjak&limit=3&returnObjects=1')
    expect(few.json<{ label: string }[]>().map(({ label }) => label)).toEqual(whole)
    expect(await chosen('querjakmn')).toContain('Bob Querjakman')
    for (const signs of ['(a', 'a[', '.*', '[a-z]', 'a|b', '{2}', '＼', '\\', '*', '%'])
      expect(await chosen(signs)).toEqual([])
    const { data } = (await planner.get('/ajax/superSearch?query=querjak')).json<{ data: { name: string }[] }>()
    expect(
      data
        .map(({ name }) => name)
        .filter((name) => all.includes(name))
        .at(-1),
    ).toBe('Aquerjak Aa')
    expect(data.findIndex(({ name }) => name === 'Theo Zee-Querjak')).toBeLessThan(
      data.findIndex(({ name }) => name === 'Aquerjak Aa'),
    )
  })

  it('find who works here among the users, for who may see those', async () => {
    const search = (who: Browser, text = '') => who.get(`/ajax/specialSelectorSearch?type=employee&v=${text}`)
    const administrator = await app.as(1)
    const names = Object.values((await search(administrator)).json<Record<string, string>>())
    const staff = await app.db
      .selectFrom('users')
      .select('name')
      .where(sql<boolean>`active and (1 = any(roles) or 2 = any(roles) or 3 = any(roles))`)
      .execute()
    expect(names.sort()).toEqual(staff.map(({ name }) => name).sort())
    expect(names).toContain('Sanne Willems')
    expect(Object.values((await search(administrator, 'willems')).json<object>())).toEqual(['Sanne Willems'])
    expect((await search(await app.as(4))).status).toBe(404)
  })

  it('apply the row scope of what they show', async () => {
    const supervisor = await app.as(4)
    const people = (await supervisor.get('/ajax/specialSelectorSearch?type=contact')).json()
    expect(people).toHaveProperty(String(app.story.contacts.anouk))
    expect(people).not.toHaveProperty(String(app.story.contacts.gerrit))
    expect(
      (await supervisor.get(`/ajax/specialSelectorSearch?type=contact&id=${app.story.contacts.gerrit}`)).json(),
    ).toEqual({})
  })
})

describe('calls of the shell', () => {
  it('the current user carries id, name, roles by id and name, terms and modules [R-016][P-201]', async () => {
    expect((await planner.get('/ajax/getCurrentUser')).json()).toEqual({
      id: planner.userId,
      name: 'Sanne Willems',
      roles: { '2': 'Scheduler' },
      agreedTo: [],
      modules: ['e_learning', 'code95'],
    })
    // On the screen a role has its Dutch name.
    const { $ } = await planner.page('/contacts')
    expect($('.menu-who .muted').text()).toBe('Planner')
  })

  it('keeps preferences of the own user, from our own pages only [R-017][R-018]', async () => {
    const { token } = (await planner.get('/ajax/getToken')).json<{ token: string }>()
    const set = (site: string, more = {}) =>
      planner.request('/ajax/setCurrentUserMeta/theme/dark', { headers: { 'sec-fetch-site': site, ...more } })
    // A picture or a link on one of our own pages asks for an address too, but knows no token.
    expect((await set('same-origin')).status).toBe(403)
    expect((await set('cross-site', { 'X-CSRF-Token': token })).status).toBe(403)
    expect((await planner.get('/ajax/getCurrentUserMeta/theme')).json()).toEqual({ value: null })
    expect((await planner.prefer('theme', 'dark')).status).toBe(200)
    expect((await planner.get('/ajax/getCurrentUserMeta/theme')).json()).toEqual({ value: 'dark' })
    expect((await (await app.as(1)).get('/ajax/getCurrentUserMeta/theme')).json()).toEqual({ value: null })
  })

  it('keeps no more preferences of a user than the product has, and what was kept can be changed all the same', async () => {
    const teacher = await app.as(3)
    const set = async (key: string, value: string) => (await teacher.prefer(key, value)).status
    for (let i = 1; i <= 16; i++) expect(await set(`long${i}`, 'x'.repeat(2000))).toBe(200)
    expect([await set('long17', 'x'.repeat(2000)), await set('long16', 'y'.repeat(2000))]).toEqual([422, 200])
    await app.pool.query('delete from user_meta where user_id = $1', [teacher.userId])
    for (let i = 1; i <= 100; i++) expect(await set(`key${i}`, '1')).toBe(200)
    expect([await set('key101', '1'), await set('key100', '2')]).toEqual([422, 200])
    expect((await teacher.get('/ajax/getCurrentUserMeta/key100')).json()).toEqual({ value: '2' })
  })

  it('collapses the sidebar with the value 0 or 1 [R-009][A-032][A-160]', async () => {
    expect((await planner.post('/save-collapse', { value: 1 })).status).toBe(204)
    expect((await planner.page('/contacts')).$('.shell.is-collapsed').length).toBe(1)
    expect((await planner.post('/save-collapse', { value: 2 })).status).toBe(422)
    await planner.post('/save-collapse', { value: 0 })
    expect((await planner.page('/contacts')).$('.shell.is-collapsed').length).toBe(0)
  })

  it('gives waiting flashes once [R-004][P-096][P-224]', async () => {
    await app.pool.query(
      `update sessions set sess = jsonb_set(sess::jsonb, '{flashes}', '[{"str":"Opgeslagen","type":"success"}]')::json where user_id = $1`,
      [planner.userId],
    )
    expect((await planner.get('/ajax/getFlashMessages')).json()).toEqual([{ str: 'Opgeslagen', type: 'success' }])
    expect((await planner.get('/ajax/getFlashMessages')).json()).toEqual([])
  })

  it('names what blocks a delete, and the delete refuses with the same reasons [R-006][P-226][R-070][R-082]', async () => {
    const id = app.story.companies.deLinde
    const { reasons } = (await planner.get(`/ajax/getDeletionPreventors/company/${id}`)).json<{
      reasons: { label: string; count: number }[]
    }>()
    expect(reasons.find(({ label }) => label === 'Onderliggende bedrijven')).toMatchObject({ count: 1 })
    const refused = await planner.post('/company/delete', { id })
    expect(refused.status).toBe(409)
    expect(refused.json<{ reasons: unknown }>().reasons).toEqual(reasons)
    expect((await planner.post('/contact/delete', { id: app.story.contacts.anouk })).status).toBe(409)
    expect((await planner.get('/ajax/getDeletionPreventors/nonsense/1')).status).toBe(404)
  })
})

describe('companies and contacts', () => {
  it('a company is disabled and enabled by the same call [R-071][T-108]', async () => {
    const { id } = (await planner.post('/company/add', { name: 'Kan weg' })).json<{ id: number }>()
    const active = async () =>
      (await app.db.selectFrom('companies').select('active').where('id', '=', id).executeTakeFirstOrThrow()).active
    await planner.post('/company/disable', { id })
    expect(await active()).toBe(false)
    await planner.post('/company/disable', { id })
    expect(await active()).toBe(true)
  })

  it('a contact is disabled by a toggle, unless something coming needs it [R-083][T-109][T-110][T-221]', async () => {
    const blocked = await planner.post('/contact/disable', { id: app.story.contacts.anouk })
    expect(blocked.status).toBe(409)
    expect(blocked.trigger.flash?.str).toMatch(/^Deactiveren niet mogelijk: \d+ /)
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into contacts (last_name) values ('Losse') returning id`,
    )
    const id = rows[0]!.id
    expect((await planner.post('/contact/disable', { id })).trigger.flash?.str).toBe('Contact gedeactiveerd')
    expect((await planner.post('/contact/disable', { id })).trigger.flash?.str).toBe('Contact geactiveerd')
  })

  it('answers one company, and all below it, as JSON [R-072][R-077]', async () => {
    expect((await planner.get('/company/2')).json()).toMatchObject({
      id: 2,
      name: 'Zorggroep De Linde',
      client_id: 10482,
      coc_no: '01234567',
      country_code: 'NL',
    })
    expect((await planner.get('/companies/getAllChildrenOf/2')).json()).toEqual([3])
  })

  it('settles what goes with a role, whatever the form says [T-182]', async () => {
    const { id } = (
      await planner.post('/contact/add', {
        last_name: 'Rolproef',
        'roles[]': 5,
        teacher_may_apply: 1,
        hok_teacher_number: '123',
        supervisor_for_all: 1,
        country_code: 'NL',
      })
    ).json<{ id: number }>()
    const contact = await app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(contact).toMatchObject({
      teacher_may_apply: false,
      hok_teacher_number: null,
      supervisor_for_all: false,
      gets_account: false,
    })
    expect(contact.client_id).toBeGreaterThan(0)
    // The browser enables the field by this (public/js/fields/conditions.ts).
    const form = (await planner.get(`/contact/edit/${id}`)).$
    expect(form('[name=hok_teacher_number]').closest('[data-enables]').attr('data-enables')).toBe('roles[]=3')
  })

  it('lets a teacher apply only with an account, and supervise everyone only of a company [T-181][T-183]', async () => {
    const settled = async (form: Record<string, FormValue>) => {
      const answer = await planner.post('/contact/add', {
        last_name: 'Rolproef',
        email: `rolproef${Object.values(form).join('')}@delinde.example`,
        teacher_may_apply: 1,
        supervisor_for_all: 1,
        country_code: 'NL',
        ...form,
      })
      return app.db
        .selectFrom('contacts')
        .select(['teacher_may_apply', 'supervisor_for_all'])
        .where('id', '=', answer.json<{ id: number }>().id)
        .executeTakeFirstOrThrow()
    }
    const [teacher, supervisor] = [{ 'roles[]': 3 }, { 'roles[]': 4 }]
    expect(await settled({ ...teacher, gets_account: 1 })).toMatchObject({ teacher_may_apply: true })
    expect(await settled(teacher)).toMatchObject({ teacher_may_apply: false })
    expect(await settled({ ...supervisor, gets_account: 1 })).toMatchObject({ teacher_may_apply: false })
    expect(await settled({ ...supervisor, company_id: 2 })).toMatchObject({ supervisor_for_all: true })
    expect(await settled(supervisor)).toMatchObject({ supervisor_for_all: false })
    expect(await settled({ ...teacher, company_id: 2 })).toMatchObject({ supervisor_for_all: false })
  })

  it('gives an account with a link to choose a password, and takes it away again [T-198]', async () => {
    const form = {
      first_name: 'Nieuwe',
      last_name: 'Leidinggevende',
      email: 'nieuwe@delinde.example',
      company_id: 2,
      'roles[]': 4,
      gets_account: 1,
      country_code: 'NL',
    }
    const { id } = (await planner.post('/contact/add', form)).json<{ id: number }>()
    const user = () =>
      app.db
        .selectFrom('users')
        .select(['roles', 'active', 'password_hash'])
        .where('contact_id', '=', id)
        .executeTakeFirst()
    expect(await user()).toEqual({ roles: [4], active: true, password_hash: null })
    const mail = await app.db
      .selectFrom('mails')
      .select('text_body')
      .where('recipient', '=', 'nieuwe@delinde.example')
      .executeTakeFirstOrThrow()
    expect(mail.text_body).toMatch(/\/firstUse\?token=[\w-]{32}/)
    await planner.post(`/contact/edit/${id}`, { ...form, gets_account: 0, version: 1 })
    expect((await user())!.active).toBe(false)
  })

  it('lets only an administrator give the roles of administrator and planner', async () => {
    const form = { last_name: 'Machtig', 'roles[]': 1, country_code: 'NL' }
    expect((await planner.post('/contact/add', form)).json()).toHaveProperty('roles')
    expect((await (await app.as(1)).post('/contact/add', form)).status).toBe(200)
  })

  it('lets a supervisor change phone and address of the own people, and nothing else', async () => {
    const supervisor = await app.as(4)
    const { anouk, gerrit } = app.story.contacts
    const version = (await supervisor.get(`/contact/reach/${anouk}`)).$('input[name=version]').val() as string
    expect(
      (
        await supervisor.post(`/contact/reach/${anouk}`, {
          version,
          mobile_phone: '06 9999 9999',
          country_code: 'NL',
          last_name: 'Anders',
        })
      ).status,
    ).toBe(204)
    const row = await app.db
      .selectFrom('contacts')
      .select(['mobile_phone', 'last_name'])
      .where('id', '=', anouk)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ mobile_phone: '06 9999 9999', last_name: 'Linden' })
    expect((await supervisor.post(`/contact/reach/${gerrit}`, { version: 1, country_code: 'NL' })).status).toBe(404)
    expect((await supervisor.post(`/contact/edit/${anouk}`, { version, last_name: 'X' })).status).toBe(403)
  })
})

describe('appointments and the calendar', () => {
  const month = () => {
    const now = Math.floor(Date.now() / 1000)
    return `type=m&from=${now - 20 * 86_400}&to=${now + 40 * 86_400}`
  }
  const list = async (role: number, more = '') =>
    (await (await app.as(role)).get(`/ajax/getAppointments/courses?${month()}${more}`)).json<{
      appointments: Record<string, unknown>[]
    }>().appointments

  it('shows planners code, number, teachers and room, others less [R-023][T-194][T-195][T-196]', async () => {
    const { coming } = app.story.appointments
    const seen = async (role: number) => (await list(role)).find(({ id }) => id === coming)!
    expect(await seen(2)).toMatchObject({
      appointment_group_id: app.story.plannings.coming,
      course_code: 'BHV-B',
      room: 'lokaal 1',
      teachers: ['Jeroen van Dijk'],
    })
    for (const role of [3, 4]) {
      expect(await seen(role)).toHaveProperty('status')
      for (const field of ['course_code', 'appointment_group_id', 'teachers', 'room'])
        expect(await seen(role)).not.toHaveProperty(field)
    }
    for (const role of [5, 6]) expect(await seen(role)).not.toHaveProperty('status')
  })

  it('names the companies of an in-company planning to who plans, teaches or leads [T-195]', async () => {
    const { coming } = app.story.appointments
    const group_id = app.story.plannings.coming
    const incompany = (yes: boolean) =>
      app.db.updateTable('appointment_groups').set({ incompany: yes }).where('id', '=', group_id).execute()
    await incompany(true)
    const { deLinde, vanLoon } = app.story.companies
    const { rows } = await app.pool.query<{ name: string }>('select name from companies where id = $1', [deLinde])
    const ours = rows[0]!.name
    await app.db
      .insertInto('appointment_group_companies')
      .values([deLinde, vanLoon].map((company_id) => ({ group_id, company_id })))
      .execute()
    try {
      const seen = async (role: number) => (await list(role)).find(({ id }) => id === coming)!.incompany
      const all = ['Bakkerij Van Loon B.V.', ours].sort()
      for (const role of [1, 2, 3]) expect([role, [...((await seen(role)) as string[])].sort()]).toEqual([role, all])
      // Who leads reads of companies in the own scope; others are counted, here and in the popup.
      const counted = `${ours} en 1 ander bedrijf`
      expect(await seen(4)).toEqual([counted])
      const supervisor = await app.as(4)
      expect((await supervisor.get(`/calendar/view-appointment/${coming}`)).text).toContain(`<dd>${counted}</dd>`)
      expect((await supervisor.get(`/ajax/getAppointment/${coming}`)).json()).toMatchObject({
        incompany_names: counted,
      })
      for (const role of [5, 6]) expect([role, await seen(role)]).toEqual([role, undefined])
    } finally {
      await app.db.deleteFrom('appointment_group_companies').where('group_id', '=', group_id).execute()
      await incompany(false)
    }
  })

  it('shows everyone the own appointments only', async () => {
    const { foreign } = app.story.appointments
    expect((await list(2)).some(({ id }) => id === foreign)).toBe(true)
    for (const role of [3, 4, 5, 6])
      expect([role, (await list(role)).some(({ id }) => id === foreign)]).toEqual([role, false])
  })

  it('says in the feed where it is, by place and room, and what is cancelled', async () => {
    const link = (await planner.get('/ical/getLink')).text
    const feed = async () => (await app.anonymous.get(new URL(link).pathname)).text.split('\r\n')
    const { coming } = app.story.appointments
    const event = async () => {
      const lines = await feed()
      const at = lines.findIndex((line) => line.startsWith(`UID:appointment-${coming}@`))
      return lines.slice(at, lines.indexOf('END:VEVENT', at))
    }
    expect(await event()).toEqual(
      expect.arrayContaining(['SUMMARY:BHV basis: Theorie BHV', 'LOCATION:Zwolle\\, lokaal 1', 'STATUS:CONFIRMED']),
    )
    const { status } = await app.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', coming)
      .executeTakeFirstOrThrow()
    const become = (to: string) =>
      app.db.updateTable('appointments').set({ status: to }).where('id', '=', coming).execute()
    await become('cancelled')
    const cancelled = await event()
    await become(status)
    expect(cancelled).toEqual(
      expect.arrayContaining(['SUMMARY:Geannuleerd: BHV basis: Theorie BHV', 'STATUS:CANCELLED']),
    )
    expect(await feed()).toEqual(
      expect.arrayContaining(['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    )
  })

  it('narrows by the named filters [P-216]', async () => {
    const all = await list(2)
    expect((await list(2, '&status=cancelled')).every(({ cancelled }) => cancelled)).toBe(true)
    expect((await list(2, `&course_id=${app.story.courses.vca}`)).length).toBeLessThan(all.length)
    expect((await list(2, '&incompany=yes')).map(({ id }) => id)).toEqual([app.story.appointments.foreign])
    expect((await list(2, '&not_full=yes')).some(({ id }) => id === app.story.appointments.full)).toBe(false)
    expect((await list(2, `&appointment_group_id=${app.story.plannings.coming}`)).map(({ id }) => id)).toEqual([1, 2])
    const visits = (await planner.get(`/ajax/getAppointments/inspections?${month()}`)).json<{ total: number }>()
    expect(visits.total).toBeGreaterThan(0)
    const opened = async (path: string) => {
      const props = (await planner.page(path)).$('[data-island=calendar]').attr('data-props')!
      const { module, dataUrl } = JSON.parse(props) as { module: string; dataUrl: string }
      return [module, dataUrl]
    }
    expect(await opened('/calendar')).toEqual(['courses', '/ajax/getAppointments/courses'])
    expect(await opened('/calendar?module=inspections')).toEqual(['inspections', '/ajax/getAppointments/inspections'])
    expect((await planner.get('/ajax/getAppointments/nonsense?type=m&from=1&to=2')).status).toBe(404)
  })

  it('is that of the courses unless another is asked for, and takes nothing new where nothing can be planned [T-011]', async () => {
    const shown = async (path: string) => {
      const { $ } = await planner.page(path)
      return JSON.parse($('[data-island=calendar]').attr('data-props')!) as {
        module: string
        allow: string
        addUrl: string | null
        dataUrl: string
      }
    }
    expect(await shown('/calendar')).toMatchObject({
      module: 'courses',
      allow: 'add edit remove',
      dataUrl: '/ajax/getAppointments/courses',
    })
    expect(await shown('/calendar?module=inspections')).toMatchObject({
      module: 'inspections',
      allow: '',
      addUrl: null,
      dataUrl: '/ajax/getAppointments/inspections',
    })
  })

  it('shows a status in the colour chosen for it, unless the part is full', async () => {
    await app.pool.query(`update appointment_statuses set color = '#123456' where key = 'planned'`)
    const shown = await list(2)
    const planned = shown.filter(({ status, full }) => (status as { key: string }).key === 'planned' && !full)
    expect(planned.length).toBeGreaterThan(0)
    for (const { css } of planned) expect(css).toEqual({ 'background-color': '#123456', color: '#123456' })
    for (const { css } of shown.filter(({ full }) => full)) expect(css).toBeUndefined()
    for (const { css } of await list(5)) expect(css).toBeUndefined()
    await app.pool.query(`update appointment_statuses set color = null where key = 'planned'`)
  })

  it('answers one part with epoch seconds and Dutch dates [R-030][T-056][T-057][T-060]', async () => {
    const part = (await planner.get(`/ajax/getAppointment/${app.story.appointments.coming}`)).json<
      Record<string, unknown>
    >()
    expect(part.start_date).toMatch(/^\d{2}-\d{2}-\d{4}$/)
    expect(part).toMatchObject({ max_count: 14, student_count: 11, freeSpace: 3, start_time: '08:30' })
    expect(Number(part.end_datetime) - Number(part.start_datetime)).toBe(450 * 60)
    expect(part.siblings).toHaveLength(2)
    expect((part.responsibles as { link: { role_id: number } }[]).map(({ link }) => link.role_id)).toEqual([3, 6])
  })

  it('gives the subscription link as plain text, and the feed to whoever has it [R-022][P-212]', async () => {
    const teacher = await app.as(3)
    const link = await teacher.get('/ical/getLink')
    expect(link.headers.get('content-type')).toContain('text/plain')
    expect((await teacher.get('/ical/getLink')).text).toBe(link.text)
    const feed = await app.anonymous.get(new URL(link.text).pathname)
    expect(feed.headers.get('content-type')).toContain('text/calendar')
    expect(feed.text).toContain(`UID:appointment-${app.story.appointments.coming}@`)
    expect(feed.text).not.toContain(`UID:appointment-${app.story.appointments.foreign}@`)
    expect(feed.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect((await app.anonymous.get('/ical/onbekend.ics')).status).toBe(404)
  })

  it('refuses a start after the end, and a double booking that nobody confirmed [R-032][T-161][M-048]', async () => {
    const id = app.story.appointments.coming
    const form = await planner.get(`/calendar/edit-appointment/${id}`)
    const value = (name: string) => String(form.$(`[name="${name}"]`).val() ?? '')
    const base = { version: value('version'), description: 'Theorie BHV', status: 'confirmed', max_count: 14 }
    const wrong = await planner.post(`/calendar/edit-appointment/${id}`, {
      ...base,
      start_datetime: '02-02-2027 16:00',
      end_datetime: '02-02-2027 09:00',
    })
    expect(wrong.json()).toEqual({ start_datetime: ['Begindatum moet voor de einddatum zijn.'] })
    const small = await planner.post(`/calendar/edit-appointment/${id}`, {
      ...base,
      max_count: 5,
      start_datetime: value('start_datetime'),
      end_datetime: value('end_datetime'),
    })
    expect(small.json()).toHaveProperty('max_count')
    const lost = await planner.post(`/calendar/edit-appointment/${id}`, {
      ...base,
      start_datetime: '28-03-2027 02:30',
      end_datetime: '28-03-2027 09:00',
    })
    expect(lost.json<Record<string, string[]>>().start_datetime![0]).toContain('bestaat niet')
  })

  it('deletes a part only when nothing hangs on it [R-034]', async () => {
    expect((await planner.post('/calendar/appointments/delete', { id: app.story.appointments.coming })).status).toBe(
      409,
    )
    const { rows } = await app.pool.query<{ id: number }>(
      `with g as (insert into appointment_groups (course_id) values ($1) returning id)
       insert into appointments (group_id, description, starts_at, ends_at, max_count) select id, 'Los', now(), now() + interval '1 hour', 5 from g returning id`,
      [app.story.courses.vca],
    )
    const gone = await planner.post('/calendar/appointments/delete', { id: rows[0]!.id })
    expect(gone.trigger.changed?.items).toEqual([{ type: 'appointment', id: rows[0]!.id }])
  })
})
