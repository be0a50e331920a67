import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { today } from '../../src/platform/format/zone.ts'
import { addUser } from '../../src/system/accounts/index.ts'
import { issue } from '../../src/training/proof/certificates/certificates.commands.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'
import { readPdf } from '../support/pdf.ts'

/** A supervisor of some people of a company, by name; the others there are none of her business. */
const JOLANDA = 16
const OWN = [JOLANDA, 17, 34, 45]
const LAYOUT = 1

let app: TestApp
let planner: Browser
let jolanda: Browser
/** Works at the same company, with a name that only this test knows. */
let colleague: number
let part: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  const account = {
    email: 'j.smit@metaaltwente.example',
    name: 'Jolanda Smit',
    roles: [4 as const],
    contactId: JOLANDA,
  }
  jolanda = await app.asUser(await inTransaction(app.db, null, (trx) => addUser(trx, account)))
  colleague = await addContact(app.db, {
    first_name: 'Quirijn',
    last_name: 'Onzichtbaar',
    email: 'quirijn@metaaltwente.example',
    postal_code: '7551 QQ',
  })
  const { twente } = app.story.companies
  await planner.post(`/contact/attachCompany/${colleague}`, { company_id: twente })
  await app.db.updateTable('companies').set({ contact_person_id: colleague }).where('id', '=', twente).execute()
  const planning = await addPassedPlanning(app.db, await addCourse(app.db), [17, colleague])
  part = planning.partId
  const input = { planningId: planning.planningId, contactIds: [17, colleague], layoutId: LAYOUT, issuedOn: today() }
  await inTransaction(app.db, null, (trx) => issue(trx, input, app.services))
})
afterAll(() => app.close())

const idsOf = ({ text }: Answer) =>
  [...text.matchAll(/<tr[^>]* data-id="(\d+)"/g)].map(([, id]) => Number(id)).sort((a, b) => a - b)
const certificatesOf = async (people: number[]) =>
  (await app.db.selectFrom('certificates').select('id').where('contact_id', 'in', people).orderBy('id').execute()).map(
    ({ id }) => id,
  )
