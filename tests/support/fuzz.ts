/** Requests that are nearly right, from the examples of the declarations; the same for the same number. */
import type { Form } from './example-calls.ts'

/** What a valid call consists of; its names and values are spoiled one at a time. */
export interface Valid {
  method: string
  /** The path with `{name}` for its parameters. */
  path: string
  params: [string, string][]
  query: [string, string][]
  form: [string, string][]
}

export interface FuzzRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export interface Chance {
  /** A whole number below `below`. */
  upTo(below: number): number
  pick<T>(from: readonly T[]): T
}

/** Numbers that look like chance and are the same for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (below: number) => Math.floor(next() * below)
  // The first numbers of seeds that follow each other lie close together.
  for (let i = 0; i < 4; i++) next()
  return { upTo, pick: (from) => from[upTo(from.length)]! }
}

/** As they stand in a query or a body: also what no correct encoder makes. */
const VALUES = [
  ...['', ' ', '0', '-1', '1', '2', '1.5', '1e3', '007', '-0', 'NaN', 'Infinity', 'true', 'null', 'undefined', 'on'],
  ...['2147483647', '2147483648', '-2147483649', '9007199254740993', '99999999999999999999', '9'.repeat(400)],
  ...['9999-12-31', '275760-09-13', '31-12-9999', '00-00-0000', '29-02-2023', '31-12-9999 23:59', '01-01-0001 00:00'],
  ...['12:60', '24:00', '-271821-04-20', '8640000000000001', '1e300', '0000-00-00', '2026-11-22T10:00:00%2B99:99'],
  ...[
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%FF%FE',
    '%zz',
    '%',
    '%E2%80%AEabc',
    '%EF%BF%BF',
    '%F0%9F%91%A9%E2%80%8D%F0%9F%94%A7',
  ],
  ...['a'.repeat(300), '%C3%A9'.repeat(5_000), 'a%20'.repeat(20_000), '%0A'.repeat(2_000), '1,'.repeat(30_000)],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '-__proto__',
    'prototype',
    'length',
    '%5Bobject%20Object%5D',
  ],
  ...[
    '%7B%22a%22:1%7D',
    '%5B1,2%5D',
    '%5B'.repeat(3_000),
    '%7B%7B%207*7%20%7D%7D',
    '%7B%25%20for%20x%20%25%7D',
    '%7B%7B',
  ],
  ...[
    '%3Cscript%3Ealert(1)%3C/script%3E',
    "'%20or%201=1--",
    '%25_%5C',
    '=cmd()',
    '../../etc/passwd',
    '%2F%2Fevil.example',
  ],
  ...[
    '1,2,x',
    '1,1,1',
    '-1,0',
    ',',
    '1%202',
    'c1',
    'x@',
    'a@b.example,,c@d.example',
    'data:image/png;base64,AAAA',
    'xlsx',
    'csv',
  ],
] as const

/** Where a list was left: keys of rows of any type, and what only looks like one. */
const key = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const KEYS = [
  ...[['x'], ['9999-99-99'], [null], ['x', 'x'], [1e300], [{}], [[]], ['275760-09-13'], ['2026-11-22'], [5], []].map(
    (values) => key({ values, id: 1 }),
  ),
  ...[{}, null, 'x', { values: 'x', id: 1 }, { values: ['a'], id: 'x' }, { values: ['a'], id: 1e300 }, [1]].map(key),
  ...['!!!', 'eyJ', key('x').repeat(90)],
]

/** What the platform reads of any query, beside the filters of a list. */
const QUERY: Record<string, readonly string[]> = {
  sort: ['__proto__', 'constructor', 'toString', '-toString', 'hasOwnProperty', 'name', '-', ''],
  after: KEYS,
  page: VALUES,
  max_per_page: VALUES,
  onlyGet: VALUES,
  checkAll: VALUES,
  count: VALUES,
  embed: VALUES,
  own: VALUES,
  export: ['csv', 'xlsx', 'exe'],
  step: VALUES,
  item: VALUES,
  tab: VALUES,
  ids: VALUES,
  search: VALUES,
  type: VALUES,
  from: VALUES,
  to: VALUES,
  filters: VALUES,
  v: VALUES,
  id: VALUES,
}

