import sanitizeHtml from 'sanitize-html'
import { formatNumber } from '../../platform/format/format.ts'

/** What a message may be made of: what the editor makes. No images, styles or classes: they are used to follow people. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'hr'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
}

/** HTML without anything that runs, loads or hides. Done at every save and again before every sending. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED).trim()

/**
 * What a message holds at most: its characters, the pieces of layout (each begins and ends), and the data and conditions
 * between the marks of Liquid. Cleaning and filling in take time by these, while everybody waits.
 */
const MOST_WRITTEN = { characters: 30_000, marks: 4000, codes: 200 }
/** The same of what comes of it for one recipient: lists in it are as long as what they tell of. */
export const MOST_MADE = { characters: 300_000, marks: 20_000, codes: Infinity }

const countOf = (text: string, part: RegExp): number => [...text.matchAll(part)].length

export const isTooMuch = (html: string, { characters, marks, codes } = MOST_WRITTEN): boolean =>
  html.length > characters || countOf(html, /</g) > marks || countOf(html, /\{[{%]/g) > codes

export const TOO_MUCH = `Dit bericht is te groot: hooguit ${formatNumber(MOST_WRITTEN.characters)} tekens met opmaak, en ${MOST_WRITTEN.codes} gegevens en voorwaarden.`

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decode = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)

/** The same message as plain text, for readers without HTML. */
export function plainText(html: string): string {
  const marked = cleanHtml(html)
    .replace(/<a href="(?:mailto:|tel:)?([^"]*)">([\s\S]*?)<\/a>/g, (_all, href: string, label: string) =>
      decode(label) === decode(href) ? label : `${label} (${href})`,
    )
    .replace(/<li>(?:\s*<p>)?/g, '<li>- ')
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<hr\s*\/?>/g, '\n---\n')
    .replace(/<\/(p|h2|h3|blockquote|ul|ol)>/g, '\n\n')
    .replace(/<\/li>/g, '\n')
  return (
    decode(sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} }))
      // In two steps: together they would look at a long run of spaces once for each of them.
      .replace(/[ \t]+/g, ' ')
      .replace(/ \n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/** Plain text of somebody else as HTML of ours. */
export const textAsHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p>${sanitizeHtml(paragraph, { allowedTags: [], disallowedTagsMode: 'escape' }).replace(/\n/g, '<br />')}</p>`,
    )
    .join('')
