import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { shownFields } from '../support/example-calls.ts'
import { countQueries } from '../support/queries.ts'
import { addPlanning } from '../training/enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

let numbers = 0
interface Made {
  active?: boolean
  parent_id?: number | null
  phone?: string | null
}
async function addCompany({ active = true, parent_id = null, phone = null }: Made = {}): Promise<number> {
  numbers++
  const { id } = await app.db
    .insertInto('companies')
    .values({ name: `Proefbedrijf ${numbers}.`, client_id: 7_000_000 + numbers, active, parent_id, phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const companiesOf = (ids: number[]) =>
  app.db
    .selectFrom('companies')
    .select(['id', 'name', 'active', 'phone', 'email', 'website', 'note', 'parent_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')
const open = (what: string, ids: number[]) => planner.get(`/companies/bulk/${what}?ids=${ids.join(',')}`)
async function ask(what: string, ids: number[], choices: Record<string, string>) {
  const form = { ...shownFields((await open(what, ids)).$), ...choices }
  const shown = await planner.post(`/companies/bulk/${what}/preview`, form)
  return { shown, form: { ...form, ...shownFields(shown.$) } }
}
/** Somebody of a company who is enrolled. */
async function enrolFor(company: number, parts: number[]): Promise<void> {
  const contact_id = await addContact(app.db, { company_id: company })
  const rows = parts.map((appointment_id) => ({ appointment_id, contact_id, company_id: company }))
  await app.db.insertInto('enrolments').values(rows).execute()
}

describe('a bulk action on companies', () => {
  it('puts out of use those for which nothing is to come, and says of the others why not', async () => {
    const [free, above, off, busy] = [
      await addCompany(),
      await addCompany(),
      await addCompany({ active: false }),
      await addCompany(),
    ]
    await addCompany({ parent_id: above })
    await enrolFor(busy, (await addPlanning(app)).parts)
    const popup = await open('disable', [free, above, off, busy])
    expect(popup.$('.popup-title').text()).toBe('1 van de 4 bedrijven deactiveren')
    expect(textOf(popup)).toContain('blijft actief: 1 actief onderliggend bedrijf')
    expect(textOf(popup)).toContain('blijft actief: 1 lopende inschrijving')
    expect(textOf(popup)).toContain('is al niet actief')
    const saved = await planner.post('/companies/bulk/disable', shownFields(popup.$))
    expect(saved.trigger.flash?.str).toBe('1 bedrijf gedeactiveerd, 3 niet')
    expect((await companiesOf([free, above, off, busy])).map(({ active }) => active)).toEqual([
      false,
      true,
      false,
      true,
    ])
    await planner.post(`/undo/${saved.undo!.set}`)
    expect((await companiesOf([free]))[0]).toMatchObject({ active: true })
  })

  it('puts a company out of use together with those below it, unless one of these stays', async () => {
    const [above, busyAbove] = [await addCompany(), await addCompany()]
    const [below, busy] = [await addCompany({ parent_id: above }), await addCompany({ parent_id: busyAbove })]
    await enrolFor(busy, (await addPlanning(app)).parts)
    const popup = await open('disable', [above, below, busyAbove, busy])
    expect(popup.$('.popup-title').text()).toBe('2 van de 4 bedrijven deactiveren')
    expect(textOf(popup)).toContain('blijft actief: 1 actief onderliggend bedrijf')
    const saved = await planner.post('/companies/bulk/disable', shownFields(popup.$))
    const activeOf = async () => (await companiesOf([above, below, busyAbove, busy])).map(({ active }) => active)
    expect(await activeOf()).toEqual([false, true, false, true])
    await planner.post(`/undo/${saved.undo!.set}`)
    expect(await activeOf()).toEqual([true, true, true, true])
  })

  it('writes to their contact persons, each once, and names who has none', async () => {
    const person = await addContact(app.db, { last_name: 'Contactpersoon', email: 'persoon@proef.example' })
    const [one, two, without] = [await addCompany(), await addCompany(), await addCompany()]
    await app.db.updateTable('companies').set({ contact_person_id: person }).where('id', 'in', [one, two]).execute()
    const { name } = (await companiesOf([without]))[0]!
    const url = `/messages/write/contact-persons?ids=${one},${two},${without}`
    const popup = await planner.get(url)
    expect(popup.$('[type=submit]').first().text()).toContain('1 persoon')
    expect(textOf(popup)).toContain(`${name} (geen contactpersoon)`)
    expect(popup.$('a[href*="/contact/view/-"]')).toHaveLength(0)
    const sent = await planner.post(url, { subject: 'Nieuwe prijzen', content: '<p>Beste {{ ontvanger.naam }}</p>' })
    expect(sent.status).toBe(204)
    const mails = await app.db.selectFrom('mails').selectAll().where('subject', '=', 'Nieuwe prijzen').execute()
    expect(mails.map(({ recipient, object_type, object_id }) => [recipient, object_type, object_id])).toEqual([
      ['persoon@proef.example', 'contact', person],
    ])
    expect((await (await app.as(4)).get(url)).status).toBe(403)
  })

  it('asks once what stands in the way of all of them, however many', async () => {
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await addCompany())
    await open('disable', ids.slice(0, 2))
    const few = await countQueries(app, () => open('disable', ids.slice(0, 2)))
    expect(await countQueries(app, () => open('disable', ids))).toBe(few)
  })

  it('reads a field as the form of a company does, and asks which first', async () => {
    const id = await addCompany()
    expect((await open('field', [id])).$('[data-form-note]').text()).toBe('Kies een veld.')
    const { form } = await ask('field', [id], { field: 'phone', phone: '038 123 45 67' })
    expect((await planner.post('/companies/bulk/field', { ...form, phone: 'bel me' })).status).toBe(422)
    expect((await planner.post('/companies/bulk/field', form)).status).toBe(204)
    expect((await companiesOf([id]))[0]!.phone).toMatch(/^038/)
  })

  it('is offered to who manages companies alone', async () => {
    const { $ } = await planner.get('/companies?embed=1')
    const entries = $('.selbar [data-bulk]').toArray()
    expect(entries.map((entry) => $(entry).text().trim())).toEqual([
      'Bericht sturen',
      'Samenvoegen',
      'Adresetiketten',
      'Veld wijzigen',
      'Deactiveren',
    ])
    const supervisor = await app.as(4)
    expect((await supervisor.get(`/companies/bulk/disable?ids=${app.story.companies.deLinde}`)).status).toBe(403)
  })
})
