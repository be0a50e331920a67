import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesIn, read } from './tree.ts'

const views = filesIn('views', '.ejs')
const sources = [...filesIn('src', '.ts'), ...views].map(read).join('\n')
const nameOf = (file: string) => file.slice('views/'.length, -'.ejs'.length)
const included = new Set(
  views.flatMap((file) =>
    // include('../' + view) names no view; what it draws is named by a declaration.
    [...read(file).matchAll(/include\(\s*['"`]\/?([^'"`]+[^/'"`])['"`]/g)].map(([, name = '']) =>
      name.includes('/') ? name : `${nameOf(file).split('/').slice(0, -1).join('/')}/${name}`,
    ),
  ),
)
const named = new Set(
  [
    ...sources.matchAll(/['"`]((?:platform|system|relations|administration|training|inspections)\/[a-z0-9/_-]+)['"`]/g),
  ].map(([, name = '']) => name),
)
/** Names the platform puts together at run time, and parts of its set that no area draws with yet. */
const COMPOSED = new Set(['platform/end-screen', 'platform/table', 'platform/table-rows', 'platform/table-results'])

describe('views', () => {
  it('are each named by a declaration or another view', () => {
    const orphans = views.map(nameOf).filter((name) => !included.has(name) && !named.has(name) && !COMPOSED.has(name))
    expect(orphans).toEqual([])
  })

  it('exist when something names them', () => {
    const missing = [...named].filter(
      (name) => /\/[a-z0-9-]+$/.test(name) && sources.includes(`view: '${name}'`) && !existsSync(`views/${name}.ejs`),
    )
    expect(missing).toEqual([])
    const notThere = [...included].filter((name) => !existsSync(`views/${name}.ejs`))
    expect(notThere).toEqual([])
  })

  it('have styles for what they draw: no file of styles is for screens that are not there', () => {
    const code = [sources, ...filesIn('islands', '.ts', '.tsx').map(read), ...filesIn('public/js', '.ts').map(read)]
    const words = new Set(code.join('\n').match(/[a-z][\w-]*/gi))
    const files = filesIn('public/css', '.css').map((file) => ({
      file,
      classes: [...new Set([...read(file).matchAll(/^\s*\.([a-z][\w-]*)/gm)].map(([, name]) => name!))],
    }))
    expect(files.length).toBeGreaterThan(20)
    // Some names are put together, such as those of a status; most are not.
    const idle = files.filter(({ classes }) => classes.filter((name) => words.has(name)).length < classes.length / 2)
    expect(idle.map(({ file }) => file)).toEqual([])
  })

  it('have no rule for whatever stands beside something, by which adding an element costs as much as drawing its page', () => {
    // As it is sent: the style sheet of the library is in it.
    const sent = filesIn('public/build', '.css').map((file) => read(file).replace(/\/\*.*?\*\//gs, ''))
    const selectors = sent.flatMap((css) => [...css.matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].map(([, one]) => one!))
    expect(selectors.length).toBeGreaterThan(1000)
    expect(selectors.filter((one) => one.split(',').some((part) => /[+~]\s*\*\s*$/.test(part)))).toEqual([])
  })

  it('hold nothing that the strict CSP forbids', () => {
    const forbidden =
      /\sstyle\s*=|\son[a-z]+\s*=|hx-on|=\s*["']js:|hx-trigger\s*=\s*["'][^"']*\[|<script(?![^>]*nonce)|javascript:/i
    // What stands between <% and %> is code for the server, not markup.
    const markup = (file: string) => read(file).replace(/<%[\s\S]*?%>/g, '')
    expect(views.filter((file) => forbidden.test(markup(file)))).toEqual([])
  })

  it('write nothing unescaped but what other views drew, icons and cleaned messages', () => {
    const allowed = [
      /^include\(/,
      /^icon\(/,
      // icon() kept in a variable, and the cell that draws the rows of a table as a view of its own.
      /^drawing$/,
      /^cell\.rows\(table\)$/,
    ]
    const drawn = new Set([
      // Messages are HTML, cleaned when they are saved and again before they are shown.
      'views/system/messages/view.ejs: html',
      'views/system/messages/preview.ejs: html',
      // JSON in which no sign ends the script around it.
      'views/training/website/data.ejs: data',
      // The lines of a list, each drawn by the view list-line.
      'views/training/enrolment/preview.ejs: rows',
    ])
    const unescaped = views.flatMap((file) =>
      [...read(file).matchAll(/<%-\s*([\s\S]*?)\s*-?%>/g)].map(([, code = '']) => ({ file, code })),
    )
    expect(unescaped.length).toBeGreaterThan(100)
    const wrong = unescaped.filter(
      ({ file, code }) => !allowed.some((known) => known.test(code)) && !drawn.has(`${file}: ${code}`),
    )
    expect(wrong).toEqual([])
  })

  it('stay small: 95 in 100 at most 100 lines', () => {
    const lengths = views.map((file) => read(file).split('\n').length).sort((a, b) => a - b)
    expect(lengths.length).toBeGreaterThan(20)
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(100)
  })
})
