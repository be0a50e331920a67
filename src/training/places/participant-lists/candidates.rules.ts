import { displayName, mayBeSameName, nameKey } from './names/name-identity.rules.ts'
import { nearlySameName } from './names/near-names.rules.ts'
import { type KnownPerson, type PersonFields } from './types.ts'
import { contactKeys } from './names/shared-contacts.rules.ts'

/** Why a contact may be the person on a line although their identities do not agree; the surest first. */
export type Ground = 'undated' | 'unreadable' | 'swapped' | 'near' | 'contact'

export interface PossibleContact {
  known: KnownPerson
  ground: Ground
  sameName: boolean
  sameEmail: boolean
  samePhone: boolean
  /** Known on both sides. */
  sameBirthDate: boolean
  /** Both have an address, or both have a number, and none agrees. */
  contradicts: boolean
}

export interface KnownIndex {
  all: readonly KnownPerson[]
  unreadable: KnownPerson[]
  byName: Map<string, KnownPerson[]>
  byDate: Map<string | null, KnownPerson[]>
  byContact: Map<string, KnownPerson[]>
}

export function indexKnown(known: readonly KnownPerson[]): KnownIndex {
  const byContact = new Map<string, KnownPerson[]>()
  for (const person of known)
    for (const { key } of contactKeys(person)) byContact.set(key, [...(byContact.get(key) ?? []), person])
  return {
    all: known,
    unreadable: known.filter((person) => nameKey(person).includes('?')),
    byName: Map.groupBy(known, nameKey),
    byDate: Map.groupBy(known, (person) => person.birth_date),
    byContact,
  }
}

/** Contacts with the identity of the person: the same normalised name and the same birth date. */
export function sameIdentity(fields: PersonFields, index: KnownIndex): KnownPerson[] {
  const key = nameKey(fields)
  // Of a name that is mostly lost, equal remains prove nothing.
  if (fields.birth_date === null || key.replace(/\?/g, '').length * 2 <= key.length) return []
  return (index.byName.get(key) ?? []).filter((known) => known.birth_date === fields.birth_date)
}

/**
 * Contacts that may be the person, on any other ground.
 * @param ignored addresses and numbers that prove nothing.
 * @param taken contacts who are on the list under their own name, and so are not someone with nearly that name.
 */
export function possibleContacts(
  fields: PersonFields,
  index: KnownIndex,
  ignored: ReadonlySet<string>,
  taken: ReadonlySet<number>,
): PossibleContact[] {
  const found = new Map<number, PossibleContact>()
  const own = contactKeys(fields).filter(({ key }) => !ignored.has(key))
  const add = (ground: Ground) => (known: KnownPerson) => {
    if (!found.has(known.id)) found.set(known.id, { known, ground, ...compared(fields, known, own) })
  }
  const key = nameKey(fields)
  const date = fields.birth_date
  const namesakes = index.byName.get(key) ?? []
  const datesAllow = (known: KnownPerson) => date === null || known.birth_date === null || known.birth_date === date
  namesakes.filter((known) => date === null || known.birth_date === null).forEach(add('undated'))
  const lookalikes = key.includes('?') ? index.all : index.unreadable
  lookalikes.filter((known) => datesAllow(known) && mayBeSameName(key, nameKey(known))).forEach(add('unreadable'))
  if (date !== null) {
    const elsewhere = (contacts: KnownPerson[] = []) => contacts.filter(({ id }) => !taken.has(id))
    const sameDay = elsewhere(index.byDate.get(date))
    elsewhere(namesakes.filter((known) => known.birth_date === swapped(date))).forEach(add('swapped'))
    sameDay.filter((known) => nearlySameName(fields, known)).forEach(add('near'))
  }
  for (const contact of own) (index.byContact.get(contact.key) ?? []).forEach(add('contact'))
  return [...found.values()]
}

function compared(fields: PersonFields, known: KnownPerson, own: ReturnType<typeof contactKeys>) {
  const theirs = contactKeys(known)
  const emails = (contact: { field: string }) => contact.field === 'email'
  const phones = (contact: { field: string }) => contact.field !== 'email'
  const common = own.filter(({ key }) => theirs.some((other) => other.key === key))
  const bothHave = (kind: typeof emails) => own.some(kind) && theirs.some(kind)
  return {
    sameName: nameKey(fields) === nameKey(known),
    sameEmail: common.some(emails),
    samePhone: common.some(phones),
    sameBirthDate: fields.birth_date !== null && fields.birth_date === known.birth_date,
    contradicts: common.length === 0 && (bothHave(emails) || bothHave(phones)),
  }
}

/** 1980-03-04 for 1980-04-03: the sender's computer may have put the month first. */
function swapped(date: string): string {
  const [year, month, day] = date.split('-')
  return `${year}-${day}-${month}`
}

/** "Anna de Vries (03-04-1980)". */
export function describeKnown(known: KnownPerson): string {
  return `${displayName(known)} (${known.birth_date?.split('-').reverse().join('-') ?? 'geboortedatum onbekend'})`
}