const fetchBytes = async (path: string) => {
  const response = await fetch(app.url + path, { headers: { cookie: jolanda.cookie } })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a supervisor of people by name sees nobody else', () => {
  it('in lists, however they are filtered, counted or refreshed', async () => {
    const { twente } = app.story.companies
    for (const query of [
      'active=',
      `active=&company_id=${twente}`,
      `embed=1&company_id=${twente}`,
      `onlyGet=${[...OWN, colleague].join()}`,
    ])
      expect([query, idsOf(await jolanda.get(`/contacts?${query}`))]).toEqual([query, OWN])
    expect(idsOf(await jolanda.get('/contacts?search=onzichtbaar'))).toEqual([])
    expect((await jolanda.get('/contacts?active=&checkAll=1')).json<number[]>().sort((a, b) => a - b)).toEqual(OWN)
    expect((await jolanda.get('/contacts?active=&count=1')).text).toBe(String(OWN.length))
    expect(idsOf(await jolanda.get(`/calendar/${part}/students/table?embed=1`))).toHaveLength(1)
    expect(idsOf(await jolanda.get('/certificates'))).toEqual(await certificatesOf(OWN))
    expect((await jolanda.get(`/calendar/${part}/students`)).text).not.toContain('Onzichtbaar')
  })

  it('in the sums of a grouped list, nor where else her people work', async () => {
    expect((await planner.get('/companies?group=city')).text).toMatch(/\d contacten/)
    expect((await jolanda.get('/companies?group=city')).text).not.toMatch(/\d contact/)
    const { vanLoon } = app.story.companies
    await planner.post('/contact/attachCompany/17', { company_id: vanLoon })
    expect(idsOf(await planner.get(`/contacts?company_id=${vanLoon}`))).toContain(17)
    expect(idsOf(await jolanda.get(`/contacts?company_id=${vanLoon}`))).toEqual([])
    // A company that is not there for her is nothing to ask by, nor by its opposite; by her own she asks.
    expect(idsOf(await jolanda.get(`/contacts?company_id=!${vanLoon}`))).toEqual([])
    expect(idsOf(await jolanda.get(`/contacts?company_id=${app.story.companies.twente}`))).toContain(17)
    expect((await jolanda.get(`/contacts?company_id=${vanLoon}`)).text).not.toContain('Loon')
  })

  it('in search, by name, e-mail address or postal code', async () => {
    for (const text of ['Onzichtbaar', 'Quirijn', 'quirijn@metaaltwente.example', '7551 QQ']) {
      const path = `/ajax/superSearch?query=${encodeURIComponent(text)}`
      expect((await planner.get(path)).text).toContain('Onzichtbaar')
      expect((await jolanda.get(path)).text).not.toContain('Onzichtbaar')
    }
    expect((await jolanda.get('/ajax/superSearch?query=Wiersma')).text).toContain('Wiersma')
  })

  it('in selectors and calls by id', async () => {
    const people = '/ajax/specialSelectorSearch?type=contact'
    expect(Object.keys((await jolanda.get(people)).json()).map(Number)).toEqual(OWN)
    expect((await jolanda.get(`${people}&v=onzichtbaar`)).json()).toEqual({})
    expect((await jolanda.get(`${people}&id=${colleague}`)).json()).toEqual({})
    const cards = (await jolanda.get(`/ajax/getContacts?id=17,${colleague}`)).json<{ id: number }[]>()
    expect(cards.map(({ id }) => id)).toEqual([17])
    const { twente } = app.story.companies
    const [company] = (await jolanda.get(`/ajax/getCompanies?id=${twente}`)).json<
      { these_contacts: { id: number }[]; contact_person_id: number | null }[]
    >()
    expect(company!.these_contacts.map(({ id }) => id).sort((a, b) => a - b)).toEqual(OWN)
    expect(company!.contact_person_id).toBeNull()
  })

  it('as the contact person of her company', async () => {
    const { twente } = app.story.companies
    expect((await planner.get(`/company/view/${twente}`)).text).toContain('Onzichtbaar')
    for (const path of [`/company/view/${twente}`, `/company/getContactOptions/${twente}`]) {
      const { text } = await jolanda.get(path)
      expect(text).not.toContain('Onzichtbaar')
      expect(text).not.toContain(`/contact/getContactOptions/${colleague}`)
    }
    expect((await jolanda.get(`/company/${twente}`)).json()).toMatchObject({ id: twente, contact_person_id: null })
  })

  it('in an export', async () => {
    const { text } = await jolanda.get('/contacts?active=&export=csv')
    expect(text.trim().split('\n')).toHaveLength(OWN.length + 1)
    expect(text).not.toContain('Onzichtbaar')
    expect((await jolanda.get('/certificates?export=csv')).text).not.toContain('Onzichtbaar')
  })

  it('in the PDF of a planning, nor by the address of one certificate', async () => {
    const { status, bytes } = await fetchBytes(`/certificate/getFromAppointment/${part}`)
    expect(status).toBe(200)
    const { pages } = readPdf(bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]!.join(' ')).toContain('Karel Wiersma')
    expect((await fetchBytes(`/certificate/getFromAppointment/${part}?students[]=${colleague}`)).status).toBe(404)
    const [[own], [foreign]] = [await certificatesOf([17]), await certificatesOf([colleague])]
    expect((await fetchBytes(`/certificate/file/${own}`)).status).toBe(200)
    expect((await fetchBytes(`/certificate/file/${foreign}`)).status).toBe(404)
  })

  it('by typing an address: such a person does not exist', async () => {
    const tabs = ['supervisors', 'team', 'enrolments'].map((tab) => (id: number) => `/contact/${id}/${tab}`)
    const popups = ['view', 'reach', 'getContactOptions'].map((name) => (id: number) => `/contact/${name}/${id}`)
    for (const path of [...tabs, ...popups]) {
      expect([path(17), (await jolanda.get(path(17))).status]).toEqual([path(17), 200])
      expect([path(colleague), (await jolanda.get(path(colleague))).status]).toEqual([path(colleague), 404])
      expect((await jolanda.page(path(colleague))).text).not.toContain('Onzichtbaar')
    }
    expect((await jolanda.post(`/contact/reach/${colleague}`, { version: 1, phone: '038 1' })).status).toBe(404)
    expect((await jolanda.get(`/company/view/${app.story.companies.vanLoon}`)).status).toBe(404)
  })
})

