/** What is new in a version, as its file tells it: a head of fields, an empty line, and the text. */
export interface ReleaseNote {
  id: number
  /** ISO. */
  date: string
  title: string
  excerpt: string
  content: string
  /** Where it is found, and how that is called. */
  url: string | null
  link: string | null
}

const FIELDS = { datum: 'date', titel: 'title', samenvatting: 'excerpt', adres: 'url', naar: 'link' } as const

/** @throws Error for a file that is not written so */
export function readNote(name: string, text: string): ReleaseNote {
  const [head = '', ...rest] = text.trim().split(/\r?\n\r?\n/)
  const fields = Object.fromEntries(
    head.split(/\r?\n/).map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
  const told = Object.fromEntries(Object.entries(FIELDS).map(([dutch, field]) => [field, fields[dutch] ?? null]))
  const id = Number(/^\d+/.exec(name)?.[0])
  const { date, title, excerpt, url, link } = told as Record<
    'date' | 'title' | 'excerpt' | 'url' | 'link',
    string | null
  >
  const content = rest.join('\n\n')
  if (!(id > 0) || !/^\d{4}-\d{2}-\d{2}$/.test(date ?? '') || !title || !excerpt || content === '')
    throw new Error(`the release note ${name} is not written as release notes are`)
  return { id, date: date!, title, excerpt, content, url, link }
}

interface Block {
  kind: 'text' | 'steps'
  lines: string[]
}

const STEP = /^\d+\.\s+/

/** Its paragraphs, and its steps where every line of one has a number. */
export const blocksOf = (content: string): Block[] =>
  content.split('\n\n').map((block) => {
    const lines = block.split('\n').map((line) => line.trim())
    return lines.every((line) => STEP.test(line))
      ? { kind: 'steps', lines: lines.map((line) => line.replace(STEP, '')) }
      : { kind: 'text', lines: [lines.join(' ')] }
  })

/** The newest first. */
export const inOrder = (notes: readonly ReleaseNote[]): ReleaseNote[] =>
  notes.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
