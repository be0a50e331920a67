import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { uploadImage } from '../support/upload.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  supervisor = await app.as(4)
})
afterAll(() => app.close())

const add = async (form: Parameters<Browser['post']>[1]) =>
  (await planner.post('/company/add', form)).json<{ id: number }>().id
const company = (id: number) =>
  app.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('adding a company', () => {
  it('takes the next debtor number and announces it [R-068]', async () => {
    const answer = await planner.post('/company/add', { name: 'Garage Ten Have', country_code: 'NL' })
    expect(answer.status).toBe(200)
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'company', id }] })
    expect((await company(id)).client_id).toBeGreaterThan(20_000)
    const history = await app.db
      .selectFrom('history')
      .selectAll()
      .where('record_type', '=', 'company')
      .where('record_id', '=', id)
      .execute()
    expect(history).toHaveLength(1)
    expect(history[0]).toMatchObject({ action: 'insert', actor_id: planner.userId })
  })

  it('refuses a debtor number that is taken, with the word that makes the browser try the next [T-164][M-058]', async () => {
    const answer = await planner.post('/company/add', { name: 'Nog een', client_id: 10_482 })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ client_id: ['Dit debiteurnummer is al bezet.'] })
  })

  it('starts with what was typed in the selector it was opened from [S-067]', async () => {
    const { $ } = await planner.get('/company/add?name=Garage%20Vos')
    expect($('input[name=name]').val()).toBe('Garage Vos')
    expect($('[data-trade-register-search]').length).toBe(1)
    for (const field of ['coc_no', 'client_id', 'postal_code', 'street_no', 'street', 'city', 'parent_id'])
      expect($(`[name="${field}"]`).length, field).toBe(1)
  })

  it('mentions companies that look like it, and stops nobody', async () => {
    const notes = async (query: string) =>
      (await planner.get(`/companies/similar?${query}`)).json<{
        notes: Record<string, { links: { url: string }[] }[]>
      }>().notes
    expect((await notes('coc_no=01234567')).coc_no![0]!.links).toEqual([
      { label: 'Zorggroep De Linde, Zwolle', url: '/company/view/2' },
    ])
    expect((await notes('name=zorggroep de linde')).name![0]!.links[0]!.url).toBe('/company/view/2')
    expect((await notes('email=info@delinde.example')).email).toHaveLength(1)
    expect(await notes('id=2&coc_no=01234567&name=Zorggroep De Linde')).toEqual({})
    expect((await planner.post('/company/add', { name: 'Zorggroep De Linde', coc_no: '01234567' })).status).toBe(200)
  })
})

