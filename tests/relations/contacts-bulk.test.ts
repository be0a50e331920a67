import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { changeContact, changeContacts } from '../../src/relations/contacts/edit.commands.ts'
import type { ContactInput } from '../../src/relations/contacts/contacts.forms.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { shownFields } from '../support/example-calls.ts'
import { countQueries } from '../support/queries.ts'
import { viewerWith } from '../support/viewer.ts'
import { addPlanning, put } from '../training/enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const contactsOf = (ids: number[]) =>
  app.db
    .selectFrom('contacts')
    .select(['id', 'last_name', 'active', 'roles', 'company_id', 'job_title', 'phone', 'note', 'client_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')
const open = (what: string, ids: number[]) => planner.get(`/contacts/bulk/${what}?ids=${ids.join(',')}`)
/** What the question shows under these choices, and what sending it then sends. */
async function ask(what: string, ids: number[], choices: Record<string, string | number>) {
  const form = { ...shownFields((await open(what, ids)).$), ...choices }
  const shown = await planner.post(`/contacts/bulk/${what}/preview`, form)
  return { shown, form: { ...form, ...shownFields(shown.$) } }
}

describe('the bar above chosen contacts', () => {
  it('offers what can be done with them, what takes something away last', async () => {
    const { $ } = await planner.get('/contacts?embed=1')
    const entries = $('.selbar [data-bulk], .selbar [data-export-selection], .selbar [data-mass-delete]')
    const labels = entries.toArray().map((entry) => $(entry).text().trim())
    expect(labels).toEqual([
      'Inschrijven',
      'Bericht sturen',
      'Samenvoegen',
      'Rol wijzigen',
      'Bedrijf wijzigen',
      'Adresetiketten',
      'Veld wijzigen',
      'Exporteren naar Excel',
      'Exporteren naar CSV',
      'Deactiveren',
      'Verwijderen',
    ])
    const supervisor = await (await app.as(4)).get('/contacts?embed=1')
    expect(supervisor.$('.selbar [data-bulk]').text()).not.toContain('Rol wijzigen')
  })

  it('exports the chosen rows alone, whatever the filters are', async () => {
    const ids = [
      await addContact(app.db, { last_name: 'Een' }),
      await addContact(app.db, { last_name: 'Twee', active: false }),
    ]
    const { text } = await planner.get(`/contacts?export=csv&ids=${ids.join(',')}`)
    expect(text.trim().split('\r\n')).toHaveLength(3)
    expect(text).toContain('Twee')
    // Nobody exports who lies outside the own scope.
    const supervisor = await app.as(4)
    expect((await supervisor.get(`/contacts?export=csv&ids=${ids.join(',')}`)).text).not.toContain('Twee')
  })
})

describe('a bulk action on contacts', () => {
  it('puts out of use who is not planned, and says of the others why not', async () => {
    const [free, planned, off] = [
      await addContact(app.db),
      await addContact(app.db),
      await addContact(app.db, { active: false }),
    ]
    await put(app, (await addPlanning(app)).parts, [planned])
    const popup = await open('disable', [free, planned, off])
    expect(popup.$('.popup-title').text()).toBe('1 van de 3 contacten deactiveren')
    expect(textOf(popup)).toContain('blijft actief: 1 inschrijving')
    expect(textOf(popup)).toContain('is al niet actief')
    expect(popup.$('[type=submit]').attr('class')).toContain('btn-danger')
    const saved = await planner.post('/contacts/bulk/disable', shownFields(popup.$))
    expect(saved.trigger.flash?.str).toBe('1 contact gedeactiveerd, 2 niet')
    expect((await contactsOf([free, planned, off])).map(({ active }) => active)).toEqual([false, true, false])
    await planner.post(`/undo/${saved.undo!.set}`)
    expect((await contactsOf([free]))[0]).toMatchObject({ active: true })
  })

  it('does not go on under another plan than it showed, when somebody changes them at the same moment', async () => {
    const id = await addContact(app.db)
    const form = shownFields((await open('disable', [id])).$)
    const holder = await app.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('update contacts set active = false where id = $1', [id])
      const saving = planner.post('/contacts/bulk/disable', form)
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 15_000 }).toBe(1)
      await holder.query('commit')
      expect((await saving).status).toBe(409)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it('asks once what stands in the way of all of them, however many', async () => {
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await addContact(app.db))
    await put(app, (await addPlanning(app)).parts, ids.slice(0, 2))
    await open('disable', ids.slice(0, 2))
    const few = await countQueries(app, () => open('disable', ids.slice(0, 2)))
    expect(await countQueries(app, () => open('disable', ids))).toBe(few)
  })

  it('asks what is still to be chosen before there is anything to do', async () => {
    const ids = [await addContact(app.db), await addContact(app.db)]
    for (const [what, question] of [
      ['role', 'Kies een rol.'],
      ['company', 'Kies een bedrijf.'],
      ['field', 'Kies een veld.'],
    ] as const) {
      const popup = await open(what, ids)
      expect(popup.$('[type=submit]').text(), what).toMatch(/^2 contacten \S/)
      expect(popup.$('[data-form-note]').text()).toBe(question)
      expect(popup.$('[type=submit]').attr('disabled')).toBeDefined()
      expect((await planner.post(`/contacts/bulk/${what}`, shownFields(popup.$))).status).toBe(422)
    }
  })

  it('shows a field before and after, and leaves alone what holds it already', async () => {
    const ids = [
      await addContact(app.db, { job_title: 'Lasser' }),
      await addContact(app.db, { job_title: 'Ploegleider' }),
    ]
    const { shown, form } = await ask('field', ids, { field: 'job_title', job_title: 'Ploegleider' })
    expect(shown.$('tbody tr').text().replace(/\s+/g, ' ')).toContain('LasserPloegleider')
    expect(textOf(shown)).toContain('heeft dit al')
    expect((await planner.post('/contacts/bulk/field', form)).trigger.flash?.str).toBe('1 contact gewijzigd, 1 niet')
    expect((await contactsOf(ids)).map(({ job_title }) => job_title)).toEqual(['Ploegleider', 'Ploegleider'])
    // The catalogue reads it as the form does.
    const wrong = await ask('field', ids, { field: 'phone', phone: 'bel me' })
    expect([wrong.shown.status, wrong.shown.json()]).toEqual([422, { phone: [expect.any(String)] }])
  })

  it('leaves roles of the office and data of administrators to an administrator', async () => {
    const id = await addContact(app.db)
    const office = await ask('role', [id], { role: ROLE.scheduler, give: '1' })
    expect(textOf(office.shown)).toContain('deze rol geeft of neemt een beheerder')
    const { rows } = await app.pool.query<{ contact_id: number }>(
      'select contact_id from users where 1 = any(roles) and contact_id is not null limit 1',
    )
    const boss = rows[0]!.contact_id
    for (const [what, choice] of [
      ['disable', {}],
      ['role', { role: ROLE.student, give: '1' }],
      ['company', { company_id: app.story.companies.kuipers }],
      ['field', { field: 'note', note: 'Nieuw' }],
    ] as const)
      expect(textOf((await ask(what, [boss], choice)).shown)).toContain(
        'gegevens van een beheerder wijzigt een beheerder',
      )
  })

  it('tells what comes of it: accounts that work no more, own numbers that lapse', async () => {
    const account = async (active: boolean) => {
      const id = await addContact(app.db, { roles: [ROLE.student], gets_account: true })
      await app.db
        .insertInto('users')
        .values({ contact_id: id, email: `bulk${id}@post.example`, name: 'Proef', roles: [ROLE.student], active })
        .execute()
      return id
    }
    const people = [await account(true), await account(false), await addContact(app.db, { roles: [ROLE.student] })]
    const two = await addContact(app.db, { roles: [ROLE.student, ROLE.teacher], gets_account: true })
    const billed = await addContact(app.db, { client_id: 6_000_001 })
    const outcomes = async (what: string, ids: number[], choices = {}) =>
      (await ask(what, ids, choices)).shown.$('.outcomes').text().trim()
    expect(await outcomes('disable', people)).toBe('1 account werkt daarna niet meer.')
    expect(await outcomes('disable', [two])).toBe('')
    expect(await outcomes('role', [...people, two], { role: ROLE.student, give: '0' })).toBe(
      '2 accounts werken daarna niet meer. Zonder rol heeft niemand een account.',
    )
    expect(await outcomes('company', [billed, two, ...people], { company_id: app.story.companies.deLinde })).toBe(
      '1 eigen debiteurnummer vervalt. Facturen gaan daarna naar het bedrijf.',
    )
  })

  it('leaves a field alone where it is not used', async () => {
    const { id: company_id } = await app.db
      .insertInto('companies')
      .values({ name: 'Zonder functies', client_id: 710_001, hidden_contact_fields: ['job_title'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids = [await addContact(app.db, { company_id }), await addContact(app.db)]
    const { shown, form } = await ask('field', ids, { field: 'job_title', job_title: 'Lasser' })
    expect(textOf(shown)).toContain('dit veld wordt daar niet gebruikt')
    expect((await planner.post('/contacts/bulk/field', form)).trigger.flash?.str).toBe('1 contact gewijzigd, 1 niet')
    expect((await contactsOf(ids)).map(({ job_title }) => job_title)).toEqual([null, 'Lasser'])
  })

  it('costs as many statements for many as for a few who have no account', async () => {
    const company_id = app.story.companies.kuipers
    const asked = [
      ['disable', {}],
      ['role', { role: ROLE.teacher, give: '1' }],
      ['company', { company_id }],
      ['field', { field: 'job_title', job_title: 'Lasser' }],
    ] as const
    for (const [what, choices] of asked) {
      const costs: number[] = []
      for (const count of [2, 2, 12]) {
        const ids: number[] = []
        for (let i = 0; i < count; i++)
          ids.push(await addContact(app.db, { client_id: 5_700_000 + (await nextNumber()) }))
        const { form } = await ask(what, ids, choices)
        costs.push(
          await countQueries(app, async () => {
            expect((await planner.post(`/contacts/bulk/${what}`, form)).status).toBe(204)
          }),
        )
      }
      // The first of a kind may have something to learn.
      expect([what, costs[2]]).toEqual([what, costs[1]])
    }
  })

  it('comes to the same for several together as for each alone', { timeout: 300_000 }, async () => {
    const { deLinde, kuipers } = app.story.companies
    const person = fc.record({
      company: fc.constantFrom(null, deLinde, kuipers),
      others: fc.subarray([deLinde, kuipers, app.story.companies.vanLoon]),
      roles: fc.subarray([ROLE.teacher, ROLE.supervisor, ROLE.student]),
      applies: fc.boolean(),
      hok: fc.constantFrom(null, '123'),
      all: fc.boolean(),
      account: fc.boolean(),
    })
    const change = fc.constantFrom<Partial<ContactInput>>(
      { job_title: 'Lasser' },
      { phone: null },
      { company_id: deLinde },
      { company_id: null },
      { roles: [] },
      { roles: [ROLE.student] },
    )
    const administrator = viewerWith([ROLE.administrator], (await app.as(1)).userId!)
    type Person = typeof person extends fc.Arbitrary<infer P> ? P : never
    const make = async ({ company, others, roles, applies, hok, all, account }: Person, i: number) => {
      const gets_account = account && roles.length > 0
      const number = await nextNumber()
      const id = await addContact(app.db, {
        last_name: `Gelijk ${i}`,
        roles,
        company_id: company,
        ...(company === null ? { client_id: 5_500_000 + number } : {}),
        email: `gelijk${number}@proef.example`,
        gets_account,
        teacher_may_apply: applies && gets_account && roles.includes(ROLE.teacher),
        hok_teacher_number: hok,
        supervisor_for_all: all && company !== null && roles.includes(ROLE.supervisor),
        phone: '038 123 45 67',
      })
      const companies = company === null ? [] : [...new Set([company, ...others])]
      if (companies.length > 0)
        await app.db
          .insertInto('contact_companies')
          .values(companies.map((company_id) => ({ contact_id: id, company_id })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      if (gets_account)
        await app.pool.query('insert into users (email, name, roles, contact_id) values ($1, $2, $3, $4)', [
          `gelijk${number}@proef.example`,
          `Test Gelijk ${i}`,
          roles,
          id,
        ])
      return id
    }
    const stateOf = async (ids: number[]) => {
      const { rows } = await app.pool.query<object>(
        `select c.last_name, c.active, c.roles, c.company_id, c.client_id is null as no_number, c.job_title, c.phone,
           c.gets_account, c.teacher_may_apply, c.hok_teacher_number, c.supervisor_for_all, u.roles as account, u.active as works,
           array(select company_id from contact_companies where contact_id = c.id order by 1) as companies
         from contacts c left join users u on u.contact_id = c.id where c.id = any($1) order by c.id`,
        [ids],
      )
      return rows
    }
    await app.pool.query(`update companies set hidden_contact_fields = '{job_title}' where id = $1`, [kuipers])
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 5 }), change, async (people, changes) => {
        const together: number[] = []
        const alone: number[] = []
        for (const [i, one] of people.entries()) {
          together.push(await make(one, i))
          alone.push(await make(one, i))
        }
        const act = (run: Parameters<typeof inTransaction>[2]) => inTransaction(app.db, null, run)
        await act((trx) => changeContacts(trx, administrator, together, () => changes, app.services))
        await act(async (trx) => {
          for (const id of alone) await changeContact(trx, administrator, id, changes, app.services)
        })
        expect(await stateOf(together)).toEqual(await stateOf(alone))
      }),
      { numRuns: 25 },
    )
    await app.pool.query(`update companies set hidden_contact_fields = '{}' where id = $1`, [kuipers])
  })
})

let numbers = 0
const nextNumber = async () => ++numbers
