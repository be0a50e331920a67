/** How text is divided over lines. */
import { type Fragment, type Pen, space } from './fragment.ts'
import { isAddress, isInline } from './elements.ts'
import type { Node } from './tree.ts'
import type { TextStyle } from './style.ts'

/** A text of one look. */
interface Run {
  text: string
  style: TextStyle
  link?: string | undefined
}
interface Segment extends Run {
  x: number
  width: number
}
interface TextLine {
  segments: Segment[]
  width: number
}

/** Height of Inter above its baseline and of a line of it, as parts of the size. */
const [ASCENT, LINE] = [0.96875, 1.21]
/** Ends a line. */
const BREAK = '\u2028'

/** What comes down to what stands inside. */
export function inherited(style: TextStyle, own: Partial<TextStyle>): TextStyle {
  const { size, minSize, weight, italic, underline, color, align, leading } = { ...style, ...own }
  return { size, minSize, weight, italic, underline, color, align, leading }
}

function runsOf(pen: Pen, nodes: readonly Node[], style: TextStyle, link?: string): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (typeof node === 'string') return [{ text: node.replace(/[\t\n\r ]+/g, ' '), style, link }]
    if (!isInline(node.name)) return pen.budget.refuse(`<${node.name}> staat niet midden in een regel tekst.`, node.at)
    const own = inherited(style, node.style)
    if (node.name === 'br') return [{ text: BREAK, style }]
    if (node.name === 'a')
      return runsOf(pen, node.children, own, isAddress(node.attributes.href ?? '') ? node.attributes.href : undefined)
    if (node.name !== 'page-number' && node.name !== 'page-count') return runsOf(pen, node.children, own, link)
    if (pen.at === null) pen.budget.refuse(`<${node.name}/> staat alleen in <header> en <footer>.`, node.at)
    return [{ text: String(node.name === 'page-number' ? pen.at.page : pen.at.pages), style: own }]
  })
}

const widthOf = ({ doc }: Pen, text: string, { weight, size }: TextStyle): number =>
  doc.font(weight).fontSize(size).widthOfString(text)

const isAlike = (a: Run, b: Run) => a.link === b.link && (a.style === b.style || JSON.stringify(a.style) === JSON.stringify(b.style)) // prettier-ignore

/** No word is longer; what is goes on as if it were the next one. */
const LONGEST_WORD = 60
const partsOf = (word: string): string[] =>
  word.length <= LONGEST_WORD ? [word] : (word.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'gsu')) ?? [])

/** The words in the order in which they are put on lines. */
class Setter {
  readonly lines: TextLine[] = []
  private line: TextLine = { segments: [], width: 0 }
  /** A space that is there only when a word follows on the same line. */
  private gap = false
  private mayBreak = false
  private readonly pen: Pen
  private readonly width: number
  constructor(pen: Pen, width: number) {
    this.pen = pen
    this.width = width
  }

  end(): void {
    this.lines.push(this.line)
    this.line = { segments: [], width: 0 }
    this.gap = this.mayBreak = false
  }

  add(run: Run): void {
    for (const piece of run.text.split(/( |\u2028)|(?<=-)/)) {
      if (!piece) continue
      this.pen.budget.spend()
      if (piece === BREAK) this.end()
      else if (piece === ' ') this.gap = this.line.segments.length > 0
      else for (const part of partsOf(piece)) this.word(run, part)
    }
  }

  private word(run: Run, word: string): void {
    const width = widthOf(this.pen, word, run.style)
    const gap = this.gap ? widthOf(this.pen, ' ', run.style) : 0
    if (this.line.width + gap + width > this.width + 0.01 && (this.gap || this.mayBreak)) {
      this.end()
      return this.word(run, word)
    }
    if (width > this.width + 0.01 && word.length > 1 && this.line.segments.length === 0)
      return this.cut(run, word, width)
    const last = this.line.segments.at(-1)
    if (last && isAlike(last, run)) {
      last.text += this.gap ? ` ${word}` : word
      last.width += gap + width
    } else this.line.segments.push({ ...run, text: word, x: this.line.width + gap, width })
    this.line.width += gap + width
    this.gap = false
    this.mayBreak = word.endsWith('-') || word.length >= LONGEST_WORD
  }

  /** A word that no line holds goes on over the next. */
  private cut(run: Run, word: string, width: number): void {
    const letters = [...word]
    let end = Math.max(1, Math.floor((letters.length * this.width) / width))
    while (end > 1 && widthOf(this.pen, letters.slice(0, end).join(''), run.style) > this.width) end--
    this.pen.budget.spend()
    const part = letters.slice(0, end).join('')
    this.line.segments.push({ ...run, text: part, x: 0, width: widthOf(this.pen, part, run.style) })
    this.line.width = this.line.segments[0]!.width
    if (end === letters.length) return
    this.end()
    this.word(run, letters.slice(end).join(''))
  }
}

function set(pen: Pen, runs: readonly Run[], width: number): TextLine[] {
  const setter = new Setter(pen, Math.max(width, 1))
  for (const run of runs) setter.add(run)
  setter.end()
  return setter.lines
}

/** The same texts smaller, down to their smallest size, so that they stand on one line. */
function shrunk(runs: Run[], natural: number, width: number): Run[] {
  const part = Math.floor((width / natural) * 1000) / 1000
  return runs.map((run) => {
    const size = Math.max(run.style.size * part, Math.min(run.style.minSize, run.style.size))
    return { ...run, style: { ...run.style, size } }
  })
}

/** A paragraph as lines, each of which may begin a page. */
export function paragraphOf(pen: Pen, nodes: readonly Node[], style: TextStyle, width: number): Fragment[] {
  let runs = runsOf(pen, nodes, style)
  if (!runs.some(({ text }) => text.trim() !== '' || text === BREAK)) return []
  if (runs.some(({ style: { minSize } }) => minSize > 0)) {
    const [line, ...more] = set(pen, runs, Infinity)
    if (more.length === 0 && line!.width > width) runs = shrunk(runs, line!.width, width)
  }
  return set(pen, runs, width).flatMap((line): Fragment[] => {
    const size = Math.max(...line.segments.map((one) => one.style.size), line.segments.length === 0 ? style.size : 0)
    const height = size * style.leading
    if (line.segments.length === 0) return space(height)
    const shift = style.align === 'left' ? 0 : (width - line.width) / (style.align === 'center' ? 2 : 1)
    const base = (height - size * LINE) / 2 + size * ASCENT
    return [{ height, draw: (x, y) => drawLine(pen, line, x + shift, y + base) }]
  })
}

function drawLine({ doc }: Pen, { segments }: TextLine, x: number, y: number): void {
  for (const { text, style, link, x: from, width } of segments) {
    doc.font(style.weight).fontSize(style.size).fillColor(style.color)
    doc.text(text, x + from, y, { lineBreak: false, baseline: 'alphabetic', ...(style.italic ? { oblique: true } : {}) }) // prettier-ignore
    // PDFKit would put both as if the text hung from this height.
    if (style.underline) doc.moveTo(x + from, y + 1.5).lineTo(x + from + width, y + 1.5).lineWidth(style.size / 20).stroke(style.color) // prettier-ignore
    if (link !== undefined) doc.link(x + from, y - style.size, width, style.size * LINE, link)
  }
}
