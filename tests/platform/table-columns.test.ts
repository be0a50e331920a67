import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries, statementsOf } from '../support/queries.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  await app.pool.query(
    `update contacts set phone = '038 123 45 67', birth_date = '1984-03-09', city = 'Zwolle' where id = $1`,
    [app.story.contacts.anouk],
  )
})
afterAll(() => app.close())

const USUAL = ['Naam', 'Debiteurnummer', 'Bedrijf', 'E-mail', 'Mobiel', 'Rollen']
const headsOf = ({ $ }: Answer) =>
  $('thead th:not(.c-check, .c-act)')
    .toArray()
    .map((head) => $(head).text().trim())
const cellsOf = ({ $ }: Answer, id: number) =>
  $(`tr[data-id=${id}] td:not(.c-check, .c-act)`)
    .toArray()
    .map((cell) => $(cell).text().trim())
const choicesOf = ({ $ }: Answer, list: 'on' | 'off') =>
  $(`[data-columns-${list}] [data-column]`)
    .toArray()
    .map((choice) => choice.attribs['data-column'])
const prefer = (browser: Browser, value: string) => browser.prefer('columns-contacts', value)

describe('the columns of a list', () => {
  it('are the usual ones, and others for who asks, in the order of the address after the name', async () => {
    expect(headsOf(await planner.page('/contacts'))).toEqual(USUAL)
    const asked = await planner.page('/contacts?search=linden&columns=birth_date,city,roles,phone,name')
    expect(headsOf(asked)).toEqual(['Naam', 'Geboortedatum', 'Plaats', 'Rollen', 'Telefoon'])
    expect(cellsOf(asked, app.story.contacts.anouk).slice(1)).toEqual([
      '09-03-1984',
      'Zwolle',
      'Cursist',
      '038 123 45 67',
    ])
    expect(choicesOf(asked, 'on')).toEqual(['name', 'birth_date', 'city', 'roles', 'phone'])
    expect(choicesOf(asked, 'off')).toContain('email')
    // What no column is called is passed over.
    expect(headsOf(await planner.page('/contacts?columns=nergens,constructor'))).toEqual(USUAL)
    expect(headsOf(await planner.page('/contacts?columns=name'))).toEqual(['Naam'])
  })

  it('go along to the next page, to single rows and to the file', async () => {
    const page = await planner.get('/contacts?columns=city')
    const next = page.$('[data-next]').attr('data-next')!
    const after = await planner.get(next)
    expect(after.text.match(/<td/g)!.length).toBe(after.text.match(/<tr data-id/g)!.length * 4)
    const { anouk } = app.story.contacts
    expect(cellsOf(await planner.get(`/contacts?onlyGet=${anouk}&columns=city`), anouk)).toEqual([])
    const one = await planner.get(`/contacts?onlyGet=${anouk}&columns=city`)
    expect(one.text).toContain('Zwolle')
    expect(one.text).not.toContain('anouk')
    const file = await planner.get('/contacts?search=linden&columns=city,phone&export=csv')
    expect(file.text.split('\n')[0]).toMatch(/^\W*Naam\W+Plaats\W+Telefoon\W*$/)
    expect(file.text).toContain('Zwolle')
  })

  it('are remembered for who chose them, unless the address or a view says otherwise', async () => {
    const other = await app.as(1)
    await prefer(planner, 'name,phone')
    expect(headsOf(await planner.page('/contacts'))).toEqual(['Naam', 'Telefoon'])
    expect(headsOf(await other.page('/contacts'))).toEqual(USUAL)
    expect(headsOf(await planner.page('/contacts?columns='))).toEqual(USUAL)
    expect(headsOf(await planner.page('/contacts?view=teachers'))).toEqual(USUAL)
    const view = (
      await planner.post('/views/add?page=/contacts', { name: 'Adressen', query: 'columns=name,postal_code,city' })
    ).json<{ id: number }>().id
    expect(headsOf(await planner.page(`/contacts?view=${view}`))).toEqual(['Naam', 'Postcode', 'Plaats'])
    expect(headsOf(await planner.page(`/contacts?view=${view}&columns=name,city`))).toEqual(['Naam', 'Plaats'])
    await prefer(planner, '-')
    expect(headsOf(await planner.page('/contacts'))).toEqual(USUAL)
  })

  it('leave out what is hidden, for all or for the people of a company', async () => {
    const { anouk } = app.story.contacts
    const asked = '/contacts?search=linden&columns=birth_date,city'
    await app.pool.query(
      `update companies set hidden_contact_fields = '{birth_date,address}' where id = (select company_id from contacts where id = $1)`,
      [anouk],
    )
    expect(cellsOf(await planner.page(asked), anouk).slice(1)).toEqual(['', ''])
    await app.pool.query(`update companies set hidden_contact_fields = '{}'`)
    await app.pool.query(
      `insert into settings (key, value) values ('hidden_contact_fields', '["address"]')
       on conflict (key) do update set value = excluded.value`,
    )
    const shown = await planner.page(asked)
    expect(headsOf(shown)).toEqual(['Naam', 'Geboortedatum'])
    expect([...choicesOf(shown, 'on'), ...choicesOf(shown, 'off')]).not.toContain('city')
    await app.pool.query(`delete from settings where key = 'hidden_contact_fields'`)
  })

  it('are no more than the viewer may see', async () => {
    const supervisor = await app.as(4)
    const shown = await supervisor.page('/companies?columns=name,parent_id,people,website')
    expect(headsOf(shown)).toEqual(['Naam', 'Website'])
    expect(headsOf(await planner.page('/companies?columns=name,parent_id,people'))).toEqual([
      'Naam',
      'Valt onder',
      'Contacten',
    ])
  })

  it('cost no query more, and the list nothing that nobody asks for', async () => {
    await planner.get('/contacts')
    expect(await countQueries(app, () => planner.get('/contacts?columns=birth_date,city,phone'))).toBe(1)
    const [usual] = await statementsOf(app, () => planner.get('/contacts?sort=-name'))
    expect(usual!.text).not.toContain('birth_date')
  })

  it('are those of the tab in a tab', async () => {
    await prefer(planner, 'name,phone')
    const tab = await planner.get(`/contacts?embed=1&company_id=${app.story.companies.deLinde}&columns=name,city`)
    expect(headsOf(tab)).toEqual(['Naam', 'E-mail', 'Mobiel', 'Rollen'])
    expect(tab.$('[data-columns]')).toHaveLength(0)
    await prefer(planner, '-')
  })
})

