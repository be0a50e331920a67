import { readdirSync, readFileSync } from 'node:fs'

/** All files below a folder with one of these endings, as paths from the repository's root. */
export function filesIn(folder: string, ...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.includes('node_modules'))
    .sort()
}

export const read = (path: string): string => readFileSync(path, 'utf8')

/** The areas, lower ones first; an area may import those to its left. */
export const AREAS = ['platform', 'system', 'relations', 'administration', 'training', 'inspections']
