/** What the documentation says is there: what comments cite, where its links lead, and the points of the code. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, read } from './tree.ts'

const REQUIREMENTS = 'docs/requirements.md'
const ARCHITECTURE = 'docs/architecture.md'

const pages = [...filesIn('docs', '.md'), ...['README', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG'].map((p) => `${p}.md`)]
const sources = ['src', 'views', 'public/js', 'public/css', 'islands', 'migrations', 'scripts']
  .flatMap((folder) => filesIn(folder, '.ts', '.tsx', '.ejs', '.css'))
  .filter((file) => !/\.test\.tsx?$/.test(file))

const three = (number: number) => String(number).padStart(3, '0')

/** Every id of the catalogue that a text cites; 'P-170…P-172' cites three. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/\b([PTASRMF])-(\d{3})\b(?:\s?…\s?\1-(\d{3}))?/g)].flatMap(([, letter, first, last]) =>
    Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_, i) => `${letter}-${three(Number(first) + i)}`,
    ),
  )
}

/** Every ruling that a text cites, as 'rulings 3'. */
const rulingsIn = (text: string): string[] =>
  [...text.matchAll(/\brulings?\s(?:\*\s)?(\d+(?:\.\d+)?)(?: and (\d+(?:\.\d+)?))?/gi)].flatMap(([, one, other]) =>
    [one, other].filter((number) => number !== undefined).map((number) => `rulings ${number}`),
  )

/** Areas of the rights matrix that a text cites: '(permissions, notes)'. */
const permissionsIn = (text: string): string[] => [...text.matchAll(/\(permissions, (\w+)/g)].map(([, area]) => area!)

describe('what comments cite', () => {
  const known = read(REQUIREMENTS)
  const missing = (cited: (text: string) => string[], told: (name: string) => string) =>
    sources.flatMap((file) =>
      cited(read(file).replace(/\n\s*\*\s/g, ' '))
        .filter((name) => !known.includes(told(name)))
        .map((name) => `${file} cites ${name}, which ${REQUIREMENTS} does not tell`),
    )

  it('is told in docs/requirements.md', () => {
    expect(sources.flatMap((file) => idsIn(read(file))).length).toBeGreaterThan(100)
    expect(missing(idsIn, (id) => `- **${id}** `)).toEqual([])
    expect(missing(rulingsIn, (ruling) => `**${ruling.replace('r', 'R')}**`)).toEqual([])
    expect(missing(permissionsIn, (area) => `- **${area}**: `)).toEqual([])
  })

  it('is a page that stands in the repository', () => {
    const pagesIn = (file: string) => [...read(file).matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => name)
    expect(sources.flatMap(pagesIn).length).toBeGreaterThan(3)
    expect(
      sources.flatMap((file) =>
        pagesIn(file)
          .filter((name) => !existsSync(name))
          .map((name) => `${file} cites ${name}`),
      ),
    ).toEqual([])
  })

  it('is found in all its spellings', () => {
    expect(idsIn('P-170…P-172, T-253 and (P-064 … P-065)')).toEqual([
      'P-170',
      'P-171',
      'P-172',
      'T-253',
      'P-064',
      'P-065',
    ])
    expect(rulingsIn('(rulings 2 and 8), Rulings 9.13')).toEqual(['rulings 2', 'rulings 8', 'rulings 9.13'])
  })
})

describe('the pages', () => {
  /** The name that a heading has in a link, as hosts of repositories make it. */
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  const anchors = (page: string) => [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading!))

  it('are all there', () => {
    expect(pages.filter((page) => !existsSync(page))).toEqual([])
    expect(pages.length).toBeGreaterThan(10)
  })

  it('link to what exists', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => ({ page, link: link! })),
    )
    expect(links.length).toBeGreaterThan(20)
    const broken = links.filter(({ page, link }) => {
      const [file = '', heading] = link.split('#')
      const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file)
      return !existsSync(target) || (heading !== undefined && !anchors(target).includes(heading))
    })
    expect(broken).toEqual([])
  })

  it('name files and folders that exist', () => {
    const named = pages
      // The tutorial makes its files, and a changelog speaks of those of its day.
      .filter((page) => !/tutorial|CHANGELOG/.test(page))
      .flatMap((page) =>
        [...read(page).matchAll(/`((?:src|views|islands|public|migrations|tests|scripts)\/[\w./-]*)`/g)].map(
          ([, name]) => ({ page, name: name! }),
        ),
      )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ name }) => !existsSync(name) && !name.startsWith('public/build'))).toEqual([])
  })
})

describe('docs/decisions.md', () => {
  it('gives each decision a paragraph of three lines at most, and a number of its own', () => {
    const paragraphs = read('docs/decisions.md').split('\n\n')
    const numbers = paragraphs.flatMap((paragraph) =>
      [...paragraph.matchAll(/^\*\*(\d+)\. /gm)].map(([, number]) => number),
    )
    expect(numbers.length).toBeGreaterThan(40)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
    expect(paragraphs.filter((paragraph) => /\n\*\*\d+\. /.test(paragraph))).toEqual([])
    expect(paragraphs.filter((paragraph) => paragraph.trim().split('\n').length > 3)).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const text = read(ARCHITECTURE)

  it('names every point with the file that declares it, and no other', () => {
    const points = filesIn('src', '.ts').flatMap((file) =>
      [...read(file).matchAll(/\bpoint(?:<[\s\S]{0,200}?>)?\(\s*'([^']+)'\s*,?\s*\)/g)].map(([, name]) => ({
        name,
        file,
      })),
    )
    expect(points.length).toBeGreaterThan(10)
    const rows = text.split('\n').filter((line) => line.startsWith('|'))
    expect(
      points.filter(({ name, file }) => !rows.some((row) => row.includes(`| ${name} |`) && row.includes(file))),
    ).toEqual([])
    // A row without its point is of one that is gone.
    const table = text.slice(text.indexOf('| Point |')).split('\n\n')[0]!.split('\n').slice(2)
    expect(table.filter((row) => !points.some(({ name }) => row.startsWith(`| ${name} |`)))).toEqual([])
  })

  it('tells every role of a file', () => {
    const roles = new Set(
      filesIn('src', '.ts').flatMap((file) => {
        const [, role] = /\.([a-z]+)\.ts$/.exec(file) ?? []
        return role === undefined ? [] : [role]
      }),
    )
    expect(roles.size).toBeGreaterThan(10)
    expect([...roles].filter((role) => !text.includes(`\`*.${role}.ts\``))).toEqual([])
    // A name that several modules give a file is a role too.
    const names = filesIn('src', '.ts')
      .filter((file) => /^src\/(?:system|relations|training|inspections)\//.test(file))
      .map((file) => path.basename(file))
    const shared = new Set(names.filter((name, i) => names.indexOf(name) < i && /^[a-z-]+\.ts$/.test(name)))
    expect(shared.size).toBeGreaterThan(4)
    expect([...shared].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('knows at most 25 kinds of files, each suffix with five files at least', () => {
    const kinds = /\| File \| Holds(?:.*\n)+?\n/.exec(text)![0].trim().split('\n').slice(2)
    expect(kinds.length).toBeGreaterThan(10)
    expect(kinds.length).toBeLessThanOrEqual(25)
    const suffixes = filesIn('src', '.ts').flatMap((file) => /\/[^/.]+(\.[a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
    const counts = Map.groupBy(suffixes, (suffix) => suffix)
    expect([...counts].filter(([, files]) => files.length < 5).map(([suffix]) => suffix)).toEqual([])
  })
})
