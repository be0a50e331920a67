import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@tabler/icons/outline/x.svg')))
const shapes = new Map<string, string>()

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
 * A Tabler outline icon as inline SVG, hidden from screen readers: the text beside it, or the aria-label of its button,
 * says what it means. Every file is read once.
 *
 * @param name file name without extension, of a-z, 0-9 and hyphens
 * @param size extra classes: 'ic-sm', 'ic-lg', 'ic-xl'
 * @throws Error for a name that is malformed or that Tabler does not have
 */
export function icon(name: string, size = ''): string {
  const css = size === '' ? 'ic' : `ic ${size}`
  return `<svg class="${css}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapeOf(name)}</svg>`
}
