import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { filesIn, parse, read } from './tree.ts'

const GLOSSARY = 'src/GLOSSARY.md'

/** The cells of the tables of a page, heads left out. */
const tablesOf = (page: string): string[][][] =>
  [...page.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.slice(1, -1).split('|'))
      .map((cells) => cells.map((cell) => cell.trim())),
  )

const [things = [], meanings = []] = tablesOf(read(GLOSSARY))
/** Word that identifiers do without → what the code calls the thing. */
const forbidden = new Map(
  things.flatMap(([, code = '', not = '']) =>
    not
      .split(', ')
      .filter(Boolean)
      .map((word) => [word, code] as const),
  ),
)
const places = new Map(
  meanings.map(([word = '', , where = '']) => [word, [...where.matchAll(/`([^`]+)`/g)].map(([, place]) => place!)]),
)

/** The forbidden words in an identifier: 'addTrainee', 'trainee_id' and 'TRAINEES' say 'trainee'. */
const forbiddenIn = (identifier: string): string[] =>
  (identifier.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [])
    .map((word) => word.toLowerCase())
    .map((word) => (forbidden.has(word) ? word : word.replace(/s$/, '')))
    .filter((word) => forbidden.has(word))

/** Whether a place of the second table covers an identifier of this file. */
function covers(place: string, identifier: string, file: string): boolean {
  const pattern = place.replaceAll('*', '.*')
  return place.includes('/') ? new RegExp(`^${pattern}`).test(file) : new RegExp(`^${pattern}$`).test(identifier)
}

function identifiersOf(file: string): Set<string> {
  const found = new Set<string>()
  const source = file.endsWith('.ejs')
    ? [...read(file).matchAll(/<%(?!#)[-=_]?([\s\S]*?)[-_]?%>/g)].map(([, code]) => code).join('\n')
    : read(file)
  const scan = (node: ts.Node) => {
    if (ts.isIdentifier(node)) found.add(node.text)
    ts.forEachChild(node, scan)
  }
  scan(parse(file, source))
  return found
}

const files = ['src', 'tests', 'views', 'islands', 'public/js']
  .flatMap((folder) => filesIn(folder, '.ts', '.tsx', '.ejs'))
  .filter((file) =>
    /^(?:(?:src|tests|views)\/(?:system|relations|training|inspections|e2e)|islands|public)\//.test(file),
  )

describe('the glossary', () => {
  it('names words, and where they mean something else', () => {
    expect(forbidden.size).toBeGreaterThan(30)
    expect([...forbidden.keys()].filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
    expect([...places].filter(([word, where]) => !forbidden.has(word) || where.length === 0)).toEqual([])
  })

  it('is what the identifiers keep to', () => {
    expect(files.length).toBeGreaterThan(700)
    const needed = new Set<string>()
    const strays = files.flatMap((file) =>
      [...identifiersOf(file)].flatMap((identifier) =>
        forbiddenIn(identifier)
          .filter((word) => {
            const place = places.get(word)?.find((one) => covers(one, identifier, file))
            if (place !== undefined) needed.add(`${word} ${place}`)
            return place === undefined
          })
          .map((word) => `${file}: ${identifier} says '${word}', the glossary '${forbidden.get(word)}'`),
      ),
    )
    expect(strays).toEqual([])
    // An exception that nothing needs would let the word in again.
    const exceptions = [...places].flatMap(([word, where]) => where.map((place) => `${word} ${place}`))
    expect(exceptions.filter((exception) => !needed.has(exception))).toEqual([])
  })

  it.each([
    ['addTrainee', ['trainee']],
    ['trainee_id', ['trainee']],
    ['TRAINEES', ['trainee']],
    ['runOf', ['run']],
    ['trunk', []],
    ['closed', []],
  ])('finds in %s %j', (identifier, words) => {
    expect(forbiddenIn(identifier)).toEqual(words)
  })
})
