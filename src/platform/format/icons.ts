import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A file that browsers keep, with the drawings of icons as symbols named after them. */
export interface IconSheet {
  url: string
  names: ReadonlySet<string>
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@tabler/icons/outline/x.svg')))
const shapes = new Map<string, string>()
let sheet: IconSheet | null = null

/** From now on icons refer to this sheet; without one each is drawn where it stands. */
export function drawIconsFrom(next: IconSheet | null): void {
  sheet = next
}

/** The drawing inside the file's <svg>, without the invisible square that Tabler puts around every icon. */
function shapeOf(name: string): string {
  const known = shapes.get(name)
  if (known !== undefined) return known
  if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`'${name}' cannot be the name of an icon`)
  const file = readFileSync(join(folder, `${name}.svg`), 'utf8')
  const inside = file.slice(file.indexOf('>', file.indexOf('<svg')) + 1, file.lastIndexOf('</svg>'))
  const shape = inside
    .replace(/<path stroke="none"[^>]*>/, '')
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
  shapes.set(name, shape)
  return shape
}

/**
 * A Tabler outline icon, hidden from screen readers: the text beside it, or the aria-label of its button, says what it
 * means. The stylesheet gives it stroke and size (`.ic`); size is one of 'ic-sm', 'ic-lg', 'ic-xl'.
 *
 * @throws Error for a name that is not of a-z, 0-9 and hyphens, or that Tabler does not have
 */
export function icon(name: string, size = ''): string {
  const css = size === '' ? 'ic' : `ic ${size}`
  return sheet?.names.has(name)
    ? `<svg class="${css}" aria-hidden="true"><use href="${sheet.url}#${name}"/></svg>`
    : `<svg class="${css}" viewBox="0 0 24 24" aria-hidden="true">${shapeOf(name)}</svg>`
}

/** The icons that a line of code about icons names; more than it draws, perhaps, but what it draws is among them. */
export function iconsIn(code: string): string[] {
  const lines = code.split('\n').filter((line) => /icon/i.test(line))
  const words = lines.flatMap((line) => line.match(/(?<=['"])[a-z][a-z0-9-]*(?=['"])/g) ?? [])
  return [...new Set(words)].filter((word) => existsSync(join(folder, `${word}.svg`)))
}

/** The content of a sheet with these icons. */
export function iconSheet(names: string[]): string {
  const symbols = names.map((name) => `<symbol id="${name}" viewBox="0 0 24 24">${shapeOf(name)}</symbol>`)
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