describe('an address', () => {
  const REFUSED = { postal_code: ['Een Nederlandse postcode heeft vier cijfers en twee letters, zoals 1234 AB.'] }

  it('in the Netherlands has four digits and two letters as its postal code, of a company and of a person', async () => {
    const person = await addContact(app.db, { last_name: 'Adres', client_id: 77_001 })
    for (const postal_code of ['99', '8011', '0811 AB', '8011 A1', '8011 ABC', '8011 SS'])
      for (const [path, form] of [
        ['/company/add', { name: 'Hoeve' }],
        ['/company/edit/3', { name: 'De Linde Thuiszorg', version: (await company(3)).version }],
        ['/contact/add', { last_name: 'Hoeve', 'roles[]': 5 }],
        [`/contact/edit/${person}`, { last_name: 'Adres', 'roles[]': 5, version: 1 }],
      ] as const) {
        const answer = await planner.post(path, { ...form, postal_code, country_code: 'nl' })
        expect([path, answer.status, answer.json()]).toEqual([path, 422, REFUSED])
      }
    expect((await company(await add({ name: 'Hoeve', postal_code: '8011ab' }))).postal_code).toBe('8011 AB')
  })

  it('elsewhere keeps its postal code as it was typed; a country is one that exists', async () => {
    const abroad = await company(await add({ name: 'Van Gent', postal_code: '99', country_code: 'be' }))
    expect(abroad).toMatchObject({ postal_code: '99', country_code: 'BE' })
    const answer = await planner.post('/company/add', { name: '', postal_code: '99', country_code: '1' })
    expect(Object.keys(answer.json()).sort()).toEqual(['country_code', 'name'])
    for (const country_code of ['ZZ', 'EU', 'UK', 'QW'])
      expect((await planner.post('/company/add', { name: 'Van Nergens', country_code })).json()).toEqual({
        country_code: ['Kies een bestaand land.'],
      })
  })

  it('stored before its rule stays while other fields are edited; a changed one is judged', async () => {
    const id = await add({ name: 'Oude boekhouding' })
    const old = { postal_code: '99', phone: 'vast: 038-4210000', website: 'geen' }
    await app.db.updateTable('companies').set(old).where('id', '=', id).execute()
    const edit = async (form: Record<string, string>) =>
      planner.post(`/company/edit/${id}`, {
        name: 'Nieuwe boekhouding',
        country_code: 'NL',
        version: (await company(id)).version,
        ...old,
        ...form,
      })
    expect((await edit({})).status).toBe(204)
    expect(await company(id)).toMatchObject({ name: 'Nieuwe boekhouding', ...old })
    expect((await edit({ postal_code: '98' })).json()).toEqual(REFUSED)
    expect((await edit({ name: '' })).json()).toEqual({ name: [expect.stringContaining('Vul')] })
    expect((await edit({ postal_code: '' })).status).toBe(204)
    expect((await company(id)).postal_code).toBeNull()
  })

  it('brought to another country is judged there, changed or not', async () => {
    const id = await add({ name: 'Verhuisd', postal_code: '99', country_code: 'BE' })
    const form = { name: 'Verhuisd', postal_code: '99', version: 1 }
    expect((await planner.post(`/company/edit/${id}`, { ...form, country_code: 'NL' })).json()).toEqual(REFUSED)
    expect((await planner.post(`/company/edit/${id}`, { ...form, country_code: 'BE' })).status).toBe(204)
  })

  it('is judged along with the other fields', async () => {
    const answer = await planner.post('/company/add', { name: '', postal_code: '99' })
    expect(answer.json()).toEqual({ name: [expect.stringContaining('Vul')], ...REFUSED })
  })
})

