/**
 * Makes a drawing that somebody pasted safe to show, and finds its colours. Only what is on these lists is copied into
 * a new drawing: no script, no handler, no link, no style sheet, nothing from elsewhere.
 */

const SVG = 'http://www.w3.org/2000/svg'

const ELEMENTS = new Set(
  'svg g defs symbol use path rect circle ellipse line polyline polygon title desc linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)
const COLOURS = ['fill', 'stroke', 'stop-color', 'color']
const PAINT = [
  ...COLOURS,
  ...'fill-opacity fill-rule clip-rule clip-path mask opacity stop-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity display visibility'.split(
    ' ',
  ),
]
const ATTRIBUTES = new Set([
  ...PAINT,
  ...'id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform gradientTransform gradientUnits offset spreadMethod clipPathUnits maskUnits preserveAspectRatio href role aria-label aria-hidden focusable'.split(
    ' ',
  ),
])

/** References stay inside the drawing. */
function isSafe(name: string, value: string): boolean {
  if (name === 'href') return value.startsWith('#')
  return !/url\(/i.test(value) || /^url\(\s*['"]?#[\w.-]+['"]?\s*\)$/i.test(value.trim())
}

/** A style attribute is not allowed by the page's policy; what it says of paint becomes attributes. */
function paintOf(style: string): [string, string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const [name = '', ...rest] = declaration.split(':')
    const value = rest.join(':').trim()
    return PAINT.includes(name.trim()) && value !== '' ? [[name.trim(), value]] : []
  })
}

function copy(source: Element): SVGElement {
  const clean = document.createElementNS(SVG, source.localName)
  for (const { localName, value } of source.attributes)
    if (ATTRIBUTES.has(localName) && isSafe(localName, value)) clean.setAttribute(localName, value)
  for (const [name, value] of paintOf(source.getAttribute('data-style') ?? ''))
    if (isSafe(name, value)) clean.setAttribute(name, value)
  for (const child of source.childNodes)
    if (child instanceof Element) {
      if (child.namespaceURI === SVG && ELEMENTS.has(child.localName)) clean.append(copy(child))
    } else if (child.nodeType === Node.TEXT_NODE && /^(title|desc)$/.test(source.localName))
      clean.append(child.nodeValue ?? '')
  return clean
}

const STYLE_BLOCK = /<style\b[^>]*>([^]*?)<\/style\s*>/gi

/**
 * The text as it can be read: without what the page's policy would complain of, though it stops it (styles and
 * handlers), and in the namespace that drawings copied out of a page leave out.
 */
function readable(text: string): string {
  return text
    .replace(STYLE_BLOCK, '')
    .replace(/(\s)(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2')
    .replace(/<svg\b(?![^>]*\sxmlns\s*=)/i, `<svg xmlns="${SVG}"`)
}

/** Colours as they are written by hand: the browser says 'rgb(18, 52, 86)' of '#123456'. */
function asHex(value: string): string {
  return value.replace(
    /\brgb\((\d+), (\d+), (\d+)\)/g,
    (_all, ...parts: string[]) =>
      `#${parts
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`,
  )
}

/** What the style blocks say of elements, as Illustrator and Inkscape write it, goes before their own style. */
function spread(root: Element, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    [...text.matchAll(STYLE_BLOCK)].map(([, css = '']) => css.replace(/<!\[CDATA\[|\]\]>/g, '')).join('\n'),
  )
  const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule)
  for (const { selectorText, style } of rules.reverse())
    for (const element of root.querySelectorAll(selectorText))
      element.setAttribute('data-style', `${asHex(style.cssText)};${element.getAttribute('data-style') ?? ''}`)
}

/** The drawing without anything that could act; null when the text is no SVG. */
export function cleanSvg(text: string): SVGElement | null {
  const root = new DOMParser().parseFromString(readable(text.trim()), 'image/svg+xml').documentElement
  if (root.namespaceURI !== SVG || root.localName !== 'svg') return null
  spread(root, text)
  return copy(root)
}

const PLAIN = /^(none|inherit|transparent|currentcolor|url\(.*\)|)$/i

const painted = (svg: Element): Element[] => [svg, ...svg.querySelectorAll('*')]

/** The colours in the order in which they occur, as they are written. */
export function coloursOf(svg: Element): string[] {
  const found = new Set<string>()
  for (const element of painted(svg))
    for (const name of COLOURS) {
      const value = (element.getAttribute(name) ?? '').trim()
      if (!PLAIN.test(value)) found.add(value.toLowerCase())
    }
  return [...found]
}

/** The same drawing with other colours: colour as written (lower case) → its replacement. */
export function recolour(svg: Element, replacements: ReadonlyMap<string, string>): SVGElement {
  const copied = svg.cloneNode(true) as SVGElement
  for (const element of painted(copied))
    for (const name of COLOURS) {
      const replacement = replacements.get((element.getAttribute(name) ?? '').trim().toLowerCase())
      if (replacement !== undefined) element.setAttribute(name, replacement)
    }
  return copied
}

export const svgText = (svg: Element): string => new XMLSerializer().serializeToString(svg)