describe('what a supervisor sees of the own people', () => {
  it('leaves out other companies they belong to, and what the office wrote down', async () => {
    const { vanLoon } = app.story.companies
    await planner.post('/contact/attachCompany/34', { company_id: vanLoon })
    await app.db.updateTable('contacts').set({ note: 'Belt vaak af' }).where('id', '=', 34).execute()
    const [seen, all] = [await jolanda.get('/contact/view/34'), await planner.get('/contact/view/34')]
    for (const hers of ['Bakkerij Van Loon', 'Belt vaak af']) {
      expect(all.text).toContain(hers)
      expect(seen.text).not.toContain(hers)
    }
    expect(seen.$(`a[href="/company/view/${app.story.companies.twente}"]`).length).toBeGreaterThan(0)
    const [card] = (await jolanda.get('/ajax/getContacts?id=34')).json<{ company_ids: number[] }[]>()
    expect(card!.company_ids).toEqual([app.story.companies.twente])
  })

  it('names no company outside her scope, also when it is their main one', async () => {
    const foreign = (await planner.post('/company/add', { name: 'Verweg Logistiek' })).json<{ id: number }>().id
    const lent = await addContact(app.db, { first_name: 'Uitgeleende', last_name: 'Kracht' })
    await planner.post(`/contact/attachCompany/${lent}`, { company_id: foreign })
    await planner.post('/contact/supervise_contact', { contact_id: lent, supervisor_id: JOLANDA })
    const { partId } = await addPassedPlanning(app.db, await addCourse(app.db), [lent])
    await app.db.updateTable('enrolments').set({ company_id: foreign }).where('contact_id', '=', lent).execute()
    for (let page = 0; page < OWN.length; page++) {
      const { text } = await jolanda.get(`/contacts?sort=company&max_per_page=1&page=${page}`)
      const [, after = ''] = /after=([\w-]+)/.exec(text) ?? []
      const key = Buffer.from(after, 'base64url').toString()
      expect([page, key.includes('"id"'), key.includes('Verweg')]).toEqual([page, true, false])
    }
    const seen = [
      '/contacts?search=uitgeleende',
      '/contacts?search=uitgeleende&export=csv',
      `/contact/${JOLANDA}/team`,
      `/contact/view/${lent}`,
      `/contact/view/${lent}?item=companies`,
      `/ajax/getContacts?id=${lent}`,
      '/ajax/specialSelectorSearch?type=contact&v=uitgeleende&returnObjects=true',
      '/ajax/superSearch?query=uitgeleende',
      `/calendar/${partId}/students/table?embed=1`,
    ]
    for (const path of seen) {
      const { text } = await jolanda.get(path)
      expect([path, text.includes('Uitgeleende')]).toEqual([path, true])
      expect([path, text.includes('Verweg'), text.includes('Particulier')]).toEqual([path, false, false])
      expect([path, (await planner.get(path)).text.includes('Verweg')]).toEqual([path, true])
    }
    await planner.post('/contact/deleteFromSupervisor', { id: lent, supervisor_id: JOLANDA })
  })

  it('is not deleted by the mass deletion of the list, which belongs to the office', async () => {
    const path = '/contacts/massDelete'
    expect((await jolanda.post(path, { ids: '34' })).status).toBe(403)
    expect((await jolanda.delete(`${path}?ids=34`)).status).toBe(403)
    expect((await (await app.as(5)).post(path, { ids: String(app.story.contacts.student) })).status).toBe(403)
    expect((await planner.get('/contact/view/34')).status).toBe(200)
  })
})

it('a student reads the names of the own companies, which do not open', async () => {
  const { student } = app.story.contacts
  const { vanLoon, kuipers } = app.story.companies
  for (const company_id of [vanLoon, kuipers]) await planner.post(`/contact/attachCompany/${student}`, { company_id })
  const { $ } = await (await app.as(5)).get(`/contact/view/${student}`)
  expect($.text()).toContain('Bakkerij Van Loon B.V.')
  expect($.text()).toContain('Transport Kuipers B.V.')
  expect($('a[href^="/company/view/"]').length).toBe(0)
})
