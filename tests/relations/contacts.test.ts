import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let person: number
let nextNumber = 40_000
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
beforeEach(async () => {
  person = await addContact(app.db, { first_name: 'Losse', client_id: nextNumber++ })
})
afterAll(() => app.close())

const contact = (id: number) => app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const companiesOf = async (id: number) =>
  (
    await app.db
      .selectFrom('contact_companies')
      .select('company_id')
      .where('contact_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ company_id }) => company_id)
const numbersOf = async (id: number) =>
  (await app.db.selectFrom('client_ids').select('client_id').where('contact_id', '=', id).execute()).length

describe('what was stored before its rule', () => {
  const old = { postal_code: '99', email: 'geen adres', mobile_phone: 'zie pasje' }
  it('stays with a contact that is edited elsewhere, and gives no account', async () => {
    await app.db.updateTable('contacts').set(old).where('id', '=', person).execute()
    const form = { ...old, last_name: 'Nieuwenhuis', 'roles[]': 5, version: (await contact(person)).version }
    expect((await planner.post(`/contact/edit/${person}`, { ...form, gets_account: 1 })).json()).toEqual({
      email: ['Dit e-mailadres klopt niet.'],
    })
    expect((await planner.post(`/contact/edit/${person}`, form)).status).toBe(204)
    expect(await contact(person)).toMatchObject({ ...old, last_name: 'Nieuwenhuis' })
  })

  it('stays where only phone and address are edited', async () => {
    await app.db.updateTable('contacts').set(old).where('id', '=', person).execute()
    const { version } = await contact(person)
    const reach = { version, phone: '038 421 00 00', mobile_phone: old.mobile_phone, postal_code: old.postal_code }
    expect((await planner.post(`/contact/reach/${person}`, { ...reach, mobile_phone: 'geen' })).status).toBe(422)
    expect((await planner.post(`/contact/reach/${person}`, reach)).status).toBe(204)
    expect(await contact(person)).toMatchObject({ ...old, phone: '038 421 00 00' })
  })
})

describe('belonging to companies', () => {
  it('moves to a company, which then gets the invoices [R-088][S-075][T-111]', async () => {
    const { deLinde, kuipers } = app.story.companies
    expect((await planner.get(`/contact/moveToCompany/${person}`)).$('select[name=company_id]').length).toBe(1)
    expect((await planner.post(`/contact/moveToCompany/${person}/${deLinde}`)).trigger.flash?.str).toBe(
      'Contact verplaatst',
    )
    expect(await contact(person)).toMatchObject({ company_id: deLinde, client_id: null })
    expect(await numbersOf(person)).toBe(0)
    expect((await planner.post(`/contact/moveToCompany/${person}`, { company_id: kuipers })).status).toBe(204)
    expect(await companiesOf(person)).toEqual([kuipers])
    expect((await planner.post(`/contact/moveToCompany/${person}/${kuipers}`)).status).toBe(422)
    expect((await planner.post(`/contact/moveToCompany/${person}/2000000`)).status).toBe(404)
  })

  it('has one company after two moves at once', async () => {
    const { deLinde, kuipers, vanLoon } = app.story.companies
    await planner.post(`/contact/moveToCompany/${person}/${vanLoon}`)
    const holder = await app.pool.connect()
    try {
      // Both have begun before either can go on.
      await holder.query('begin')
      await holder.query('lock table contact_companies in share mode')
      const moves = [deLinde, kuipers].map((company) => planner.post(`/contact/moveToCompany/${person}/${company}`))
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 15_000 }).toBe(2)
      await holder.query('rollback')
      const answers = await Promise.all(moves)
      expect(answers.map(({ status }) => status < 300)).toEqual([true, true])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const { company_id } = await contact(person)
    expect(await companiesOf(person)).toEqual([company_id])
    await planner.post(`/contact/moveToCompany/${person}/${kuipers}`)
  })

  it('moves from its companies and becomes a private debtor [R-089][S-076][T-112]', async () => {
    const { deLinde, kuipers } = app.story.companies
    await planner.post(`/contact/attachCompany/${person}`, { company_id: deLinde })
    await planner.post(`/contact/attachCompany/${person}`, { company_id: kuipers })
    const popup = await planner.get(`/contact/moveFromCompany/${person}`)
    expect(popup.$('[data-post]').attr('data-post')).toBe(`/contact/moveFromCompany/${person}`)
    const answer = await planner.post(`/contact/moveFromCompany/${person}`)
    expect(answer.trigger['popup-close']).toBeDefined()
    const moved = await contact(person)
    expect(moved.company_id).toBeNull()
    expect(moved.client_id).toBeGreaterThan(20_000)
    expect(await companiesOf(person)).toEqual([])
    expect(await numbersOf(person)).toBe(1)
    expect((await planner.post(`/contact/moveFromCompany/${person}`)).status).toBe(422)
  })

  it('is attached to more companies, each once and only to one that there is [R-086][T-185]', async () => {
    const { deLinde, kuipers } = app.story.companies
    for (const company of [deLinde, kuipers])
      expect((await planner.post(`/contact/attachCompany/${person}`, { company_id: company })).status).toBe(204)
    expect(await companiesOf(person)).toEqual([deLinde, kuipers])
    expect((await contact(person)).company_id).toBe(deLinde)
    for (const company_id of ['0', '-1', ''])
      expect((await planner.post(`/contact/attachCompany/${person}`, { company_id })).json()).toEqual({
        company_id: ['Maak een keuze'],
      })
    expect((await planner.post(`/contact/attachCompany/${person}`, { company_id: deLinde })).json()).toEqual({
      company_id: ['Dit bedrijf is al gekoppeld.'],
    })
  })

  it('is detached from one; the next becomes the main one, and without any the person is private [R-087]', async () => {
    const { deLinde, kuipers } = app.story.companies
    for (const company_id of [deLinde, kuipers]) await planner.post(`/contact/attachCompany/${person}`, { company_id })
    await planner.post('/contact/detachCompany', { id: person, company_id: deLinde })
    expect(await contact(person)).toMatchObject({ company_id: kuipers, client_id: null })
    await planner.post('/contact/detachCompany', { id: person, company_id: kuipers })
    expect((await contact(person)).client_id).not.toBeNull()
    expect((await planner.post('/contact/detachCompany', { id: person, company_id: kuipers })).status).toBe(404)
  })

  it('follows the company chosen in the form, and a private person belongs to none', async () => {
    const { deLinde, kuipers } = app.story.companies
    const save = async (company_id: number) =>
      planner.post(`/contact/edit/${person}`, {
        last_name: 'Verhuisd',
        'roles[]': 5,
        company_id,
        version: (await contact(person)).version,
      })
    for (const company of [deLinde, kuipers]) {
      expect((await save(company)).status).toBe(204)
      expect(await companiesOf(person)).toEqual([company])
    }
    expect((await save(-1)).status).toBe(204)
    expect(await companiesOf(person)).toEqual([])
    expect((await contact(person)).client_id).not.toBeNull()
  })

  it('keeps all its companies when the form makes another one of them the main one', async () => {
    const { deLinde, kuipers, vanLoon } = app.story.companies
    for (const company_id of [deLinde, kuipers]) await planner.post(`/contact/attachCompany/${person}`, { company_id })
    const save = async (company_id: number) =>
      planner.post(`/contact/edit/${person}`, {
        last_name: 'Wisselt',
        'roles[]': 5,
        company_id,
        version: (await contact(person)).version,
      })
    expect((await save(kuipers)).status).toBe(204)
    expect((await contact(person)).company_id).toBe(kuipers)
    expect(await companiesOf(person)).toEqual([deLinde, kuipers])
    // A company that is new takes the place of the main one; the other stays.
    expect((await save(vanLoon)).status).toBe(204)
    expect(await companiesOf(person)).toEqual([deLinde, vanLoon])
    // So does a move, which is leaving one company for another.
    await planner.post(`/contact/moveToCompany/${person}/${kuipers}`)
    expect(await companiesOf(person)).toEqual([deLinde, kuipers])
  })

  it('starts with the company whose people are listed', async () => {
    const { deLinde } = app.story.companies
    const list = await planner.get(`/contacts?embed=1&company_id=${deLinde}`)
    const url = list.$('.rt-bar a[href^="/contact/add"]').attr('href')!
    expect((await planner.get(url)).$('select[name=company_id] option[selected]').attr('value')).toBe(String(deLinde))
    expect((await planner.get('/contact/add?company_id=onzin')).status).toBe(200)
  })

  it('offers adding people in its popup beside its one main button, which is another', async () => {
    const { deLinde } = app.story.companies
    const main = (answer: Answer) =>
      answer
        .$('.btn-primary')
        .toArray()
        .map((button) => answer.$(button).text().trim())
    expect(main(await planner.get(`/company/view/${deLinde}?item=contacts`))).toEqual(['Inschrijven'])
    const tab = await planner.get(`/contacts?embed=1&company_id=${deLinde}`)
    expect([main(tab), tab.$('.rt-bar a.btn').text().trim()]).toEqual([[], 'Contact toevoegen'])
    expect(main(await planner.page('/contacts'))).toEqual(['Contact toevoegen'])
  })

  it('of an administrator is an administrator’s to change', async () => {
    const { administrator } = app.story.contacts
    expect((await planner.post('/contact/disable', { id: administrator })).status).toBe(403)
    // Whoever has an account is deleted by nobody.
    expect((await planner.post('/contact/delete', { id: administrator })).status).toBe(409)
    for (const path of [`/contact/moveFromCompany/${administrator}`, `/contact/moveToCompany/${administrator}/2`])
      expect((await planner.post(path)).status).toBe(403)
  })
})

describe('supervisors', () => {
  it('supervise people by name and can belong to several companies [R-084][R-085][T-197]', async () => {
    const { supervisor } = app.story.contacts
    const browser = await app.as(4)
    expect((await browser.get(`/contact/view/${person}`)).status).toBe(404)
    const form = { contact_id: person, supervisor_id: supervisor }
    expect((await planner.post('/contact/supervise_contact', form)).trigger.flash?.str).toBe('Leidinggevende gekoppeld')
    expect((await browser.get(`/contact/view/${person}`)).status).toBe(200)
    const tab = await planner.get(`/contact/${person}/supervisors`)
    expect(tab.text).toContain('Fenna Dijkstra')
    expect((await planner.get(`/contact/${supervisor}/team`)).$(`tr[data-id="${person}"]`).length).toBe(1)
    expect(
      (await planner.post('/contact/deleteFromSupervisor', { id: person, supervisor_id: supervisor })).status,
    ).toBe(204)
    expect((await browser.get(`/contact/view/${person}`)).status).toBe(404)
    expect(
      (await planner.post('/contact/deleteFromSupervisor', { id: person, supervisor_id: supervisor })).status,
    ).toBe(404)

    const { vanLoon } = app.story.companies
    expect((await browser.get(`/company/view/${vanLoon}`)).status).toBe(404)
    await planner.post(`/contact/attachCompany/${supervisor}`, { company_id: vanLoon })
    expect((await browser.get(`/company/view/${vanLoon}`)).status).toBe(200)
    expect((await browser.get(`/contact/view/${app.story.contacts.gerrit}`)).status).toBe(200)
    await planner.post('/contact/detachCompany', { id: supervisor, company_id: vanLoon })
  })

  it('have that role, and supervise somebody else', async () => {
    const { gerrit, supervisor } = app.story.contacts
    const wrong = await planner.post('/contact/supervise_contact', { contact_id: person, supervisor_id: gerrit })
    expect(wrong.json()).toEqual({ supervisor_id: ['Kies iemand met de rol leidinggevende.'] })
    const self = await planner.post(`/contact/supervisors/${supervisor}`, { supervisor_id: supervisor })
    expect(self.json()).toEqual({ supervisor_id: ['Iemand begeleidt niet zichzelf.'] })
  })
})

describe('a contact', () => {
  it('has several roles, of which 4 is the supervisor [R-079][S-072][T-062]', async () => {
    const form = await planner.get('/contact/add')
    expect(form.$('input[name="roles[]"]').length).toBe(6)
    expect(form.$('input[name="roles[]"][value=4]').parent().text()).toBe('Leidinggevende')
    const added = await planner.post('/contact/add', { last_name: 'Rollen', 'roles[]': [4, 5], country_code: 'NL' })
    const { id } = added.json<{ id: number }>()
    expect((await planner.get(`/ajax/getContacts?id=${id}`)).json()).toMatchObject([
      { id, roles: [4, 5], is_supervisor: true },
    ])
    const card = async (roles: number[]) => {
      await app.db.updateTable('contacts').set({ roles }).where('id', '=', id).execute()
      return (await planner.get(`/ajax/getContacts?id=${id}`)).json<{ is_supervisor: boolean }[]>()[0]!.is_supervisor
    }
    expect([await card([3, 4]), await card([3, 5]), await card([])]).toEqual([true, false, false])
    expect((await planner.post('/contact/add', { last_name: 'X', 'roles[]': 7 })).json()).toHaveProperty('roles')
  })

  it('has one gender or none [P-196]', async () => {
    const { $ } = await planner.get('/contact/add')
    expect($('[data-exclusive] input[type=checkbox][name=gender]').length).toBe(3)
    const two = await planner.post('/contact/add', { last_name: 'Twee', gender: ['m', 'f'], country_code: 'NL' })
    expect(two.json()).toHaveProperty('gender')
    const one = await planner.post('/contact/add', { last_name: 'Een', gender: 'x', country_code: 'NL' })
    expect((await contact(one.json<{ id: number }>().id)).gender).toBe('x')
  })

  it('was born between 1900 and today', async () => {
    const born = async (birth_date: string) =>
      (await planner.post('/contact/add', { last_name: 'Geboren', birth_date, country_code: 'NL' })).status
    const now = formatDate(today())
    expect([await born('01-01-1900'), await born(now)]).toEqual([200, 200])
    expect([await born('31-12-1899'), await born(formatDate(addDays(today(), 1))), await born('01-01-2999')]).toEqual([
      422, 422, 422,
    ])
  })

  it('opens with its data, companies and supervisors [R-080][S-073]', async () => {
    const { $, text } = await planner.get(`/contact/view/${app.story.contacts.anouk}`)
    const items = $('[data-item]')
      .map((_, item) => $(item).text().replace(/\s+/g, ''))
      .get()
    expect(items).toEqual(expect.arrayContaining(['Overzicht', 'Bedrijven1', 'Leidinggevenden']))
    expect(text).toContain('14-01-1988')
  })

  it('says what is left to do: an address for messages, and who may be the same person', async () => {
    const add = async (last_name: string, first_name: string, email: string) => {
      const { rows } = await app.pool.query<{ id: number }>(
        `insert into contacts (last_name, first_name, email, birth_date, roles) values ($1, $2, $3, '1971-04-03', '{5}') returning id`,
        [last_name, first_name, email || null],
      )
      return rows[0]!.id
    }
    const lines = async (id: number) => {
      const { $ } = await planner.get(`/contact/view/${id}`)
      return $('.todo-line')
        .toArray()
        .map((line) => $(line).attr('href'))
    }
    const one = await add('Dubbelmans', 'Petra', '')
    expect(await lines(one)).toEqual([`/contact/edit/${one}`])
    const two = await add('Dúbbelmans', 'Petra', 'p.dubbelmans@post.example')
    await add('Dubbelmans', 'Karel', 'k.dubbelmans@post.example')
    expect(await lines(one)).toEqual([`/contact/edit/${one}`, `/contacts/merge?ids=${one},${two}`])
    expect(await lines(two)).toEqual([`/contacts/merge?ids=${two},${one}`])
    await app.pool.query(`update contacts set active = false, birth_date = '1971-04-04' where id = $1`, [one])
    expect([await lines(one), await lines(two)]).toEqual([[], []])
  })

  it('tells the ways to reach it [R-081][S-074]', async () => {
    const { $ } = await planner.get(`/contact/getContactOptions/${app.story.contacts.anouk}`)
    expect($('.ways a').first().attr('href')).toBe('tel:06 1234 5510')
    expect($('.ways').text()).toContain('a.vanderlinden@delinde.example')
  })

  it('comes by id in the fields of the contract, as far as it may be seen [R-078]', async () => {
    const { anouk, gerrit, student } = app.story.contacts
    expect((await planner.get(`/ajax/getContacts?id=${anouk},${student}`)).json()).toMatchObject([
      { id: anouk, messageName: 'Anouk van der Linden', company_id: 2, company_ids: [2], client_id: null },
      { id: student, company_id: null, company_ids: [], client_id: 20_117 },
    ])
    expect((await (await app.as(4)).get(`/ajax/getContacts?id=${anouk},${gerrit}`)).json()).toMatchObject([
      { id: anouk },
    ])
    expect((await (await app.as(5)).get(`/ajax/getContacts?id=${anouk},${student}`)).json()).toMatchObject([
      { id: student },
    ])
  })

  it('that something coming needs cannot be deactivated, and it says so [T-222][M-060]', async () => {
    const blocked = await planner.post('/contact/disable', { id: app.story.contacts.anouk })
    expect(blocked.status).toBe(409)
    expect(blocked.trigger.flash?.str).toContain('Deze persoon kan niet worden gedeactiveerd')
    expect((await contact(app.story.contacts.anouk)).active).toBe(true)
  })

  it('that cannot be deleted is told why before it is tried: account, certificates, what it gave', async () => {
    const labels = async (id: number) =>
      (await planner.get(`/ajax/getDeletionPreventors/contact/${id}`))
        .json<{ reasons: { label: string }[] }>()
        .reasons.map(({ label }) => label)
    const { rows } = await app.pool.query<{ table: string; id: number }>(
      `select 'certificates' as table, min(contact_id) as id from certificates
       union all select 'users', min(contact_id) from users
       union all select 'appointment_responsibles', min(contact_id) from appointment_responsibles`,
    )
    const told = { certificates: 'Certificaten', users: 'Account', appointment_responsibles: 'Onderdelen waarvoor' }
    for (const [table, label] of Object.entries(told)) {
      const { id } = rows.find((row) => row.table === table)!
      expect((await labels(id)).some((shown) => shown.startsWith(label))).toBe(true)
    }
  })

  it('is deactivated with its documents, which only keep it from being deleted', async () => {
    await app.pool.query(
      `insert into documents (object_type, object_id, name, type_id) select 'contact', $1, 'Brief', min(id) from document_types`,
      [person],
    )
    const reasons = (await planner.get(`/ajax/getDeletionPreventors/contact/${person}`)).text
    expect(reasons).toContain('Documenten')
    expect((await planner.post('/contact/disable', { id: person })).status).toBe(204)
  })

  it('that is disabled is signed out and cannot sign in until it is enabled again', async () => {
    const form = {
      last_name: 'Uitgezet',
      email: 'uit@gezet.example',
      'roles[]': 5,
      gets_account: 1,
      country_code: 'NL',
    }
    const { id } = (await planner.post('/contact/add', form)).json<{ id: number }>()
    const account = () =>
      app.db.selectFrom('users').select(['id', 'active']).where('contact_id', '=', id).executeTakeFirstOrThrow()
    const browser = await app.asUser((await account()).id)
    expect((await browser.get('/profile')).status).toBe(200)
    await planner.post('/contact/disable', { id })
    expect((await browser.get('/profile')).status).toBe(401)
    expect((await account()).active).toBe(false)
    await planner.post(`/contact/edit/${id}`, { ...form, version: (await contact(id)).version })
    expect((await account()).active).toBe(false)
    await planner.post('/contact/disable', { id })
    expect((await account()).active).toBe(true)
  })

  it('that looks like another is mentioned while it is typed', async () => {
    const notes = async (query: string) =>
      (await planner.get(`/contacts/similar?${query}`)).json<{ notes: Record<string, { links: unknown[] }[]> }>().notes
    const anouk = { label: 'Anouk van der Linden, 14-01-1988, Zorggroep De Linde', url: '/contact/view/10' }
    const named = 'first_name=anouk&last_name_prefix=Van der&last_name=linden'
    expect((await notes(`${named}&birth_date=14-01-1988`)).birth_date![0]!.links).toEqual([anouk])
    expect((await notes('email=A.vanderLinden@delinde.example')).email![0]!.links).toEqual([anouk])
    expect(await notes(`${named}&birth_date=15-01-1988`)).toEqual({})
    expect(await notes(`id=10&${named}&birth_date=14-01-1988`)).toEqual({})
  })

  it('that looks like another is added only by who saw the other, and then as it was typed', async () => {
    const known = await addContact(app.db, {
      first_name: 'Fatima',
      last_name_prefix: "'t",
      last_name: 'Hart',
      birth_date: '1979-03-12',
      email: 'f.hart@linker.example',
    })
    const count = async () =>
      Number((await app.pool.query<{ count: string }>('select count(*) from contacts')).rows[0]!.count)
    const before = await count()
    const base = { first_name: 'Fatima', birth_date: '12-03-1979', country_code: 'NL', 'roles[]': 5 }
    const alike = [
      { ...base, last_name_prefix: "'t", last_name: 'Hart' },
      { ...base, last_name: 'Hart' },
      { ...base, last_name: "'T HART" },
      { ...base, last_name_prefix: 'van', last_name: 'Hart' },
      { ...base, first_name: '', initials: 'F.', last_name: 'Hart' },
      { last_name: 'Anders', email: 'F.Hart@linker.example', country_code: 'NL', 'roles[]': 5 },
    ]
    for (const form of alike) {
      const asked = await planner.post('/contact/add', form)
      expect(asked.status).toBe(409)
      expect(asked.json()).toMatchObject({
        question: {
          links: [{ label: expect.stringContaining("Open Fatima 't Hart") as unknown, url: `/contact/view/${known}` }],
          go: 'Toch toevoegen',
          field: 'known_doubles',
          value: String(known),
        },
      })
    }
    expect((await planner.post('/contact/add', { ...alike[1]!, known_doubles: '10' })).status).toBe(409)
    expect(await count()).toBe(before)
    const { id } = (await planner.post('/contact/add', { ...alike[1]!, known_doubles: known })).json<{ id: number }>()
    expect(await contact(id)).toMatchObject({ first_name: 'Fatima', last_name_prefix: '', last_name: 'Hart' })
    expect(await count()).toBe(before + 1)
    for (const other of [
      { ...base, last_name: 'Bakker' },
      { ...base, first_name: 'Samira', last_name: 'Hart' },
      { ...base, last_name: 'Hart', birth_date: '13-03-1979' },
    ])
      expect((await planner.post('/contact/add', other)).status).toBe(200)
  })
})

describe('hidden fields', () => {
  it('of a company and of the organisation are in no form, and keep what they hold', async () => {
    const id = await addContact(app.db, {
      last_name: 'Verborgen',
      company_id: 5,
      birth_date: '1990-05-01',
      gender: 'f',
      note: 'Blijft',
      street: 'Kade',
    })
    const { version } = await app.db
      .selectFrom('companies')
      .select('version')
      .where('id', '=', 5)
      .executeTakeFirstOrThrow()
    const hidden = { hidden_contact_fields: ['birth_date', 'note', 'address'], version }
    expect((await planner.post('/companies/5/hiddenFields', hidden)).status).toBe(204)
    await app.db
      .insertInto('settings')
      .values({ key: 'hidden_contact_fields', value: JSON.stringify(['gender']) })
      .execute()
    const form = await planner.get(`/contact/edit/${id}`)
    for (const name of ['birth_date', 'note', 'street', 'gender'])
      expect(form.$(`[name="${name}"]`).length, name).toBe(0)
    const view = (await planner.get(`/contact/view/${id}`)).text
    expect(view).not.toContain('01-05-1990')
    expect(view).not.toContain('Blijft')
    expect((await planner.get(`/contact/getContactOptions/${id}`)).text).not.toContain('Kade')
    await planner.post(`/contact/edit/${id}`, {
      last_name: 'Verborgen',
      company_id: 5,
      'roles[]': 5,
      version: 1,
      birth_date: '',
    })
    expect(await contact(id)).toMatchObject({ birth_date: '1990-05-01', gender: 'f', note: 'Blijft', street: 'Kade' })
    expect(
      (await planner.post('/companies/5/hiddenFields', { hidden_contact_fields: 'last_name', version: 9 })).status,
    ).toBe(422)
    await app.db.deleteFrom('settings').where('key', '=', 'hidden_contact_fields').execute()
  })

  it('are in no list, no export and no call either, for those they are hidden from', async () => {
    const reach = {
      birth_date: '1991-06-02',
      gender: 'f',
      initials: 'Q.',
      phone: '0570111222',
      mobile_phone: '0655501234',
    }
    const hiding = await addContact(app.db, { ...reach, first_name: 'Els', last_name: 'Schuilplaats', company_id: 6 })
    const open = await addContact(app.db, { ...reach, first_name: 'Els', last_name: 'Schuilplaats', company_id: null })
    const hide = (fields: string[]) =>
      app.db.updateTable('companies').set({ hidden_contact_fields: fields }).where('id', '=', 6).execute()
    const mobiles = async (path: string) =>
      ((await planner.get(path)).text.match(/0655501234|06-?\s?55501234/g) ?? []).length
    const list = '/contacts?search=schuilplaats'
    const cards = async () =>
      (await planner.get(`/ajax/getContacts?id=${hiding},${open}`)).json<Record<string, unknown>[]>()
    const like = 'first_name=Els&last_name=Schuilplaats&birth_date=02-06-1991'
    const notes = async () => (await planner.get(`/contacts/similar?${like}`)).text.match(/02-06-1991/g)?.length ?? 0

    await hide([])
    const shownTwice = await mobiles(list)
    expect([await mobiles(`${list}&export=csv`), await notes()]).toEqual([2, 2])
    expect((await cards())[0]).toMatchObject({ gender: 'f', initials: 'Q.', mobile_phone: '0655501234' })

    await hide(['birth_date', 'gender', 'initials', 'phone', 'mobile_phone'])
    expect([await mobiles(list), await mobiles(`${list}&export=csv`), await notes()]).toEqual([shownTwice / 2, 1, 1])
    const hidden = { gender: null, initials: '', phone: null, mobile_phone: null }
    expect(await cards()).toMatchObject([
      { id: hiding, ...hidden, messageName: 'Els Schuilplaats' },
      { id: open, gender: 'f', initials: 'Q.', phone: '0570111222', mobile_phone: '0655501234' },
    ])

    const value = JSON.stringify(['birth_date', 'gender', 'initials', 'phone', 'mobile_phone'])
    await app.db.insertInto('settings').values({ key: 'hidden_contact_fields', value }).execute()
    await hide([])
    expect([await mobiles(list), await mobiles(`${list}&export=csv`), await notes()]).toEqual([0, 0, 0])
    expect(await cards()).toMatchObject([hidden, hidden])
    await app.db.deleteFrom('settings').where('key', '=', 'hidden_contact_fields').execute()
  })

  it('stand in no account’s name either, from the moment they are hidden', async () => {
    const id = await addContact(app.db, { first_name: '', initials: 'Z.', last_name: 'Nagel', company_id: 6 })
    await app.db
      .insertInto('users')
      .values({ email: 'nagel@example.nl', name: 'Z. Nagel', roles: [5], contact_id: id })
      .execute()
    const name = async () =>
      (await app.db.selectFrom('users').select('name').where('contact_id', '=', id).executeTakeFirstOrThrow()).name
    const administrator = await app.as(1)
    const settings = '/settings/contact-fields'
    const byAll = async (fields: string[]) => {
      const version = String((await administrator.get(settings)).$('[name=version]').val())
      return administrator.post(settings, { fields, version })
    }
    const byCompany = async (hidden_contact_fields: string[]) => {
      const version = String((await planner.get('/companies/6/hiddenFields')).$('[name=version]').val())
      return planner.post('/companies/6/hiddenFields', { hidden_contact_fields, version })
    }
    const { changed } = (await byAll(['initials'])).trigger
    expect([await name(), changed!.items.some(({ type }) => type === 'user')]).toEqual(['Nagel', true])
    await byAll([])
    expect(await name()).toBe('Z. Nagel')
    await byCompany(['initials'])
    expect(await name()).toBe('Nagel')
    await planner.post(`/contact/moveFromCompany/${id}`)
    expect(await name()).toBe('Z. Nagel')
    await planner.post(`/contact/moveToCompany/${id}/6`)
    expect(await name()).toBe('Nagel')
    await byCompany([])
    expect(await name()).toBe('Z. Nagel')
  })

  it('find nobody any longer, and stand in no name of somebody without a first name', async () => {
    const reach = { phone: '0570 99 88 77', mobile_phone: '06 9988 7766', postal_code: '1987 ZX' }
    const someone = { ...reach, first_name: '', initials: 'Q.X.', last_name: 'Vindbaar', roles: [3] }
    const employed = await addContact(app.db, { ...someone, company_id: 6 })
    const alone = await addContact(app.db, someone)
    const all = ['initials', 'phone', 'mobile_phone', 'address']
    const byCompany = (hidden_contact_fields: string[]) =>
      app.db.updateTable('companies').set({ hidden_contact_fields }).where('id', '=', 6).execute()
    const byAll = async (fields: string[]) => {
      const value = JSON.stringify(fields)
      await app.db.deleteFrom('settings').where('key', '=', 'hidden_contact_fields').execute()
      await app.db.insertInto('settings').values({ key: 'hidden_contact_fields', value }).execute()
    }
    const found = async (path: string) =>
      (await planner.get(path)).json<{ data: { searchable_id: number; name: string }[] }>().data
    const reached = async () => {
      const hits = await Promise.all(
        Object.values(reach).map((text) => found(`/ajax/superSearch?query=${encodeURIComponent(text)}`)),
      )
      return hits.map((rows) => rows.map(({ searchable_id }) => searchable_id).sort((a, b) => a - b))
    }
    const named = async () => {
      const texts = await Promise.all(
        [
          '/ajax/specialSelectorSearch?type=contact&v=vindbaar',
          '/contacts?search=vindbaar&export=csv',
          `/ajax/getContacts?id=${employed},${alone}`,
        ].map(async (path) => (await planner.get(path)).text.match(/Q\.X\. Vindbaar/g)?.length ?? 0),
      )
      const hits = (await found('/ajax/superSearch?query=vindbaar')).filter(({ name }) =>
        name.startsWith('Q.X. Vindbaar'),
      )
      const popup = (await planner.get(`/contact/view/${employed}`)).text
      return [...texts, hits.length, popup.includes('Q.X.')]
    }

    await byAll([])
    await byCompany([])
    expect(await reached()).toEqual([
      [employed, alone],
      [employed, alone],
      [employed, alone],
    ])
    expect(await named()).toEqual([2, 2, 2, 2, true])
    await byCompany(all)
    expect(await reached()).toEqual([[alone], [alone], [alone]])
    expect(await named()).toEqual([1, 1, 1, 1, false])
    await byCompany([])
    await byAll(all)
    expect(await reached()).toEqual([[], [], []])
    expect(await named()).toEqual([0, 0, 0, 0, false])
    await byAll([])
  })

  it('of the whole organisation have no column in the list and its export', async () => {
    const heads = async () => {
      const { $ } = await planner.get('/contacts?embed=1')
      const csv = (await planner.get('/contacts?export=csv')).text.split('\r\n')
      const widths = csv.filter((line) => line !== '').map((line) => line.split(';').length)
      const cells = $('tbody tr').first().find('td').length - $('thead th').length
      return [$('thead').text().includes('Mobiel'), csv[0]!.includes('Mobiel'), new Set(widths).size, cells]
    }
    const version = async () => (await (await app.as(1)).get('/settings/contact-fields')).$('[name=version]').val()
    const save = async (fields: string[]) =>
      (await app.as(1)).post('/settings/contact-fields', { fields, version: String(await version()) })
    expect(await heads()).toEqual([true, true, 1, 0])
    expect((await save(['mobile_phone'])).status).toBe(200)
    expect(await heads()).toEqual([false, false, 1, 0])
    expect((await save([])).status).toBe(200)
  })
})
