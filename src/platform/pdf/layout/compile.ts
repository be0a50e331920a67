/** The code of a layout, read once: what is wrong with it is told with its line and column. */
import { type Liquid, LiquidError, type Template, TokenKind, Tokenizer, type TopLevelToken } from 'liquidjs'
import { SaxesParser } from 'saxes'
import { lockedLiquid } from '../../liquid.ts'
import { ELEMENTS, NOWHERE, elementProblem, valueProblem } from './elements.ts'
import { LayoutRefused, placeOf } from './refused.ts'
import { readStyle } from './style.ts'

const LIMITS = {
  /** Of the code, in characters. */
  source: 60_000,
  elements: 3000,
  depth: 24,
  /** Of what comes of it for one record, in characters. */
  rendered: 2_000_000,
}
/** Where the element of a rendered layout stood in its code. */
export const AT = 'at'
/** Put around the code, which may have several elements beside each other. */
const [OPEN, CLOSE] = ['<layout>', '</layout>']

/** Letters that XML knows no name of. */
export const ENTITIES = { nbsp: '\u00a0', euro: '€', middot: '·', ndash: '–', copy: '©', bull: '•' }

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;', '\n': '&#8232;' } // prettier-ignore
/** A value as it stands in a layout: it makes no element, and its ends of lines stay. */
const escaped = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\n]/g, (letter) => ESCAPED[letter]!)

const engine: Liquid = lockedLiquid({
  tags: ['if', 'unless', 'for', 'break', 'continue', 'assign', 'comment', '#'],
  filters: ['default', 'upcase', 'downcase', 'capitalize', 'strip', 'append', 'prepend', 'join', 'first', 'last', 'size', 'plus', 'minus', 'times', 'modulo'], // prettier-ignore
  limits: { parse: LIMITS.source * 2, render: 1500, memory: 3_000_000 },
  outputEscape: escaped,
})

export interface CompiledLayout {
  source: string
  templates: Template[]
  /** Where the code with marks was lengthened, and by how much in all. */
  marks: { at: number; by: number }[]
}

/** Of more than a limit, or nested deeper than the stack of the library is. */
const TOO_MUCH = /limit exceeded|call stack/

/** What the library says of a mistake, in Dutch. */
function liquidText({ message }: Error): string {
  const [, tag] = /tag "([^"]*)" not found/.exec(message) ?? []
  if (tag !== undefined) return `{% ${tag.slice(0, 40)} %} bestaat hier niet.`
  const [, filter] = /undefined filter: ([\w-]{1,40})/.exec(message) ?? []
  if (filter !== undefined) return `De bewerking | ${filter} bestaat hier niet.`
  const [, variable] = /undefined variable: ([\w.-]{1,80})/.exec(message) ?? []
  if (variable !== undefined) return `Het gegeven ${variable} bestaat hier niet.`
  if (/not closed/.test(message)) return 'Wat hier begint, wordt niet afgesloten.'
  if (TOO_MUCH.test(message)) return 'Dit vraagt te veel werk.'
  return 'De code tussen {{ }} of {% %} klopt hier niet.'
}

/** A mistake of Liquid as one of the layout. */
function refusedBy(error: unknown, source: string, offsetOf: (at: number) => number = (at) => at): unknown {
  if (error instanceof LayoutRefused || !(error instanceof Error)) return error
  if (!(error instanceof LiquidError)) return TOO_MUCH.test(error.message) ? new LayoutRefused('Deze layout vraagt te veel werk.') : error // prettier-ignore
  return new LayoutRefused(liquidText(error), placeOf(source, offsetOf((error.token as { begin: number }).begin)))
}

interface Code {
  begin: number
  end: number
  /** The name of a tag; null for a value. */
  tag: string | null
}

