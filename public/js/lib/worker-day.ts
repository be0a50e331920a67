/**
 * What a phone keeps of a day: pages and fragments as the server drew them for one user, under the name of that user.
 * The server says which addresses those are. There is never more than one user's, and it is of the last one here.
 */
import type { KeptDay, KeptPart } from '../../../src/platform/screens/call/kept-day.contract.ts'

const DAY = 'day-'
/** By which every answer of the server says for whom it was drawn. */
const VIEWER = 'X-Viewer'
const KEPT_AT = 'X-Kept-At'
const STAMP = 'X-Stamp'
/** The page that lies behind a popup whose own address is opened. */
const HOME = 'X-Home'
const MOST_PARTS = 300
const MOST_CHARACTERS = 600_000
/** What is fetched quietly may take its time. */
const PATIENCE_MS = 30_000
const KEPT_FOR_MS = 14 * 86_400_000

/** A whole page; a fragment, such as a popup; or one item of a popup, which has the address of its popup but for that. */
type Kind = 'page' | 'part' | 'item'
const ITEM = 'item'
/** As kept-day.contract.ts names it: what a form is about that is kept once for all. */
const ABOUT = 'about'
/** By which the server knows that of a popup one item is asked for. */
const ITEM_TARGET = 'popup-item'

/** Under which an answer is kept; fields of a filter that are left empty say nothing. */
function keyOf(url: string, kind: Kind): string {
  const { pathname, searchParams } = new URL(url, location.href)
  const query = new URLSearchParams([...searchParams].filter(([, value]) => value !== ''))
  query.delete(ABOUT)
  query.sort()
  if (kind === 'part') query.delete(ITEM)
  return `/kept/${kind}?${new URLSearchParams({ of: `${pathname}?${query}` })}`
}
const listKey = (list: string) => `/kept/list?${new URLSearchParams({ of: list })}`

const days = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(DAY))

/** Wipes what was read here, but for what this user read. */
async function forgetDays(user?: string): Promise<void> {
  for (const name of await days()) if (name !== `${DAY}${user}`) await caches.delete(name)
}

/** Wipes what was read so long ago that nobody can have worked with it since. */
export async function forgetOld(): Promise<void> {
  for (const name of await days()) {
    const answers = await (await caches.open(name)).matchAll()
    const read = answers.flatMap(({ headers }) => headers.get(KEPT_AT) ?? []).map(Number)
    if (read.length > 0 && Date.now() - Math.max(...read) > KEPT_FOR_MS) await caches.delete(name)
  }
}

/** Whose day is kept. Of two it is not known who looks: then there is none. */
async function ownDay(): Promise<Cache | null> {
  const [name, other] = await days()
  if (other !== undefined) await forgetDays()
  return name === undefined || other !== undefined ? null : caches.open(name)
}

/** What an answer says of who is signed in: what another one read goes before anybody sees the answer. */
export async function heed(request: Request, answer: Response): Promise<void> {
  const viewer = answer.headers.get(VIEWER)
  const isSignIn = answer.ok && /^\/login(\/|$)/.test(new URL(request.url).pathname)
  if (viewer !== null) await forgetDays(viewer)
  else if (answer.status === 401 || isSignIn) await forgetDays()
}

const kindOf = (url: string, isItem: boolean): Kind =>
  isItem && new URL(url, location.href).searchParams.has(ITEM) ? 'item' : 'part'

interface Wanted extends KeptPart {
  key: string
  kind: Kind
  home: string
}

/** @returns null where it is not to be had for this user: gone, refused, of somebody else, or too large */
async function read({ url, kind, stamp, home }: Wanted, user: string): Promise<Response | null> {
  const headers = new Headers({ Accept: 'text/html' })
  if (kind !== 'page') headers.set('HX-Request', 'true')
  if (kind === 'item') headers.set('HX-Target', ITEM_TARGET)
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok || answer.redirected || answer.headers.get(VIEWER) !== user) return null
  const html = await answer.text()
  if (html.length > MOST_CHARACTERS) return null
  const kept = new Headers(answer.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) kept.delete(name)
  for (const [name, value] of Object.entries({ [KEPT_AT]: String(Date.now()), [STAMP]: stamp, [HOME]: home }))
    kept.set(name, value)
  return new Response(html, { headers: kept })
}

