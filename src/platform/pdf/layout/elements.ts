/** The elements of a layout: what they are made of, and how they look by themselves. */
import type { Style } from './style.ts'

interface ElementKind {
  /** Stands in a line of text. */
  inline?: true
  /** Has no content. */
  isVoid?: true
  /** Beside `style`. */
  attributes?: readonly string[]
  required?: readonly string[]
  /** In which it stands alone; everywhere where they are not told. */
  inside?: readonly string[]
  style?: Style
}

const heading = (size: number): ElementKind => ({ style: { size, weight: 'bold', marginTop: 8, marginBottom: 4, leading: 1.2 } }) // prettier-ignore
const cell: ElementKind = { attributes: ['colspan'], inside: ['tr'] }

/** What stands on its own in a layout has this as its parent. */
export const NOWHERE = ''
const ROOT = ['body', NOWHERE]

export const ELEMENTS: Readonly<Record<string, ElementKind>> = {
  body: { inside: [NOWHERE] },
  header: { attributes: ['from'], inside: ROOT },
  footer: { attributes: ['from'], inside: ROOT },
  h1: heading(20),
  h2: heading(14),
  h3: heading(11),
  p: { style: { marginBottom: 6 } },
  div: {},
  b: { inline: true, style: { weight: 'bold' } },
  strong: { inline: true, style: { weight: 'bold' } },
  i: { inline: true, style: { italic: true } },
  em: { inline: true, style: { italic: true } },
  u: { inline: true, style: { underline: true } },
  span: { inline: true },
  br: { inline: true, isVoid: true },
  a: { inline: true, attributes: ['href'], required: ['href'] },
  'page-number': { inline: true, isVoid: true },
  'page-count': { inline: true, isVoid: true },
  ul: { style: { marginBottom: 6 } },
  ol: { style: { marginBottom: 6 } },
  li: { inside: ['ul', 'ol'], style: { marginBottom: 2 } },
  table: { style: { marginBottom: 6 } },
  thead: { inside: ['table'] },
  tbody: { inside: ['table'] },
  tr: { inside: ['table', 'thead', 'tbody'] },
  th: { ...cell, style: { weight: 'bold', paddingTop: 3, paddingRight: 4, paddingBottom: 3 } },
  td: { ...cell, style: { paddingTop: 3, paddingRight: 4, paddingBottom: 3 } },
  columns: {},
  column: { inside: ['columns'] },
  img: { isVoid: true, attributes: ['src', 'alt'], required: ['src'] },
  qr: { isVoid: true, attributes: ['value'], required: ['value'] },
  hr: { isVoid: true, style: { marginTop: 6, marginBottom: 6, borderTop: { width: 0.5, color: '#c8cdd6' } } },
  pagebreak: { isVoid: true, inside: ROOT },
}
/** What holds nothing but these. */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  table: ['thead', 'tbody', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['th', 'td'],
  ul: ['li'],
  ol: ['li'],
  columns: ['column'],
}

export const isInline = (name: string): boolean => ELEMENTS[name]?.inline === true

/** What is wrong with an element in this place, in Dutch; null when nothing is. */
export function elementProblem(name: string, parent: string, attributes: readonly string[]): string | null {
  const kind = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
  if (!kind) return `Het element <${name.slice(0, 40)}> bestaat hier niet.`
  if (kind.inside && !kind.inside.includes(parent))
    return kind.inside.includes(NOWHERE) ? `<${name}> staat niet in <${parent}>.` : `<${name}> staat alleen in <${kind.inside.join('> of <')}>.` // prettier-ignore
  const held = HOLDS[parent]
  if (held && !held.includes(name)) return `In <${parent}> staat alleen <${held.join('> of <')}>.`
  const unknown = attributes.find((one) => one !== 'style' && !(kind.attributes ?? []).includes(one))
  if (unknown !== undefined) return `<${name}> kent ${unknown.slice(0, 40)} niet.`
  const missing = (kind.required ?? []).find((one) => !attributes.includes(one))
  return missing === undefined ? null : `Bij <${name}> ontbreekt ${missing}.`
}

/** Where a link may lead. */
export const isAddress = (value: string): boolean => /^(https?:\/\/|mailto:|tel:)\S{1,500}$/i.test(value)

/** What is wrong with the value of an attribute other than `style`; null when nothing is. */
export function valueProblem(name: string, value: string): string | null {
  if (name === 'colspan' && !/^([1-9]|1\d|20|all)$/.test(value))
    return 'colspan is een getal van 1 tot en met 20, of all.'
  if (name === 'from' && !/^[12]$/.test(value)) return 'from is 1 (elke bladzijde) of 2 (vanaf de tweede).'
  if (name === 'href' && !isAddress(value)) return 'Dit adres kan geen link zijn.' // prettier-ignore
  if (name === 'value' && value.length > 500) return 'Een QR-code bevat hooguit 500 tekens.'
  return null
}
