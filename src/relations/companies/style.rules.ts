import {
  type CssNode,
  type Declaration,
  type Dimension,
  type List,
  type ListItem,
  type NumberNode,
  type Percentage,
  type Rule,
  type WalkContext,
  fork,
  generate,
  lexer,
  walk,
} from 'css-tree'

/** Class of the element that a company's style is about; everything outside it stays as it is. */
export const STYLE_SCOPE = 'own-style'
export const LONGEST_STYLE = 20_000

/** Looks only: nothing that hides, moves or covers what stands on the page, or loads anything. */
const PROPERTIES = new RegExp(
  `^(${[
    'color',
    'background(-color|-image)?',
    'border(-(top|right|bottom|left))?(-(color|style|width))?',
    'border(-(top|bottom)-(left|right))?-radius',
    '(outline|accent|caret|text-decoration)-color',
    'box-shadow',
    'fill',
    'stroke',
    'font(-(family|size|style|weight|variant|stretch))?',
    'letter-spacing',
    'line-height',
    'text-(align|decoration|transform|underline-offset)',
    '(margin|padding)(-(top|right|bottom|left|inline|block))?',
    'gap',
    'list-style-type',
    '--[a-z][a-z0-9-]*',
  ].join('|')})$`,
)
const FUNCTIONS = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color-mix light-dark var linear-gradient radial-gradient'.split(' '),
)
/** The largest length by unit; what has no unit here is refused. */
const UNITS: Record<string, number> = { px: 64, rem: 4, em: 4, pt: 48, ch: 60, ex: 60, deg: 360, turn: 1 }

/**
 * Sizes of letters by unit, smallest and largest. Units that depend on what stands around are not among them: each level
 * would multiply the last one.
 */
const LETTERS: Record<string, [number, number]> = { px: [8, 64], pt: [6, 48], rem: [0.5, 4] }
/** The smallest distance between lines and between letters, by unit ('' for none). */
const LINES: Record<string, number> = { '': 0.8, '%': 80, px: 8, pt: 6, rem: 0.5, em: 0.8 }
const SPACING: Record<string, number> = { px: -2, pt: -2, rem: -0.1, em: -0.1 }
/** Properties that letters vanish by; a value that is only known in the page is none that can be judged here. */
const LEGIBLE = new Set(['font', 'font-size', 'line-height', 'letter-spacing'])

export interface CheckedStyle {
  /** The style, every selector below the scope; empty while there are problems. */
  css: string
  /** Dutch sentences with their line. */
  problems: string[]
}

/**
 * Checks the style that a company wrote for its own people and limits it to their page: it can neither load anything
 * nor reach outside the scope, hide or cover something.
 */
export function checkStyle(source: string): CheckedStyle {
  const problems: string[] = []
  const refuse = (node: CssNode | { loc?: CssNode['loc'] }, what: string) =>
    problems.push(`Regel ${node.loc?.start.line ?? 1}: ${what}`)
  // A parser remembers where the brackets of earlier texts were, and may go round in circles among them.
  const tree = fork({}).parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => problems.push(`Regel ${error.line}: dit is geen geldige CSS.`),
  })
  walk(tree, {
    enter(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (node.type === 'Atrule' && node.name !== 'media') refuse(node, `@${node.name} is niet toegestaan.`)
      else if (node.type === 'Rule') checkSelectors(node, this.rule !== null && this.rule !== node, refuse)
      else if (node.type === 'Declaration') checkDeclaration(node, refuse)
      // A semicolon too many says nothing.
      else if (node.type === 'Raw' && node.value.trim() === ';') list.remove(item)
      else if (['Raw', 'CDO', 'CDC'].includes(node.type)) refuse(node, 'dit is geen geldige CSS.')
    },
  })
  if (problems.length > 0) return { css: '', problems: [...new Set(problems)].slice(0, 20) }
  walk(tree, {
    visit: 'Rule',
    enter(rule) {
      if (rule.prelude.type !== 'SelectorList') return
      for (const selector of rule.prelude.children)
        if (selector.type === 'Selector') {
          selector.children.prependData({ type: 'Combinator', name: ' ' })
          selector.children.prependData({ type: 'ClassSelector', name: STYLE_SCOPE })
        }
    },
  })
  return { css: generate(tree), problems }
}

