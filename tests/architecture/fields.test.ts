import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Catalogue, type FieldFacts, flattened } from '../../src/platform/fields/facts.ts'
import { phoneNumber } from '../../src/platform/fields/kinds.ts'
import { addedFields } from '../../src/platform/screens/form/added-fields.ts'
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

/** Lines, each with the next one where a property of its own stands on it: a label may follow the name of its field. */
const statements = (source: string): string[] =>
  read(source)
    .split('\n')
    .map((line, i, lines) => (/^\s*(label|name|field|key): '[^']*',$/.test(line) ? line + (lines[i + 1] ?? '') : line))

/** Whether a line names a field and says again what its catalogue says of it: its label, or how long it may be. A status is no field. */
const tellsAgain = (line: string, name: string, { label, maxlength }: FieldFacts): boolean =>
  new RegExp(`['".[]${name}\\b`).test(line) &&
  !line.includes('css:') &&
  (line.includes(`'${label}'`) ||
    line.includes(`>${label}<`) ||
    (maxlength !== undefined && new RegExp(`name[:=].*['"[]${name}\\b.*maxlength[:=]\\s*"?${maxlength}\\b`).test(line)))

function strays({ folder, fields }: (typeof catalogues)[number]): string[] {
  const told = fields.flatMap((catalogue) => Object.entries(flattened(catalogue)))
  const sources = everything.filter((file) => file.startsWith(`src/${folder}/`) || file.startsWith(`views/${folder}/`))
  return sources
    .filter((source) => !files.includes(source))
    .flatMap((source) =>
      statements(source).flatMap((line, i) => {
        const again = told.find(([name, facts]) => tellsAgain(line, name, facts))
        return again ? [`${source}:${i + 1} tells ${again[0]} again`] : []
      }),
    )
}

describe('the facts of a field', () => {
  it.each([
    ["{ name: 'phone', label: 'Telefoon' }", true],
    ['<th>Telefoon</th><td><%= contact.phone %></td>', true],
    ["field('contact[phone]', { label: 'Telefoon' })", true],
    ["{ name: 'phone', maxlength: 30 }", true],
    ["{ name: 'subject', value: contact.phone, maxlength: 30 }", false],
    ["facts.control('phone', contact, { span: 3 })", false],
    ["{ label: 'Telefoon', css: contact.phone }", false],
  ])('are seen to be told again: %s', (line, again) => {
    expect(tellsAgain(line, 'phone', phoneNumber('Telefoon'))).toBe(again)
  })

  it('are told in its catalogue alone', () => {
    expect(files.length).toBeGreaterThan(2)
    expect(catalogues.flatMap(strays)).toEqual([])
  })

  it('are those of columns that the record has, or that a module adds to one', () => {
    const records = manifests.flatMap(({ records = [] }) => records)
    const withLists = (catalogue: Catalogue): Catalogue[] => [
      catalogue,
      ...Object.values(catalogue).flatMap(({ items }) => (items ? withLists(items) : [])),
    ]
    const added = manifests.flatMap(({ gifts = [] }) => gifts.flatMap(({ point, values }) => (point === addedFields ? (values as { fields: Catalogue }[]) : []))) // prettier-ignore
    const given = new Set([...records, ...added].flatMap(({ fields }) => (fields ? withLists(fields) : [])))
    // A catalogue that no record has is read by nobody.
    expect(
      catalogues
        .flatMap(({ fields }) => fields)
        .filter((catalogue) => !given.has(catalogue))
        .map((catalogue) => Object.keys(catalogue)),
    ).toEqual([])
  })
})
