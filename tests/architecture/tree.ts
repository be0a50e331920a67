import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** All files below a folder with one of these endings, as paths from the repository's root. */
export function filesIn(folder: string, ...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.includes('node_modules'))
    .sort()
}

export const read = (path: string): string => readFileSync(path, 'utf8')

/** A file of TypeScript as the compiler reads it, or the code that stands in another file. */
export const parse = (file: string, source = read(file)): ts.SourceFile =>
  ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** The areas, lower ones first; an area may import those to its left. */
export const AREAS = ['platform', 'system', 'relations', 'administration', 'training', 'inspections']