/** What stands between marks of Liquid, and the code with spaces (and letters for values) in its place. */
function withoutLiquid(source: string): { blank: string; codes: Code[] } {
  const codes: Code[] = []
  let [blank, at, remarks] = ['', 0, 0]
  for (const token of new Tokenizer(source).readTopLevelTokens() as (TopLevelToken & { name?: string })[]) {
    if (token.kind === TokenKind.HTML && remarks === 0) continue
    if (token.kind === TokenKind.Tag && token.name === 'comment') remarks++
    if (token.kind === TokenKind.Tag && token.name === 'endcomment') remarks--
    const isValue = token.kind === TokenKind.Output && remarks === 0
    blank += source.slice(at, token.begin) + source.slice(token.begin, token.end).replace(/[^\n]/g, isValue ? 'x' : ' ')
    at = token.end
    if (token.kind !== TokenKind.HTML) codes.push({ begin: token.begin, end: token.end, tag: isValue ? null : (token.name ?? '') }) // prettier-ignore
  }
  return { blank: blank + source.slice(at), codes }
}

const XML_TEXTS: [RegExp, string][] = [
  [/close tag|closing tag/, 'Hier sluit iets anders dan er openstaat.'],
  [/attribute|whitespace/, 'Schrijf bij een element naam="waarde", met aanhalingstekens.'],
  [/entity/, 'Dit teken met & bestaat hier niet.'],
  [/doctype|processing|cdata|xml/i, 'Dit kan in een layout niet.'],
]

interface Opened {
  name: string
  at: number
  end: number
}

