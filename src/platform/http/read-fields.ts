import { HttpError } from '../errors.ts'

/** How much one form may hold. */
export interface FieldLimits {
  fields: number
  /** Items of one list. */
  list: number
}

/** No form of ours goes deeper than `appointments[0][days][1][rooms][2]`. */
const DEPTH = 10
/** Indexes that stand in a small form with gaps between them still mean a list. */
const SMALL_LIST = 100

const tooMuch = () => new HttpError(413, 'Dit is te veel in één keer.')
const unreadable = () => new HttpError(400, 'Dit verzoek is niet leesbaar.')

/** What was sent under one name: values, and what stands between brackets behind it. */
interface Sent {
  values: string[]
  inside: Map<string, Sent> | null
  /** Sent as `name[]`, so that one value is a list too. */
  isList: boolean
}

const nothing = (): Sent => ({ values: [], inside: null, isList: false })

function decode(text: string): string {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    throw unreadable()
  }
}

/** 'a[0][b]' as a, 0, b; a name whose brackets do not fit is one whole. */
function pathOf(name: string): string[] {
  const first = name.indexOf('[')
  if (first < 1 || !name.endsWith(']')) return [name]
  const path = [name.slice(0, first), ...name.slice(first + 1, -1).split('][', DEPTH + 1)]
  if (path.length > DEPTH) throw unreadable()
  return path.some((part) => part.includes('[') || part.includes(']')) ? [name] : path
}

function insideOf(sent: Sent, part: string): Sent {
  const inside = (sent.inside ??= new Map<string, Sent>())
  const key = part === '' ? String(inside.size) : part
  let found = inside.get(key)
  if (!found) inside.set(key, (found = nothing()))
  return found
}

function put(root: Sent, name: string, value: string): void {
  const path = pathOf(name)
  // Names such as `constructor`, which every object has, must not pass for values that somebody sent.
  if (path.some((part) => part in Object.prototype)) return
  const isList = path.length > 1 && path.at(-1) === ''
  if (isList) path.pop()
  let sent = root
  for (const part of path) sent = insideOf(sent, part)
  sent.values.push(value)
  if (isList) sent.isList = true
}

const INDEX = /^(0|[1-9]\d{0,6})$/

/** Indexes become a list in their order, everything else an object; each part is visited once. */
function finished(sent: Sent, { list }: FieldLimits, indexes: number): unknown {
  const { values, inside } = sent
  if (!inside) {
    if (values.length > list) throw tooMuch()
    return values.length === 1 && !sent.isList ? values[0] : values
  }
  const entries = [...inside].map(([key, part]) => [key, finished(part, { fields: 0, list }, indexes)] as const)
  if (!entries.every(([key]) => INDEX.test(key) && Number(key) < indexes)) return Object.fromEntries(entries)
  if (entries.length + values.length > list) throw tooMuch()
  return [...entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value), ...values]
}

/**
 * The fields of a form or query, with lists (`a[]`, `a[0]`) and objects (`a[b]`) as forms send them. Its cost grows with
 * the length of the text and with nothing else, whatever the names are; a list whose indexes have large gaps is an
 * object, and so never longer than what was sent.
 * @throws HttpError (413) beyond the limits, (400) for broken percent codes or UTF-8 in them, and for brackets in
 *   brackets without end
 */
export function readFields(text: string, limits: FieldLimits): Record<string, unknown> {
  const root = nothing()
  let count = 0
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start)
    const end = next === -1 ? text.length : next
    if (end > start) {
      if (++count > limits.fields) throw tooMuch()
      const pair = text.slice(start, end)
      const [name, value] = pair.includes('=')
        ? [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
        : [pair, '']
      put(root, decode(name), decode(value))
    }
    start = end + 1
  }
  const indexes = Math.min(limits.list, Math.max(SMALL_LIST, count))
  return Object.fromEntries([...(root.inside ?? [])].map(([name, sent]) => [name, finished(sent, limits, indexes)]))
}
