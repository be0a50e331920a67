import fc from 'fast-check'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { addPlanning, put } from '../../training/enrolment-support.ts'
import type { TestApp } from '../app.ts'
import { addContact } from '../builders.ts'
import { bulkRun, rowsOf } from './frame.ts'

let numbers = 0

/** The parts of a planning to come, for as long as some of those drawn take part in one. */
const partsToCome = async (app: TestApp, drawn: readonly { planned: boolean }[]): Promise<number[]> =>
  drawn.some(({ planned }) => planned) ? (await addPlanning(app)).parts : []

const person = fc.record({
  active: fc.boolean(),
  student: fc.boolean(),
  company: fc.constantFrom(null, 'deLinde' as const, 'kuipers' as const),
  job: fc.constantFrom('', 'Lasser', 'Ploegleider'),
  planned: fc.boolean(),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

async function people(app: TestApp, drawn: Person[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  const parts = await partsToCome(app, drawn)
  for (const { active, student, company, job, planned } of drawn) {
    const last_name = `Gekozen${++numbers}`
    const id = await addContact(app.db, {
      last_name,
      active,
      roles: student ? [ROLE.student] : [],
      company_id: company && app.story.companies[company],
      job_title: job,
      ...(company === null ? { client_id: 5_000_000 + numbers } : {}),
    })
    if (planned) await put(app, parts, [id])
    names.set(id, last_name)
  }
  return names
}
const contactState = rowsOf('contacts', 'active, roles, company_id, job_title, phone, note, client_id')

const onContacts = (path: string, choice: fc.Arbitrary<Record<string, string>>) =>
  bulkRun({
    path,
    role: ROLE.scheduler,
    drawn: fc.record({ drawn: fc.array(person, { minLength: 1, maxLength: 5 }), choice }),
    make: async (app, { drawn, choice: { company, ...choices } }) => {
      const to = company === undefined ? {} : { company_id: String(app.story.companies[company as 'kuipers']) }
      return { names: await people(app, drawn), choices: { ...choices, ...to } }
    },
    state: contactState,
  })

const company = fc.record({
  active: fc.boolean(),
  phone: fc.constantFrom(null, '038 123 45 67'),
  isBelowFirst: fc.boolean(),
  planned: fc.boolean(),
})
type Company = typeof company extends fc.Arbitrary<infer C> ? C : never

async function companies(app: TestApp, drawn: Company[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  const parts = await partsToCome(app, drawn)
  for (const { active, phone, isBelowFirst, planned } of drawn) {
    const name = `Gekozen bedrijf ${++numbers}`
    const [first = null] = isBelowFirst ? [...names.keys()] : []
    const { id } = await app.db
      .insertInto('companies')
      .values({ name, client_id: 7_000_000 + numbers, active, phone, parent_id: first })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (planned) {
      const contact_id = await addContact(app.db, { company_id: id })
      const rows = parts.map((appointment_id) => ({ appointment_id, contact_id, company_id: id }))
      await app.db.insertInto('enrolments').values(rows).execute()
    }
    names.set(id, name)
  }
  return names
}

const onCompanies = (path: string, choice: fc.Arbitrary<Record<string, string>>) =>
  bulkRun({
    path,
    role: ROLE.scheduler,
    drawn: fc.record({ drawn: fc.array(company, { minLength: 1, maxLength: 5 }), choice }),
    make: async (app, { drawn, choice: choices }) => ({ names: await companies(app, drawn), choices }),
    state: rowsOf('companies', 'active, phone, email, website, note, parent_id'),
  })

const none = fc.constant<Record<string, string>>({})

export const RELATIONS = [
  onContacts('/contacts/bulk/disable', none),
  onContacts('/contacts/bulk/role', fc.record({ role: fc.constant(String(ROLE.student)), give: fc.constantFrom('0', '1') })), // prettier-ignore
  onContacts('/contacts/bulk/company', fc.record({ company: fc.constantFrom('deLinde', 'kuipers') })),
  onContacts('/contacts/bulk/field', fc.constantFrom<Record<string, string>>({ field: 'job_title', job_title: 'Lasser' }, { field: 'job_title', job_title: '' }, { field: 'note', note: 'Let op' })), // prettier-ignore
  onCompanies('/companies/bulk/disable', none),
  onCompanies(
    '/companies/bulk/field',
    fc.constantFrom<Record<string, string>>(
      { field: 'phone', phone: '038 123 45 67' },
      { field: 'note', note: '' },
      { field: 'website', website: 'www.proef.example' },
    ),
  ),
]
