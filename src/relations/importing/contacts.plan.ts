import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatDate } from '../../platform/format/format.ts'
import { dayIn } from '../../platform/forms/listed-days.ts'
import {
  ContactForm,
  type ContactInput,
  addContact,
  addContacts,
  changeContact,
  contactFields,
  fullName,
  listLikeContacts,
} from '../contacts/index.ts'
import { listHiddenFieldsOf } from '../naming/index.ts'
import {
  ADDRESS_HEADINGS,
  type Alike,
  type ListedRow,
  type ReadRow,
  type Target,
  formOf,
  nameKey,
  readByForm,
} from '../../system/importing/index.ts'
import { ADDRESS, clientId } from './columns.ts'

const HEADINGS = [
  ['first_name', /voornaam|roepnaam/i],
  ['initials', /voorletter|initial/i],
  ['last_name_prefix', /tussenv|voorvoegsel/i],
  ['birth_date', /geboortedatum|^geb\.?(oren)?$|geb\.?\s*datum/i],
  ['email', /e-?mail/i],
  ['mobile_phone', /mobiel|^gsm|^06/i],
  ['phone', /telefoon|^tel\b/i],
  ['gender', /geslacht|^m\/v$/i],
  ['job_title', /functie/i],
  ['client_id', /debiteur|klantn/i],
  ['company', /bedrijf|organisatie|werkgever/i],
  ['note', /opmerking|notitie|toelichting/i],
  ...ADDRESS_HEADINGS,
  ['last_name', /achternaam|familienaam|^naam$/i],
] as const

const GENDERS: Record<string, string> = { man: 'm', vrouw: 'f', v: 'f', f: 'f', m: 'm', x: 'x', anders: 'x' }

const NO_COMPANY = 'Dit bedrijf is niet bekend. Importeer eerst de bedrijven.'
const TWO_COMPANIES = 'Er zijn meer bedrijven van deze naam.'

/** The companies that the rows name, by how a list writes them. */
async function companiesNamed(db: Db | Trx, rows: readonly ListedRow[]): Promise<Map<string, number[]>> {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.company ?? []))]
  const { rows: found } = await sql<{ name: string; ids: number[] }>`
    select named.name, array_agg(companies.id) as ids from unnest(${names}::text[]) named (name)
    join companies on companies.search_text = normalise(named.name) group by named.name`.execute(db)
  return new Map(found.map(({ name, ids }) => [name, ids]))
}

async function read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<ContactInput>[]> {
  const companies = await companiesNamed(db, rows)
  return rows.map((row) => {
    const { company, gender, birth_date, ...cells } = row.cells
    const ids = company === undefined ? [] : (companies.get(company) ?? [])
    const name = [cells.first_name, cells.last_name_prefix, cells.last_name].filter(Boolean).join(' ')
    if (company !== undefined && ids.length !== 1)
      return { line: row.line, name, input: null, why: ids.length > 1 ? TWO_COMPANIES : NO_COMPANY, filled: [], keys: [] } // prettier-ignore
    const form = {
      ...formOf(cells),
      ...(ids[0] === undefined ? {} : { company_id: String(ids[0]) }),
      ...(gender === undefined ? {} : { gender: GENDERS[gender.toLowerCase()] ?? gender }),
      ...(birth_date === undefined ? {} : { birth_date: formatDate(dayIn(birth_date)) || birth_date }),
    }
    // Who is of a company is invoiced through it, and has no debtor number.
    if ('company_id' in form) delete (form as Record<string, string>).client_id
    return readByForm(row, form, ContactForm, contactFields, aboutOf, name)
  })
}

const aboutOf = (input: ContactInput) => {
  const name = nameKey([input.first_name || input.initials, input.last_name_prefix, input.last_name].join(''))
  return { name: fullName(input), keys: [`n ${name}`, ...(input.email === null ? [] : [`e ${input.email.toLowerCase()}`])] } // prettier-ignore
}

const WHY = [
  ['client_id', 'Dit debiteurnummer is al van contact'],
  ['birth_date', 'Zelfde naam en geboortedatum als contact'],
  ['email', 'Dit e-mailadres staat al bij contact'],
  ['name', 'Alleen de naam is gelijk aan die van contact'],
] as const
const KEEPS_ACCOUNT = 'Het e-mailadres van iemand met een account wijzigt u bij het contact.'
const GETS_ACCOUNT = 'Dit contact krijgt nog een account: wijzig het bij het contact.'

async function alike(db: Db | Trx, rows: readonly ReadRow<ContactInput>[]): Promise<Map<number, Alike[]>> {
  const inputs = new Map(rows.flatMap(({ line, input }) => (input === null ? [] : [[line, input] as const])))
  const found = await listLikeContacts(db, [...inputs].map(([line, input]) => ({ ...input, line }))) // prettier-ignore
  const ids = [...new Set(found.map(({ id }) => id))]
  const contacts = await db.selectFrom('contacts').selectAll().where('id', '=', sql<number>`any(${ids}::integer[])`).execute() // prettier-ignore
  const accounts = await db.selectFrom('users').select('contact_id').where('contact_id', '=', sql<number>`any(${ids}::integer[])`).execute() // prettier-ignore
  const withAccount = new Set(accounts.map(({ contact_id }) => contact_id))
  const hiddenOf = await listHiddenFieldsOf(db, contacts.map(({ company_id }) => company_id)) // prettier-ignore
  const stored = new Map(contacts.map((contact) => [contact.id, contact]))
  const likes = found.map(({ line, id, by }): [number, Alike] => {
    const contact = stored.get(id)!
    const input = inputs.get(line)!
    const has = (one: (typeof by)[number]) => by.includes(one)
    const isElse = input.birth_date !== null && contact.birth_date !== null && input.birth_date !== contact.birth_date
    const willMail = contact.gets_account && !withAccount.has(id)
    const guarded = willMail ? Object.keys(input) : withAccount.has(id) || contact.gets_account ? ['email'] : []
    const hidden = new Set<string>(hiddenOf(contact.company_id))
    // Of somebody of a company there is no debtor number to change.
    if (contact.company_id !== null) hidden.add('client_id')
    return [
      line,
      {
        id,
        why: WHY.find(([one]) => has(one))![1],
        sure: has('birth_date') || (has('name') && !isElse && (has('email') || has('client_id'))),
        version: contact.version,
        stored: contact,
        hidden,
        guarded: Object.fromEntries(guarded.map((field) => [field, willMail ? GETS_ACCOUNT : KEEPS_ACCOUNT])),
      },
    ]
  })
  return new Map(Map.groupBy(likes, ([line]) => line).entries().map(([line, some]) => [line, some.map(([, one]) => one)])) // prettier-ignore
}

export const contactTarget: Target<ContactInput> = {
  name: 'contacts',
  record: 'contact',
  label: { one: 'contact', many: 'contacten' },
  fields: contactFields,
  headings: HEADINGS,
  labels: { address: ADDRESS, company: 'Bedrijf' },
  needed: 'last_name',
  once: clientId,
  apart: true,
  read,
  alike,
  add: ({ trx, viewer, services }, input) => addContact(trx, viewer, input, services),
  addAll: ({ trx, viewer, services }, inputs) => addContacts(trx, viewer, inputs, services),
  change: ({ trx, viewer, services }, id, changes, version) =>
    changeContact(trx, viewer, id, changes, services, version),
}
