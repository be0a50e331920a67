import { expect, it } from 'vitest'
import { filesIn, read } from './tree.ts'

/** Where a number is the id of a role: 88 places of the product once said `3` and meant a teacher. */
const ROLE_NUMBERS = [
  /\b(?:hasRole|seenAs)\([^()]*,\s*[1-6]\b/,
  /\brole(?:_?id)?\b['"\])]*\s*(?:={1,3}|!==?|[<>]=?|:|,\s*'[=<>]+',|\|)\s*'?[1-6]\b/i,
  /\broles\b(?:\[\])?['"]?\)?\s*(?:\.includes\(|\.some\(|:|=|&&|@>|<@|,)\s*(?:array)?['[{]*\s*[1-6]\b/i,
  /\b[1-6]\s*(?:=|<>)\s*(?:any|all)\s*\((?:\w+\.)?roles\)/i,
  /\bRole(?:Id)?\b(?:\[\])?>?\s*=\s*\[?\s*[1-6]\b/,
  /\busers\[[1-6]\]/,
]

const without = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
const numbersIn = (source: string): string[] =>
  without(source)
    .split('\n')
    .filter((line) => ROLE_NUMBERS.some((pattern) => pattern.test(line)))
    .map((line) => line.trim())

const files = [...filesIn('src', '.ts'), ...filesIn('islands', '.ts', '.tsx'), ...filesIn('public/js', '.ts')]
const views = filesIn('views', '.ejs')

it('a role is called by its name, never by its number', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(views.length).toBeGreaterThan(100)
  // Its declaration is the one place that gives them their numbers.
  const said = [...files, ...views].filter((file) => file !== 'src/platform/access/roles.ts')
  expect(said.flatMap((file) => numbersIn(read(file)).map((line) => `${file}: ${line}`))).toEqual([])
})

it.each([
  'hasRole(viewer, 1, 2, 3)',
  'hasRole(viewer, ROLE.teacher, 2)',
  'seenAs(viewer, 4)',
  'role === 3 ? a : b',
  'if (row.role_id !== 6) return',
  'role > 2 ? null : {}',
  "where('role_id', '=', 3)",
  'and own.role_id = 3)',
  "z.enum(['3']); role_id: 3 | 6",
  'roles: [1, 2],',
  "'roles[]': 5",
  'roles.includes(1)',
  'const PORTAL: readonly RoleId[] = [3, 4, 5]',
  "where users.roles && '{1,2,3}'",
  'where roles && array[3, 5]',
  'where roles @> array[1]',
  'array_remove(roles, 1)',
  'where 4 = any(me.roles)',
  'story.users[2]!',
])('finds the number in %s', (line) => {
  expect(numbersIn(line)).toEqual([line])
})