/** What the platform reads of any form, before the screen does. */
const FORM: Record<string, readonly string[]> = {
  _query: [...VALUES, '%25', '%25zz', 'a%5Bb%5D'.repeat(11), 'a%3D1%26'.repeat(20_001)],
  _method: ['GET', 'get', 'DELETE', 'x', '%25', ''],
  _once: [...VALUES, '%25', '00000000-0000-4000-8000-000000000000'],
  _token: VALUES,
}

const HEADERS: [string, readonly string[]][] = [
  ['accept', ['*/*', 'application/json', 'text/html;q=x', ',', 'a'.repeat(5_000)]],
  ['accept-encoding', ['identity', 'br;q=0', 'x']],
  ['accept-language', ['xx', '*', 'nl;q=9']],
  ['range', ['bytes=9-1', 'bytes=0-', 'bytes=99999999999-', 'x']],
  ['if-none-match', ['*', 'W/"x"']],
  ['if-modified-since', ['x', 'Fri, 31 Dec 9999 23:59:59 GMT']],
  ['hx-request', ['false', 'x']],
  ['hx-current-url', ['x', 'http://[', 'a'.repeat(5_000)]],
  ['x-forwarded-for', ['x', '1.2.3.4, 5', '::1']],
  ['x-forwarded-proto', ['https', 'x']],
  ['user-agent', ['', 'a'.repeat(5_000)]],
  ['referer', ['x', 'http://[']],
  ['authorization', ['Basic x', 'Basic AAAA', 'Bearer x']],
]

