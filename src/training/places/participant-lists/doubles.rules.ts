import { type ReadLine } from './lines/line.rules.ts'
import { displayName, nameKey } from './names/name-identity.rules.ts'
import { type ListedPerson, type PersonFields, type Remark } from './types.ts'
import { phoneKey } from './columns/phones.rules.ts'

/**
 * Joins lines about one person: the same name and birth date, or the same name on a line that adds nothing and
 * contradicts nothing. Two lines with one name and different birth dates stay two people, and say so.
 */
export function joinDoubled(lines: ReadLine[]): ListedPerson[] {
  const groups = Map.groupBy(lines, ({ fields }) => nameKey(fields))
  const people = [...groups.values()].flatMap((group) => (group.length === 1 ? group : joinNamesakes(group)))
  return people
    .sort((a, b) => a.lineNumbers[0]! - b.lineNumbers[0]!)
    .map(({ lineNumbers, fields, remarks }) => ({ lineNumbers, fields, remarks }))
}

function joinNamesakes(group: ReadLine[]): ReadLine[] {
  const dated = Map.groupBy(group.filter(hasBirthDate), ({ fields }) => fields.birth_date)
  const people = [...dated.values()].map((same) => same.reduce(merge))
  const fullestFirst = group.filter((line) => !hasBirthDate(line)).sort((a, b) => filled(b.fields) - filled(a.fields))
  for (const line of fullestFirst) {
    const fuller = people.filter((person) => addsNothing(line, person))
    if (fuller.length === 1) people[people.indexOf(fuller[0]!)] = merge(fuller[0]!, line)
    else people.push(line)
  }
  return people.map((person) => withRemarks(person, namesakes(person, people)))
}

function hasBirthDate({ fields }: ListedPerson): boolean {
  return fields.birth_date !== null
}

function filled(fields: PersonFields): number {
  return Object.values(fields).filter(Boolean).length
}

function withRemarks(person: ReadLine, remarks: Remark[]): ReadLine {
  const joined = `Regels ${listed(person.lineNumbers)} zijn dezelfde persoon en zijn samengevoegd.`
  const own: Remark[] = person.lineNumbers.length === 1 ? [] : [{ field: 'line', text: joined }]
  return { ...person, remarks: [...person.remarks, ...own, ...remarks] }
}

/** One remark about namesakes who are certainly others, one about those of whom a missing birth date leaves it open. */
function namesakes(person: ReadLine, people: ReadLine[]): Remark[] {
  const name = displayName(person.fields)
  const lines = (certain: boolean) =>
    listed(
      people
        .filter((other) => other !== person && certain === (hasBirthDate(person) && hasBirthDate(other)))
        .map((other) => other.lineNumbers[0]!),
    )
  const others = lines(true)
  const open = lines(false)
  return [
    others &&
      `De naam ${name} staat ook op regel ${others}, met een andere geboortedatum: dit zijn verschillende personen.`,
    open &&
      `De naam ${name} staat ook op regel ${open}; zonder geboortedatum is niet zeker of het dezelfde persoon is.`,
  ].flatMap((text) => (text === '' ? [] : [{ field: 'line', text }]))
}

/** "3, 5 en 6". */
function listed(lineNumbers: number[]): string {
  const inOrder = lineNumbers.toSorted((a, b) => a - b)
  return new Intl.ListFormat('nl').format(inOrder.map(String))
}

/** True when every field of the line without a birth date also stands with the person. */
function addsNothing(line: ReadLine, person: ReadLine): boolean {
  const [a, b] = [line.fields, person.fields]
  const numbers = phoneKeys(b)
  const sameEmail = a.email !== null && a.email === b.email
  const samePhone = phoneKeys(a).some((key) => numbers.includes(key))
  const contained =
    (a.email === null || sameEmail) &&
    phoneKeys(a).every((key) => numbers.includes(key)) &&
    (a.company === null || a.company.toLowerCase() === b.company?.toLowerCase())
  // A birth date that could not be used is not the same as none: it may have been another one.
  return contained && (!line.dateWritten || sameEmail || samePhone)
}

function phoneKeys(fields: PersonFields): string[] {
  return [phoneKey(fields.phone), phoneKey(fields.mobile_phone)].filter((key) => key !== null)
}

/**
 * The first line keeps its values, the second fills the gaps; what does not fit is named in a remark. A remark goes along
 * with the value it is about: "not given" is no longer true when the other line gave it.
 */
function merge(a: ReadLine, b: ReadLine): ReadLine {
  const fields = { ...a.fields, ...(accents(b.fields) > accents(a.fields) ? nameOf(b.fields) : {}) }
  const remarks: Remark[] = []
  for (const field of ['email', 'company'] as const) {
    fields[field] ??= b.fields[field]
    if (b.fields[field] !== null && fields[field] !== b.fields[field])
      remarks.push({ field, text: `Regel ${b.lineNumbers[0]} noemt “${b.fields[field]}”; het eerste is gehouden.` })
  }
  for (const phone of [b.fields.mobile_phone, b.fields.phone]) {
    if (phone === null || phoneKeys(fields).includes(phoneKey(phone) ?? phone)) continue
    const slot = phone === b.fields.mobile_phone ? 'mobile_phone' : 'phone'
    if (fields[slot] === null) fields[slot] = phone
    else remarks.push({ field: slot, text: `Regel ${b.lineNumbers[0]} noemt ook ${phone}; het eerste is gehouden.` })
  }
  fields.note = [...new Set([a.fields.note, b.fields.note].filter((note) => note !== null))].join('\n') || null
  const kept = [a, b].flatMap((line) =>
    line.remarks.filter(({ field }) => field === 'line' || fields[field] === line.fields[field]),
  )
  const unique = [...new Map([...kept, ...remarks].map((remark) => [remark.text, remark])).values()]
  return { ...a, fields, lineNumbers: [...a.lineNumbers, ...b.lineNumbers].sort((x, y) => x - y), remarks: unique }
}

function accents(fields: PersonFields): number {
  return (`${fields.first_name}${fields.last_name}`.match(/[^\u0000-\u007f\uFFFD]/g) ?? []).length
}

function nameOf({ first_name, last_name_prefix, last_name }: PersonFields) {
  return { first_name, last_name_prefix, last_name }
}
