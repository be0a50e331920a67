/** Contact and company of a sale belong together: who is chosen of the one switches the other. */
import { on } from '../lib/dom.ts'
import { fetchJson, isFailure, withParams } from '../lib/request.ts'
import { setChosen } from '../fields/selector.ts'

interface Contact {
  id: number
  company_id: number | null
  company_ids: number[]
}
interface Company {
  id: number
  name: string
  contact_person_id: number | null
  these_contacts: { id: number; name: string }[]
}

const ask = async <T>(path: string, id: string): Promise<T | undefined> =>
  (await fetchJson<T[]>(withParams(path, { id }), { failText: '' }))[0]

const idOf = (select: HTMLSelectElement) => (Number(select.value) > 0 ? select.value : null)

async function switchCompany(contact: string, select: HTMLSelectElement): Promise<void> {
  const person = await ask<Contact>('/ajax/getContacts', contact)
  const chosen = idOf(select)
  if (!person || (chosen !== null && person.company_ids.includes(Number(chosen)))) return
  const wanted = person.company_id ?? person.company_ids[0]
  const company = wanted === undefined ? undefined : await ask<Company>('/ajax/getCompanies', String(wanted))
  setChosen(select, company ? [{ value: String(company.id), text: company.name }] : [])
}

async function switchContact(company: string, select: HTMLSelectElement): Promise<void> {
  const chosen = idOf(select)
  const card = await ask<Company>('/ajax/getCompanies', company)
  if (!card || chosen === null || card.these_contacts.some(({ id }) => String(id) === chosen)) return
  const person = card.these_contacts.find(({ id }) => id === card.contact_person_id) ?? card.these_contacts[0]
  setChosen(select, person ? [{ value: String(person.id), text: person.name }] : [])
}

/** While one is switched because of the other, that is no choice of its own. */
let switching = false

async function changed(select: HTMLSelectElement): Promise<void> {
  const form = select.closest('[data-customer]')
  const other = (name: string) => form?.querySelector<HTMLSelectElement>(`select[name="${name}"]`) ?? null
  const id = idOf(select)
  const company = other('company_id')
  const contact = other('contact_id')
  if (switching || id === null || !company || !contact) return
  switching = true
  try {
    await (select === contact ? switchCompany(id, company) : switchContact(id, contact))
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    switching = false
  }
}

export function start(): void {
  on('change', '[data-customer] select', (_event, select) => void changed(select as HTMLSelectElement))
}
