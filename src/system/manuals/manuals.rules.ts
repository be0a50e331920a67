import { ROLE, type RoleId } from '../../platform/access/roles.ts'

/** Teachers, supervisors and students use the portal, and read only how that works. */
const PORTAL_ROLES: readonly RoleId[] = [ROLE.teacher, ROLE.supervisor, ROLE.student]

export type Manual = 'portal' | 'general'

/** Which manual somebody with these roles gets: the shorter one only when no other role is among them. */
export function manualFor(roles: readonly RoleId[]): Manual {
  return roles.length > 0 && roles.every((role) => PORTAL_ROLES.includes(role)) ? 'portal' : 'general'
}

/** One subject of a manual, as its file tells it: a head of fields, an empty line, and the text. */
export interface ManualPage {
  /** Its word in the address. */
  key: string
  title: string
  /** Under which heading it is listed. */
  group: string
  /** Addresses that it is about, with all below them; it is for who may open something of the first. */
  screens: readonly string[]
  content: string
}

const FIELDS = ['titel', 'groep', 'schermen'] as const

/** @throws Error for a file that is not written so */
export function readPage(file: string, text: string): ManualPage {
  const [head = '', ...rest] = text.trim().split(/\r?\n\r?\n/)
  const [titel, groep, schermen] = FIELDS.map((field) => new RegExp(`^${field}: *(.*)$`, 'm').exec(head)?.[1]?.trim())
  const key = /^\d+-(.+)\.md$/.exec(file)?.[1]
  const content = rest.join('\n\n')
  if (!key || !titel || !groep || schermen === undefined || content === '')
    throw new Error(`the page ${file} is not written as pages of the manual are`)
  return { key, title: titel, group: groep, screens: schermen.split(/ +/).filter(Boolean), content }
}

const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`)

/** Whether who may open this address is a reader of the page. */
export const isFor = ({ screens: [main] }: ManualPage, path: string): boolean =>
  main !== undefined && isBelow(path, main)

/** The page about a screen: that with the longest address above it. */
export function pageAbout(pages: readonly ManualPage[], path: string): ManualPage | null {
  const lengthOf = ({ screens }: ManualPage) =>
    Math.max(0, ...screens.filter((screen) => isBelow(path, screen)).map(({ length }) => length))
  const [first] = pages.filter((page) => lengthOf(page) > 0).sort((a, b) => lengthOf(b) - lengthOf(a))
  return first ?? null
}

/** A piece of a line: running text, a button or field as the screen calls it (`**Opslaan**`), or a key (`[Esc]`). */
export interface Piece {
  kind: 'text' | 'name' | 'key'
  text: string
}

export const piecesOf = (line: string): Piece[] =>
  line
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\])/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'name', text: part.slice(2, -2) }
      return part.startsWith('[') ? { kind: 'key', text: part.slice(1, -1) } : { kind: 'text', text: part }
    })
