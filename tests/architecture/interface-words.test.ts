import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { filesIn, parse, read } from './tree.ts'

const GLOSSARY = 'src/GLOSSARY.md'

/** The rows of the table of words on the screen: the word, those that it stands for, and texts that keep such a word. */
const rows = (read(GLOSSARY).split('## Words on the screen')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| On the screen'))
  .map((line) => line.slice(1, -1).split('|'))
  .map(([word = '', not = '', kept = '']) => ({
    word: word.trim(),
    not: not
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    kept: [...kept.matchAll(/`([^`]+)`/g)].map(([, text]) => text!),
  }))

/** What code itself says and no screen shows: modules, SQL, addresses, names of types, keys and attributes. */
const isText = (text: string) =>
  /\p{L}{2}/u.test(text) &&
  (/^\p{Lu}/u.test(text) || /\p{L} \p{L}/u.test(text)) &&
  !/^(?:select|insert|update|delete|with|create|set|lock)\b/i.test(text)

/** The texts in a piece of TypeScript, without those that are sent to the database. */
function textsOfCode(file: string, source: string): string[] {
  const found: string[] = []
  const scan = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isTaggedTemplateExpression(node)) {
      ts.forEachChild(node.template, (child) => {
        if (ts.isTemplateSpan(child)) scan(child.expression)
      })
      return
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      found.push(node.text)
    else if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'))
    ts.forEachChild(node, scan)
  }
  scan(parse(file, source))
  return found.map((text) => text.trim()).filter(isText)
}

const SHOWN = /\b(?:aria-label|title|placeholder|alt|label)="([^"]*)"/g

/** The texts in a view: between its tags, in attributes that are read, and in its code. */
function textsOfView(file: string): string[] {
  const page = read(file).replace(/<%#[\s\S]*?%>/g, '')
  const code = [...page.matchAll(/<%[-=_]?([\s\S]*?)[-_]?%>/g)].map(([, part]) => part).join('\n')
  const markup = page.replace(/<%[\s\S]*?%>/g, '…')
  const attributes = [...markup.matchAll(SHOWN)].map(([, text]) => text!)
  const between = markup.replace(/<[^>]*>/g, '\n').split('\n')
  return [
    ...textsOfCode(file, code),
    ...[...attributes, ...between].map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text)),
  ]
}

const code = ['src', 'islands', 'public/js']
  .flatMap((folder) => filesIn(folder, '.ts', '.tsx'))
  .filter((file) => !/\.test\.|simulators|\/fast\/|\/database\/|schema\.ts/.test(file))
const texts = [
  ...code.flatMap((file) => textsOfCode(file, read(file)).map((text) => ({ file, text }))),
  ...filesIn('views', '.ejs').flatMap((file) => textsOfView(file).map((text) => ({ file, text }))),
]

/** Every node of a file, each before what is in it. */
function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const inside: ts.Node[] = []
  ts.forEachChild(node, (child) => void inside.push(child))
  for (const child of inside) yield* nodesOf(child)
}

const sources = code.map((file) => ({
  file,
  tree: parse(file),
}))

const MANY =
  /^ (?:cursisten|contacten|bedrijven|planningen|onderdelen|personen|mensen|berichten|certificaten|dagen|minuten|weken|maanden|plaatsen|rijen|documenten|inschrijvingen|reserveringen|opleidingen)\b/

/** Whether this is said in one of two cases only, as '1 cursist' is beside '2 cursisten'. */
const isOneOfTwo = (node: ts.Node): boolean => {
  const asked = ts.isConditionalExpression(node) ? node.condition : ts.isIfStatement(node) ? node.expression : null
  return (
    (asked !== null && /\b[12]\b|[A-Z_]{4}/.test(asked.getText())) ||
    (node.parent !== undefined && isOneOfTwo(node.parent))
  )
}

/** Counts that would read '1 cursisten'; what is written in capitals never is one. */
const countsWithoutOne = (tree: ts.SourceFile): string[] =>
  [...nodesOf(tree)]
    .filter(ts.isTemplateExpression)
    .filter((text) =>
      text.templateSpans.some(
        ({ expression, literal }) => MANY.test(literal.text) && !/[A-Z_]{4}/.test(expression.getText()),
      ),
    )
    .filter((text) => !isOneOfTwo(text))
    .map((text) => text.getText())

/** Texts of the specifications that are no sentence. */
const NO_SENTENCES = ['Maak een keuze']

/** What a save is refused with, where it is written out. */
const refusals = (tree: ts.SourceFile): string[] =>
  [...nodesOf(tree)]
    .filter((node) => ts.isNewExpression(node) && node.expression.getText() === 'Invalid')
    .flatMap((node) => [...nodesOf(node)])
    .filter((node) => ts.isArrayLiteralExpression(node.parent))
    .filter((node) => ts.isStringLiteral(node))
    .map(({ text }) => text)

/** The word as a whole, in any case. */
const says = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\d_.-])${word.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')}(?![\\p{L}\\d_])`, 'iu').test(text)

describe('the words on the screen', () => {
  it('are found in code and views', () => {
    expect(rows.length).toBeGreaterThan(8)
    expect(texts.length).toBeGreaterThan(2000)
  })

  it('are one for each thing, but for texts of the specifications and what means something else', () => {
    const needed = new Set<string>()
    const strays = rows.flatMap(({ word, not, kept }) =>
      texts.flatMap(({ file, text }) => {
        const stray = not.find((other) => says(text, other))
        if (stray === undefined) return []
        const exception = kept.find((one) => text.includes(one) || file.startsWith(one))
        if (exception === undefined) return [`${file}: '${text.slice(0, 120)}' says '${stray}', the screen '${word}'`]
        needed.add(exception)
        return []
      }),
    )
    expect(strays).toEqual([])
    // An exception that nothing needs would let the word in again.
    expect(rows.flatMap(({ kept }) => kept).filter((one) => !needed.has(one))).toEqual([])
  })

  it('write btw small, but behind a percentage, where the specification writes it large', () => {
    const strays = texts.filter(
      ({ file, text }) =>
        /\bBTW\b/.test(text.replaceAll(/[%…] BTW\b/g, '')) &&
        // What a package for bookkeeping calls its own.
        !/accounting\/(?:providers\/simulator-exact|story)\.ts$/.test(file),
    )
    expect(strays.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })

  it('are calm and whole: nothing is shouted, and no hint is a telegram', () => {
    const loud = texts.filter(({ text }) => /\p{L}!$/u.test(text) || /^(?:Leeg|Let op|Tip|NB):/u.test(text))
    expect(loud.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })

  it('count one as one and more as more', () => {
    expect(sources.flatMap(({ file, tree }) => countsWithoutOne(tree).map((text) => `${file}: ${text}`))).toEqual([])
  })

  it('refuse in whole sentences that say what to do, without the name of a field', () => {
    // Why something cannot be taken back is told behind a colon.
    const judged = sources.filter(({ file }) => !file.endsWith('/restoring.ts'))
    const all = judged.flatMap(({ file, tree }) => refusals(tree).map((text) => ({ file, text })))
    expect(all.length).toBeGreaterThan(60)
    const strays = all.filter(
      ({ text }) => (!/^\p{Lu}.*[.?]$/u.test(text) || /[a-z]_[a-z]/.test(text)) && !NO_SENTENCES.includes(text),
    )
    expect(strays).toEqual([])
    const telegrams = texts.filter(({ text }) =>
      /\bis (?:een )?verplicht\b|\bongeldige? (?:waarde|invoer)\b/i.test(text),
    )
    expect(telegrams).toEqual([])
  })

  it('write no date or time in a way of their own', () => {
    // Where the browser draws a moment itself it asks for the Dutch way.
    const formats = sources.flatMap(({ file, tree }) =>
      [...tree.text.matchAll(/toLocale(?:Date|Time)String\([^)]*|Intl\.DateTimeFormat\('(?!nl-NL)[^']*/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    )
    expect(formats).toEqual(["src/platform/format/wall-clock.ts: Intl.DateTimeFormat('en-US"])
  })
})
