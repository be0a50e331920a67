import { type PossibleContact, describeKnown, indexKnown, possibleContacts, sameIdentity } from './candidates.rules.ts'
import { displayName, mayBeSameName, nameKey } from './names/name-identity.rules.ts'
import { type Candidate, type KnownPerson, type ListedPerson, type Match } from './types.ts'
import { phoneEnding } from './columns/phones.rules.ts'
import { companyWideKeys, contactKeys } from './names/shared-contacts.rules.ts'

type Doubt = Extract<Match, { kind: 'doubtful' }>

/**
 * Says of each person whether they are new, a known contact, or doubtful. Identity is normalised name and birth date;
 * everything less (a missing date, an unreadable letter, only the same address or number) is doubt for the user to
 * resolveLine. The proposal of a doubtful line is the contact only where more than the name speaks for it and nothing
 * against it, and no contact is matched or proposed twice, so that two people never end up as one.
 */
export function matchPeople(people: readonly ListedPerson[], known: readonly KnownPerson[]): Match[] {
  const index = indexKnown(known)
  const ignored = companyWideKeys(people)
  const same = people.map(({ fields }) => sameIdentity(fields, index))
  const taken = new Set(same.flatMap((contacts) => (contacts.length === 1 ? [contacts[0]!.id] : [])))
  const options = people.map(({ fields }, i) =>
    same[i]!.length === 0 ? possibleContacts(fields, index, ignored, taken) : [],
  )
  const proposals = propose(options, taken)
  const doubts = doubtsWithin(people)
  return people.map((_, i): Match => {
    const [first, ...others] = same[i]!
    if (first && others.length === 0)
      return { kind: 'matched', contactId: first.id, why: `Zelfde naam en geboortedatum als ${describeKnown(first)}.` }
    if (first) return several(same[i]!)
    return doubtful(options[i]!, proposals[i]!) ?? doubts[i] ?? { kind: 'new' }
  })
}

/** Gives each contact to at most one doubtful line, the best founded first. */
function propose(options: PossibleContact[][], taken: ReadonlySet<number>): (number | null)[] {
  const given = new Set(taken)
  const proposals: (number | null)[] = options.map(() => null)
  const claims = options
    .flatMap((contacts, line) => contacts.map((contact) => ({ contact, line })))
    .filter(({ contact }) => isProposable(contact))
    .sort((a, b) => strength(b.contact) - strength(a.contact))
  for (const { contact, line } of claims) {
    if (proposals[line] !== null || given.has(contact.known.id)) continue
    proposals[line] = contact.known.id
    given.add(contact.known.id)
  }
  return proposals
}

/** A name alone is never reason enough: an address, a number or the birth date has to agree as well. */
function isProposable({ ground, sameEmail, samePhone, sameBirthDate, contradicts }: PossibleContact): boolean {
  if (contradicts || (ground !== 'undated' && ground !== 'unreadable')) return false
  return sameEmail || samePhone || sameBirthDate
}

function strength({ sameName, sameEmail, samePhone }: PossibleContact): number {
  return 2 * Number(sameEmail) + 2 * Number(samePhone) + Number(sameName)
}

function several(contacts: KnownPerson[]): Doubt {
  const candidates = contacts.map((known) => ({
    contactId: known.id,
    who: describeKnown(known),
    why: 'zelfde naam en geboortedatum',
  }))
  const reason = `Er zijn ${contacts.length} bekende personen met deze naam en geboortedatum; kies wie het is.`
  return { kind: 'doubtful', candidates, reason, proposal: contacts[0]!.id }
}

function doubtful(contacts: PossibleContact[], proposal: number | null): Doubt | null {
  const rank = (contact: PossibleContact) => (contact.known.id === proposal ? 10 : 0) + strength(contact)
  const sorted = [...contacts].sort((a, b) => rank(b) - rank(a))
  const [best] = sorted
  if (!best) return null
  const candidates: Candidate[] = sorted.map((contact) => ({
    contactId: contact.known.id,
    who: describeKnown(contact.known),
    why: grounds(contact),
  }))
  return { kind: 'doubtful', candidates, reason: reasonFor(best), proposal }
}