const readList = async (cache: Cache, key: string): Promise<string[]> =>
  ((await (await cache.match(key))?.json()) as string[] | undefined) ?? []

/** Lets go of what an earlier list named and no list names any more. */
async function tidy(cache: Cache, list: string, keys: string[]): Promise<void> {
  const before = await readList(cache, listKey(list))
  await cache.put(listKey(list), Response.json(keys))
  const lists = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/kept/list')
  const named = new Set((await Promise.all(lists.map(({ url }) => readList(cache, url)))).flat())
  for (const key of before) if (!named.has(key)) await cache.delete(key)
}

/** Reads what a list names and what changed since, one after the other. */
async function keepList(list: string, version: string): Promise<void> {
  const headers = { Accept: 'application/json' }
  const answer = await fetch(list, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  const user = answer.headers.get(VIEWER)
  if (!answer.ok || answer.redirected || user === null) return
  const { page, parts } = (await answer.json()) as KeptDay
  await forgetDays(user)
  const cache = await caches.open(`${DAY}${user}`)
  const wanted = [page, ...parts.slice(0, MOST_PARTS)].map((part, i): Wanted => {
    const kind = i === 0 ? 'page' : kindOf(part.url, true)
    return { ...part, kind, key: keyOf(part.url, kind), stamp: `${version} ${part.stamp}`, home: page.url }
  })
  await tidy(cache, list, wanted.map(({ key }) => key)) // prettier-ignore
  for (const part of wanted) {
    if ((await cache.match(part.key))?.headers.get(STAMP) === part.stamp) continue
    const found = await read(part, user)
    // Wiped meanwhile: nothing comes back.
    if (!(await caches.has(`${DAY}${user}`))) return
    if (found) await cache.put(part.key, found)
    else await cache.delete(part.key)
  }
}

let turn: Promise<unknown> = Promise.resolve()
const waiting = new Set<string>()

/** Keeps the day that a list names; without a network what is kept already stays. */
export function keepDay(list: string, version: string): Promise<unknown> {
  if (waiting.has(list)) return turn
  waiting.add(list)
  turn = turn.then(async () => {
    waiting.delete(list)
    await keepList(list, version).catch(() => undefined)
  })
  return turn
}

/** Another version of the product draws everything anew. */
export async function keepDaysAgain(version: string): Promise<void> {
  const cache = await ownDay()
  for (const { url } of (await cache?.keys()) ?? []) {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/kept/list') void keepDay(searchParams.get('of') ?? '', version)
  }
}

const newToken = () => crypto.randomUUID().replaceAll('-', '')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The answer as it was kept, saying so; each form in it is another one than the last time. */
async function marked(answer: Response, opens: string | null): Promise<Response | null> {
  const at = Number(answer.headers.get(KEPT_AT))
  if (Date.now() - at > KEPT_FOR_MS) {
    await forgetDays()
    return null
  }
  const html = (await answer.text())
    .replaceAll(/(name="_once" value=")[^"]*/g, (_all, start: string) => start + newToken())
    .replace('<body ', `<body data-kept-at="${at}" `)
    .replace('<div id="popups"', (start) => (opens === null ? start : `${start} data-open="${escaped(opens)}"`))
  return new Response(html, { headers: answer.headers })
}

/** What is kept of this address, or null; a popup of the day lies over its page, as the server would draw it. */
export async function fromDay(request: Request): Promise<Response | null> {
  const cache = await ownDay()
  if (!cache) return null
  const isPage = request.mode === 'navigate'
  const isItem = request.headers.get('HX-Target')?.includes(ITEM_TARGET) === true
  const exact = await cache.match(keyOf(request.url, isPage ? 'page' : kindOf(request.url, isItem)))
  if (exact) return marked(exact, null)
  const part = isPage ? await cache.match(keyOf(request.url, 'part')) : undefined
  const home = part && (await cache.match(keyOf(part.headers.get(HOME) ?? '', 'page')))
  const { pathname, search } = new URL(request.url)
  return home ? marked(home, pathname + search) : null
}
