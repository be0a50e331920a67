import { LRUCache } from 'lru-cache'

/** A font of fontkit, PDFKit's parser, as far as words are shaped with it. */
export interface ShapingFont {
  layout(text: string, features?: unknown): Shaped
  /** @param letters what the glyph stands for; the first time that a font is told decides */
  getGlyph(id: number, letters?: number[]): Glyph
}
interface Glyph {
  id: number
}
interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}
interface Shaped {
  glyphs: Glyph[]
  positions: Position[]
  /** Of the positions as they are now: PDFKit scales them. */
  readonly advanceWidth: number
}

/** All that shaping a word came to, without the font of the document that it was for. */
interface Shape {
  /** The glyphs that were asked for on the way, in that order, with their letters. */
  asked: [id: number, letters: number[]][]
  ids: number[]
  positions: Position[]
}

/** Labels, days and amounts come again in every document; what is asked for longest ago goes. A few MB at most. */
const MOST = 3000
/** Anything longer is no word. */
const LONGEST = 40

/** The same as shaping it anew would answer, and the font has met the same glyphs. */
function shapedBy(font: Pick<ShapingFont, 'getGlyph'>, { asked, ids, positions }: Shape): Shaped {
  for (const [id, letters] of asked) font.getGlyph(id, letters)
  const own = positions.map((position) => ({ ...position }))
  return {
    glyphs: ids.map((id) => font.getGlyph(id)),
    positions: own,
    get advanceWidth() {
      return own.reduce((width, { xAdvance }) => width + xAdvance, 0)
    },
  }
}

/**
 * Lets fonts of one weight share how words are shaped, which takes most of the time that a page is drawn in: PDFKit keeps
 * it for one document alone.
 * @returns what makes a font of a document do so
 */
export function sharedShapes(): (font: ShapingFont) => void {
  const kept = new LRUCache<string, Shape>({ max: MOST })
  return (font) => {
    const [layout, getGlyph] = [font.layout.bind(font), font.getGlyph.bind(font)]
    let asking: Shape['asked'] | null = null
    font.getGlyph = (id, letters) => {
      if (letters) asking?.push([id, letters])
      return getGlyph(id, letters)
    }
    const shape = (text: string): Shape => {
      const asked = (asking = [])
      const { glyphs, positions } = layout(text)
      asking = null
      return { asked, ids: glyphs.map(({ id }) => id), positions }
    }
    font.layout = (text, features) => {
      if (features !== undefined || text.length > LONGEST) return layout(text, features)
      let known = kept.get(text)
      if (!known) kept.set(text, (known = shape(text)))
      return shapedBy({ getGlyph }, known)
    }
  }
}
