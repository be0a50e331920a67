import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { drawnLetters } from './drawn-letters.ts'
import { type ShapingFont, sharedShapes } from './shapes.ts'

export type Weight = 'regular' | 'medium' | 'bold'

/** TrueType and not the pages' woff2, which PDFKit cannot read; covers Latin, Greek and Cyrillic. */
const FILES: Record<Weight, string> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  medium: '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
}
export const WEIGHTS = Object.keys(FILES) as Weight[]

interface ByteStream {
  buffer: Uint8Array
}
/** A font of fontkit, PDFKit's parser, as far as it is used here. */
interface ParsedFont extends ShapingFont {
  constructor: new (stream: ByteStream) => ParsedFont
  stream: ByteStream & { constructor: new (buffer: Uint8Array) => ByteStream }
  _tables: Record<string, unknown>
}

const require = createRequire(import.meta.url)
const parsed = new Map<Weight, { font: ParsedFont; share: (font: ShapingFont) => void }>()

/** PDFKit hands out no parser; opening the bytes in a document of no use is how to come by what it makes of them. */
function parse(weight: Weight): ParsedFont {
  const document = new PDFDocument({ font: '', autoFirstPage: false })
  document.font(readFileSync(require.resolve(FILES[weight])))
  return (document as unknown as { _font: { font: ParsedFont } })._font.font
}

/**
 * A weight of Inter for one document. The bytes are read and their tables decoded once per process, since that takes
 * ten times as long as drawing a page; fontkit shares tables between fonts in the same way (`getVariation`).
 *
 * The font itself is not shared: it keeps every glyph with the letter it first stood for, so that what one document
 * says would change what readers find in the next.
 * @throws Error when the font file is not installed
 */
export function interFont(weight: Weight): Buffer {
  let known = parsed.get(weight)
  if (!known) parsed.set(weight, (known = { font: parse(weight), share: sharedShapes() }))
  const { constructor: Font, stream, _tables } = known.font
  const font = new Font(new stream.constructor(stream.buffer))
  font._tables = _tables
  known.share(font)
  const layout = font.layout.bind(font)
  font.layout = (text, features) => layout(drawnLetters(text), features)
  // PDFKit takes parsed fonts too, but its types know bytes only.
  return font as unknown as Buffer
}

/**
 * PDFKit keeps the shape of every word it ever set, which is worth much: shaping takes longer than drawing. The names
 * and numbers of a thousand people never come again, though; whoever draws that many lets go of them now and then.
 */
export function forgetWords(document: PDFKit.PDFDocument): void {
  const { _fontFamilies } = document as unknown as { _fontFamilies: Record<string, { layoutCache: object }> }
  for (const font of Object.values(_fontFamilies)) font.layoutCache = Object.create(null) as object
}
