import { displayName } from './name-identity.rules.ts'
import { type ListedPerson, type PersonFields } from '../types.ts'
import { phoneKey } from '../columns/phones.rules.ts'

/** From this many people on, an address or number is the company's and says nothing about one person. */
const COMPANY_WIDE = 3

interface Contact {
  key: string
  field: 'email' | 'phone' | 'mobile_phone'
  value: string
}

/** The addresses and numbers of one person, in the form in which two of them can be compared. */
export function contactKeys(fields: Pick<PersonFields, 'email' | 'phone' | 'mobile_phone'>): Contact[] {
  return (['email', 'phone', 'mobile_phone'] as const).flatMap((field) => {
    const value = fields[field]
    const key = field === 'email' ? value?.toLowerCase() : phoneKey(value)
    return value === null || !key ? [] : [{ key, field, value }]
  })
}

function owners(people: readonly ListedPerson[]): Map<string, { contact: Contact; people: ListedPerson[] }> {
  const found = new Map<string, { contact: Contact; people: ListedPerson[] }>()
  for (const person of people)
    for (const contact of contactKeys(person.fields)) {
      const entry = found.get(contact.key) ?? { contact, people: [] }
      if (!entry.people.includes(person)) entry.people.push(person)
      found.set(contact.key, entry)
    }
  return found
}

/** Keys that so many people on the list share that they prove nothing. */
export function companyWideKeys(people: readonly ListedPerson[]): Set<string> {
  return new Set([...owners(people)].filter(([, entry]) => entry.people.length >= COMPANY_WIDE).map(([key]) => key))
}

/**
 * Adds a remark to two people who share an address or number (they stay two people), and returns a notice for each one
 * that is shared more widely.
 */
export function remarkSharedContacts(people: readonly ListedPerson[]): string[] {
  const notices: string[] = []
  for (const { contact, people: sharing } of owners(people).values()) {
    if (sharing.length >= COMPANY_WIDE)
      notices.push(`${contact.value} staat bij ${sharing.length} personen en telt daarom niet mee bij het herkennen.`)
    if (sharing.length !== 2) continue
    for (const [person, other] of [sharing, [...sharing].reverse()] as [ListedPerson, ListedPerson][])
      person.remarks.push({
        field: contact.field,
        text: `${contact.value} staat ook bij ${displayName(other.fields)} (regel ${other.lineNumbers[0]}).`,
      })
  }
  return notices
}