/** Reads the elements of the code; each of them is looked at, also where a condition may leave it out. */
function elementsOf(
  source: string,
  blank: string,
  codes: Code[],
): { opened: Opened[]; within: (at: number) => number } {
  const opened: Opened[] = []
  const stack: number[] = []
  const turns: { at: number; inside: number }[] = []
  const text = OPEN + blank + CLOSE
  const refuse = (problem: string, at: number): never => {
    throw new LayoutRefused(problem, placeOf(source, Math.max(0, Math.min(at, source.length))))
  }
  const open = /<(br|hr|img|qr|pagebreak|page-number|page-count)\b[^<>]*>/g
  for (const { 0: tag, 1: name, index } of blank.matchAll(open))
    if (!tag.endsWith('/>')) refuse(`Schrijf <${name}/>: dit element heeft geen inhoud.`, index)
  const parser = new SaxesParser()
  Object.assign(parser.ENTITIES, ENTITIES)
  const position = () => parser.position - OPEN.length
  const lost = /&(?!#?\w{1,20};)/.exec(blank)
  if (lost) refuse('Schrijf &amp; voor een gewone &.', lost.index)
  parser.on('error', ({ message }) => {
    refuse(XML_TEXTS.find(([said]) => said.test(message))?.[1] ?? 'De code klopt hier niet.', position() - 1)
  })
  parser.on('doctype', () => refuse('Dit kan in een layout niet.', position() - 1))
  parser.on('processinginstruction', () => refuse('Dit kan in een layout niet.', position() - 1))
  parser.on('opentag', ({ name, attributes }) => {
    const end = position()
    if (end <= 0) return
    const at = text.lastIndexOf(`<${name}`, end + OPEN.length) - OPEN.length
    const parent = stack.length === 0 ? NOWHERE : opened[stack.at(-1)!]!.name
    const problem = elementProblem(name, parent, Object.keys(attributes)) ?? attributesProblem(attributes, codes, { at, end }) // prettier-ignore
    if (problem !== null) refuse(problem, at)
    if (stack.length >= LIMITS.depth) refuse('Dit zit te diep in andere elementen.', at)
    if (opened.length >= LIMITS.elements) refuse(`Een layout heeft hooguit ${LIMITS.elements} elementen.`, at)
    opened.push({ name, at, end })
    stack.push(opened.length - 1)
    turns.push({ at: end, inside: opened.length - 1 })
  })
  parser.on('closetag', ({ isSelfClosing, name }) => {
    if (name === 'layout' && stack.length === 0) return
    const closed = stack.pop()
    // What closes something else closes this one too, says the parser.
    if (!isSelfClosing && closed !== undefined && !text.slice(Math.max(0, parser.position - name.length - 20), parser.position).replace(/\s+>$/, '>').endsWith(`</${name}>`)) refuse(`<${name}> wordt niet afgesloten.`, opened[closed]!.at) // prettier-ignore
    if (!isSelfClosing && closed !== undefined && ELEMENTS[opened[closed]!.name]?.isVoid) refuse(`<${name}> heeft geen inhoud.`, opened[closed]!.at) // prettier-ignore
    turns.push({ at: position(), inside: stack.at(-1) ?? -1 })
  })
  parser.write(text).close()
  return { opened, within: (at) => turns.findLast((turn) => turn.at <= at)?.inside ?? -1 }
}

/** Values that a record fills in are looked at when they are. */
function attributesProblem(
  attributes: Record<string, string>,
  codes: Code[],
  { at, end }: { at: number; end: number },
) {
  if (codes.some(({ begin, tag }) => tag !== null && tag !== '#' && begin > at && begin < end)) return 'Zet {% %} om een element heen, niet erin.' // prettier-ignore
  if (codes.some(({ begin }) => begin > at && begin < end)) return null
  return attributeProblem(attributes)
}

function attributeProblem(attributes: Record<string, string>): string | null {
  const read = attributes.style === undefined ? null : readStyle(attributes.style)
  if (read && 'problem' in read) return read.problem
  return Object.entries(attributes).reduce<string | null>((problem, [name, value]) => problem ?? valueProblem(name, value), null) // prettier-ignore
}

/** A condition or loop that begins in one element and ends in another would leave half an element. */
function assertWhole(source: string, codes: Code[], within: (at: number) => number): void {
  const begun: number[] = []
  for (const { begin, tag } of codes) {
    if (tag === null) continue
    const inside = within(begin)
    if (['if', 'unless', 'for'].includes(tag)) begun.push(inside)
    else if (['else', 'elsif', 'endif', 'endunless', 'endfor'].includes(tag) && begun.at(-1) !== inside)
      throw new LayoutRefused(`{% ${tag} %} staat in een ander element dan waar het begint.`, placeOf(source, begin))
    if (tag.startsWith('end') && tag !== 'endcomment') begun.pop()
  }
}

/** @throws LayoutRefused */
export function compileLayout(source: string): CompiledLayout {
  if (source.length > LIMITS.source) throw new LayoutRefused(`Een layout heeft hooguit ${LIMITS.source} tekens.`)
  try {
    engine.parse(source)
    const { blank, codes } = withoutLiquid(source)
    const { opened, within } = elementsOf(source, blank, codes)
    assertWhole(source, codes, within)
    return { source, ...marked(source, opened) }
  } catch (error) {
    throw refusedBy(error, source)
  }
}

/** The same code in which each element says where it stands. */
function marked(source: string, opened: Opened[]): Pick<CompiledLayout, 'templates' | 'marks'> {
  const marks: CompiledLayout['marks'] = []
  let [text, at, by] = ['', 0, 0]
  for (const { name, at: begin } of opened) {
    const behind = begin + 1 + name.length
    const mark = ` ${AT}="${begin}"`
    text += source.slice(at, behind) + mark
    at = behind
    marks.push({ at: behind + by, by: (by += mark.length) })
  }
  return { templates: engine.parse(text + source.slice(at)), marks }
}

/** What a layout says for one record, as XML. @throws LayoutRefused */
export function renderLayout({ source, templates, marks }: CompiledLayout, data: object): string {
  try {
    const text = engine.renderSync(templates, data) as string
    if (text.length > LIMITS.rendered) throw new LayoutRefused('Deze layout wordt te groot.')
    return OPEN + text + CLOSE
  } catch (error) {
    throw refusedBy(error, source, (at) => at - (marks.findLast((mark) => mark.at <= at)?.by ?? 0))
  }
}
