import { describe, expect, it } from 'vitest'
import { checkStyle } from '../../src/relations/companies/style.rules.ts'

const of = (declaration: string) => checkStyle(`a{${declaration}}`)
const size = (text: string) => `Regel 1: ${text} is te groot, te klein of van een onbekende eenheid.`

describe('a company may choose', () => {
  it.each([
    'background:red',
    'background-color:#123456',
    'background-image:linear-gradient(45deg,red,transparent 50%)',
    'border:1px solid red',
    'border-top:1px solid red',
    'border-left-color:red',
    'border-style:dashed',
    'border-radius:4px',
    'border-top-left-radius:4px',
    'outline-color:red',
    'text-decoration-color:red',
    'box-shadow:0 0 4px red',
    'fill:red',
    'stroke:red',
    'font-family:"Open Sans",Georgia',
    'font-style:italic',
    'font-weight:1000',
    'font-size:large',
    'text-align:left',
    'text-transform:uppercase',
    'margin:0',
    'padding-inline:1em',
    'margin-top:64px',
    'gap:4px',
    'list-style-type:square',
    '--own-colour:red',
    'color:rgb(1,2,3)',
    'color:HSL(1,2%,3%)',
    'color:oklch(40%.2 30)',
    'color:color-mix(in srgb,red,blue)',
    'color:var(--own-colour)',
    'color:VAR(--own-colour)',
    'padding:100%',
    'padding:4rem',
    'font-size:8px',
    'font-size:64px',
    'font-size:6pt',
    'font-size:48PT',
    'font-size:.5rem',
    'font-size:4rem',
    'font:16px/.8 serif',
    'line-height:4',
    'line-height:.8',
    'line-height:80%',
    'line-height:8px',
    'line-height:6pt',
    'line-height:.5rem',
    'line-height:.8em',
    'letter-spacing:-2px',
    'letter-spacing:-2pt',
    'letter-spacing:-.1rem',
    'letter-spacing:-.1em',
    'letter-spacing:0',
    'letter-spacing:normal',
  ])('%s', (declaration) => {
    expect(of(declaration)).toEqual({ css: `.own-style a{${declaration}}`, problems: [] })
  })

  it('another look in print, and several selectors with what can be asked of an element', () => {
    expect(checkStyle('@media print{a,b:hover>c{color:red}}')).toEqual({
      css: '@media print{.own-style a,.own-style b:hover>c{color:red}}',
      problems: [],
    })
  })
})

describe('a company is told what it may not', () => {
  it.each([
    ['position:fixed', 'Regel 1: position is niet toegestaan.'],
    ['x-color:red', 'Regel 1: x-color is niet toegestaan.'],
    ['color-x:red', 'Regel 1: color-x is niet toegestaan.'],
    ['color:url(x)', 'Regel 1: url() is niet toegestaan.'],
    ['color:"x"', 'Regel 1: tekst is hier geen waarde.'],
    ['--x:"x"', 'Regel 1: tekst is hier geen waarde.'],
    ['--font:"x"', 'Regel 1: tekst is hier geen waarde.'],
    ['margin:calc(1px + 2px)', 'Regel 1: calc() is niet toegestaan.'],
    ['font-size:var(--x)', 'Regel 1: var() is hier niet toegestaan.'],
    ['font:var(--x)', 'Regel 1: var() is hier niet toegestaan.'],
    ['line-height:var(--x)', 'Regel 1: var() is hier niet toegestaan.'],
    ['letter-spacing:var(--x)', 'Regel 1: var() is hier niet toegestaan.'],
    ['font-size:larger', 'Regel 1: larger is niet toegestaan.'],
    ['font-size:SMALLER', 'Regel 1: SMALLER is niet toegestaan.'],
    ['color:rood', 'Regel 1: dit is geen waarde voor color.'],
    ['color:rgb(1,2,3) 4px', 'Regel 1: dit is geen waarde voor color.'],
    ['margin:larger', 'Regel 1: dit is geen waarde voor margin.'],
    ['margin:-1px', size('-1px')],
    ['margin:65px', size('65px')],
    ['margin:1vw', size('1vw')],
    ['margin:0vw', size('0vw')],
    ['padding:101%', size('101%')],
    ['font-weight:1001', size('1001')],
    ['line-height:4.1', size('4.1')],
    ['line-height:.7', size('.7')],
    ['line-height:79%', size('79%')],
    ['line-height:7px', size('7px')],
    ['line-height:1ch', size('1ch')],
    ['letter-spacing:-2.1px', size('-2.1px')],
    ['letter-spacing:-.2em', size('-.2em')],
    ['letter-spacing:-1ch', size('-1ch')],
    ['letter-spacing:65px', size('65px')],
    ['font-size:7px', size('7px')],
    ['font-size:5pt', size('5pt')],
    ['font-size:49pt', size('49pt')],
    ['font-size:.4rem', size('.4rem')],
    ['font-size:1em', size('1em')],
    ['font-size:90%', size('90%')],
    ['font-size:12', size('12')],
    ['font:16px/.7 serif', size('.7')],
  ])('%s: %s', (declaration, problem) => {
    expect(of(declaration)).toEqual({ css: '', problems: [problem] })
  })

  it.each([
    ['@import "x";', '@import is niet toegestaan.'],
    ['@font-face{}', '@font-face is niet toegestaan.'],
    ['<!-- a{color:red}', 'dit is geen geldige CSS.'],
    ['a{color:red} -->', 'dit is geen geldige CSS.'],
    ['a{& b{color:red}}', 'een regel binnen een regel is niet toegestaan.'],
    ['>a{color:red}', 'een selector begint met een element, klasse of kenmerk.'],
    ['& a{color:red}', '& is niet toegestaan.'],
    ['a:before{color:red}', ':before is niet toegestaan.'],
    ['a:First-Letter{color:red}', ':First-Letter is niet toegestaan.'],
    ['a::marker{color:red}', '::marker is niet toegestaan.'],
    ['a,{color:red}', 'dit is geen geldige selector.'],
    ['a{color}', 'dit is geen geldige CSS.'],
  ])('%s: %s', (css, problem) => {
    expect(checkStyle(css).problems).toContain(`Regel 1: ${problem}`)
  })

  it('twenty times at most, and of the same once', () => {
    expect(of('top:1px;top:2px').problems).toHaveLength(1)
    expect(checkStyle('a{top:0}\n'.repeat(30)).problems).toHaveLength(20)
  })
})