describe('the columns of a file', () => {
  const settings = (page: string) => `/export/screenSettings?page=${encodeURIComponent(page)}`
  const headOf = ({ text }: Answer) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\r\n')[0]!
      .split(';')
  const file = (query = '') => planner.get(`/contacts?search=linden${query}&export=csv`)

  it('are kept per list and person beside those of the list [R-260][R-261][S-158]', async () => {
    const other = await app.as(1)
    const shown = await planner.get(settings('/contacts'))
    expect(shown.$('dialog').text()).toContain('Velden van de export')
    expect(choicesOf(shown, 'on')).toEqual(['name', 'client_id', 'company_id', 'email', 'mobile_phone', 'roles'])
    expect(choicesOf(shown, 'off')).toContain('city')
    const kept = await planner.post(settings('/contacts'), { columns: ['city', 'nergens', 'phone', 'name'] })
    expect(kept.trigger.flash?.str).toBe('Velden van de export opgeslagen')
    const own = ['Naam', 'Plaats', 'Telefoon']
    expect(choicesOf(await planner.get(settings('/contacts')), 'on')).toEqual(['name', 'city', 'phone'])
    expect(headOf(await file())).toEqual(own)
    // As the list on the screen asks for it; and as an address that names columns of its own does.
    expect(headOf(await file('&columns=email&fields=own'))).toEqual(own)
    expect(headOf(await file('&columns=email'))).toEqual(['Naam', 'E-mail'])
    expect(headsOf(await planner.page('/contacts'))).toEqual(USUAL)
    expect(headOf(await other.get('/contacts?search=linden&export=csv'))).toEqual(USUAL)
    await planner.post(settings('/contacts'), { as: 'list' })
    expect(headOf(await file())).toEqual(USUAL)
    expect(headOf(await file('&columns=email&fields=own'))).toEqual(['Naam', 'E-mail'])
  })

  it('are of a list that there is, and that its viewer sees', async () => {
    const student = await app.as(5)
    const answers = [planner.get(settings('/nergens')), planner.get(settings('/calendar')), student.get(settings('/users'))] // prettier-ignore
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404])
    const supervisor = await app.as(4)
    const { $ } = await supervisor.get(settings('/companies'))
    expect($('[data-column=parent_id]')).toHaveLength(0)
    await supervisor.post(settings('/companies'), { columns: ['parent_id', 'website'] })
    expect(headOf(await supervisor.get('/companies?export=csv'))).toEqual(['Naam', 'Website'])
  })

  it('come by the address of the list with export= of a GET, or of a POST with the token [A-157]', async () => {
    const address = '/contacts?search=linden&columns=city&export=csv'
    const [got, posted] = [await planner.get(address), await planner.post(address)]
    expect([got.status, posted.status]).toEqual([200, 200])
    expect(headOf(got)).toEqual(['Naam', 'Plaats'])
    expect(posted.text).toBe(got.text)
    expect(posted.headers.get('content-disposition')).toContain('contacten.csv')
    const ids = String(app.story.contacts.anouk)
    expect((await planner.post('/contacts?export=csv', { ids })).text.split('\r\n').filter(Boolean)).toHaveLength(2)
    const tokenless = await fetch(app.url + address, { method: 'POST', headers: { cookie: planner.cookie } })
    expect(tokenless.status).toBe(403)
    expect((await planner.post('/contacts?export=pdf')).status).toBe(422)
  })
})
