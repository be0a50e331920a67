import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Catalogue, flattened } from '../../src/platform/fields/facts.ts'
import { filesIn, read } from './tree.ts'

/** The files with catalogues of fields; what stands below their folder speaks of those fields. */
const files = filesIn('src', '.ts').filter(
  (file) => /^src\/(?!platform\/).*\bfields\.ts$/.test(file) && !/hidden/.test(file),
)
const catalogues = await Promise.all(
  files.map(async (file) => ({
    folder: dirname(file).slice('src/'.length),
    fields: Object.values((await import(`../../${file}`)) as Record<string, Catalogue>),
  })),
)

const everything = [...filesIn('src', '.ts'), ...filesIn('views', '.ejs')]

/** Lines that name a field and say again what its catalogue says of it: its label, or how long it may be. A status is no field. */
function strays({ folder, fields }: (typeof catalogues)[number]): string[] {
  const told = fields.flatMap((catalogue) => Object.entries(flattened(catalogue)))
  const sources = everything.filter((file) => file.startsWith(`src/${folder}/`) || file.startsWith(`views/${folder}/`))
  return sources
    .filter((source) => !files.includes(source))
    .flatMap((source) =>
      read(source)
        .split('\n')
        .flatMap((line, i) => {
          const again = told.find(
            ([name, { label, maxlength }]) =>
              new RegExp(`['".]${name}\\b`).test(line) &&
              !line.includes('css:') &&
              (line.includes(`'${label}'`) ||
                line.includes(`>${label}<`) ||
                (maxlength !== undefined && new RegExp(`maxlength[:=]\\s*"?${maxlength}\\b`).test(line))),
          )
          return again ? [`${source}:${i + 1} tells ${again[0]} again`] : []
        }),
    )
}

describe('the facts of a field', () => {
  it('are told in its catalogue alone', () => {
    expect(files.length).toBeGreaterThan(2)
    expect(catalogues.flatMap(strays)).toEqual([])
  })

  it('are those of columns that the record has', () => {
    const records = manifests.flatMap(({ records = [] }) => records)
    const withLists = (catalogue: Catalogue): Catalogue[] => [
      catalogue,
      ...Object.values(catalogue).flatMap(({ items }) => (items ? withLists(items) : [])),
    ]
    const given = new Set(records.flatMap(({ fields }) => (fields ? withLists(fields) : [])))
    // A catalogue that no record has is read by nobody.
    expect(
      catalogues
        .flatMap(({ fields }) => fields)
        .filter((catalogue) => !given.has(catalogue))
        .map((catalogue) => Object.keys(catalogue)),
    ).toEqual([])
  })
})