type Pairs = [string, string][]
const encoded = (pairs: Pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')
const URLENCODED = 'application/x-www-form-urlencoded'

/** One thing wrong with one of the fields. */
function spoilPairs(chance: Chance, pairs: Pairs, values: readonly string[] = VALUES): Pairs {
  const at = chance.upTo(Math.max(pairs.length, 1))
  const [name, value] = pairs[at] ?? ['name', '1']
  const others = pairs.filter((_pair, i) => i !== at)
  const deep = `${name}${'%5Ba%5D'.repeat(chance.pick([1, 2, 5, 6, 40, 2_000]))}`
  return chance.pick<() => Pairs>([
    () => others,
    ...Array.from({ length: 10 }, () => (): Pairs => [...others, [name, chance.pick(values)]]),
    () => [...pairs, [name, value]],
    () => [...others, [`${name}%5B%5D`, value], [`${name}%5B%5D`, chance.pick(values)]],
    () => [...others, [`${name}%5B${chance.pick(VALUES)}%5D`, value]],
    () => [...others, [`${name}%5B99999999%5D`, value]],
    () => [...others, [deep, value]],
    () => [...others, [name.replace(/%5B\d+%5D/, '%5B-1%5D'), value]],
    () => [...pairs, [`${chance.pick(['__proto__', 'constructor%5Bprototype%5D'])}%5B${name}%5D`, value]],
    () => [...pairs, ...Array.from({ length: 1_500 }, (_, i): [string, string] => [`${name}%5B%5D`, String(i)])],
  ])()
}

/** The values of a form as JSON, or as what is no form at all. */
function otherBody(chance: Chance, pairs: Pairs): { type: string; body: string } {
  const object = JSON.stringify(Object.fromEntries(pairs.map(([name, value]) => [decoded(name), decoded(value)])))
  const [first = 'name'] = pairs.map(([name]) => decoded(name))
  const nested = (depth: number) => `{${JSON.stringify(first)}:${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
  const part = (disposition: string, content: string) => `--x\r\n${disposition}\r\n\r\n${content}\r\n`
  const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
  const multipart = 'multipart/form-data; boundary=x'
  return chance.pick([
    { type: 'application/json', body: object },
    {
      type: 'application/json',
      body: chance.pick(['[]', 'null', '1', '"x"', '{', '[[[[1]]]]', '{"a":{"b":[{}]}}', '']),
    },
    { type: 'application/json', body: nested(chance.pick([10, 200, 6_000, 30_000])) },
    {
      type: 'application/json',
      body: JSON.stringify({ [first]: chance.pick([{ a: 1 }, [1, [2]], 1e300, true, [{}], '\ud800', '\0']) }),
    },
    { type: 'application/json', body: `{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}` },
    { type: 'text/plain', body: encoded(pairs) },
    {
      type: chance.pick(['', 'x', 'application/xml', `${URLENCODED}; charset=utf-16`, `${URLENCODED}; charset=x`]),
      body: encoded(pairs),
    },
    { type: 'multipart/form-data', body: part(file, 'x') },
    { type: multipart, body: part(file, 'x') },
    { type: multipart, body: `${part(file, 'x')}${part(file, 'y')}--x--\r\n` },
    { type: multipart, body: `${part('Content-Disposition', 'x')}--x--\r\n` },
    {
      type: multipart,
      body: `${part(`Content-Disposition: form-data; name="${first.replace(/"/g, '')}"`, 'x')}--x--\r\n`,
    },
    { type: multipart, body: chance.pick(['', '--x--\r\n', '--x', 'x', `--x\r\n${'a'.repeat(90_000)}`]) },
  ])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A form of fields as they are sent. */
export const pairsOf = (form: Form): Pairs =>
  Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [encodeURIComponent(name), encodeURIComponent(item)]),
  )

/** A valid call with one thing spoiled; `wild` spoils all at once. */
export function spoiled(chance: Chance, valid: Valid, wild: boolean): FuzzRequest {
  const headers: Record<string, string> = {}
  let { params, query, form } = valid
  let other: ReturnType<typeof otherBody> | undefined
  const hasBody = valid.method !== 'GET'
  const spoilQuery = () => {
    const [name, values] = chance.pick(Object.entries(QUERY))
    query = chance.upTo(2) ? [...query, [name, chance.pick(values)]] : spoilPairs(chance, query)
  }
  const spoilForm = () => {
    const [name, values] = chance.pick(Object.entries(FORM))
    const kind = chance.upTo(8)
    if (kind < 2) other = otherBody(chance, form)
    else if (kind === 2) form = [...form, [name, chance.pick(values)]]
    else form = spoilPairs(chance, form)
  }
  const spoilHeader = () => {
    const [name, values] = chance.pick(HEADERS)
    headers[name] = chance.pick(values)
  }
  const spoilParams = () => (params = params.map(([name]) => [name, chance.pick(VALUES)]))
  if (wild) {
    for (let i = chance.upTo(4); i >= 0; i--) spoilQuery()
    if (hasBody) for (let i = chance.upTo(4); i >= 0; i--) spoilForm()
    if (chance.upTo(3) === 0) spoilParams()
    if (chance.upTo(3) === 0) spoilHeader()
  } else {
    const what = chance.upTo(20)
    if (what === 0) spoilHeader()
    else if (what === 1 && params.length > 0) spoilParams()
    else if (hasBody && what < 16) spoilForm()
    else spoilQuery()
  }
  const path = params.reduce((whole, [name, value]) => whole.replace(`{${name}}`, value), valid.path)
  const url = query.length > 0 ? `${path}?${encoded(query)}` : path
  // A longer address is refused before it is read.
  const request = { method: valid.method, url: url.slice(0, 12_000), headers }
  if (!hasBody) return request
  const { type, body } = other ?? { type: URLENCODED, body: encoded(form) }
  return { ...request, headers: { ...headers, 'content-type': type }, body }
}