type Refuse = (node: CssNode, what: string) => void

function checkSelectors(rule: Rule, nested: boolean, refuse: Refuse): void {
  if (nested) return refuse(rule, 'een regel binnen een regel is niet toegestaan.')
  if (rule.prelude.type !== 'SelectorList') return refuse(rule, 'dit is geen geldige selector.')
  for (const selector of rule.prelude.children) {
    // Behind the scope, a leading + or ~ would point at what stands beside it.
    if (selector.type !== 'Selector' || selector.children.first?.type === 'Combinator')
      refuse(selector, 'een selector begint met een element, klasse of kenmerk.')
    walk(selector, (node) => {
      if (node.type === 'NestingSelector') refuse(node, '& is niet toegestaan.')
      if (node.type === 'PseudoClassSelector' && /^(before|after|first-line|first-letter)$/i.test(node.name))
        refuse(node, `:${node.name} is niet toegestaan.`)
      if (node.type === 'PseudoElementSelector') refuse(node, `::${node.name} is niet toegestaan.`)
    })
  }
}

function checkDeclaration(declaration: Declaration, refuse: Refuse): void {
  const { property, value } = declaration
  if (!PROPERTIES.test(property)) return refuse(declaration, `${property} is niet toegestaan.`)
  let computed = property.startsWith('--')
  let sound = true
  const refuseValue = (node: CssNode, what: string) => {
    sound = false
    refuse(node, what)
  }
  walk(value, (node) => {
    if (node.type === 'Url') refuseValue(declaration, 'url() is niet toegestaan.')
    else if (node.type === 'String' && !property.startsWith('font'))
      refuseValue(declaration, 'tekst is hier geen waarde.')
    else if (node.type === 'Function') {
      if (LEGIBLE.has(property)) refuseValue(declaration, `${node.name}() is hier niet toegestaan.`)
      else if (FUNCTIONS.has(node.name.toLowerCase())) computed ||= node.name.toLowerCase() === 'var'
      else refuseValue(declaration, `${node.name}() is niet toegestaan.`)
    } else if (node.type === 'Identifier' && LEGIBLE.has(property) && /^(larger|smaller)$/i.test(node.name)) {
      refuseValue(declaration, `${node.name} is niet toegestaan.`)
    } else if (node.type === 'Dimension' || node.type === 'Percentage' || node.type === 'Number') {
      if (!isModest(node, property) || !isLegible(node, property))
        refuseValue(declaration, `${generate(node)} is te groot, te klein of van een onbekende eenheid.`)
    }
  })
  if (!sound || computed) return
  if (lexer.matchProperty(property, value).error) refuse(declaration, `dit is geen waarde voor ${property}.`)
}

/** Whether a number moves nothing over or off the page: no negative distances, no giant letters. */
function isModest(node: Dimension | Percentage | NumberNode, property: string): boolean {
  const value = Number(node.value)
  if (value < 0 && property !== 'letter-spacing') return false
  if (node.type === 'Number') return Math.abs(value) <= (property === 'line-height' ? 4 : 1000)
  return Math.abs(value) <= (node.type === 'Percentage' ? 100 : (UNITS[node.unit.toLowerCase()] ?? -1))
}

/** Whether letters can still be read: neither too small to see nor drawn over each other. */
function isLegible(node: Dimension | Percentage | NumberNode, property: string): boolean {
  const value = Number(node.value)
  const unit = node.type === 'Dimension' ? node.unit.toLowerCase() : node.type === 'Percentage' ? '%' : ''
  if (property === 'letter-spacing') return value >= (SPACING[unit] ?? 0)
  if (property === 'line-height') return value >= (LINES[unit] ?? Infinity)
  if (property !== 'font' && property !== 'font-size') return true
  // Without a unit it is the weight of the letters, or the distance between lines.
  if (unit === '') return property === 'font' && value >= LINES['']!
  const [smallest, largest] = LETTERS[unit] ?? [Infinity, 0]
  return value >= smallest && value <= largest
}
