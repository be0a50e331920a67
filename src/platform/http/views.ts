import { readFileSync } from 'node:fs'
import { join, normalize, posix } from 'node:path'
import ejs, { type TemplateFunction } from 'ejs'
import { cell } from '../format/cell.ts'
import { formatters } from '../format/format.ts'
import { icon } from '../format/icons.ts'

type Locals = Record<string, unknown>
type Include = (path: string, data?: Locals) => string

interface View {
  draw: TemplateFunction
  /** Includes of this view by the path it names them with. */
  includes: Map<string, string>
}

const globals = { icon, cell, fmt: formatters }

/**
 * Renders the EJS views below `views/`. Each is compiled once, since it does not change while the server runs; EJS's
 * own include would look for its file on disk every time, which costs more than drawing it.
 */
export class Views {
  readonly #root: string
  readonly #views = new Map<string, View>()
  readonly #reload: boolean

  constructor(root: string, options: { reload?: boolean } = {}) {
    this.#root = root
    this.#reload = options.reload ?? false
  }

  /**
   * @param name path below `views/` without extension: 'relations/contacts/view'
   * @param locals what the view may name; icon(), cell() and fmt are always there
   */
  render(name: string, locals: object): string {
    return this.#draw(name, { ...globals, ...locals })
  }

  #draw(name: string, locals: Locals): string {
    const view = this.#view(name)
    const include: Include = (path, data) => {
      let target = view.includes.get(path)
      // A path with a slash in front counts from `views/`, any other from the folder of the view that names it.
      if (target === undefined) view.includes.set(path, (target = resolve(name, path)))
      return this.#draw(target, data ? { ...locals, ...data } : locals)
    }
    // A local of that name comes before EJS's own.
    return view.draw({ ...locals, include })
  }

  #view(name: string): View {
    const known = this.#views.get(name)
    if (known && !this.#reload) return known
    const filename = join(this.#root, `${name}.ejs`)
    const draw = ejs.compile(readFileSync(filename, 'utf8'), { filename })
    const view = { draw, includes: new Map<string, string>() }
    this.#views.set(name, view)
    return view
  }
}

function resolve(from: string, path: string): string {
  const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  const name = normalize(target)
  if (name.startsWith('..')) throw new Error(`${from} includes ${path}, which is not a view`)
  return name
}