describe('the company popup', () => {
  it('has the tabs contact info, customizations and more [R-069][S-068][T-030]', async () => {
    const { $ } = await planner.get('/company/view/2')
    const items = $('[data-item]')
      .map((_, item) => $(item).attr('data-item'))
      .get()
    expect(items[0]).toBe('overview')
    expect($('.record-rail').text()).toContain('Contactgegevens')
    expect($('.record-rail a[href="mailto:info@delinde.example"]')).toHaveLength(1)
    expect(items.indexOf('customizations')).toBeGreaterThan(0)
    expect(items.indexOf('customizations')).toBeLessThan(items.indexOf('more'))
    // What people come for stands beside it: its people.
    expect($('.record-main [data-region]').attr('data-region')).toBe('/contacts?embed=1&company_id=2')
  })

  it('has seven tabs; what has nothing in it stands behind +, and comes forward by its address or with content', async () => {
    const administrator = await app.as(1)
    const fresh = (await planner.post('/company/add', { name: 'Leeg B.V.', country_code: 'NL' })).json<{ id: number }>()
    const shown = async (id: number, item = '') => {
      const { $ } = await administrator.get(`/company/view/${id}${item}`)
      const texts = (found: string) =>
        $(found)
          .toArray()
          .map((one) => $(one).contents().first().text())
      return {
        row: texts('.tabs-row [role=tab]:not([hidden])'),
        behind: texts('[data-behind]'),
        below: texts('[data-group-row]:not([hidden]) [role=tab]:not([hidden])'),
        open: texts('[data-item][aria-selected=true]'),
        head: texts('[data-group][aria-selected=true]'),
      }
    }
    const row = ['Overzicht', 'Cursisten', 'Planningen', 'Geld', 'Contact', 'Maatwerk', 'Meer']
    const behind = [
      'Certificaten',
      'Certificatenmatrix',
      'Herhalingen',
      'Offertes',
      'Orders',
      'Facturen',
      'Openstaand',
      'Prijzen',
      'Overeenkomsten',
      'Apparaten',
      'Contracten',
      'Berichten',
      'Documenten',
      'Taken',
    ]
    expect(await shown(fresh.id)).toEqual({ row, behind, below: [], open: ['Overzicht'], head: [] })
    // Whose students are all there is has no row below it; an address brings forward what is empty, in its group.
    expect(await shown(fresh.id, '?item=students')).toMatchObject({
      below: [],
      open: ['Cursisten'],
      head: ['Cursisten'],
    })
    expect(await shown(fresh.id, '?item=prices')).toEqual({
      row,
      behind: behind.filter((label) => label !== 'Prijzen'),
      below: ['Prijzen', 'Facturatie'],
      open: ['Prijzen'],
      head: ['Geld'],
    })
    const full = await shown(app.story.companies.deLinde, '?item=students')
    expect(full.row).toEqual(
      row.flatMap((label) => (label === 'Contact' ? ['Apparaten', 'Contracten', label] : [label])),
    )
    expect(full.below).toEqual(['Cursisten', 'Certificaten', 'Certificatenmatrix', 'Herhalingen'])
    for (const label of full.below) expect(full.behind).not.toContain(label)
    // With a document it is no longer behind.
    await app.pool.query(
      `update documents set object_id = $1 where id = (select min(id) from documents where object_type = 'company')`,
      [fresh.id],
    )
    expect((await shown(fresh.id)).behind).not.toContain('Documenten')
  })

  it('says what is left to do: an address for invoices, and what stands there twice', async () => {
    const { id } = (await planner.post('/company/add', { name: 'Tweemaal B.V.', country_code: 'NL' })).json<{
      id: number
    }>()
    const lines = async (browser: Browser) =>
      (await browser.get(`/company/view/${id}`))
        .$('.todo-line')
        .toArray()
        .map((line) => (line as unknown as { attribs: Record<string, string> }).attribs.href)
    expect(await lines(planner)).toEqual([`/company/edit/${id}`])
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into companies (name, client_id) values ('tweemaal b.v.', 990077) returning id`,
    )
    expect(await lines(planner)).toEqual([`/company/edit/${id}`, `/companies/merge?ids=${id},${rows[0]!.id}`])
    await app.pool.query('delete from companies where id = $1', [rows[0]!.id])
    await app.pool.query(`update companies set invoice_email = 'facturen@tweemaal.example' where id = $1`, [id])
    expect(await lines(planner)).toEqual([])
  })

  it('shows the tree it stands in, as far as the viewer sees it', async () => {
    const { $ } = await planner.get('/company/view/3?item=more')
    expect($('.tree').text().trim().replace(/\s+/g, ' ')).toBe('Zorggroep De Linde De Linde Thuiszorg')
    expect($('.tree [aria-current]').text()).toBe('De Linde Thuiszorg')
  })

  it('of another’s company does not exist for a supervisor', async () => {
    expect((await supervisor.get('/company/view/2')).status).toBe(200)
    expect((await supervisor.get('/company/view/4')).status).toBe(404)
    expect((await supervisor.get('/companies/4/getStyleSettings')).status).toBe(404)
    expect((await supervisor.get('/companies/4/courseLines?embed=1')).status).toBe(404)
  })

  it('tells the ways to reach a company [R-073][S-069]', async () => {
    const { $ } = await planner.get('/company/getContactOptions/2')
    const links = $('.ways a')
      .map((_, link) => $(link).attr('href'))
      .get()
    expect(links.slice(0, 2)).toEqual(['tel:038 123 45 67', 'mailto:info@delinde.example'])
    expect(links.at(-1)).toContain(encodeURIComponent('Lindelaan 12, 8011 AB Zwolle'))
  })
})

describe('the tree of companies', () => {
  it('never has a company below itself, however it is tried', async () => {
    const top = await add({ name: 'Boven' })
    const low = await add({ name: 'Onder', parent_id: top })
    const edit = async (id: number, parent_id: number) =>
      planner.post(`/company/edit/${id}`, { name: 'X', parent_id, version: (await company(id)).version })
    for (const parent of [low, top]) expect((await edit(top, parent)).json()).toHaveProperty('parent_id')
    expect((await edit(low, top)).status).toBe(204)
  })

  it('nor when two are put below each other at the same moment', async () => {
    const [a, b] = [await add({ name: 'A' }), await add({ name: 'B' })]
    const put = async (id: number, parent_id: number) =>
      planner.post(`/company/edit/${id}`, { name: 'X', parent_id, version: 1 })
    const answers = await Promise.all([put(a, b), put(b, a)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
  })
})

describe('disabling a company', () => {
  it('is refused with the list of reasons while something is to come [T-225]', async () => {
    const answer = await planner.post('/company/disable', { id: 2 })
    expect(answer.status).toBe(409)
    const { reasons, message } = answer.json<{ reasons: { label: string; count: number }[]; message: string }>()
    expect(message).toBe('Kan niet worden gedeactiveerd')
    expect(reasons.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Actieve onderliggende bedrijven', 'Lopende inschrijvingen']),
    )
    expect(reasons.every(({ count }) => count > 0)).toBe(true)
    expect((await company(2)).active).toBe(true)
  })

  it('is not held up by what only keeps it from being deleted', async () => {
    const id = await add({ name: 'Heeft mensen' })
    await planner.post(`/contact/attachCompany/${await addContact(app.db)}`, { company_id: id })
    expect((await planner.post('/company/delete', { id })).status).toBe(409)
    expect((await planner.post('/company/disable', { id })).trigger.flash?.str).toBe('Bedrijf gedeactiveerd')
  })
})

describe('what is arranged for one company', () => {
  it('is a tab of its own, which only planners change [R-075][S-070]', async () => {
    const tab = await planner.get('/companies/2/customizations/getTab')
    expect(tab.$('a[href="/companies/2/style"]').length).toBe(1)
    expect(tab.$('[data-region="/companies/2/courseLines?embed=1"]').length).toBe(1)
    const seen = await supervisor.get('/companies/2/customizations/getTab')
    expect(seen.status).toBe(200)
    expect(seen.$('a[data-popup]').length).toBe(0)
    expect((await supervisor.get('/companies/2/style')).status).toBe(403)
  })

  it('has own invoice lines per course, one for each [R-074]', async () => {
    const validation = async (course: number) =>
      (await planner.get(`/companies/2/loadCustomCourseProductLineValidation?course_id=${course}`)).json<{
        valid: boolean
        notes: Record<string, unknown>
      }>()
    expect(await validation(5)).toEqual({ valid: true, notes: {} })
    const added = await planner.post('/companies/2/courseLine/add', { course_id: 5, price: '1.245,5' })
    expect(added.status).toBe(200)
    expect(await validation(5)).toMatchObject({ valid: false, notes: { course_id: [{ links: [{}] }] } })
    const { id } = added.json<{ id: number }>()
    const line = await app.db.selectFrom('company_course_lines').selectAll().where('id', '=', id).executeTakeFirst()
    expect(line).toMatchObject({ price: '1245.5000' })
    expect((await planner.get('/companies/2/courseLines?embed=1')).$(`tr[data-id="${id}"]`).text()).toContain(
      '1.245,50',
    )
    expect((await planner.post('/companies/2/courseLine/add', { course_id: 5, price: '1' })).json()).toEqual({
      course_id: ['Dit bedrijf heeft al een regel voor deze opleiding.'],
    })
    expect((await planner.post('/companies/2/courseLine/add', { course_id: 6 })).json()).toHaveProperty('description')
    expect((await planner.post('/companies/2/courseLine/add', { course_id: 6, price: 'x' })).json()).toHaveProperty(
      'price',
    )
    expect((await planner.post(`/companies/courseLine/${id}`, { price: '12,345', version: 9 })).status).toBe(409)
    expect((await planner.post(`/companies/courseLine/${id}`, { price: '12,345', version: 1 })).status).toBe(204)
    expect((await planner.post('/companies/courseLine/delete', { id })).trigger.flash?.str).toBe(
      'Factuurregel verwijderd',
    )
  })

  it('has a style with a switch for the welcome picture [R-076][S-071][T-031]', async () => {
    const popup = await planner.get('/companies/2/style')
    expect(popup.$('textarea[name=css]').length).toBe(1)
    expect(popup.$('input[name=show_bing_image]').attr('checked')).toBeDefined()
    const css = 'h1 { color: #0a4 }'
    const version = (await company(2)).version
    expect((await planner.post('/companies/2/style', { css, version })).status).toBe(204)
    expect((await planner.get('/companies/2/getStyleSettings')).json()).toEqual({ css, show_bing_image: false })
    expect((await supervisor.get('/company/style.css')).text).toBe('.own-style h1{color:#0a4}')
    expect((await supervisor.page('/contacts')).$('link[href="/company/style.css"]').length).toBe(1)
    expect((await planner.page('/contacts')).$('link[href="/company/style.css"]').length).toBe(0)
    const refused = await planner.post('/companies/2/style', { css: 'a{position:fixed}', version: version + 1 })
    expect(refused.json()).toEqual({ css: ['Regel 1: position is niet toegestaan.'] })
    expect((await planner.post('/companies/2/style/preview', { css: 'a{color:red}' })).json()).toEqual({
      css: '.own-style a{color:red}',
      problems: [],
    })
  })
})

describe('the welcome picture', () => {
  const own = async (browser: Browser) => (await browser.get('/company/style.css')).text
  const setting = async (admin: Browser) => {
    const { $ } = await admin.get('/settings/organisation')
    return Object.fromEntries(
      $('input[name]')
        .toArray()
        .filter((field) => $(field).attr('type') !== 'checkbox')
        .map((field) => [$(field).attr('name')!, String($(field).val() ?? '')]),
    )
  }

  it('is sent by an administrator, and stands above the first page of people whose company shows it [P-127][P-225]', async () => {
    const admin = await app.as(1)
    await app.pool.query('update companies set show_bing_image = true where id = 2')
    expect(await own(supervisor)).not.toContain('/welcome-picture')
    expect((await supervisor.get('/welcome-picture')).status).toBe(404)

    const { file_name } = (await uploadImage(admin, 'welcome-picture')).json<{ file_name: string }>()
    expect((await uploadImage(planner, 'welcome-picture')).status).toBe(403)
    const form = await setting(admin)
    expect((await admin.post('/settings/organisation', { ...form, welcome_picture: '../../secret.png' })).status).toBe(
      422,
    )
    expect((await admin.post('/settings/organisation', { ...form, welcome_picture: file_name })).status).toBe(200)
    expect(await own(supervisor)).toContain(`url('/welcome-picture?v=${file_name}')`)
    const shown = await supervisor.get('/welcome-picture')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])

    const hide = (value: string) => supervisor.prefer('show_background_to_me', value)
    expect((await supervisor.get('/ajax/getCurrentUserMeta/show_background_to_me')).json()).toEqual({ value: '1' })
    await hide('0')
    expect(await own(supervisor)).not.toContain('/welcome-picture')
    await hide('1')
    expect(await own(supervisor)).toContain('/welcome-picture')

    await app.pool.query('update companies set show_bing_image = false where id = 2')
    expect(await own(supervisor)).not.toContain('/welcome-picture')
    await app.pool.query('update companies set show_bing_image = true where id = 2')
    expect((await admin.post('/settings/organisation', { ...(await setting(admin)), remove_picture: 1 })).status).toBe(
      200,
    )
    expect(await own(supervisor)).not.toContain('/welcome-picture')
  })
})

describe('companies by id', () => {
  it('come with their people and debtor number [R-066]', async () => {
    const cards = (await planner.get('/ajax/getCompanies?id=2,4')).json<
      { id: number; client_id: number; these_contacts: { id: number; name: string }[] }[]
    >()
    expect(cards.map(({ id, client_id }) => [id, client_id])).toEqual([
      [2, 10_482],
      [4, 10_208],
    ])
    expect(cards[0]!.these_contacts).toContainEqual({ id: app.story.contacts.anouk, name: 'Anouk van der Linden' })
    expect((await supervisor.get('/ajax/getCompanies?id=2,4')).json()).toMatchObject([{ id: 2 }])
  })
})