function grounds(contact: PossibleContact): string {
  const { ground, sameName } = contact
  const alike = {
    undated: 'zelfde naam',
    unreadable: 'de naam kan dezelfde zijn',
    swapped: 'zelfde naam, dag en maand verwisseld',
    near: 'bijna dezelfde naam en dezelfde geboortedatum',
    contact: sameName ? 'zelfde naam' : null,
  }[ground]
  const shared = sharedWords(contact)
  return [alike, shared && `zelfde ${shared}`].filter(Boolean).join(', ')
}

function sharedWords({ sameEmail, samePhone }: PossibleContact): string {
  return [sameEmail && 'e-mailadres', samePhone && 'telefoonnummer'].filter(Boolean).join(' en ')
}

function reasonFor(contact: PossibleContact): string {
  const { known, ground, sameName } = contact
  const who = describeKnown(known)
  if (ground === 'undated')
    return `Zelfde naam als ${who}; zonder geboortedatum aan beide kanten is niet zeker of het dezelfde persoon is.`
  if (ground === 'unreadable') return `Door een onleesbaar teken kan dit ${who} zijn.`
  if (ground === 'swapped') return `Zelfde naam als ${who}, maar dag en maand van de geboortedatum zijn verwisseld.`
  if (ground === 'near') return `Zelfde geboortedatum en bijna dezelfde naam als ${who}.`
  return `Zelfde ${sharedWords(contact)} als ${who}, maar ${sameName ? 'een andere geboortedatum' : 'een andere naam'}.`
}

/**
 * Lines that may be the same person as another line: a namesake without birth date, or one with an unreadable letter.
 */
function doubtsWithin(people: readonly ListedPerson[]): (Doubt | null)[] {
  const byName = Map.groupBy(people, ({ fields }) => nameKey(fields))
  const byDate = Map.groupBy(people, ({ fields }) => fields.birth_date)
  return people.map((person) => {
    const { fields } = person
    const key = nameKey(fields)
    const namesake = fields.birth_date === null ? byName.get(key)!.find((other) => other !== person) : undefined
    const lookalike = key.includes('?')
      ? byDate.get(fields.birth_date)!.find((other) => mayBeSameName(key, nameKey(other.fields)) && other !== person)
      : undefined
    const other = namesake ?? lookalike
    if (other === undefined) return null
    const why = namesake
      ? 'zonder geboortedatum is niet zeker of het twee personen zijn'
      : 'door een onleesbaar teken kan het dezelfde persoon zijn'
    const reason = `${displayName(other.fields)} staat ook op regel ${other.lineNumbers[0]}; ${why}.`
    return { kind: 'doubtful', candidates: [], reason, proposal: null }
  })
}

export interface LookupKeys {
  /** Values of `nameKey`, readable ones only. */
  names: string[]
  /** Values of `nameKey` with `_` for each unreadable character, for LIKE; they hold no other wildcard. */
  namePatterns: string[]
  /** In lower case. */
  emails: string[]
  /** The last nine digits: contacts abroad with the same ending come along, and `matchPeople` tells them apart. */
  phones: string[]
  birthDates: string[]
}

/**
 * What to look for among the contacts so that `matchPeople` has everyone it needs, in one query for the whole list:
 * contacts with any of these names, addresses or numbers, or born on any of these days.
 */
export function lookupKeys(people: readonly ListedPerson[]): LookupKeys {
  const unique = (values: (string | null)[]) =>
    [...new Set(values.filter((value) => value !== null && value !== ''))] as string[]
  const names = unique(people.map(({ fields }) => nameKey(fields)))
  const contacts = people.flatMap(({ fields }) => contactKeys(fields))
  return {
    names: names.filter((name) => !name.includes('?')),
    namePatterns: names.filter((name) => name.includes('?')).map((name) => name.replace(/\?/g, '_')),
    emails: unique(contacts.filter(({ field }) => field === 'email').map(({ key }) => key)),
    phones: unique(contacts.filter(({ field }) => field !== 'email').map(({ key }) => phoneEnding(key))),
    birthDates: unique(people.map(({ fields }) => fields.birth_date)),
  }
}
