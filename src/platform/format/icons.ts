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

function inline(name: string, size = ''): string {
  return `<svg class="${size === '' ? 'ic' : `ic ${size}`}" viewBox="0 0 24 24" aria-hidden="true">${shapeOf(name)}</svg>`
}

/** An icon that `symbols` draws elsewhere in the page: for rows, where the same few return hundreds of times. */
function use(name: string, size = ''): string {
  return `<svg class="${size === '' ? 'ic' : `ic ${size}`}" aria-hidden="true"><use href="#i-${name}"/></svg>`
}

/** The drawings that `use` refers to, hidden themselves. */
function symbols(names: Iterable<string>): string {
  const drawn = [...names].map((name) => `<symbol id="i-${name}" viewBox="0 0 24 24">${shapeOf(name)}</symbol>`)
  return drawn.length === 0 ? '' : `<svg hidden data-icons>${drawn.join('')}</svg>`
}

/**
 * `icon(name, size)` is a Tabler outline icon as inline SVG, hidden from screen readers: the text beside it, or the
 * aria-label of its button, says what it means. The stylesheet gives it stroke and size (`.ic`); size is one of
 * 'ic-sm', 'ic-lg', 'ic-xl'. `icon.use` and `icon.symbols` draw an icon once for many places.
 *
 * @throws Error for a name that is not of a-z, 0-9 and hyphens, or that Tabler does not have
 */
export const icon = Object.assign(inline, { use, symbols })
