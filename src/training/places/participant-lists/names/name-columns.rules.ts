import { type ColumnContent, addressAgrees } from '../columns/column-content.rules.ts'
import { splitFullName } from './names.rules.ts'
import { type ColumnRole } from '../types.ts'

const NAME_ROLES: ColumnRole[] = ['full_name', 'full_name_last_first', 'first_name', 'last_name']

export function hasNames(roles: readonly (ColumnRole | null)[]): boolean {
  return roles.some((role) => role !== null && NAME_ROLES.includes(role))
}

/** Finds the columns with names among those nothing is known of yet, by what stands in them. Changes `roles`. */
export function guessNameColumns(roles: (ColumnRole | null)[], contents: ColumnContent[], body: string[][]): void {
  const open = (column: number) => roles[column] === null && contents[column]!.filled > 0
  const columns = contents.map((_, column) => column).filter(open)
  const take = (role: ColumnRole, test: (content: ColumnContent) => boolean) => {
    const column = roles.includes(role)
      ? undefined
      : columns.find((candidate) => open(candidate) && test(contents[candidate]!))
    if (column !== undefined) roles[column] = role
  }
  take('last_name_prefix', (content) => content.particles >= 0.9)
  take('initials', (content) => content.initials >= 0.8)
  if (hasNames(roles)) return
  const names = columns.filter(
    (column) =>
      open(column) &&
      contents[column]!.names >= 0.6 &&
      !(contents[column]!.repeated && contents[column]!.firstNames < 0.5),
  )
  const full = bestOf(
    names.filter((column) => contents[column]!.fullNames >= 0.5),
    (column) => contents[column]!.firstNames - column / 20,
  )
  const pair = roles.includes('initials') ? null : bestPair(names, contents, body, roles)
  if (pair !== null && (full === null || (pair.first !== full && pair.score > contents[full]!.firstNames + 0.5))) {
    roles[pair.first] = 'first_name'
    roles[pair.last] = 'last_name'
  } else if (full !== null) roles[full] = roles.includes('last_name_prefix') ? 'last_name' : 'full_name'
  else if (names[0] !== undefined)
    roles[names[0]] = roles.includes('initials') || roles.includes('last_name_prefix') ? 'last_name' : 'full_name'
}

function bestOf(columns: number[], score: (column: number) => number): number | null {
  return columns.reduce<number | null>(
    (best, next) => (best !== null && score(best) >= score(next) ? best : next),
    null,
  )
}

/** Which two columns are first and last name: common first names, particles, and addresses built from the two. */
function bestPair(
  columns: number[],
  contents: ColumnContent[],
  body: string[][],
  roles: (ColumnRole | null)[],
): { first: number; last: number; score: number } | null {
  let best: { first: number; last: number; score: number } | null = null
  const email = roles.indexOf('email')
  for (const first of columns.slice(0, 8))
    for (const last of columns.slice(0, 8)) {
      if (first === last) continue
      const [a, b] = [contents[first]!, contents[last]!]
      const agreeing =
        body.filter((row) => addressAgrees(row[email] ?? '', row[first] ?? '', row[last] ?? '')).length /
        Math.max(1, body.length)
      const apart = Math.abs(first - last) - 1
      const score =
        a.firstNames -
        b.firstNames +
        2 * (b.withParticle - a.withParticle) +
        3 * agreeing -
        0.1 * apart +
        (first < last ? 0.1 : 0)
      if (best === null || score > best.score) best = { first, last, score }
    }
  return best
}

/** Settles what "Naam" means beside other name columns, and which of two columns with the same name role counts. */
export function assignNameColumns(roles: ColumnRole[], headings: string[], contents: ColumnContent[]): void {
  const named = (word: RegExp) =>
    roles.findIndex((role, column) => role === 'first_name' && word.test(headings[column] ?? ''))
  keepOne(
    roles,
    'first_name',
    [named(/^voornaam/i), named(/^roepnaam/i)].find((column) => column !== -1),
  )
  const prefix = roles.indexOf('last_name_prefix')
  // An English "Prefix" may be "Mr" or "Mrs".
  if (prefix !== -1 && contents[prefix]!.filled > 0 && contents[prefix]!.particles < 0.5) roles[prefix] = 'ignored'
  const full = roles.findIndex((role) => role === 'full_name' || role === 'full_name_last_first')
  if (full !== -1) {
    const first = roles.includes('first_name')
    const last = roles.includes('last_name')
    const shortNames = contents[full]!.fullNames < 0.5
    if (first && last) roles[full] = 'ignored'
    else if (first || roles.includes('last_name_prefix')) roles[full] = 'last_name'
    else if (last) roles[full] = shortNames ? 'first_name' : 'ignored'
    else if (roles.includes('initials') && shortNames) roles[full] = 'last_name'
  }
  for (const role of [
    'last_name_prefix',
    'last_name',
    'initials',
    'full_name',
    'full_name_last_first',
    'birth_date',
  ] as const)
    keepOne(roles, role)
}

function keepOne(roles: ColumnRole[], role: ColumnRole, preferred = roles.indexOf(role)): void {
  roles.forEach((each, column) => {
    if (each === role && column !== preferred) roles[column] = 'ignored'
  })
}

/** Whether the addresses in the list say that "Jansen Piet" has its last name first. */
export function lastNamesComeFirst(body: string[][], names: number, email: number): boolean {
  const votes = { 'first-last': 0, 'last-first': 0 }
  for (const row of body)
    for (const order of ['first-last', 'last-first'] as const) {
      const split = splitFullName(row[names] ?? '', order)
      if (addressAgrees(row[email] ?? '', split.first_name || (split.initials ?? ''), split.last_name)) votes[order]++
    }
  return votes['last-first'] >= 2 && votes['last-first'] > votes['first-last']
}
